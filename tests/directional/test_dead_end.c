// Dead ends: the quick test against drawings and against all that motions reach.
#include <stdlib.h>

#include "common/drawing.h"
#include "common/motion_walk.h"
#include "common/unit.h"
#include "curve/sweep_body.h"
#include "directional/ends/dead_end.h"
#include "directional/motions/motion_table.h"
#include "map/map.h"

static fw_unit_def vehicle(fw_footprint footprint, double radius)
{
    fw_unit_def def = fw_default_unit_def();
    def.footprint = footprint;
    def.size = 1;
    def.turn_radius = radius;
    return def;
}

static bool gets_away(const layer *open, const fw_unit_def *def, fw_pose from)
{
    const sweep_body body = sweep_body_of(&def->footprint);
    const dead_end_test test = dead_end_test_of(&(sweep_ground){ .open = open }, &body, def->turn_radius);
    uint64_t work = 0;
    const bool is_open = dead_end_test_finds_exit(&test, from, &work);
    assert_in_range(work, 1, 40);
    return is_open;
}

static void a_lane_is_left_toward_its_mouth_only(void **state)
{
    const char *const lane[] = { "##############", //
                                 "#...........##", //
                                 "##############" };
    fw_map *map = DRAWN(lane);
    const fw_unit_def def = vehicle(fw_circle(0.33), 3);
    const layer *open = map_find_unit(map_version_of(map), add_unit(map, def))->body;
    assert_true(gets_away(open, &def, (fw_pose){ 2.5, 1.5, 0 }));
    assert_false(gets_away(open, &def, (fw_pose){ 2.5, 1.5, FW_PI }));
    assert_false(gets_away(open, &def, (fw_pose){ 10.5, 1.5, 0 }));
    assert_true(gets_away(open, &def, (fw_pose){ 10.6, 1.45, FW_PI - 0.02 }));
    assert_false(gets_away(open, &def, (fw_pose){ 6.5, 1.5, FW_PI / 2 }));
    fw_map_destroy(map);
}

/// A real path may turn between two steps of the test: so the body of the test is smaller by 0.03 tiles.
static void a_wall_may_be_grazed_by_3_hundredths_of_a_tile(void **state)
{
    const char *const lane[] = { "################", //
                                 "#..............#", //
                                 "################" };
    fw_map *map = DRAWN(lane);
    const fw_unit_def def = vehicle(fw_circle(0.33), 3);
    const layer *open = map_find_unit(map_version_of(map), add_unit(map, def))->body;
    for (int below = 0; below < 2; below++) {
        const double wall = below ? 1.67 : 1.33, beyond = below ? 1 : -1;
        assert_true(gets_away(open, &def, (fw_pose){ 1.5, wall + 0.029 * beyond, 0 }));
        assert_false(gets_away(open, &def, (fw_pose){ 1.5, wall + 0.031 * beyond, 0 }));
    }
    fw_map_destroy(map);
}

/// Does any pose lie so far away that every way there is longer than what the test follows?
static bool walks_far(const motion_walk *walk, lattice_pose from, int32_t side)
{
    enum { FAR = 13 };
    for (int32_t y = 0; y < side; y++)
        for (int32_t x = 0; x < side; x++)
            for (int heading = 0; heading < MOTION_HEADINGS; heading++)
                if ((abs(x - from.x) >= FAR || abs(y - from.y) >= FAR) &&
                    walk->cost[walk_index((lattice_pose){ x, y, heading })] != UINT64_MAX)
                    return true;
    return false;
}

static void whoever_motions_lead_away_gets_away(void **state)
{
    enum { SIDE = 24 };
    random_source source = { 31 };
    memory memory;
    memory_init(&memory, NULL);
    int away = 0, dead = 0;
    for (int i = 0; i < 24; i++) {
        const fw_unit_def def = vehicle(i % 2 ? fw_circle(0.33) : fw_rectangle(1.2, 0.6), 1 + i % 3);
        motion_table *table = NULL;
        assert_int_equal(motion_table_build(&memory, &def, FW_DIRECTIONAL, &table), FW_OK);
        fw_map *map = map_at_random(&source, SIDE, SIDE, 12, 1);
        const motion_ground ground = { .table = table,
                                       .open = map_find_unit(map_version_of(map), add_unit(map, def))->body };
        for (int pose = 0; pose < 12; pose++) {
            const int32_t x = (int32_t)random_below(&source, SIDE), y = (int32_t)random_below(&source, SIDE);
            const lattice_pose start = { x, y, (int32_t)random_below(&source, MOTION_HEADINGS) };
            static motion_walk walk;
            walk_from(&ground, start, &walk);
            const bool open =
                gets_away(ground.open, &def, (fw_pose){ x + 0.5, y + 0.5, motion_heading(start.heading) });
            if (walks_far(&walk, start, SIDE)) {
                assert_true(open);
                away++;
            }
            dead += !open;
        }
        fw_map_destroy(map);
        motion_table_destroy(&memory, table);
    }
    assert_true(away > 50);
    assert_true(dead > 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_lane_is_left_toward_its_mouth_only),
        cmocka_unit_test(a_wall_may_be_grazed_by_3_hundredths_of_a_tile),
        cmocka_unit_test(whoever_motions_lead_away_gets_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
