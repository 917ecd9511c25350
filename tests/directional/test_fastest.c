// Directional search for the least time, against plain relaxation over poses and speeds, and against what is promised
// of every path. FAIRWAY_MANY=10 in the environment runs ten times the random maps.
#include <math.h>
#include <stdlib.h>

#include "common/drawing.h"
#include "common/new.h"
#include "common/rationed.h"
#include "common/rounds.h"
#include "common/time_walk.h"
#include "common/unit.h"
#include "fairway/fairway.h"

/// How much longer the search may take a path to last than its profile does: speeds between levels, at places where no
/// motion ends, are more than ten speeds can tell.
#define ROUGHNESS 1.5

static double between(random_source *source, double least, double most)
{
    return least + (most - least) * random_unit(source);
}

static fw_speed_def speeds_at_random(random_source *source)
{
    fw_speed_def def = fw_default_speed_def();
    def.top = between(source, 0.5, 6);
    def.acceleration = between(source, 0.3, 4);
    def.braking = between(source, 0.3, 4);
    def.lateral = between(source, 0.1, 3);
    if (random_below(source, 3) == 0)
        def.radius_per_speed = between(source, 0.2, 2);
    if (random_below(source, 3) == 0)
        def.start = between(source, 0, 1) * def.top;
    if (random_below(source, 3) == 0)
        def.end = between(source, 0, 2);
    return def;
}

/// What the search itself says that a path takes.
static void note_goal(const fw_trace_event *event, void *seconds)
{
    if (event->kind == FW_TRACE_GOAL)
        *(double *)seconds = event->g;
}

static fw_result find(const road_test *test, fw_request *ask, double *seconds)
{
    ask->trace = note_goal;
    ask->trace_user = seconds;
    return fw_find_path(test->planner, ask, test->path);
}

/// The path is legal, has its profile, and that lasts no longer than the search says, nor much less. Whether an arc
/// grazes a slow tile may depend on how it is cut into pieces.
static void assert_profile_keeps_time(const road_test *test, const fw_request *ask, double seconds)
{
    const bool is_even = ask->fastest->terrain_top[FW_SWAMP] + ask->fastest->terrain_top[FW_WATER] == 0;
    const double most = seconds * (is_even ? 1 + 1e-9 : 1.005);
    assert_path_is_legal(test, ask);
    const double lasts = fw_path_duration(test->path);
    if (fw_path_length(test->path) == 0)
        return;
    if (!(lasts > 0 && lasts <= most && seconds <= ROUGHNESS * lasts + 0.01))
        fail_msg("lasts %g s, the search said %g s", lasts, seconds);
}

static double duration_at(const road_test *test, const fw_speed_def *speeds)
{
    const fw_result timed = fw_path_profile(test->map, speeds, test->path, NULL);
    assert_true(timed == FW_OK || timed == FW_NOT_FOUND);
    return timed == FW_OK ? fw_path_duration(test->path) : INFINITY;
}

/// Least duration of the paths that are found with a charge for turns of 0, 3, 6, 12 and 40 tiles; infinite if no path
/// can be driven.
///
/// @param[out] shortest  duration of the path that is found without a charge; 0: there is no path to drive
static double least_by_charging(const road_test *test, fw_request ask, const fw_speed_def *speeds,
                                double *shortest)
{
    static const double charges[] = { 0, 3, 6, 12, 40 };
    double least = INFINITY;
    *shortest = 0;
    for (size_t i = 0; i < sizeof charges / sizeof *charges; i++) {
        ask.turn_charge = charges[i];
        if (fw_find_path(test->planner, &ask, test->path) != FW_OK || fw_path_length(test->path) == 0)
            continue;
        const double seconds = duration_at(test, speeds);
        *shortest = i == 0 ? seconds : *shortest;
        least = fmin(least, seconds);
    }
    return least;
}

/// The search for the least time has no path where only the fine search joins an end with the lattice. Then the path is
/// the quickest one that is found by charging for turns, and no goal is traced.
static void assert_rival_wins(const road_test *test, fw_request ask)
{
    const double lasts = fw_path_duration(test->path);
    const fw_speed_def *speeds = ask.fastest;
    double shortest;
    assert_path_is_legal(test, &ask);
    ask.fastest = NULL;
    ask.trace = NULL;
    assert_true(lasts > 0 && lasts == least_by_charging(test, ask, speeds, &shortest));
}

