// What motions cost at least in the open: against each motion, against plain relaxation, and by how little a search
// looks around on an open field, and on one with blocks, where the field of motions takes over.
#include <stdlib.h>

#include "common/drawing.h"
#include "common/motion_walk.h"
#include "common/road.h"
#include "common/rounds.h"
#include "common/unit.h"
#include "directional/motions/motion_kinds.h"
#include "directional/motions/motion_norm.h"
#include "map/map.h"

static const fw_method methods[] = { FW_DIRECTIONAL_8, FW_DIRECTIONAL_24, FW_DIRECTIONAL_48, FW_DIRECTIONAL };

static const motion_table *table_of(const road_test *test, fw_method method)
{
    return map_table(map_version_of(test->map), map_find_unit(map_version_of(test->map), test->unit),
                     motion_kind_of(method));
}

static fw_unit_def vehicle_at_random(random_source *source, fw_method method)
{
    const double radii[] = { 0.5, 1, 2, 3, 6 };
    fw_unit_def def = vehicle(fw_circle(0.33), 1, radii[random_below(source, 5)], method);
    def.headings = random_below(source, 3) == 0 ? 16 : 8;
    def.reverse = random_below(source, 3) == 0;
    def.reverse_penalty = 1 + random_below(source, 3);
    return def;
}

/// On a map of any size.
static lattice_pose pose_far_away(random_source *source, int32_t headings)
{
    const int32_t x = (int32_t)random_below(source, 4096), y = (int32_t)random_below(source, 4096);
    return (lattice_pose){ x, y, (int32_t)random_below(source, (uint32_t)headings) };
}

/// Goals near each other, as those are that a pose between lattice poses is joined to.
static int32_t goals_at_random(random_source *source, int32_t headings, motion_origin goals[3])
{
    const int32_t count = 1 + (int32_t)random_below(source, 3);
    const lattice_pose pose = pose_far_away(source, headings);
    for (int32_t i = 0; i < count; i++) {
        const int32_t aside = (int32_t)random_below(source, 4);
        const int32_t heading = (int32_t)random_below(source, (uint32_t)headings);
        goals[i] =
            (motion_origin){ { pose.x + aside, pose.y, heading }, random_below(source, 3 * MOTION_SCALE) };
    }
    return count;
}

static void assert_no_motion_gains_more_than_it_costs(const norm_aim *aim, const motion_table *table,
                                                      bool reverses, lattice_pose from)
{
    const uint32_t here = norm_aim_from(aim, from);
    for (int gear = FW_FORWARD; gear <= (reverses ? FW_REVERSE : FW_FORWARD); gear++) {
        const int32_t turned = gear == FW_REVERSE ? 4 : 0;
        const control_set *controls =
            &table->sets[BASE_MOTIONS].control_sets[heading_turned(from.heading, turned)];
        for (int32_t i = 0; i < controls->count; i++) {
            const motion *motion = &controls->motions[i];
            const lattice_pose to = { from.x + motion->dx, from.y + motion->dy,
                                      heading_turned(motion->end, turned) };
            assert_true(here <= (uint64_t)motion->cost[gear] + norm_aim_from(aim, to));
        }
    }
}

TEST(no_motion_gains_more_than_it_costs)
{
    random_source source = { 71 };
    for (int i = 0; i < rounds(24); i++) {
        const fw_unit_def def = vehicle_at_random(&source, methods[i % 4]);
        road_test test = road_on(map_at_random(&source, 8, 8, 0, 1), def);
        const motion_table *table = table_of(&test, methods[i % 4]);
        motion_origin goals[3];
        norm_aim aim;
        const int32_t count = goals_at_random(&source, def.headings, goals);
        norm_aim_at(&aim, &table->norm, goals, count);
        for (int k = 0; k < 40; k++) {
            lattice_pose from = pose_far_away(&source, def.headings);
            if (k % 2)
                from =
                    (lattice_pose){ goals[0].pose.x + k % 7 - 3, goals[0].pose.y + k % 5 - 2, from.heading };
            assert_no_motion_gains_more_than_it_costs(&aim, table, def.reverse, from);
        }
        for (int32_t k = 0; k < count; k++)
            assert_true(norm_aim_from(&aim, goals[k].pose) <= goals[k].cost);
        road_end(&test);
    }
}

/// The share of the way that the norm knows, in percent, in the mean of all poses on an open map.
static double share_known(const road_test *test, fw_method method, lattice_pose start, lattice_pose goal)
{
    const map_unit *unit = map_find_unit(map_version_of(test->map), test->unit);
    const motion_ground ground = { .table = table_of(test, method), .open = unit->body, .start = start };
    static motion_walk walk;
    norm_aim aim;
    const motion_origin to = { goal, 0 };
    norm_aim_at(&aim, &ground.table->norm, &to, 1);
    walk_from(&ground, start, &walk);
    const uint64_t cost = walk_cost_to(&walk, goal);
    const uint32_t least = norm_aim_from(&aim, start);
    assert_true(least <= cost);
    return cost == UINT64_MAX || cost == 0 ? -1 : 100.0 * least / (double)cost;
}

