// A step of a search keeps to its work, whatever is done with the path after the search. FAIRWAY_TIMES=1 in the
// environment tells how long the slowest steps took.
#include <stdlib.h>
#include <time.h>

#include "common/drawing.h"
#include "common/judge.h"
#include "common/new.h"
#include "common/road.h"
#include "common/rounds.h"
#include "common/unit.h"
#include "fairway/shape.h"

enum {
    SIDE = 260,
    AT_ONCE = 4200, ///< by so much a step may exceed its work, see fw_search_step(),
    A_PART = 200    ///< and by so much where a path is shaped, part by part
};

/// How a path across a large map is shaped.
typedef struct shaped {
    const char *name;
    double turn_radius;
    fw_method method;
    fw_smoothing smoothing;
    fw_turns turns;
    fw_roads roads;
    bool keep_right;
    int32_t fixed_angles;
    bool costs_differ;
    bool reverse, fastest;
    uint64_t least; ///< work that shaping takes: it is not done at once,
    uint64_t most;  ///< beyond a slice where parts are; 0 = the usual
} shaped;

static const shaped ways[] = {
    { .name = "simple", .method = FW_ASTAR, .smoothing = FW_SMOOTH_SIMPLE, .least = 200 },
    { .name = "sampled", .method = FW_ASTAR, .smoothing = FW_SMOOTH_SIMPLE_SAMPLED, .least = 200 },
    { .name = "taut", .method = FW_ASTAR, .smoothing = FW_SMOOTH_TAUT, .least = 50 },
    { .name = "taut lines", .method = FW_ASTAR, .smoothing = FW_SMOOTH_TAUT_LINES, .least = 50 },
    { .name = "taut costs",
      .method = FW_ASTAR,
      .smoothing = FW_SMOOTH_TAUT,
      .costs_differ = true,
      .least = 2000 },
    { .name = "curved", .turn_radius = 1, .method = FW_ASTAR, .smoothing = FW_SMOOTH_CURVED, .least = 2000 },
    { .name = "curved costs",
      .turn_radius = 1,
      .method = FW_ASTAR,
      .smoothing = FW_SMOOTH_CURVED,
      .costs_differ = true,
      .most = 1500,
      .least = 2000 },
    { .name = "shortcuts",
      .turn_radius = 1,
      .method = FW_DIRECTIONAL,
      .smoothing = FW_SMOOTH_CURVED,
      .least = 50 },
    { .name = "cusps",
      .turn_radius = 1,
      .method = FW_DIRECTIONAL,
      .smoothing = FW_SMOOTH_CURVED,
      .reverse = true,
      .least = 50 },
    { .name = "fastest",
      .turn_radius = 1,
      .method = FW_DIRECTIONAL,
      .smoothing = FW_SMOOTH_CURVED,
      .fastest = true,
      .least = 50 },
    { .name = "hybrid", .turn_radius = 1, .method = FW_HYBRID, .smoothing = FW_SMOOTH_CURVED, .least = 50 },
    { .name = "ignore", .turn_radius = 1, .method = FW_ASTAR, .turns = FW_TURNS_IGNORE, .least = 2000 },
    { .name = "tighten", .turn_radius = 1.5, .method = FW_ASTAR, .turns = FW_TURNS_TIGHTEN, .least = 2000 },
    { .name = "back up",
      .turn_radius = 1.5,
      .method = FW_ASTAR,
      .turns = FW_TURNS_BACK_UP,
      .reverse = true,
      .least = 2000 },
    { .name = "recalculate",
      .turn_radius = 1,
      .method = FW_ASTAR,
      .turns = FW_TURNS_RECALCULATE,
      .least = 2000 },
    { .name = "angles", .method = FW_ASTAR, .smoothing = FW_SMOOTH_TAUT, .fixed_angles = 16, .least = 100 },
    { .name = "lanes",
      .method = FW_ASTAR,
      .smoothing = FW_SMOOTH_TAUT,
      .roads = FW_ROADS_LANES,
      .least = 100 },
    { .name = "cones",
      .method = FW_ASTAR,
      .smoothing = FW_SMOOTH_TAUT,
      .roads = FW_ROADS_CONES,
      .least = 20 },
    { .name = "keep right",
      .turn_radius = 1,
      .method = FW_ASTAR,
      .smoothing = FW_SMOOTH_CURVED,
      .keep_right = true,
      .most = 3500,
      .least = 100 },
};
enum { WAYS = sizeof ways / sizeof *ways };

