// FW_AUTO finds what any method finds that is prepared for the unit.
#include "common/drawing.h"
#include "common/new.h"
#include "common/road.h"
#include "common/rounds.h"
#include "common/unit.h"
#include "fairway/fairway.h"

static const char *const hall[] = { "..........", "..........", "..........", "..........", "..........",
                                    "..........", "..........", "..........", "..........", ".........." };

/// A gap that must be entered straight.
static const char *const slit[] = { "..............", "..............", "..............", "..............",
                                    "..............", "..............", "######.#######", "######.#######",
                                    "..............", "..............", "..............", "..............",
                                    "..............", ".............." };

/// The bend at the left is driven by a curve between poses that no cell of the fine search keeps.
static const char *const maze[] = { ".......", //
                                    "..#....", //
                                    "..##...", //
                                    "#.#...#", //
                                    ".....#.", //
                                    ".....#.", //
                                    ".#.#..." };

static fw_path_summary summary_of(const road_test *test)
{
    fw_path_summary summary;
    assert_int_equal(fw_path_summarise(test->path, &summary), FW_OK);
    return summary;
}

static bool is_legal(const fw_violations *broken)
{
    return !broken->blocked && !broken->too_tight && !broken->heading_jumps && !broken->impossible;
}

static fw_request ask_across(const road_test *test)
{
    return request_on(test, FW_AUTO, (lattice_pose){ 2, 2, 0 }, (lattice_pose){ 6, 6, 2 });
}

static fw_request ask_through(const road_test *test)
{
    return request_on(test, FW_AUTO, (lattice_pose){ 2, 4, 6 }, (lattice_pose){ 3, 10, 6 });
}

TEST(auto_drives_by_whatever_motions_are_prepared)
{
    static const fw_method methods[] = { FW_DIRECTIONAL_8, FW_DIRECTIONAL_24, FW_DIRECTIONAL_48,
                                         FW_DIRECTIONAL_80, FW_HYBRID_STRICT };
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        const double radius = methods[i] == FW_HYBRID_STRICT ? 1 : 1.5; // it cannot turn more widely here
        road_test test = road_on(DRAWN(hall), vehicle(fw_circle(0.33), 1, radius, methods[i]));
        const fw_request ask = ask_across(&test);
        assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
        assert_path_is_legal(&test, &ask);
        road_end(&test);
    }
}

TEST(the_least_time_is_found_by_whatever_motions_are_prepared)
{
    const fw_speed_def speeds = fw_default_speed_def();
    road_test test = road_on(DRAWN(hall), vehicle(fw_circle(0.33), 1, 1.5, FW_DIRECTIONAL_24));
    fw_request ask = ask_across(&test);
    ask.fastest = &speeds;
    assert_int_equal(fw_request_refusal(test.map, &ask).result, FW_OK);
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
    assert_int_equal(summary_of(&test).method, FW_DIRECTIONAL_24);
    road_end(&test);
}

TEST(turns_that_cannot_be_made_along_a_grid_path_are_driven_another_way)
{
    static const fw_turns turns[] = { FW_TURNS_IGNORE, FW_TURNS_RECALCULATE, FW_TURNS_TIGHTEN };
    for (size_t i = 0; i < sizeof turns / sizeof *turns; i++) {
        road_test test = road_on(DRAWN(slit), vehicle(fw_circle(0.45), 1, 2, FW_AUTO));
        fw_request ask = ask_through(&test);
        ask.turns = turns[i];
        assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
        const fw_path_summary summary = summary_of(&test);
        assert_true(is_legal(&summary.violations));
        road_end(&test);
    }
}

TEST(no_path_is_said_after_all_motions_that_are_prepared)
{
    for (int i = 0; i <= 10; i++) {
        fw_unit_def def = vehicle(fw_circle(0.22775), 1, 1.1 + 0.01 * i, FW_DIRECTIONAL);
        def.methods |= FW_METHOD_BIT(FW_DIRECTIONAL_80);
        def.all_curves = true;
        road_test test = road_on(DRAWN(maze), def);
        fw_request ask =
            request_on(&test, FW_DIRECTIONAL_80, (lattice_pose){ 4, 4, 2 }, (lattice_pose){ 0, 2, 2 });
        const fw_result by_80 = fw_find_path(test.planner, &ask, test.path);
        ask.method = FW_AUTO;
        assert_int_equal(by_80, i < 9 ? FW_OK : FW_NOT_FOUND);
        assert_true(fw_find_path(test.planner, &ask, test.path) == FW_OK || by_80 != FW_OK);
        road_end(&test);
    }
}

TEST(a_path_on_the_grid_is_pre_smoothed_also_after_other_attempts)
{
    static const char *const strip[] = { "..", "..", "..", "..", "..", "..", ".." };
    road_test test = road_on(DRAWN(strip), vehicle(fw_circle(0.5), 1, 64, FW_AUTO));
    fw_request ask = request_on(&test, FW_AUTO, (lattice_pose){ 0, 0, 0 }, (lattice_pose){ 1, 6, 0 });
    ask.start.heading = 7.3119269036005452;
    ask.goal = fw_goal_at(1.5, 6.5);
    ask.pre_smooth = FW_PRE_SMOOTH_48;
    ask.smoothing = FW_SMOOTH_TAUT;
    ask.fixed_angles = 16;
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
    const fw_path_summary summary = summary_of(&test);
    assert_true(is_legal(&summary.violations));
    road_end(&test);
}

