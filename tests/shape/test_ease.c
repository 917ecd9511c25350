/// Paths of units whose wheels turn slowly: legal, driven to the end, and how many of their turns need no stop.

#include <math.h>

#include "base/random.h"
#include "common/drawing.h"
#include "common/lot.h"
#include "common/near.h"
#include "common/new.h"
#include "common/rounds.h"
#include "common/scarce.h"
#include "common/unit.h"
#include "fairway/check.h"
#include "fairway/shape.h"

enum { SIDE = 40, WORLDS = 40, QUERIES = 5 };

static fw_unit_def car(double radius, double rate)
{
    fw_unit_def def = lot_vehicle(radius, true);
    def.footprint = fw_rectangle_at(1.8, 0.9, 0.5, 0);
    def.reverse_penalty = 1.5;
    def.gear_change_cost = 0.5;
    def.curvature_rate = rate;
    return def;
}

static fw_request request_between(const lot *lot, fw_pose start, fw_pose goal)
{
    fw_request ask = fw_default_request();
    ask.unit = lot->unit;
    ask.start = start;
    ask.goal = fw_goal_pose(goal);
    ask.smoothing = FW_SMOOTH_AUTO;
    return ask;
}

static fw_pose pose_at_random(random_source *random)
{
    return (fw_pose){ random_within(random, 1, SIDE - 1), random_within(random, 1, SIDE - 1),
                      random_within(random, -FW_PI, FW_PI) };
}

/// Finds that the checker accepts a path with its cost.
static fw_check_report check(const lot *lot, const fw_request *ask)
{
    fw_check_def def = fw_default_check_def();
    fw_check_report report;
    def.check_cost = def.has_start = def.has_goal = true;
    def.start = ask->start;
    def.goal = ask->goal;
    def.overlay = ask->overlay;
    assert_int_equal(fw_path_check(lot->map, lot->unit, lot->path, &def, &report), FW_OK);
    if (!report.legal)
        fail_msg("%s at %g", fw_fault_text(report.first), report.first_at);
    return report;
}

TEST(a_car_on_open_ground_turns_without_a_stop)
{
    lot lot = lot_on(open_map(SIDE, SIDE), car(2, 0.5), NULL);
    const fw_request ask = request_between(&lot, (fw_pose){ 8, 8, 0 }, (fw_pose){ 30, 30, FW_PI / 2 });
    assert_int_equal(fw_find_path(lot.planner, &ask, lot.path), FW_OK);
    assert_int_equal(check(&lot, &ask).steering_stops, 0);
    fw_statistics did;
    assert_int_equal(fw_planner_statistics(lot.planner, &did), FW_OK);
    assert_true(did.eased >= 2);
    assert_int_equal(did.steering_stops, 0);
    lot_end(&lot);
}

/// Sums over random worlds.
typedef struct tally {
    int paths, places, stops;
    double rough, eased; ///< tiles
} tally;

/// Finds a path as if wheels turned at once, then the path of the slow wheels.
static void drive(lot *lot, fw_unit_id quick, fw_request ask, tally *sums)
{
    fw_check_report report;
    ask.unit = quick;
    if (fw_find_path(lot->planner, &ask, lot->path) != FW_OK)
        return;
    assert_int_equal(fw_path_check(lot->map, lot->unit, lot->path, NULL, &report), FW_OK);
    const int32_t places = report.steering_stops;
    sums->rough += fw_path_length(lot->path);
    sums->places += places;
    ask.unit = lot->unit;
    assert_int_equal(fw_find_path(lot->planner, &ask, lot->path), FW_OK);
    report = check(lot, &ask);
    fw_statistics did;
    assert_int_equal(fw_planner_statistics(lot->planner, &did), FW_OK);
    assert_int_equal(did.steering_stops, report.steering_stops);
    if (places > report.steering_stops)
        assert_int_equal(did.eased, places - report.steering_stops);
    sums->eased += fw_path_length(lot->path);
    sums->stops += report.steering_stops;
    sums->paths++;
}