/// A large map with noise, swamps and roads.
static fw_map *land(bool has_roads)
{
    random_source source = { 65 };
    fw_map *map = map_at_random(&source, SIDE, SIDE, 14, 3);
    for (int32_t at = 20; has_roads && at < SIDE; at += 40) {
        assert_int_equal(fw_map_set_rect(map, at, 0, 4, SIDE, FW_ROAD), FW_OK);
        assert_int_equal(fw_map_set_rect(map, 0, at, SIDE, 4, FW_ROAD), FW_OK);
    }
    assert_int_equal(fw_map_set_rect(map, 0, 0, 8, 8, FW_GROUND), FW_OK);
    assert_int_equal(fw_map_set_rect(map, SIDE - 8, SIDE - 8, 8, 8, FW_GROUND), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    return map;
}

static road_test begin_road(const shaped *way)
{
    const bool has_roads = way->roads != FW_ROADS_NONE || way->keep_right;
    fw_unit_def def = vehicle(fw_circle(0.35), 1, way->turn_radius, way->method);
    def.methods |= FW_METHOD_BIT(FW_ASTAR);
    for (int terrain = FW_GROUND; terrain < FW_TERRAIN_COUNT; terrain++)
        def.terrain_cost[terrain] = way->costs_differ ? 1.0f + (float)(terrain % 4) : 1.0f;
    if (has_roads)
        for (int terrain = FW_GROUND; terrain < FW_TERRAIN_COUNT; terrain++)
            def.terrain_cost[terrain] = terrain == FW_ROAD ? 1.0f : 2.0f;
    def.reverse = way->reverse;
    return road_on(land(has_roads), def);
}

static fw_request request_for(const road_test *test, const shaped *way, const fw_speed_def *speeds)
{
    fw_request ask =
        request_on(test, way->method, (lattice_pose){ 3, 3, 0 }, (lattice_pose){ SIDE - 4, SIDE - 4, -1 });
    ask.allow_violations = true; // a budget is kept whether the path is legal or not
    ask.smoothing = way->smoothing;
    ask.turns = way->turns;
    ask.roads = way->roads;
    ask.keep_right = way->keep_right;
    ask.fixed_angles = way->fixed_angles;
    ask.fastest = way->fastest ? speeds : NULL;
    return ask;
}

static fw_statistics statistics_of(const fw_search *search)
{
    fw_statistics spent;
    assert_int_equal(fw_search_statistics(search, &spent), FW_OK);
    return spent;
}

/// Steps a search to its end.
///
/// @param most_shaping  work on the path by which a step may exceed its slice
static void step_to_end(fw_search *search, uint64_t slice, uint64_t most_shaping, fw_result *result)
{
    uint64_t most = 0;
    fw_statistics before = statistics_of(search);
    double slowest = 0, all = 0;
    do {
        const clock_t begun = clock();
        *result = fw_search_step(search, slice);
        const double took = (double)(clock() - begun) / CLOCKS_PER_SEC * 1e6;
        const fw_statistics after = statistics_of(search);
        const uint64_t shaping = after.shaping - before.shaping, done = after.work - before.work + shaping;
        assert_true(done <= slice + AT_ONCE);
        assert_true(shaping <= slice + most_shaping);
        before = after;
        most = done > slice + most ? done - slice : most;
        slowest = took > slowest ? took : slowest;
        all += took;
    } while (*result == FW_PENDING);
    if (getenv("FAIRWAY_TIMES"))
        print_message("  slices of %llu: exceeded by %llu; slowest step %.0f us of %.0f\n",
                      (unsigned long long)slice, (unsigned long long)most, slowest, all);
}

TEST(a_step_keeps_to_its_work_while_a_path_is_shaped)
{
    static const uint64_t slices[] = { 1, 10, 1000 };
    const fw_speed_def speeds = fw_default_speed_def();
    for (int i = 0; i < WAYS; i++) {
        road_test test = begin_road(&ways[i]);
        const fw_request ask = request_for(&test, &ways[i], &speeds);
        fw_statistics spent;
        fw_path *sliced = new_path();
        const fw_result whole = fw_find_path(test.planner, &ask, test.path);
        fw_planner_statistics(test.planner, &spent);
        if (getenv("FAIRWAY_TIMES"))
            print_message("%s: result %d, work %llu, shaping %llu\n", ways[i].name, whole,
                          (unsigned long long)spent.work, (unsigned long long)spent.shaping);
        assert_true(whole == FW_OK || whole == FW_GAVE_UP);
        assert_true(spent.shaping >= ways[i].least);
        for (int k = 0; k < 3; k++) {
            fw_result result;
            fw_search *search = new_search(test.planner, &ask);
            step_to_end(search, slices[k], ways[i].most ? ways[i].most : A_PART, &result);
            assert_int_equal(result, whole);
            if (result == FW_OK) {
                assert_int_equal(fw_search_best_so_far(search, sliced), FW_OK);
                assert_true(judge_paths_equal(test.path, sliced));
            }
            fw_search_end(search);
        }
        fw_path_destroy(sliced);
        road_end(&test);
    }
}

/// The corridor along a path is work: a unit for each 64 points that are measured, and for each 64 that are widened.
TEST(a_hybrid_prepares_a_long_path_in_parts)
{
    enum { LENGTH = 3000, HEIGHT = 9, POINTS = 64 };
    fw_map *map = open_map(LENGTH, HEIGHT);
    assert_int_equal(fw_map_set_rect(map, LENGTH / 2, 0, 1, HEIGHT - 2, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    road_test test = road_on(map, vehicle(fw_circle(0.35), 1, 1, FW_HYBRID));
    const fw_request ask =
        request_on(&test, FW_HYBRID, (lattice_pose){ 1, 1, 0 }, (lattice_pose){ LENGTH - 2, 1, 0 });
    fw_result result = FW_PENDING;
    uint64_t prepared = 0;
    fw_search *search = new_search(test.planner, &ask);
    for (fw_statistics before = statistics_of(search), after; result == FW_PENDING; before = after) {
        result = fw_search_step(search, 1);
        after = statistics_of(search);
        assert_true(after.work - before.work <= 1 + AT_ONCE);
        prepared += after.expanded == before.expanded && after.work > before.work;
    }
    assert_int_equal(result, FW_OK);
    assert_true(prepared >= 2 * (LENGTH - 3) / POINTS - 1);
    fw_search_end(search);
    road_end(&test);
}

/// A way that only a unit that turns on the spot can drive: the search for a path ends without one, and another one
/// begins for the nearest place.
TEST(a_step_keeps_to_its_work_while_one_search_follows_another)
{
    fw_map *map = open_map(64, 48);
    assert_int_equal(fw_map_set_rect(map, 50, 0, 4, 48, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_set_rect(map, 50, 5, 2, 1, FW_GROUND), FW_OK); // a passage with a bend
    assert_int_equal(fw_map_set_rect(map, 51, 5, 1, 9, FW_GROUND), FW_OK);
    assert_int_equal(fw_map_set_rect(map, 51, 13, 3, 1, FW_GROUND), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    road_test test = road_on(map, vehicle(fw_circle(0.4), 1, 2, FW_DIRECTIONAL));
    fw_request ask =
        request_on(&test, FW_DIRECTIONAL, (lattice_pose){ 4, 4, 0 }, (lattice_pose){ 60, 20, 0 });
    ask.nearest = true;
    fw_statistics spent;
    const fw_result whole = fw_find_path(test.planner, &ask, test.path);
    fw_planner_statistics(test.planner, &spent);
    for (uint64_t slice = 5000; slice < 2 * spent.work; slice += (uint64_t)stride(10) * slice / 2) {
        fw_result result;
        fw_search *search = new_search(test.planner, &ask);
        step_to_end(search, slice, slice, &result);
        assert_int_equal(result, whole);
        fw_search_end(search);
    }
    road_end(&test);
}
