// Waves that are led toward a tile, beside those that are not.
#include <stdlib.h>
#include <string.h>

#include "common/rounds.h"
#include "common/scene.h"
#include "common/unit.h"
#include "hierarchy/direct_way.h"
#include "hierarchy/wave.h"

enum { SIDE = 24, MOST_TILES = (SIDE + 2) * (SIDE + 2) };

typedef struct trial {
    memory memory;
    ground_rules rules;
    ground ground;
    wave wave;
    beelines lines;
} trial;

/// Runs a wave from a tile over all others.
///
/// @param to  tile that it is led toward, or -1
/// @return tiles that it closed
static uint64_t run_from(trial *trial, int32_t from, int32_t to, uint64_t most)
{
    if (to < 0)
        wave_begin(&trial->wave, &trial->ground);
    else
        wave_begin_toward(&trial->wave, &trial->ground, to, most, &trial->lines);
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

TEST(a_wave_with_a_bound_knows_all_ways_that_keep_to_it_and_follows_fewer_others)
{
    random_source source = { 81 };
    uint64_t bounded = 0, unbounded = 0;
    for (int i = 0; i < 500; i++) {
        scene scene = scene_at_random(&source, SIDE, COSTS_ANY);
        const map_unit *unit = map_find_unit(map_version_of(scene.map), scene.unit);
        trial trial = { .rules = ground_rules_of(map_version_of(scene.map), unit->layer, &unit->def) };
        int32_t from_x, from_y, to_x, to_y;
        memory_init(&trial.memory, NULL);
        assert_int_equal(ground_reserve(&trial.ground, &trial.memory, SIDE), FW_OK);
        assert_int_equal(wave_reserve(&trial.wave, &trial.memory, SIDE, &trial.rules), FW_OK);
        assert_int_equal(beelines_set(&trial.lines, &trial.memory, SIDE, 2 * trial.rules.cheapest), FW_OK);
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
        memory_give_back(&trial.memory, trial.lines.cost, trial.lines.capacity, sizeof *trial.lines.cost);
        trial.lines = (beelines){ 0 };
        scene_end(&scene);
    }
    assert_true(bounded < unbounded / 2);
}

/// Distances by Bellman & Ford: every legal step within the box, until nothing changes.
static void relax_all(const ground *ground, int32_t from, uint64_t *distance)
{
    const cluster_box *box = &ground->box;
    for (int32_t tile = 0; tile < MOST_TILES; tile++)
        distance[tile] = WAVE_UNKNOWN;
    distance[from] = 0;
    for (bool is_changed = true; is_changed;) {
        is_changed = false;
        for (int32_t y = box->y; y < box->y + box->height; y++)
            for (int32_t x = box->x; x < box->x + box->width; x++)
                for (int move = 0; move < MOVE_COUNT; move++) {
                    const int32_t tile = ground_tile(ground, x, y), to = tile + ground->steps[move].to;
                    if (distance[tile] == WAVE_UNKNOWN || !(ground->moves[tile] >> move & 1) ||
                        !cluster_box_holds(box, x + move_dx[move], y + move_dy[move]))
                        continue;
                    const uint64_t there =
                        distance[tile] + ground_step_cost(ground, tile, &ground->steps[move]);
                    if (there < distance[to]) {
                        distance[to] = there;
                        is_changed = true;
                    }
                }
    }
}

/// Patches of terrains, some of them blocked, so that there are plain tiles beside others.
static void lay_patches(scene *scene, random_source *source)
{
    for (uint32_t patches = random_below(source, 9); patches > 0; patches--) {
        const int32_t x = (int32_t)random_below(source, (uint32_t)scene->seen.width);
        const int32_t y = (int32_t)random_below(source, (uint32_t)scene->seen.height);
        const uint32_t most = random_below(source, 4) ? 2 : 12;
        int32_t width = 1 + (int32_t)random_below(source, most),
                height = 1 + (int32_t)random_below(source, most);
        width = x + width > scene->seen.width ? scene->seen.width - x : width;
        height = y + height > scene->seen.height ? scene->seen.height - y : height;
        assert_int_equal(fw_map_set_rect(scene->map, x, y, width, height, (uint8_t)random_below(source, 4)),
                         FW_OK);
    }
    assert_int_equal(fw_map_commit(scene->map), FW_OK);
}

/// A field of one terrain with patches, and a unit of any size and corner rule, whose terrains cost little more or much
/// more than each other.
static scene field_with_patches(random_source *source)
{
    fw_map_def map_def = fw_default_map_def();
    map_def.width = 5 + (int32_t)random_below(source, SIDE - 4);
    map_def.height = 5 + (int32_t)random_below(source, SIDE - 4);
    scene scene = { 0 };
    assert_int_equal(fw_map_create(&map_def, &scene.map), FW_OK);
    fw_unit_def def = fw_default_unit_def();
    def.size = 1 + (int32_t)random_below(source, 3);
    def.corners = (fw_corner_rule)random_below(source, FW_CORNERS_ORTHOGONAL + 1);
    def.terrain_cost[FW_SWAMP] = random_below(source, 2) ? 1.1f : 9.0f;
    def.terrain_cost[FW_WATER] = random_below(source, 2) ? 0.1f : 2.0f;
    assert_int_equal(fw_map_add_unit(scene.map, &def, &scene.unit), FW_OK);
    scene.seen.width = map_def.width;
    scene.seen.height = map_def.height;
    lay_patches(&scene, source);
    return scene;
}

/// What the tiles of some fields were found to be.
typedef struct tally {
    int runs;
    int plain;         ///< tiles
    int known, direct; ///< tiles to which there is a way, and those that a direct way leads to
} tally;

/// Runs a wave from a tile until it knows one tile, then on to all others.
///
/// @param least  the distance of each tile
static void run_in_parts(trial *trial, int32_t from, const uint64_t *least, int32_t middle)
{
    const cluster_box *box = &trial->ground.box;
    wave_begin(&trial->wave, &trial->ground);
    wave_add_seed(&trial->wave, (wave_seed){ .tile = from, .move = NO_MOVE });
    wave_want(&trial->wave, middle);
    uint64_t closed = wave_run(&trial->wave);
    assert_true(wave_distance(&trial->wave, middle) == least[middle]);
    int32_t known = 0;
    for (int32_t y = box->y; y < box->y + box->height; y++)
        for (int32_t x = box->x; x < box->x + box->width; x++) {
            const int32_t tile = ground_tile(&trial->ground, x, y);
            wave_want(&trial->wave, tile);
            known += least[tile] != WAVE_UNKNOWN;
        }
    closed += wave_run(&trial->wave);
    assert_true(closed == (uint64_t)known); // no tile was closed twice
}

/// Runs a wave that ends soon. Those after it do not see the tiles that still wait.
static void leave_tiles_behind(trial *trial, int32_t from)
{
    wave_begin(&trial->wave, &trial->ground);
    wave_add_seed(&trial->wave, (wave_seed){ .tile = from, .move = NO_MOVE });
    wave_want(&trial->wave, from);
    wave_run(&trial->wave);
}

/// Compares the ways from a tile to all others, by a wave that runs at once or in parts, with those that relax_all()
/// finds.
///
/// @param middle  where the parts meet; -1: the wave runs at once
static void compare_ways(trial *trial, int32_t from, int32_t middle, tally *tally)
{
    const ground *ground = &trial->ground;
    const cluster_box *box = &ground->box;
    direct_ways ways = direct_ways_of(ground, trial->rules.cheapest);
    static uint64_t least[MOST_TILES];
    relax_all(ground, from, least);
    leave_tiles_behind(trial, from);
    if (middle < 0)
        run_from(trial, from, -1, 0);
    else
        run_in_parts(trial, from, least, middle);
    for (int32_t y = box->y; y < box->y + box->height; y++)
        for (int32_t x = box->x; x < box->x + box->width; x++) {
            const int32_t tile = ground_tile(ground, x, y);
            const uint64_t direct = direct_way_cost(&ways, from, tile);
            assert_true(wave_distance(&trial->wave, tile) == least[tile]);
            assert_true(direct == UINT64_MAX || direct == least[tile]);
            tally->plain += ground->plain[tile] != 0;
            tally->known += least[tile] != WAVE_UNKNOWN;
            tally->direct += direct != UINT64_MAX;
        }
    tally->runs++;
}

/// A move by which a way may come to a tile of the box from outside, or NO_MOVE.
static int move_into(const cluster_box *box, int32_t x, int32_t y)
{
    for (int move = 0; move < MOVE_COUNT; move++)
        if (!cluster_box_holds(box, x - move_dx[move], y - move_dy[move]))
            return move;
    return NO_MOVE;
}

/// The cost of the way that a wave has found to a tile, by its moves.
static uint64_t cost_of_way(const trial *trial, int32_t from, int32_t to)
{
    const ground *ground = &trial->ground;
    uint64_t cost = 0;
    while (to != from) {
        const int move = trial->wave.tiles[to] & WAVE_MOVE;
        to -= ground->steps[move].to;
        assert_true(ground->moves[to] >> move & 1);
        cost += ground_step_cost(ground, to, &ground->steps[move]);
    }
    return cost;
}

enum { FEW = 4 }; ///< wanted tiles

/// Begins a wave that wants few tiles, at a tile to which the way may come from outside.
static void begin_to_few(trial *trial, int32_t x, int32_t y, const int32_t wanted[FEW])
{
    const wave_seed seed = { .tile = ground_tile(&trial->ground, x, y),
                             .move = (uint8_t)move_into(&trial->ground.box, x, y) };
    wave_begin(&trial->wave, &trial->ground);
    wave_add_seed(&trial->wave, seed);
    for (int i = 0; i < FEW; i++)
        wave_want(&trial->wave, wanted[i]);
}

/// Runs a wave in slices.
///
/// @return number of closed tiles
static uint64_t run_in_slices(wave *wave, random_source *source)
{
    uint64_t sum = 0;
    for (;;) {
        const uint64_t work = 1 + random_below(source, 30), closed = wave_run_for(wave, work);
        assert_true(closed <= work);
        sum += closed;
        if (closed < work)
            return sum;
    }
}

/// Runs a wave that wants few tiles, at once and in slices, and compares the ways to those with what relax_all() finds.
static void run_to_few(trial *trial, random_source *source, int32_t x, int32_t y)
{
    const cluster_box *box = &trial->ground.box;
    const int32_t from = ground_tile(&trial->ground, x, y);
    int32_t wanted[FEW];
    static uint64_t least[MOST_TILES];
    static uint8_t tiles[MOST_TILES];
    for (int i = 0; i < FEW; i++)
        wanted[i] = ground_tile(&trial->ground, box->x + (int32_t)random_below(source, (uint32_t)box->width),
                                box->y + (int32_t)random_below(source, (uint32_t)box->height));
    relax_all(&trial->ground, from, least);
    begin_to_few(trial, x, y, wanted);
    const uint64_t closed = wave_run(&trial->wave);
    for (int i = 0; i < FEW; i++) {
        assert_true(wave_distance(&trial->wave, wanted[i]) == least[wanted[i]]);
        if (least[wanted[i]] != WAVE_UNKNOWN)
            assert_true(cost_of_way(trial, from, wanted[i]) == least[wanted[i]]);
    }
    const size_t count = (size_t)(box->height + 2) * (size_t)trial->ground.stride;
    memcpy(tiles, trial->wave.tiles, count);
    begin_to_few(trial, x, y, wanted);
    assert_true(run_in_slices(&trial->wave, source) == closed);
    assert_memory_equal(trial->wave.tiles, tiles, count);
}

TEST(waves_and_direct_ways_have_the_least_cost_to_every_tile)
{
    random_source source = { 82 };
    tally tally = { 0 };
    for (int i = 0; i < rounds(3000); i++) {
        scene scene = field_with_patches(&source);
        const map_unit *unit = map_find_unit(map_version_of(scene.map), scene.unit);
        trial trial = { .rules = ground_rules_of(map_version_of(scene.map), unit->layer, &unit->def) };
        memory_init(&trial.memory, NULL);
        assert_int_equal(ground_reserve(&trial.ground, &trial.memory, SIDE), FW_OK);
        assert_int_equal(wave_reserve(&trial.wave, &trial.memory, SIDE, &trial.rules), FW_OK);
        const cluster_box box = { 1, 0, scene.seen.width - 1, scene.seen.height - 1 };
        ground_load(&trial.ground, &trial.rules, box);
        const int32_t x = 1 + (int32_t)random_below(&source, (uint32_t)box.width);
        const int32_t y = (int32_t)random_below(&source, (uint32_t)box.height);
        if (layer_fits(unit->layer, x, y))
            compare_ways(&trial, ground_tile(&trial.ground, x, y),
                         i % 2 ? ground_tile(&trial.ground, 1 + i % box.width, i % box.height) : -1, &tally);
        if (layer_fits(unit->layer, 1, y))
            run_to_few(&trial, &source, 1, y);
        ground_free(&trial.ground);
        wave_free(&trial.wave);
        fw_map_destroy(scene.map);
    }
    assert_true(tally.runs > at_least(1000) && tally.plain > 10 * tally.runs);
    assert_true(4 * tally.direct > tally.known && 4 * tally.direct < 3 * tally.known);
}
