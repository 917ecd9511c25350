// The article's heuristic, the length of a turn and a straight line to the goal's position, against its geometry, and
// the bound that it gives for goals without a heading against the straight distance.
#include <math.h>

#include "common/drawing.h"
#include "common/road.h"
#include "common/unit.h"
#include "directional/guides/lookup_table.h"
#include "directional/guides/turn_table.h"
#include "fairway/fairway.h"

enum { SIDE = 32, MOST_GOALS = 5 };

/// What the trace told of the poses that were expanded.
typedef struct diary {
    fw_trace_event events[20000];
    int count;
} diary;

static void write_down(const fw_trace_event *event, void *user)
{
    diary *told = user;
    if (event->kind == FW_TRACE_EXPAND && told->count < (int)(sizeof told->events / sizeof *told->events))
        told->events[told->count++] = *event;
}

/// Pinter 2001, figure 6: P, h, d, theta, phi and Q. Infinite if the point lies within the circle.
static double turn_to_side(fw_pose from, double x, double y, double r, double side)
{
    const double angle = from.heading + side * FW_PI / 2;
    const double px = from.x + r * cos(angle), py = from.y + r * sin(angle);
    const double h = hypot(x - px, y - py);
    if (h < r)
        return INFINITY;
    const double theta = acos(r / h), phi = atan2(y - py, x - px);
    const double leave = phi - side * theta; // of Q, seen from P
    double turned = fmod(side * (leave - (angle + FW_PI)), 2 * FW_PI);
    turned += turned < 0 ? 2 * FW_PI : 0;
    turned = turned > 2 * FW_PI - 1e-6 ? 0 : turned;
    return turned * r + sqrt(h * h - r * r);
}

static double turn_then_straight(fw_pose from, double x, double y, double r)
{
    const bool is_there = hypot(x - from.x, y - from.y) < 1e-9;
    return is_there ? 0 : fmin(turn_to_side(from, x, y, r, -1), turn_to_side(from, x, y, r, 1));
}

static fw_goal goal_of_kind(int kind, const fw_pose *poses, int32_t count)
{
    switch (kind) {
    case 0:
        return fw_goal_at(poses[0].x, poses[0].y);
    case 1:
        return fw_goal_pose(poses[0]);
    case 2:
        return fw_goal_nearest_of(poses, count);
    default:
        return fw_goal_nearest_pose_of(poses, count);
    }
}

TEST(h_is_the_shortest_turn_and_line_to_the_place_of_any_kind_of_goal)
{
    static diary told;
    random_source source = { 71 };
    int judged = 0;
    for (int i = 0; i < 40; i++) {
        const double radius = 0.6 + 2 * random_unit(&source);
        road_test test = road_on(map_at_random(&source, SIDE, SIDE, 5, 1),
                                 vehicle(fw_circle(0.3), 1, radius, FW_DIRECTIONAL_24));
        fw_pose goals[MOST_GOALS];
        for (int k = 0; k < MOST_GOALS; k++) {
            goals[k] = pose_at(&test, pose_at_random(&source, SIDE));
            goals[k].x += i % 3 == 0 ? random_unit(&source) - 0.5 : 0; // off the lattice
        }
        fw_request ask =
            request_on(&test, FW_DIRECTIONAL_24, pose_at_random(&source, SIDE), (lattice_pose){ 0 });
        ask.goal = goal_of_kind(i % 4, goals, MOST_GOALS);
        ask.heuristic = FW_HEURISTIC_TURN;
        ask.max_work = 3000;
        ask.trace = write_down;
        ask.trace_user = &told;
        told.count = 0;
        fw_find_path(test.planner, &ask, test.path);
        for (int k = 0; k < told.count; k++) {
            const fw_trace_event *it = &told.events[k];
            double least = INFINITY;
            for (int goal = 0; goal < (i % 4 < 2 ? 1 : MOST_GOALS); goal++) {
                const double length = turn_then_straight((fw_pose){ it->x, it->y, it->heading },
                                                         goals[goal].x, goals[goal].y, radius);
                least = fmin(least, length);
            }
            // Goals of a set that cannot be reached are left out.
            assert_true(it->h > least - 0.002);
            assert_true(i % 4 >= 2 || it->h < least + 0.002 || it->h > 2 * FW_PI * radius);
            judged += fabs(it->h - least) < 0.002;
        }
        road_end(&test);
    }
    assert_true(judged > 2000);
}

