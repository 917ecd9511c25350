// Lattices with 16 headings: what they are, and that searches on them find no less than on 8, and nothing longer.
#include <math.h>

#include "base/trig.h"
#include "common/drawing.h"
#include "common/motion_walk.h"
#include "common/road.h"
#include "common/unit.h"
#include "directional/motions/motion_kinds.h"
#include "directional/motions/motion_table.h"
#include "fairway/fairway.h"
#include "map/map.h"

TEST(straight_lines_in_all_headings_lead_from_tile_to_tile)
{
    for (int heading = 0; heading < MOST_HEADINGS; heading++) {
        const double x = cos(motion_heading(heading)), y = sin(motion_heading(heading));
        const double longer = fmax(fabs(x), fabs(y)), steps = heading & BETWEEN_EIGHTHS ? 2 : 1;
        assert_true(fabs(steps * x / longer - round(steps * x / longer)) < 1e-12);
        assert_true(fabs(steps * y / longer - round(steps * y / longer)) < 1e-12);
        assert_int_equal(motion_heading_near(motion_heading(heading) + 0.1, MOST_HEADINGS), heading);
    }
}

TEST(headings_stand_in_a_circle)
{
    for (int32_t headings = 8; headings <= MOST_HEADINGS; headings += 8) {
        double turned = 0;
        int32_t heading = 0;
        for (int i = 0; i < headings; i++) {
            const int32_t next = heading_beside(heading, 1, headings);
            const double step = trig_wrap(motion_heading(next) - motion_heading(heading));
            assert_true(step > 0.3 && step < 0.8);
            assert_int_equal(heading_beside(next, -1, headings), heading);
            turned += step;
            heading = next;
        }
        assert_int_equal(heading, 0);
        assert_true(fabs(turned - 2 * FW_PI) < 1e-12);
    }
}

TEST(each_pose_has_a_node_of_its_own_and_the_opposite_one_faces_away)
{
    const int32_t places[] = { 0, 1, 31, 32, 5000, 16383 };
    for (int i = 0; i < 36 * MOST_HEADINGS; i++) {
        const lattice_pose pose = { places[i / MOST_HEADINGS / 6], places[i / MOST_HEADINGS % 6],
                                    i % MOST_HEADINGS };
        const fw_node_id id = lattice_id(pose.x, pose.y, pose.heading);
        const lattice_pose back = lattice_of(id | LATTICE_REVERSE), opposite = lattice_opposite(pose);
        assert_true(back.x == pose.x && back.y == pose.y && back.heading == pose.heading);
        assert_int_equal(id & LATTICE_REVERSE, 0);
        assert_true(fabs(fabs(trig_wrap(motion_heading(opposite.heading) - motion_heading(pose.heading))) -
                         FW_PI) < 1e-12);
    }
}

static fw_unit_def truck_with(int32_t headings, double radius, fw_method method)
{
    fw_unit_def truck = vehicle(fw_circle(0.33), 1, radius, method);
    truck.headings = headings;
    return truck;
}

TEST(sixteen_headings_lead_wherever_eight_do_and_no_way_is_longer)
{
    random_source source = { 61 };
    const fw_method methods[] = { FW_DIRECTIONAL, FW_DIRECTIONAL_24 };
    int shorter = 0, reached = 0;
    for (int i = 0; i < 4; i++) {
        memory memory;
        memory_init(&memory, NULL);
        const double radius = 0.8 + 0.4 * i;
        motion_table *eight = NULL, *sixteen = NULL;
        const fw_unit_def by_eight = truck_with(8, radius, methods[i % 2]);
        const fw_unit_def by_sixteen = truck_with(16, radius, methods[i % 2]);
        assert_int_equal(motion_table_build(&memory, &by_eight, methods[i % 2], &eight), FW_OK);
        assert_int_equal(motion_table_build(&memory, &by_sixteen, methods[i % 2], &sixteen), FW_OK);
        for (int map = 0; map < 6; map++) {
            static motion_walk coarse, fine;
            fw_map *world = map_at_random(&source, 14, 14, 18, 1);
            const layer *open = map_find_unit(map_version_of(world), add_unit(world, unit_of_size(1)))->layer;
            const lattice_pose start = pose_at_random(&source, 14);
            walk_from(&(motion_ground){ .table = eight, .open = open }, start, &coarse);
            walk_from(&(motion_ground){ .table = sixteen, .open = open }, start, &fine);
            for (int pose = 0; pose < WALK_POSES; pose++) {
                const uint64_t longest = coarse.cost[pose], cost = fine.cost[pose];
                assert_true(longest == UINT64_MAX || cost < longest + 40);
                shorter += longest != UINT64_MAX && cost + 40 < longest;
                reached += pose % MOST_HEADINGS < 8 && longest == UINT64_MAX && cost != UINT64_MAX;
            }
            fw_map_destroy(world);
        }
        motion_table_destroy(&memory, eight);
        motion_table_destroy(&memory, sixteen);
    }
    assert_true(shorter > 100 && reached > 10);
}