static road_test road_at_random(random_source *source, int32_t side, int32_t terrains, fw_method method,
                                double radius, int32_t headings)
{
    const int32_t size = 1 + (int32_t)random_below(source, 2);
    fw_unit_def def = vehicle(size == 1 ? fw_circle(0.33) : fw_circle(0.8), size, radius, method);
    def.terrain_cost[FW_WATER] = 1;
    def.reverse = random_below(source, 2);
    def.headings = headings;
    return road_on(map_at_random(source, side, side, 8, (uint32_t)terrains), def);
}

static void ask_the_oracle(const road_test *test, random_source *source, fw_method method, int *found)
{
    static time_walk walk;
    fw_speed_def speeds = speeds_at_random(source);
    speed_ladder ladder;
    ladder_set(&ladder, &speeds, test->def.turn_radius, ~0u);
    time_walk_look(&walk, test, method, &ladder);
    const lattice_pose start = pose_at_random(source, TIME_WALK_SIDE);
    time_walk_from(&walk, start);
    for (int query = 0; query < 12; query++) {
        lattice_pose goal = pose_at_random(source, TIME_WALK_SIDE);
        if (test->def.headings == 16 && query % 2)
            goal.heading |= BETWEEN_EIGHTHS;
        fw_request ask = request_on(test, method, start, goal);
        double seconds = 0;
        ask.fastest = &speeds;
        ask.heuristic = query % 3 ? FW_HEURISTIC_MOTIONS : (fw_heuristic)(1 + query / 3 % 2);
        ask.weight = query % 4 == 3 ? 1.5 : 1;
        const fw_result result = find(test, &ask, &seconds);
        if (is_blocked(result))
            continue;
        if (result == FW_OK && fw_path_length(test->path) == 0) { // it has arrived, at whatever speed
            assert_memory_equal(&start, &goal, sizeof goal);
            continue;
        }
        const double least = time_walk_to(&walk, goal);
        const bool may_be_better = method == FW_DIRECTIONAL; // by a curve to the goal, or richer motions
        if (seconds > 0 ? least == INFINITY && !may_be_better : least > 0 && least < INFINITY)
            fail_msg("%s, but the oracle takes %g s", fw_result_text(result), least);
        if (seconds == 0)
            continue;
        if ((seconds < least * (1 - 1e-9) && !may_be_better) ||
            seconds > ask.weight * least + 200 / ladder.scale)
            fail_msg("%g s, but the oracle takes %g s", seconds, least);
        assert_profile_keeps_time(test, &ask, seconds);
        (*found)++;
    }
}

TEST(paths_take_the_least_time_that_motions_and_speeds_make)
{
    random_source source = { 51 };
    int found = 0;
    for (int i = 0; i < rounds(3); i++) {
        const fw_method method = i % 3 ? FW_DIRECTIONAL_8 : FW_DIRECTIONAL;
        road_test test = road_at_random(&source, TIME_WALK_SIDE, 1, method, 1 + i % 3, 8);
        ask_the_oracle(&test, &source, method, &found);
        road_end(&test);
    }
    assert_true(found > at_least(6));
}

TEST(in_16_headings_too)
{
    random_source source = { 65 };
    int found = 0;
    for (int i = 0; i < rounds(1); i++) {
        road_test test = road_at_random(&source, TIME_WALK_SIDE, 1, FW_DIRECTIONAL, 2, 16);
        ask_the_oracle(&test, &source, FW_DIRECTIONAL, &found);
        road_end(&test);
    }
    assert_true(found > at_least(1));
}