TEST(the_table_rounds_directions_to_eighths_and_adds_the_distance_beyond_10_tiles)
{
    static diary told;
    const double radius = 1.5;
    fw_map *map;
    fw_map_def size = fw_default_map_def();
    size.width = size.height = 41;
    assert_int_equal(fw_map_create(&size, &map), FW_OK);
    assert_int_equal(fw_map_set_rect(map, 0, 0, 41, 41, FW_GROUND), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    road_test test = road_on(map, vehicle(fw_circle(0.3), 1, radius, FW_DIRECTIONAL_24));
    random_source source = { 72 };
    for (int i = 0; i < 60; i++) {
        const lattice_pose start = { 20, 20, (int32_t)random_below(&source, 8) };
        const fw_pose from = pose_at(&test, start);
        lattice_pose goal = pose_at_random(&source, 41);
        goal.heading = i % 2 ? goal.heading : -1;
        const fw_pose to = pose_at(&test, goal);
        const double distance = hypot(to.x - from.x, to.y - from.y);
        if (distance < 4)
            continue;
        fw_request ask = request_on(&test, FW_DIRECTIONAL_24, start, goal);
        ask.heuristic = FW_HEURISTIC_TURN_TABLE;
        ask.trace = write_down;
        ask.trace_user = &told;
        told.count = 0;
        assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
        const double direction = atan2(to.y - from.y, to.x - from.x) - from.heading;
        const double eighth = round(direction / (FW_PI / 4)) * (FW_PI / 4), within = fmin(distance, 10);
        const double length =
            turn_then_straight((fw_pose){ 0 }, within * cos(eighth), within * sin(eighth), radius) +
            distance - within;
        const double off = fabs(direction / (FW_PI / 4) - floor(direction / (FW_PI / 4)) - 0.5);
        if (off > 1e-3) // not midway between two eighths
            assert_true(fabs(told.events[0].h - length) < 1.0 / 64 + 0.002);
    }
    road_end(&test);
}

/// Error of the table from 11 to 60 tiles away, in 64 directions.
///
/// @param[out] greatest  error
/// @return the mean error
static double error_beyond_10_tiles(double radius, double *greatest)
{
    static turn_table table;
    double sum = 0;
    int count = 0;
    turn_table_fill(&table, radius);
    *greatest = 0;
    for (int i = 0; i < 64; i++)
        for (int distance = TURN_REACH + 1; distance <= 60; distance++, count++) {
            const double direction = (i - 32) * (FW_PI / 32);
            const double told = turn_table_length(&table, distance, direction) / (double)MOTION_SCALE;
            const double error = fabs(told - turn_then_straight((fw_pose){ 0 }, distance * cos(direction),
                                                                distance * sin(direction), radius));
            sum += error;
            *greatest = fmax(*greatest, error);
        }
    return sum / count;
}

TEST(beyond_10_tiles_the_table_errs_by_a_quarter_of_a_tile_at_radius_1_and_by_one_at_radius_3)
{
    double greatest;
    assert_true(fabs(error_beyond_10_tiles(1, &greatest) - 0.23) < 0.01);
    assert_true(fabs(greatest - 0.94) < 0.01);
    assert_true(fabs(error_beyond_10_tiles(3, &greatest) - 0.96) < 0.01);
    assert_true(fabs(greatest - 3.79) < 0.01);
}

TEST(to_goals_without_a_heading_curves_find_the_shortest_paths_with_fewer_expansions)
{
    random_source source = { 73 };
    uint64_t by_curve = 0, by_straight = 0;
    int found = 0;
    for (int i = 0; i < 60; i++) {
        fw_unit_def def = vehicle(fw_circle(0.3), 1, 0.6 + 2 * random_unit(&source), FW_DIRECTIONAL_24);
        def.reverse = i % 5 == 0;
        road_test test = road_on(map_at_random(&source, SIDE, SIDE, 4, 1), def);
        lattice_pose goal = pose_at_random(&source, SIDE);
        goal.heading = -1;
        fw_request ask = request_on(&test, FW_DIRECTIONAL_24, pose_at_random(&source, SIDE), goal);
        fw_statistics statistics;
        ask.heuristic = FW_HEURISTIC_STRAIGHT;
        const fw_result result = fw_find_path(test.planner, &ask, test.path);
        const double shortest = fw_path_length(test.path);
        fw_planner_statistics(test.planner, &statistics);
        by_straight += statistics.expanded;
        ask.heuristic = FW_HEURISTIC_CURVE;
        assert_int_equal(fw_find_path(test.planner, &ask, test.path), result);
        fw_planner_statistics(test.planner, &statistics);
        by_curve += statistics.expanded;
        if (result == FW_OK) {
            assert_true(fabs(fw_path_length(test.path) - shortest) < 0.02);
            found++;
        }
        road_end(&test);
    }
    assert_true(found > 20);
    assert_true(by_curve < by_straight);
}