TEST(paths_in_random_worlds_are_legal_and_rarely_need_a_stop)
{
    random_source random = { 4 };
    tally sums = { 0 };
    for (int world = 0; world < rounds(WORLDS); world++) {
        const double radius = random_within(&random, 1, 3),
                     rate = random_within(&random, 1, 6) / (radius * radius);
        fw_unit_def def = car(radius, rate), quick = def;
        const uint32_t terrains = 1 + random_below(&random, 2);
        def.terrain_cost[2] = quick.terrain_cost[2] = 2.5F;
        quick.curvature_rate = 0;
        lot lot = lot_on(map_at_random(&random, SIDE, SIDE, 3, terrains), def, NULL);
        const fw_unit_id other = add_unit(lot.map, quick);
        for (int i = 0; i < QUERIES; i++) {
            const fw_pose start = pose_at_random(&random), goal = pose_at_random(&random);
            drive(&lot, other, request_between(&lot, start, goal), &sums);
        }
        lot_end(&lot);
    }
    assert_true(sums.paths >= at_least(60));
    assert_true(sums.places >= at_least(300));
    assert_true(sums.stops <= 0.08 * sums.places);
    assert_true(sums.eased <= 1.03 * sums.rough);
}

TEST(a_place_without_room_gets_a_stop_which_the_speeds_keep)
{
    const char *rows[] = { "#######", "#######", "#######", ".....##",
                           "####.##", "####.##", "####.##", "####.##" };
    fw_unit_def def = car(1, 0.4);
    def.footprint = fw_circle(0.2);
    lot lot = lot_on(DRAWN(rows), def, NULL);
    fw_path_summary claimed = { .outcome = FW_OUTCOME_FOUND, .unit = lot.unit };
    const fw_segment bend[] = { { .start = { 1, 3.5, 0 }, .length = 2.5 },
                                { .start = { 3.5, 3.5, 0 }, .curvature = 1, .length = FW_PI / 2 },
                                { .start = { 4.5, 4.5, FW_PI / 2 }, .length = 3 } };
    int32_t stops = -1;
    assert_int_equal(fw_path_set(lot.path, bend, 3, &claimed), FW_OK);
    assert_int_equal(fw_path_ease(lot.planner, NULL, lot.path, &stops), FW_OK);
    int32_t count;
    fw_path_segments(lot.path, &count);
    fw_check_report report;
    assert_int_equal(fw_path_check(lot.map, lot.unit, lot.path, NULL, &report), FW_OK);
    assert_int_equal(report.steering_stops, stops);
    assert_true(stops > 0);
    assert_int_equal(report.faults[FW_FAULT_STEERING], 0);
    const fw_speed_def speeds = fw_default_speed_def();
    assert_int_equal(fw_path_profile(lot.map, &speeds, lot.path, NULL), FW_OK);
    assert_int_equal(fw_path_check(lot.map, lot.unit, lot.path, NULL, &report), FW_OK);
    assert_int_equal(report.faults[FW_FAULT_STEERING], 0);
    const fw_speed_sample never_stops[] = { { 0, 1, 0 }, { fw_path_length(lot.path), 1, 9 } };
    assert_int_equal(fw_path_set_speeds(lot.path, never_stops, 2), FW_OK);
    assert_int_equal(fw_path_check(lot.map, lot.unit, lot.path, NULL, &report), FW_OK);
    assert_int_equal(report.faults[FW_FAULT_STEERING], stops);
    lot_end(&lot);
}

TEST(a_change_of_gear_is_no_stop_for_the_wheels)
{
    lot lot = lot_on(open_map(20, 20), car(2, 0.5), NULL);
    const fw_segment turn[] = { { .start = { 10, 10, 0 }, .curvature = 0.5, .length = 2 },
                                { .start = { 10 + 2 * sin(1), 10 + 2 - 2 * cos(1), 1 },
                                  .curvature = -0.5,
                                  .length = 2,
                                  .gear = FW_REVERSE } };
    fw_path_summary claimed = { .outcome = FW_OUTCOME_FOUND, .unit = lot.unit };
    int32_t stops = -1, count;
    assert_int_equal(fw_path_set(lot.path, turn, 2, &claimed), FW_OK);
    assert_int_equal(fw_path_ease(lot.planner, NULL, lot.path, &stops), FW_OK);
    fw_path_segments(lot.path, &count);
    assert_int_equal(stops, 0);
    assert_int_equal(count, 2);
    lot_end(&lot);
}