TEST(any_poses_speeds_and_terrains_give_legal_paths_in_time)
{
    random_source source = { 52 };
    int found = 0;
    for (int i = 0; i < rounds(6); i++) {
        road_test test = road_at_random(&source, 24, 3, FW_DIRECTIONAL, 1 + i % 3, i % 3 == 2 ? 16 : 8);
        for (int query = 0; query < 8; query += stride(3)) {
            fw_speed_def speeds = speeds_at_random(&source);
            const lattice_pose start = pose_at_random(&source, 24), goal = pose_at_random(&source, 24);
            fw_request ask = request_on(&test, FW_DIRECTIONAL, start, goal);
            double seconds = 0;
            speeds.terrain_top[FW_SWAMP] = random_below(&source, 2) ? between(&source, 0.2, 3) : 0;
            speeds.terrain_top[FW_WATER] = random_below(&source, 2) ? between(&source, 0.2, 3) : 0;
            ask.fastest = &speeds;
            if (query % 2) {
                ask.start.x += between(&source, -0.4, 0.4);
                ask.goal.pose.y += between(&source, -0.4, 0.4);
                ask.goal.pose.heading += between(&source, -0.4, 0.4);
            }
            if (find(&test, &ask, &seconds) != FW_OK)
                continue;
            if (seconds > 0 || fw_path_length(test.path) == 0)
                assert_profile_keeps_time(&test, &ask, seconds);
            else
                assert_rival_wins(&test, ask);
            found++;
        }
        road_end(&test);
    }
    assert_true(found > at_least(10));
}

TEST(no_path_is_slower_than_those_that_are_found_by_charging_for_turns)
{
    random_source source = { 53 };
    int found = 0, quicker = 0;
    for (int i = 0; i < rounds(6); i++) {
        road_test test = road_at_random(&source, 32, 1, FW_DIRECTIONAL, 1 + i % 3, i % 3 == 2 ? 16 : 8);
        for (int query = 0; query < 8; query++) {
            const fw_speed_def speeds = speeds_at_random(&source);
            const lattice_pose start = pose_at_random(&source, 32), goal = pose_at_random(&source, 32);
            fw_request ask = request_on(&test, FW_DIRECTIONAL, start, goal);
            ask.method = query % 2 ? FW_AUTO : FW_DIRECTIONAL;
            ask.heuristic = query % 4 ? FW_HEURISTIC_AUTO : FW_HEURISTIC_MOTIONS;
            ask.smoothing = query % 3 ? FW_SMOOTH_AUTO : FW_SMOOTH_NONE;
            double shortest;
            const double least = least_by_charging(&test, ask, &speeds, &shortest);
            if (shortest == 0)
                continue;
            ask.fastest = &speeds;
            const fw_result result = fw_find_path(test.planner, &ask, test.path);
            assert_true(result == FW_OK || least == INFINITY);
            if (result != FW_OK)
                continue;
            assert_path_is_legal(&test, &ask);
            if (fw_path_duration(test.path) > least)
                fail_msg("%g s, but with a charge for turns %g s", fw_path_duration(test.path), least);
            quicker += fw_path_duration(test.path) < 0.999 * shortest;
            found++;
        }
        road_end(&test);
    }
    if (found <= at_least(12) || 5 * quicker <= found)
        fail_msg("%d paths, %d of them quicker than the shortest", found, quicker);
}

/// A corridor along two lines that meet at a right angle, three tiles wide.
typedef struct bent_corridor {
    tile_box across, down;
    int expanded, outside; ///< nodes that a search has expanded, and those off the corridor
} bent_corridor;

static void note_node(const fw_trace_event *event, void *user)
{
    bent_corridor *corridor = user;
    const int32_t x = (int32_t)floor(event->x), y = (int32_t)floor(event->y);
    if (event->kind != FW_TRACE_EXPAND)
        return;
    corridor->expanded++;
    corridor->outside += !tile_box_holds(&corridor->across, x, y) && !tile_box_holds(&corridor->down, x, y);
}

/// A unit that gains speed slowly goes straight through many nodes at once: also there the corridor binds it.
TEST(the_search_stays_in_the_corridor_at_any_speed)
{
    enum { WIDE = 24 };
    random_source source = { 54 };
    fw_speed_def speeds = fw_default_speed_def();
    speeds.top = 6;
    speeds.acceleration = speeds.braking = 0.5;
    int expanded = 0;
    road_test test = road_on(open_map(WIDE, WIDE), vehicle(fw_circle(0.33), 1, 1, FW_DIRECTIONAL));
    fw_overlay *overlay = new_overlay(WIDE, WIDE);
    for (int i = 0; i < 20; i++) {
        const int32_t bend = 8 + (int32_t)random_below(&source, 8),
                      end = 12 + (int32_t)random_below(&source, 10);
        bent_corridor corridor = { { 0, 3, bend + 1, 5 }, { bend - 1, 3, bend + 1, end }, 0, 0 };
        fw_overlay_clear(overlay);
        assert_int_equal(fw_overlay_corridor(overlay, 0, 3, bend + 2, 3), FW_OK);
        assert_int_equal(fw_overlay_corridor(overlay, bend - 1, 3, 3, end - 2), FW_OK);
        fw_request ask =
            request_on(&test, FW_DIRECTIONAL, (lattice_pose){ 1, 4, 0 }, (lattice_pose){ bend, end - 1, 2 });
        ask.overlay = overlay;
        ask.fastest = &speeds;
        ask.trace = note_node;
        ask.trace_user = &corridor;
        assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
        assert_int_equal(corridor.outside, 0);
        expanded += corridor.expanded;
    }
    assert_true(expanded > 1000);
    fw_overlay_destroy(overlay);
    road_end(&test);
}

