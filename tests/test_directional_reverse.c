// Directional search with a reverse gear, against plain relaxation over poses and gears where driving backward is
// driving a motion from its end to its start. FAIRWAY_MANY=1 in the environment runs ten times the random maps.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "common/drawing.h"
#include "common/motion_walk.h"
#include "common/road.h"
#include "curve/segment.h"
#include "directional/motion_kinds.h"
#include "directional/shuffle.h"
#include "map/map.h"

static int random_maps(int few)
{
    return getenv("FAIRWAY_MANY") ? 10 * few : few;
}

static fw_unit_def reversing(fw_footprint footprint, double radius, double penalty, double gear_change)
{
    fw_unit_def def = vehicle(footprint, 1, radius, FW_DIRECTIONAL);
    def.reverse = true;
    def.reverse_penalty = penalty;
    def.gear_change_cost = gear_change;
    return def;
}

static void a_shuffle_turns_by_45_degrees_on_the_spot(void **state)
{
    (void)state;
    for (int32_t count = 3; count <= MOST_SHUFFLE_ARCS; count += 2)
        for (int heading = 0; heading < MOTION_HEADINGS; heading++)
            for (int side = -1; side <= 1; side += 2) {
                fw_segment arcs[MOST_SHUFFLE_ARCS];
                fw_pose at = { 0, 0, motion_heading(heading) };
                double length = 0, farthest = 0;
                shuffle_draw(3, heading, side, count, arcs);
                for (int32_t i = 0; i < count; i++) {
                    assert_true(fabs(arcs[i].start.x - at.x) < 1e-12 && fabs(arcs[i].start.y - at.y) < 1e-12);
                    assert_true(fabs(arcs[i].start.heading - at.heading) < 1e-12);
                    assert_int_equal(arcs[i].gear, i % 2 ? FW_REVERSE : FW_FORWARD);
                    assert_true(fabs(fabs(arcs[i].curvature) * 3 - 1) < 1e-12);
                    length += arcs[i].length;
                    at = segment_end(&arcs[i]);
                    farthest = fmax(farthest, sqrt(at.x * at.x + at.y * at.y));
                }
                assert_true(fabs(at.x) < 1e-12 && fabs(at.y) < 1e-12);
                assert_true(fabs(at.heading - motion_heading(heading) - side * FW_PI / 4) < 1e-12);
                assert_true(fabs(length - 3 * FW_PI / 4) < 1e-12);
                assert_true(count != 9 || fabs(farthest - 0.149) < 0.001);
            }
}

enum { SIDE = 12, MOST_MOTIONS = 256, STATES = SIDE * SIDE * MOTION_HEADINGS * MOTION_GEARS };

static int state_of(lattice_pose at, fw_gear gear)
{
    return ((at.y * SIDE + at.x) * MOTION_HEADINGS + at.heading) * MOTION_GEARS + (int)gear;
}

/// The oracle: costs of the cheapest ways from a pose to all poses and gears.
typedef struct gear_walk {
    const motion_ground *ground;
    double gear_change;
    double cost[STATES];
    bool may_drive[SIDE * SIDE][MOTION_HEADINGS][MOST_MOTIONS];
    bool changed;
} gear_walk;

static void reach(gear_walk *walk, lattice_pose from, lattice_pose to, fw_gear gear, double step)
{
    const double before =
        fmin(walk->cost[state_of(from, gear)],
             walk->cost[state_of(from, gear == FW_FORWARD ? FW_REVERSE : FW_FORWARD)] + walk->gear_change);
    double *there = &walk->cost[state_of(to, gear)];
    if (before + step < *there) {
        *there = before + step;
        walk->changed = true;
    }
}

/// A motion forward from its start to its end, and backward from its end to its start.
static void relax(gear_walk *walk, lattice_pose at, int32_t index)
{
    const motion_fan *fan = &walk->ground->table->sets[LEAN].fans[at.heading];
    const motion *by = &fan->motions[index];
    const lattice_pose to = { at.x + by->dx, at.y + by->dy, by->end };
    if (!walk->may_drive[at.y * SIDE + at.x][at.heading][index])
        return;
    reach(walk, at, to, FW_FORWARD, (double)by->cost[FW_FORWARD] / MOTION_SCALE);
    reach(walk, to, at, FW_REVERSE, (double)by->cost[FW_REVERSE] / MOTION_SCALE);
}