static lattice_pose fine_pose_at_random(random_source *source, int32_t side)
{
    lattice_pose pose = pose_at_random(source, side);
    pose.heading += 8 * (int32_t)random_below(source, 2);
    return pose;
}

TEST(searches_find_the_shortest_sum_of_their_motions)
{
    random_source source = { 62 };
    const fw_heuristic guides[] = { FW_HEURISTIC_AUTO, FW_HEURISTIC_MOTIONS, FW_HEURISTIC_CURVE };
    int found = 0;
    for (int i = 0; i < 12; i++) {
        const int32_t side = 10 + (int32_t)random_below(&source, 8);
        fw_unit_def truck = truck_with(16, 0.5 + 0.5 * (i % 3), FW_DIRECTIONAL_24);
        if (i % 4 == 3)
            truck.footprint = fw_rectangle(1.8, 0.9), truck.size = 2;
        road_test test = road_on(map_at_random(&source, side, side, 12, 1), truck);
        const map_unit *unit = map_find_unit(map_version_of(test.map), test.unit);
        const motion_ground ground = { .table = map_table(map_version_of(test.map), unit,
                                                          motion_kind_of(FW_DIRECTIONAL_24)),
                                       .open = unit->body };
        const lattice_pose start = fine_pose_at_random(&source, side);
        static motion_walk walk;
        walk_from(&ground, start, &walk);
        for (int query = 0; query < 20; query++) {
            const lattice_pose goal = fine_pose_at_random(&source, side);
            fw_request ask = request_on(&test, FW_DIRECTIONAL_24, start, goal);
            ask.headings = query % 2 ? 16 : 0;
            ask.heuristic = guides[query % 3];
            const fw_result result = fw_find_path(test.planner, &ask, test.path);
            if (is_blocked(result))
                continue;
            const uint64_t cost = walk.cost[walk_index(goal)];
            assert_int_equal(result == FW_OK, cost != UINT64_MAX);
            if (result == FW_OK) {
                assert_path_is_legal(&test, &ask);
                assert_true(fabs(fw_path_length(test.path) * MOTION_SCALE - (double)cost) < 40);
                found++;
            }
        }
        road_end(&test);
    }
    assert_true(found > 30);
}

TEST(every_method_finds_legal_paths_from_and_to_any_pose)
{
    random_source source = { 63 };
    const fw_method methods[] = { FW_DIRECTIONAL, FW_HYBRID, FW_HYBRID_STRICT, FW_AUTO };
    int asked = 0, found = 0;
    for (int i = 0; i < 12; i++) {
        fw_unit_def truck = truck_with(16, 1 + i % 3, methods[i % 4]);
        truck.reverse = i % 3 == 0;
        truck.gear_change_cost = i % 6 == 0 ? 0.5 : 0;
        road_test test = road_on(map_at_random(&source, 30, 30, 7, 1), truck);
        for (int query = 0; query < 8; query++) {
            const lattice_pose start = fine_pose_at_random(&source, 30);
            fw_request ask = request_on(&test, methods[i % 4], start, fine_pose_at_random(&source, 30));
            if (query % 2) {
                ask.start = pose_moved_at_random(&source, ask.start);
                ask.goal.pose = pose_moved_at_random(&source, ask.goal.pose);
            }
            if (query % 3 == 0)
                ask.goal = fw_goal_at(ask.goal.pose.x, ask.goal.pose.y);
            if (query == 7)
                ask.goal = fw_goal_pose_within(ask.goal.pose, 3);
            ask.smoothing = query % 4 == 0 ? FW_SMOOTH_CURVED : FW_SMOOTH_NONE;
            const fw_result result = fw_find_path(test.planner, &ask, test.path);
            if (is_blocked(result))
                continue;
            asked++;
            found += result == FW_OK;
            if (result == FW_OK)
                assert_path_is_legal(&test, &ask);
        }
        road_end(&test);
    }
    assert_true(found > asked / 2 && found > 20);
}

TEST(a_unit_has_8_or_16_headings)
{
    fw_map *map = DRAWN(((const char *const[]){ "....", "...." }));
    fw_unit_def truck = truck_with(12, 1, FW_DIRECTIONAL);
    fw_unit_id id;
    fw_motion_summary summary;
    assert_int_equal(fw_map_add_unit(map, &truck, &id), FW_BAD_VALUE);
    truck.headings = 16;
    assert_int_equal(fw_map_add_unit(map, &truck, &id), FW_OK);
    assert_int_equal(fw_map_motions(map, id, FW_DIRECTIONAL, &summary), FW_OK);
    assert_int_equal(summary.headings, 16);
    fw_map_destroy(map);
}