/// A unit that gains speed slowly, and lines across its way that it may pass in few places.
TEST(no_forbidden_move_is_made_at_any_speed)
{
    enum { WIDE = 24 };
    random_source source = { 55 };
    fw_speed_def speeds = fw_default_speed_def();
    speeds.top = 6;
    speeds.acceleration = speeds.braking = 0.5;
    road_test test = road_on(open_map(WIDE, WIDE), vehicle(fw_circle(0.33), 1, 1, FW_DIRECTIONAL));
    fw_overlay *overlay = new_overlay(WIDE, WIDE);
    for (int i = 0; i < 20; i++) {
        fw_overlay_clear(overlay);
        for (int32_t x = 4; x < WIDE - 2; x += 6) {
            const int32_t gate = 2 + (int32_t)random_below(&source, WIDE - 6);
            for (int32_t y = 0; y < WIDE; y++)
                if (y < gate || y > gate + 1)
                    assert_int_equal(fw_overlay_forbid(overlay, x, y, FW_MOVE_NE | FW_MOVE_E | FW_MOVE_SE),
                                     FW_OK);
        }
        fw_request ask =
            request_on(&test, FW_DIRECTIONAL, (lattice_pose){ 1, 12, 0 }, (lattice_pose){ WIDE - 2, 12, 0 });
        ask.overlay = overlay;
        ask.fastest = &speeds;
        ask.smoothing = FW_SMOOTH_NONE;
        assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
        assert_path_is_legal(&test, &ask);
    }
    fw_overlay_destroy(overlay);
    road_end(&test);
}

/// A unit of radius 1 with wide room to its right, and a way ahead that winds.
static road_test winding_road(void)
{
    static const char *const rows[] = {
        "..............................", "..............................", "...#####################......",
        "..........#.......#..........#", "......#.......#.......#......#", "......#.......#.......#......#",
        "#########################....#", "#########################....#",
    };
    return road_on(DRAWN(rows), vehicle(fw_circle(0.33), 1, 1, FW_DIRECTIONAL));
}

static fw_request along_winding_road(const road_test *test)
{
    return request_on(test, FW_DIRECTIONAL, (lattice_pose){ 0, 3, 0 }, (lattice_pose){ 26, 6, 2 });
}

static fw_speed_def speeds_where_turns_are_slow(void)
{
    fw_speed_def speeds = fw_default_speed_def();
    speeds.top = 5;
    speeds.acceleration = speeds.braking = 3;
    speeds.lateral = 0.5;
    return speeds;
}

TEST(a_long_way_with_few_turns_is_taken_where_turns_are_slow)
{
    road_test test = winding_road();
    fw_speed_def speeds = fw_default_speed_def();
    fw_request ask = along_winding_road(&test);
    ask.heuristic = FW_HEURISTIC_MOTIONS;
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
    const double shortest = fw_path_length(test.path);
    ask.fastest = &speeds;
    speeds.lateral = 1000; // turns are as fast as straight lines: nothing is gained
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
    assert_true(fw_path_length(test.path) < shortest + 0.5);
    speeds = speeds_where_turns_are_slow();
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
    const double quickest = fw_path_duration(test.path);
    assert_true(fw_path_length(test.path) > shortest + 2);
    ask.fastest = NULL;
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
    assert_true(quickest < 0.8 * duration_at(&test, &speeds));
    road_end(&test);
}