TEST(it_is_a_bound_and_knows_nearly_all_of_the_way_in_the_open)
{
    random_source source = { 72 };
    double sum = 0;
    int count = 0;
    for (int i = 0; i < rounds(16); i++) {
        const fw_method method = methods[i % 4];
        road_test test = road_on(map_at_random(&source, WALK_SIDE, WALK_SIDE, 0, 1),
                                 vehicle(fw_circle(0.33), 1, i % 3 ? 1 : 0.5, method));
        for (int k = 0; k < 4; k++) {
            const lattice_pose start = pose_at_random(&source, WALK_SIDE),
                               goal = pose_at_random(&source, WALK_SIDE);
            const double share = share_known(&test, method, start, goal);
            sum += share < 0 ? 0 : share;
            count += share >= 0;
        }
        road_end(&test);
    }
    assert_true(count > at_least(50) && sum > 90.0 * count);
}

enum { GOALS = 5 };

/// Places ahead, aside and behind.
static void list_goals(int32_t side, lattice_pose start, lattice_pose goals[GOALS])
{
    const int32_t far = side - side / 20;
    goals[0] = (lattice_pose){ far, far * 3 / 4, 2 };
    goals[1] = (lattice_pose){ far, start.y + 1, 0 };
    goals[2] = (lattice_pose){ side / 2, side / 2 + side / 40, 1 };
    goals[3] = (lattice_pose){ start.x - 10, side / 2, 4 };
    goals[4] = (lattice_pose){ start.x - 20, start.y - 12, 0 };
}

/// A field with square blocks; there is room to turn around some places.
static fw_map *field_on(int32_t side, int32_t blocks, const lattice_pose *free, int32_t free_count)
{
    fw_map_def field = fw_default_map_def();
    fw_map *map;
    random_source source = { 73 };
    const int32_t block = side / 12, room = 16;
    field.width = field.height = side;
    assert_int_equal(fw_map_create(&field, &map), FW_OK);
    for (int32_t i = 0; i < blocks; i++) {
        const int32_t x = (int32_t)random_below(&source, (uint32_t)(side - block));
        const int32_t y = (int32_t)random_below(&source, (uint32_t)(side - block));
        bool is_free = true;
        for (int32_t k = 0; k < free_count; k++)
            is_free &= free[k].x < x - room || free[k].x >= x + block + room || free[k].y < y - room ||
                       free[k].y >= y + block + room;
        if (is_free)
            assert_int_equal(fw_map_set_rect(map, x, y, block, block, FW_BLOCKED), FW_OK);
    }
    assert_int_equal(fw_map_commit(map), FW_OK);
    return map;
}

/// Asks for ways over a field, and asserts that no more than so many poses are expanded for one.
static void assert_looks_ahead(int32_t side, int32_t blocks, fw_unit_def def, fw_method method, uint64_t most)
{
    lattice_pose places[GOALS + 1] = { [GOALS] = { side / 40 + 16, side / 20, 0 } };
    const lattice_pose start = places[GOALS];
    list_goals(side, start, places);
    road_test test = road_on(field_on(side, blocks, places, GOALS + 1), def);
    for (int i = 0; i < rounds(GOALS); i++) {
        const fw_request ask = request_on(&test, method, start, places[i]);
        fw_statistics statistics;
        assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
        assert_path_is_legal(&test, &ask);
        assert_int_equal(fw_planner_statistics(test.planner, &statistics), FW_OK);
        assert_true(statistics.bound == 1);
        assert_in_range(statistics.expanded, 1, most);
    }
    road_end(&test);
}

TEST(an_open_field_of_4096_tiles_is_not_searched_in_all_directions)
{
    assert_looks_ahead(4096, 0, vehicle(fw_circle(0.33), 1, 1, FW_DIRECTIONAL_24), FW_DIRECTIONAL_24, 10000);
}

TEST(nor_is_one_by_other_motions_in_both_gears_or_in_16_headings)
{
    fw_unit_def in_16 = vehicle(fw_circle(0.33), 1, 2, FW_DIRECTIONAL_48);
    in_16.headings = 16;
    fw_unit_def in_both_gears = vehicle(fw_rectangle(1.2, 0.6), 1, 1, FW_DIRECTIONAL_24);
    in_both_gears.reverse = true;
    assert_looks_ahead(1024, 0, in_16, FW_DIRECTIONAL_48, 100000);
    assert_looks_ahead(1024, 0, in_both_gears, FW_DIRECTIONAL_24, 10000);
    assert_looks_ahead(1024, 0, vehicle(fw_circle(0.33), 1, 2, FW_DIRECTIONAL_48), FW_DIRECTIONAL_48, 10000);
    assert_looks_ahead(1024, 0, vehicle(fw_circle(0.33), 1, 0.5, FW_DIRECTIONAL_8), FW_DIRECTIONAL_8, 50000);
}

TEST(nor_is_a_field_with_blocks)
{
    assert_looks_ahead(512, 30, vehicle(fw_circle(0.33), 1, 1, FW_DIRECTIONAL_24), FW_DIRECTIONAL_24, 10000);
    assert_looks_ahead(512, 30, vehicle(fw_circle(0.33), 1, 2, FW_DIRECTIONAL_48), FW_DIRECTIONAL_48, 10000);
}