TEST(where_no_method_finds_a_legal_path_the_first_answer_stands)
{
    static const char *const bend[] = { "..#", "#.#", "#.." };
    road_test test = road_on(DRAWN(bend), vehicle(fw_circle(0.45), 1, 3, FW_AUTO));
    fw_request ask = request_on(&test, FW_AUTO, (lattice_pose){ 0, 0, 0 }, (lattice_pose){ 2, 2, 0 });
    fw_path_summary summary;
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_NOT_FOUND);
    ask.turns = FW_TURNS_TIGHTEN;
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
    summary = summary_of(&test);
    assert_true(summary.outcome == FW_OUTCOME_FOUND && !is_legal(&summary.violations));
    ask.method = FW_GRID;
    fw_path *grid = new_path();
    assert_int_equal(fw_find_path(test.planner, &ask, grid), FW_OK);
    assert_true(fw_path_length(grid) == fw_path_length(test.path));
    fw_path_destroy(grid);
    road_end(&test);
}

/// Steps a search to its end; checks that progress only grows.
static fw_result step_to_end(fw_search *search, uint64_t work)
{
    fw_result result;
    double progress = 0;
    while ((result = fw_search_step(search, work)) == FW_PENDING) {
        assert_true(fw_search_progress(search) >= progress);
        progress = fw_search_progress(search);
    }
    return result;
}

TEST(attempts_are_one_request_in_slices_limits_and_statistics)
{
    road_test test = road_on(DRAWN(slit), vehicle(fw_circle(0.45), 1, 2, FW_DIRECTIONAL_24));
    fw_request ask = ask_through(&test);
    fw_statistics whole, spent;
    fw_search *search;
    ask.method = FW_GRID;
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_ILLEGAL);
    ask.method = FW_AUTO;
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
    assert_int_equal(fw_planner_statistics(test.planner, &whole), FW_OK);
    const double length = fw_path_length(test.path);
    for (uint64_t work = 1; work < 2 * whole.work; work = 3 * work + 1) {
        assert_int_equal(fw_search_begin(test.planner, &ask, &search), FW_OK);
        assert_int_equal(step_to_end(search, work), FW_OK);
        assert_int_equal(fw_search_best_so_far(search, test.path), FW_OK);
        assert_true(fw_path_length(test.path) == length);
        assert_int_equal(fw_search_statistics(search, &spent), FW_OK);
        assert_int_equal(spent.expanded, whole.expanded);
        fw_search_end(search);
    }
    for (ask.max_work = 1; ask.max_work < whole.work; ask.max_work += 1 + whole.work / 16) {
        const fw_result result = fw_find_path(test.planner, &ask, test.path);
        assert_true(result == FW_OK || result == FW_LIMIT || result == FW_ILLEGAL);
        assert_int_equal(fw_planner_statistics(test.planner, &spent), FW_OK);
        assert_true(spent.expanded <= whole.expanded);
    }
    road_end(&test);
}

/// A random vehicle that only grid methods serve, among terrains of random costs; its path has fixed angles.
static void make_random_drive(random_source *source, road_test *test, fw_request *ask)
{
    enum { SIDE = 9 };
    fw_map *map = map_at_random(source, SIDE, SIDE, 30, 3);
    fw_unit_def def = vehicle(fw_circle(0.45), 1, random_within(source, 0.5, 4), FW_GRID);
    for (int terrain = 1; terrain <= 3; terrain++)
        def.terrain_cost[terrain] = (float)random_within(source, 0.5, 8);
    *test = road_on(map, def);
    const lattice_pose start = pose_at_random(source, SIDE), goal = pose_at_random(source, SIDE);
    *ask = request_on(test, FW_AUTO, start, goal);
    ask->fixed_angles = random_below(source, 3) ? 8 : 16;
    ask->smoothing = random_below(source, 2) ? FW_SMOOTH_NONE : FW_SMOOTH_SIMPLE;
}

static bool finds_a_legal_path(const road_test *test, fw_request ask, fw_method method)
{
    ask.method = method;
    if (fw_find_path(test->planner, &ask, test->path) != FW_OK)
        return false;
    const fw_path_summary summary = summary_of(test);
    return is_legal(&summary.violations);
}

TEST(what_a_walk_in_legs_finds_auto_finds)
{
    static const fw_method walks[] = { FW_MIDPOINT, FW_COMPASS, FW_SIGHT };
    random_source source = { 17 };
    int walked_only = 0;
    for (int round = 0; round < rounds(4000); round++) {
        road_test test;
        fw_request ask;
        make_random_drive(&source, &test, &ask);
        const bool automatic = finds_a_legal_path(&test, ask, FW_AUTO);
        for (size_t i = 0; i < sizeof walks / sizeof *walks; i++)
            if (finds_a_legal_path(&test, ask, walks[i])) {
                walked_only += !finds_a_legal_path(&test, ask, FW_GRID);
                assert_true(automatic);
            }
        road_end(&test);
    }
    assert_true(walked_only > 0);
}