TEST(who_starts_too_fast_to_brake_finds_no_path)
{
    static const char *const rows[] = { "..........", "..........", ".........." };
    road_test test = road_on(DRAWN(rows), vehicle(fw_circle(0.33), 1, 2, FW_DIRECTIONAL));
    fw_request ask = request_on(&test, FW_DIRECTIONAL, (lattice_pose){ 1, 1, 0 }, (lattice_pose){ 8, 1, 0 });
    fw_speed_def speeds = fw_default_speed_def();
    ask.fastest = &speeds;
    speeds.top = 10;
    speeds.start = 3.7; // needs 6.845 tiles
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
    speeds.start = 3.8; // needs 7.22 tiles
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_NOT_FOUND);
    speeds.end = 1;
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
    speeds.top = 3;
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_NOT_FOUND);
    road_end(&test);
}

TEST(requests_that_make_no_sense_are_refused)
{
    road_test test = winding_road();
    const fw_request sound = along_winding_road(&test);
    const struct {
        double top, acceleration, lateral, start;
        fw_result expected;
    } cases[] = {
        { 0, 1, 1, 0, FW_BAD_VALUE },         { 1, 0, 1, 0, FW_BAD_VALUE },
        { 1, 1, -1, 0, FW_BAD_VALUE },        { NAN, 1, 1, 0, FW_NOT_FINITE },
        { 1, INFINITY, 1, 0, FW_NOT_FINITE }, { 1, 1, 1, NAN, FW_NOT_FINITE },
        { 1, 1, 1, -1, FW_BAD_VALUE },        { 1e9, 1e9, 1e9, 0, FW_OK },
        { 1e-9, 1e-9, 1e-9, 0, FW_OK },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fw_request ask = sound;
        fw_speed_def speeds = fw_default_speed_def();
        speeds.top = cases[i].top;
        speeds.acceleration = speeds.braking = cases[i].acceleration;
        speeds.lateral = cases[i].lateral;
        speeds.start = cases[i].start;
        ask.fastest = &speeds;
        assert_int_equal(fw_find_path(test.planner, &ask, test.path), cases[i].expected);
    }
    const fw_speed_def fine = fw_default_speed_def(), none = { 0 };
    fw_request ask = sound;
    ask.fastest = &none;
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_BAD_DEF);
    ask.fastest = &fine;
    ask.turn_charge = 1;
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_METHOD_DOES_NOT_FIT);
    ask = sound;
    ask.fastest = &fine;
    ask.max_distance = 10;
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_METHOD_DOES_NOT_FIT);
    ask.max_distance = 0;
    ask.method = FW_GRID;
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_METHOD_DOES_NOT_FIT);
    ask.method = FW_HYBRID;
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_METHOD_DOES_NOT_FIT);
    ask.method = FW_AUTO; // becomes FW_DIRECTIONAL
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
    road_end(&test);
}

TEST(a_unit_that_turns_on_the_spot_has_no_fastest_path)
{
    static const char *const rows[] = { "....", "...." };
    road_test test = road_on(DRAWN(rows), unit_of_size(1));
    const fw_speed_def speeds = fw_default_speed_def();
    fw_request ask = request_on(&test, FW_AUTO, (lattice_pose){ 0, 0, 0 }, (lattice_pose){ 3, 1, -1 });
    ask.fastest = &speeds;
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_METHOD_DOES_NOT_FIT);
    road_end(&test);
}

TEST(slices_change_nothing_and_what_is_cut_short_is_legal)
{
    road_test test = winding_road();
    const fw_speed_def speeds = speeds_where_turns_are_slow();
    fw_request ask = along_winding_road(&test);
    ask.fastest = &speeds;
    ask.smoothing = FW_SMOOTH_AUTO;
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
    const double length = fw_path_length(test.path), lasts = fw_path_duration(test.path);
    assert_true(lasts > 0);
    fw_search *search = new_search(test.planner, &ask);
    fw_result result;
    double before = 0;
    do {
        result = fw_search_step(search, 7);
        assert_true(fw_search_progress(search) >= before);
        before = fw_search_progress(search);
    } while (result == FW_PENDING);
    assert_true(before == 1);
    assert_int_equal(result, FW_OK);
    assert_int_equal(fw_search_best_so_far(search, test.path), FW_OK);
    assert_true(fw_path_length(test.path) == length && fw_path_duration(test.path) == lasts);
    fw_search_end(search);
    ask.max_work = 5; // too few for any path
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_LIMIT);
    ask.fastest = NULL;
    ask.max_work = 0;
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
    fw_statistics statistics;
    fw_planner_statistics(test.planner, &statistics);
    ask.fastest = &speeds;
    ask.max_work = statistics.work + 50; // enough for the shortest one
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
    assert_path_is_legal(&test, &ask);
    assert_true(fw_path_duration(test.path) > lasts);
    road_end(&test);
}