static void look_around(gear_walk *walk)
{
    for (int tile = 0; tile < SIDE * SIDE; tile++)
        for (int heading = 0; heading < MOTION_HEADINGS; heading++) {
            const motion_fan *fan = &walk->ground->table->sets[LEAN].fans[heading];
            assert_true(fan->count <= MOST_MOTIONS);
            for (int32_t i = 0; i < fan->count; i++)
                walk->may_drive[tile][heading][i] =
                    walk_may_drive(walk->ground, fan, i, tile % SIDE, tile / SIDE);
        }
}

static void walk_with_gears(gear_walk *walk, lattice_pose start)
{
    look_around(walk);
    for (int i = 0; i < STATES; i++)
        walk->cost[i] = INFINITY;
    walk->cost[state_of(start, FW_FORWARD)] = walk->cost[state_of(start, FW_REVERSE)] = 0;
    do {
        walk->changed = false;
        for (int tile = 0; tile < SIDE * SIDE; tile++)
            for (int heading = 0; heading < MOTION_HEADINGS; heading++)
                for (int32_t i = 0; i < walk->ground->table->sets[LEAN].fans[heading].count; i++)
                    relax(walk, (lattice_pose){ tile % SIDE, tile / SIDE, heading }, i);
    } while (walk->changed);
}

static double oracle_cost(const road_test *on, lattice_pose start, lattice_pose goal)
{
    static gear_walk walk;
    const map_unit *unit = map_find_unit(on->map, on->unit);
    const motion_ground ground = { .table = map_table(on->map, unit, motion_kind_of(FW_DIRECTIONAL_24)),
                                   .open = unit->body };
    walk.ground = &ground;
    walk.gear_change = on->def.gear_change_cost;
    walk_with_gears(&walk, start);
    return fmin(walk.cost[state_of(goal, FW_FORWARD)], walk.cost[state_of(goal, FW_REVERSE)]);
}

static void paths_are_the_cheapest_sums_of_motions_in_both_gears(void **state)
{
    (void)state;
    random_source source = { 31 };
    int found = 0, reversed = 0;
    for (int i = 0; i < random_maps(30); i++) {
        const double penalties[] = { 1, 1.5, 3 }, changes[] = { 0, 0.5, 2 }, radii[] = { 1, 1.5, 2 };
        const double penalty = penalties[random_below(&source, 3)],
                     change = changes[random_below(&source, 3)];
        const double radius = radii[random_below(&source, 3)];
        fw_unit_def def =
            reversing(i % 3 ? fw_circle(0.33) : fw_rectangle(1.2, 0.6), radius, penalty, change);
        def.methods = FW_METHOD_BIT(FW_DIRECTIONAL_24);
        road_test on = road_on(map_at_random(&source, SIDE, SIDE, 10 + 3 * (uint32_t)(i % 8), 1), def);
        const lattice_pose start = pose_at_random(&source, SIDE), goal = pose_at_random(&source, SIDE);
        const fw_request ask = request_on(&on, FW_DIRECTIONAL_24, start, goal);
        const fw_result result = fw_find_path(on.planner, &ask, on.path);
        if (!is_blocked(result)) {
            const double cost = oracle_cost(&on, start, goal);
            assert_int_equal(result == FW_OK, cost < INFINITY);
            if (result == FW_OK) {
                fw_path_summary summary;
                assert_path_is_legal(&on, &ask);
                fw_path_summarise(on.path, &summary);
                assert_true(fabs(summary.cost - cost) < 0.04);
                reversed += summary.cost > summary.length + 0.1;
                found++;
            }
        }
        road_end(&on);
    }
    assert_true(found > random_maps(10));
    assert_true(reversed > random_maps(2));
}

static void a_reversing_unit_gets_wherever_the_grid_gets(void **state)
{
    (void)state;
    random_source source = { 32 };
    int found = 0, refused = 0;
    for (int i = 0; i < random_maps(20); i++) {
        const double radii[] = { 0.5, 1, 2, 3, 5 };
        const double change = i % 3;
        fw_unit_def def = reversing(fw_circle(0.33), radii[i % 5], 2, change);
        def.methods |= FW_METHOD_BIT(FW_ASTAR);
        road_test on = road_on(map_at_random(&source, 20, 20, 30, 1), def);
        for (int query = 0; query < 10; query++) {
            const lattice_pose start = pose_at_random(&source, 20), goal = pose_at_random(&source, 20);
            fw_request ask = request_on(&on, FW_ASTAR, start, goal);
            const fw_result on_grid = fw_find_path(on.planner, &ask, on.path);
            ask.method = FW_DIRECTIONAL;
            const fw_result result = fw_find_path(on.planner, &ask, on.path);
            assert_int_equal(result, on_grid);
            if (result == FW_OK)
                assert_path_is_legal(&on, &ask);
            found += result == FW_OK;
            refused += result == FW_UNREACHABLE;
        }
        road_end(&on);
    }
    assert_true(found > random_maps(20));
    assert_true(refused > random_maps(2));
}

