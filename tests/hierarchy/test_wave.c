// Waves that are led toward a tile, beside those that are not.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "common/scene.h"
#include "hierarchy/wave.h"

enum { SIDE = 24, MOST_TILES = (SIDE + 2) * (SIDE + 2) };

typedef struct trial {
    memory memory;
    ground_rules rules;
    ground ground;
    wave wave;
} trial;

/// Runs a wave from a tile over all others.
///
/// @param to  tile that it is led toward, or -1
/// @return tiles that it closed
static uint64_t run_from(trial *trial, int32_t from, int32_t to, uint64_t most)
{
    const uint32_t least = 2 * trial->rules.cheapest;
    if (to < 0)
        wave_begin(&trial->wave, &trial->ground);
    else
        wave_begin_toward(&trial->wave, &trial->ground, to, most, least * GROUND_STRAIGHT,
                          least * GROUND_DIAGONAL);
    for (int32_t y = trial->ground.box.y; y < trial->ground.box.y + trial->ground.box.height; y++)
        for (int32_t x = trial->ground.box.x; x < trial->ground.box.x + trial->ground.box.width; x++)
            wave_want(&trial->wave, ground_tile(&trial->ground, x, y));
    wave_add_seed(&trial->wave, (wave_seed){ .tile = from, .move = NO_MOVE });
    return wave_run(&trial->wave);
}

/// Least cost between two tiles of a plain of the cheapest terrain.
static uint64_t beeline(const trial *trial, int32_t from, int32_t to)
{
    const int32_t stride = trial->ground.stride;
    const uint64_t dx = (uint64_t)abs(from % stride - to % stride);
    const uint64_t dy = (uint64_t)abs(from / stride - to / stride);
    const uint64_t both = dx < dy ? dx : dy, one = dx + dy - 2 * both;
    return 2 * trial->rules.cheapest * (both * GROUND_DIAGONAL + one * GROUND_STRAIGHT);
}

static void a_wave_with_a_bound_knows_all_ways_that_keep_to_it_and_follows_fewer_others(void **state)
{
    (void)state;
    random_source source = { 81 };
    uint64_t bounded = 0, unbounded = 0;
    for (int i = 0; i < 500; i++) {
        scene scene = scene_at_random(&source, SIDE, COSTS_ANY);
        const map_unit *unit = map_find_unit(scene.map, scene.unit);
        trial trial = { .rules = ground_rules_of(scene.map, unit->layer, &unit->def) };
        int32_t from_x, from_y, to_x, to_y;
        memory_init(&trial.memory, NULL);
        assert_int_equal(ground_reserve(&trial.ground, &trial.memory, SIDE), FW_OK);
        assert_int_equal(wave_reserve(&trial.wave, &trial.memory, SIDE, &trial.rules), FW_OK);
        ground_load(&trial.ground, &trial.rules, (cluster_box){ 0, 0, scene.seen.width, scene.seen.height });
        if (scene_pick(&scene, &source, &from_x, &from_y) && scene_pick(&scene, &source, &to_x, &to_y)) {
            const int32_t from = ground_tile(&trial.ground, from_x, from_y);
            const int32_t to = ground_tile(&trial.ground, to_x, to_y);
            const int32_t tiles = (scene.seen.height + 2) * trial.ground.stride;
            static uint64_t exact[MOST_TILES];
            unbounded += run_from(&trial, from, -1, 0);
            for (int32_t tile = 0; tile < tiles; tile++)
                exact[tile] = wave_distance(&trial.wave, tile);
            const uint64_t least = exact[to] == WAVE_UNKNOWN ? beeline(&trial, from, to) : exact[to];
            const uint64_t most =
                least + random_below(&source, 5) * 2 * GROUND_STRAIGHT * trial.rules.cheapest;
            bounded += run_from(&trial, from, to, most);
            assert_true(wave_distance(&trial.wave, to) == exact[to]);
            for (int32_t tile = 0; tile < tiles; tile++) {
                const bool keeps_to_it =
                    exact[tile] != WAVE_UNKNOWN && exact[tile] + beeline(&trial, tile, to) <= most;
                assert_true(wave_distance(&trial.wave, tile) == (keeps_to_it ? exact[tile] : WAVE_UNKNOWN));
            }
        }
        ground_free(&trial.ground);
        wave_free(&trial.wave);
        scene_end(&scene);
    }
    assert_true(bounded < unbounded / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_wave_with_a_bound_knows_all_ways_that_keep_to_it_and_follows_fewer_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