TEST(the_best_so_far_is_the_quickest_path_until_a_quicker_one_is_found)
{
    road_test test = winding_road();
    const fw_speed_def speeds = fw_default_speed_def();
    fw_request ask = along_winding_road(&test);
    fw_statistics shortest, now;
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
    fw_planner_statistics(test.planner, &shortest);
    double seconds = duration_at(&test, &speeds);
    ask.fastest = &speeds;
    int waited = 0;
    fw_search *search = new_search(test.planner, &ask);
    while (fw_search_step(search, 3) == FW_PENDING) {
        fw_path_summary summary;
        fw_search_statistics(search, &now);
        if (now.work <= shortest.work)
            continue;
        assert_int_equal(fw_search_best_so_far(search, test.path), FW_OK);
        fw_path_summarise(test.path, &summary);
        assert_int_equal(summary.outcome, FW_OUTCOME_FOUND);
        assert_path_is_legal(&test, &ask);
        assert_true(fw_path_duration(test.path) > 0 && fw_path_duration(test.path) <= seconds);
        seconds = fw_path_duration(test.path);
        waited++;
    }
    assert_true(waited > 3);
    fw_search_end(search);
    road_end(&test);
}

/// A vehicle in a corridor, and a goal that it can only face by turning round. What was found before is no answer to
/// the next request.
TEST(while_no_path_is_known_the_best_so_far_begins_at_the_start)
{
    static const char *const rows[] = { "############", "#..........#", "############" };
    road_test test = road_on(DRAWN(rows), vehicle(fw_circle(0.33), 1, 3, FW_DIRECTIONAL));
    const fw_speed_def speeds = fw_default_speed_def();
    fw_request ask = request_on(&test, FW_AUTO, (lattice_pose){ 2, 1, 0 }, (lattice_pose){ 8, 1, 0 });
    fw_result result;
    int asked = 0;
    ask.fastest = &speeds;
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
    ask.start.x += 1;
    ask.goal.pose.heading = FW_PI;
    fw_search *search = new_search(test.planner, &ask);
    while ((result = fw_search_step(search, 1)) == FW_PENDING) {
        fw_pose begin;
        assert_int_equal(fw_search_best_so_far(search, test.path), FW_OK);
        assert_int_equal(fw_path_pose_at(test.path, 0, &begin), FW_OK);
        assert_true(begin.x == ask.start.x && begin.y == ask.start.y);
        asked++;
    }
    assert_true(result == FW_NOT_FOUND && asked > 100);
    fw_search_end(search);
    road_end(&test);
}

TEST(warm_queries_allocate_nothing_and_memory_that_runs_out_is_survived)
{
    road_test test = winding_road();
    const fw_speed_def speeds = fw_default_speed_def();
    fw_request ask = along_winding_road(&test);
    ask.fastest = &speeds;
    ask.smoothing = FW_SMOOTH_AUTO;
    uint64_t needed = 0;
    for (uint64_t left = 0; needed == 0; left++) {
        ration from = { .left = left };
        const fw_allocator hooks = rationed(&from);
        fw_planner_def def = fw_default_planner_def();
        fw_planner *planner;
        def.allocator = &hooks;
        if (fw_planner_create(test.map, &def, &planner) != FW_OK)
            continue;
        const fw_result result = fw_find_path(planner, &ask, test.path);
        assert_true(result == FW_OK || result == FW_NO_MEMORY);
        if (result == FW_OK && from.left > 0) { // no call has failed
            needed = from.calls;
            assert_int_equal(fw_find_path(planner, &ask, test.path), FW_OK);
            assert_int_equal(from.calls, needed);
        } else {
            from.left = UNRATIONED;
            assert_int_equal(fw_find_path(planner, &ask, test.path), FW_OK);
        }
        fw_planner_destroy(planner);
        assert_int_equal(from.held, 0);
    }
    assert_true(needed > 20);
    road_end(&test);
}