/// A room with a wall, in which a car turns around a corner.
static lot room(fw_request *ask)
{
    const char *rows[] = { "................", "................", "................", "................",
                           "######..........", "................", "................", "................" };
    lot lot = lot_on(DRAWN(rows), car(1.5, 1), NULL);
    *ask = request_between(&lot, (fw_pose){ 2, 2, 0 }, (fw_pose){ 2, 6.5, FW_PI });
    return lot;
}

TEST(slices_do_not_change_the_path)
{
    fw_request ask;
    lot lot = room(&ask);
    assert_int_equal(fw_find_path(lot.planner, &ask, lot.path), FW_OK);
    fw_path *sliced = new_path();
    fw_search *search = new_search(lot.planner, &ask);
    while (fw_search_step(search, 1) == FW_PENDING) {
    }
    assert_int_equal(fw_search_best_so_far(search, sliced), FW_OK);
    int32_t count, other;
    const fw_segment *a = fw_path_segments(lot.path, &count), *b = fw_path_segments(sliced, &other);
    assert_int_equal(count, other);
    assert_memory_equal(a, b, (size_t)count * sizeof *a);
    fw_search_end(search);
    fw_path_destroy(sliced);
    lot_end(&lot);
}

TEST(scarce_memory_changes_nothing)
{
    fw_request ask;
    lot lot = room(&ask);
    assert_scarce_memory_is_survived(lot.map, &ask, lot.path, 60);
    lot_end(&lot);
}

TEST(other_paths_stay_as_they_are)
{
    lot lot = lot_on(open_map(20, 20), car(2, 0), NULL);
    const fw_segment bend[] = { { .start = { 2, 5, 0 }, .length = 5 },
                                { .start = { 7, 5, 0 }, .curvature = 0.5, .length = 2 } };
    fw_path_summary claimed = { .outcome = FW_OUTCOME_FOUND, .unit = lot.unit };
    int32_t stops = -1, count;
    assert_int_equal(fw_path_set(lot.path, bend, 2, &claimed), FW_OK);
    assert_int_equal(fw_path_ease(lot.planner, NULL, lot.path, &stops), FW_OK); // wheels turn at once
    assert_int_equal(stops, 0);
    claimed.unit = add_unit(lot.map, car(2, 0.5));
    claimed.violations.heading_jumps = 1;
    assert_int_equal(fw_path_set(lot.path, bend, 2, &claimed), FW_OK);
    assert_int_equal(fw_path_ease(lot.planner, NULL, lot.path, NULL), FW_OK);
    fw_path_segments(lot.path, &count);
    assert_int_equal(count, 2);
    claimed.violations.heading_jumps = 0;
    assert_int_equal(fw_path_set(lot.path, bend, 2, &claimed), FW_OK);
    assert_int_equal(fw_path_ease(lot.planner, NULL, lot.path, NULL), FW_OK);
    fw_path_segments(lot.path, &count);
    assert_true(count > 2);
    const fw_path_summary nothing = { .unit = claimed.unit };
    assert_int_equal(fw_path_set(lot.path, NULL, 0, &nothing), FW_OK);
    assert_int_equal(fw_path_ease(lot.planner, NULL, lot.path, NULL), FW_BAD_SIZE);
    assert_int_equal(fw_path_ease(NULL, NULL, lot.path, NULL), FW_NULL_ARGUMENT);
    assert_int_equal(fw_path_ease(lot.planner, NULL, NULL, NULL), FW_NULL_ARGUMENT);
    lot_end(&lot);
}