static void exact_poses_are_joined_in_both_gears(void **state)
{
    (void)state;
    random_source source = { 33 };
    int asked = 0, found = 0;
    for (int i = 0; i < random_maps(15); i++) {
        const fw_footprint body = i % 2 ? fw_circle(0.33) : fw_rectangle(1.2, 0.6);
        road_test on =
            road_on(map_at_random(&source, 24, 24, 8, 1), reversing(body, 1 + i % 3, 1.5, i % 4 ? 1 : 0));
        for (int query = 0; query < 10; query++) {
            const lattice_pose start = pose_at_random(&source, 24), goal = pose_at_random(&source, 24);
            fw_request ask = request_on(&on, FW_DIRECTIONAL, start, goal);
            fw_pose *const ends[] = { &ask.start, &ask.goal.pose };
            for (int end = 0; end < 2; end++) {
                ends[end]->x += random_unit(&source) - 0.5;
                ends[end]->y += random_unit(&source) - 0.5;
                ends[end]->heading += FW_PI / 4 * (random_unit(&source) - 0.5);
            }
            if (query % 3 == 0)
                ask.goal.kind = FW_GOAL_PLACE;
            const fw_result result = fw_find_path(on.planner, &ask, on.path);
            if (is_blocked(result) || result == FW_UNREACHABLE)
                continue;
            asked++;
            found += result == FW_OK;
            if (result == FW_OK)
                assert_path_is_legal(&on, &ask);
        }
        road_end(&on);
    }
    assert_true(asked > random_maps(50));
    assert_true(found > asked * 9 / 10);
}

/// A lane with a dead end on the right.
static const char *const lane[] = { "####################", //
                                    "#........###########", //
                                    "#........###########", //
                                    "#........###########", //
                                    "#..................#", //
                                    "#........###########", //
                                    "#........###########", //
                                    "#........###########", //
                                    "####################" };

static int32_t gear_changes(const fw_path *path)
{
    int32_t count = 0, changes = 0;
    const fw_segment *segments = fw_path_segments(path, &count);
    for (int32_t i = 1; i < count; i++)
        changes += segments[i].gear != segments[i - 1].gear;
    return changes;
}

static void a_dead_end_is_left_backward(void **state)
{
    (void)state;
    const lattice_pose start = { 17, 4, 0 }, goal = { 3, 2, 4 };
    for (int reverse = 0; reverse < 2; reverse++) {
        fw_unit_def def = reversing(fw_circle(0.33), 2, 1, 0);
        def.reverse = reverse;
        road_test on = road_on(DRAWN(lane), def);
        const fw_request ask = request_on(&on, FW_DIRECTIONAL, start, goal);
        assert_int_equal(fw_find_path(on.planner, &ask, on.path), reverse ? FW_OK : FW_NOT_FOUND);
        if (reverse) {
            int32_t count = 0, backward = 0;
            assert_path_is_legal(&on, &ask);
            const fw_segment *segments = fw_path_segments(on.path, &count);
            for (int32_t i = 0; i < count; i++)
                backward += segments[i].gear == FW_REVERSE;
            assert_true(backward > 0);
        }
        road_end(&on);
    }
}

static void where_changing_gear_is_dear_it_is_done_less_often(void **state)
{
    (void)state;
    const lattice_pose start = { 17, 4, 0 }, goal = { 3, 2, 4 };
    int32_t changes[2];
    for (int dear = 0; dear < 2; dear++) {
        road_test on = road_on(DRAWN(lane), reversing(fw_circle(0.33), 2, 1.5, dear ? 5 : 0));
        fw_request ask = request_on(&on, FW_DIRECTIONAL, start, goal);
        ask.heuristic = FW_HEURISTIC_GRID;
        assert_int_equal(fw_find_path(on.planner, &ask, on.path), FW_OK);
        assert_path_is_legal(&on, &ask);
        changes[dear] = gear_changes(on.path);
        road_end(&on);
    }
    assert_true(changes[1] < changes[0] || changes[1] == 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_shuffle_turns_by_45_degrees_on_the_spot),
        cmocka_unit_test(paths_are_the_cheapest_sums_of_motions_in_both_gears),
        cmocka_unit_test(a_reversing_unit_gets_wherever_the_grid_gets),
        cmocka_unit_test(exact_poses_are_joined_in_both_gears),
        cmocka_unit_test(a_dead_end_is_left_backward),
        cmocka_unit_test(where_changing_gear_is_dear_it_is_done_less_often),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
