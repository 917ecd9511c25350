// FW_AUTO takes the smoothed path on the grid where this is legal, cheaper and found soon, and tells why it has
// rejected other methods. The oracle runs each method alone.
#include <math.h>
#include <string.h>

#include "common/check_for.h"
#include "common/drawing.h"
#include "common/new.h"
#include "common/rounds.h"
#include "common/unit.h"
#include "fairway/fairway.h"

/// As in plan/attempts.c: the share of the work, and how much more work shaping takes on the grid.
enum { SHARE = 20, GRID_SHAPING = 2 };

typedef struct world {
    fw_map *map;
    fw_planner *planner;
    fw_path *path;
    fw_unit_def def;
    fw_request ask;
} world;

/// The answer of a method.
typedef struct answer {
    fw_result result;
    bool is_legal; ///< in the eyes of the checker
    double cost;
    fw_method method; ///< of the path
    fw_statistics did;
} answer;

static void open_world(world *world, fw_map *map, fw_unit_def def)
{
    world->map = map;
    world->ask = fw_default_request();
    world->ask.unit = add_unit(map, def);
    world->ask.smoothing = FW_SMOOTH_AUTO;
    assert_int_equal(fw_planner_create(map, NULL, &world->planner), FW_OK);
    world->path = new_path();
}

static void close_world(world *world)
{
    fw_path_destroy(world->path);
    fw_planner_destroy(world->planner);
    fw_map_destroy(world->map);
}

static answer judge(const world *world, fw_result result)
{
    answer found = { .result = result };
    fw_path_summary summary;
    fw_check_report report = { 0 };
    const fw_check_def check = check_for(&world->ask);
    assert_int_equal(fw_path_summarise(world->path, &summary), FW_OK);
    if (result == FW_OK || result == FW_ILLEGAL)
        assert_int_equal(fw_path_check(world->map, world->ask.unit, world->path, &check, &report), FW_OK);
    found.is_legal = report.legal;
    found.cost = summary.cost;
    found.method = summary.method;
    return found;
}

static answer ask_by(world *world, fw_method method)
{
    world->ask.method = method;
    answer found = judge(world, fw_find_path(world->planner, &world->ask, world->path));
    assert_int_equal(fw_planner_statistics(world->planner, &found.did), FW_OK);
    return found;
}

static uint64_t work_of(const answer *answer)
{
    return answer->did.work + answer->did.shaping;
}

/// Asks FW_AUTO in steps.
static answer ask_in_steps(world *world, uint64_t work)
{
    world->ask.method = FW_AUTO;
    fw_search *search = new_search(world->planner, &world->ask);
    bool had_path = false;
    double best = INFINITY;
    fw_result result;
    while ((result = fw_search_step(search, work)) == FW_PENDING) {
        fw_path_summary summary;
        if (fw_search_best_so_far(search, world->path) != FW_OK)
            continue;
        assert_int_equal(fw_path_summarise(world->path, &summary), FW_OK);
        assert_true(!had_path || (summary.outcome == FW_OUTCOME_FOUND && summary.cost <= best));
        had_path =
            summary.outcome == FW_OUTCOME_FOUND && summary.method >= FW_DIRECTIONAL && summary.cost <= best;
        best = had_path ? summary.cost : best;
    }
    if (result == FW_OK)
        assert_int_equal(fw_search_best_so_far(search, world->path), FW_OK);
    answer found = judge(world, result);
    assert_int_equal(fw_search_statistics(search, &found.did), FW_OK);
    fw_rejection why = { 0 };
    assert_int_equal(fw_search_rejection(search, FW_MIDPOINT, &why, sizeof why), FW_OK);
    fw_search_end(search);
    return found;
}

/// Times each reason was given in a test.
typedef struct tally {
    int reasons[FW_REJECTION_REASONS];
    int on_grid; ///< answers on the grid
} tally;

/// Checks what is told of each method after FW_AUTO has found a path.
static void judge_reasons(const world *world, const answer *automatic, const answer *first,
                          const answer *grid, tally *tally)
{
    for (fw_method method = FW_AUTO; method < FW_METHOD_COUNT; method++) {
        fw_rejection why = { 0 };
        const fw_result told = fw_planner_rejection(world->planner, method, &why, sizeof why);
        const bool is_candidate = method > FW_GRID && method != automatic->method;
        assert_int_equal(told, is_candidate ? FW_OK : FW_BAD_VALUE);
        if (!is_candidate)
            continue;
        tally->reasons[why.reason]++;
        assert_true(why.text[0] && strlen(why.text) < sizeof why.text - 1);
        if (why.reason == FW_REJECTED_EXPENSIVE) {
            assert_true(why.limit == automatic->cost && why.value >= why.limit * (1 - 1e-9));
            assert_true(why.value == (method == first->method ? first : grid)->cost);
        }
        if (why.reason == FW_REJECTED_TOO_MUCH_WORK)
            assert_true(why.limit <= (double)work_of(automatic) / SHARE);
        fw_request ask = world->ask;
        ask.method = method;
        const fw_result refused = fw_request_refusal(world->map, &ask).result;
        assert_int_equal(refused == FW_NOT_PREPARED, why.reason == FW_REJECTED_NOT_PREPARED);
        assert_int_equal(refused == FW_METHOD_DOES_NOT_FIT, why.reason == FW_REJECTED_UNFIT);
    }
}

/// The method that FW_AUTO begins with: without a reverse gear, FW_DIRECTIONAL to goals within 8 turning radii.
static fw_method first_method(const world *world)
{
    fw_unit_def def;
    assert_int_equal(fw_map_unit(world->map, world->ask.unit, &def), FW_OK);
    const fw_pose from = world->ask.start, to = world->ask.goal.pose;
    return !def.reverse && hypot(to.x - from.x, to.y - from.y) <= 8 * def.turn_radius ? FW_DIRECTIONAL
                                                                                      : FW_HYBRID;
}

/// Asks FW_AUTO, and compares with its methods alone.
static void judge_choice(world *world, tally *tally)
{
    const answer first = ask_by(world, first_method(world)), grid = ask_by(world, FW_GRID);
    const answer stepped = ask_in_steps(world, 13), automatic = ask_by(world, FW_AUTO);
    assert_true(automatic.is_legal || !(first.is_legal || grid.is_legal));
    assert_int_equal(stepped.result, automatic.result);
    assert_memory_equal(&stepped.did, &automatic.did, offsetof(fw_statistics, pages));
    if (!first.is_legal || !automatic.is_legal)
        return;
    const bool is_on_grid = automatic.cost != first.cost;
    assert_true(stepped.cost == automatic.cost);
    assert_true(is_on_grid ? automatic.cost == grid.cost && grid.is_legal : automatic.method == first.method);
    assert_true(automatic.cost <= first.cost * (1 - (is_on_grid ? 1e-9 : 0)));
    assert_true(automatic.did.level == first.did.level && automatic.did.bound == first.did.bound);

    const uint64_t allowed = work_of(&first) / SHARE, more = work_of(&automatic) - work_of(&first);
    assert_true(more <= allowed + 4); // the last curve may take more than what is left
    assert_true(GRID_SHAPING * first.did.shaping < allowed || more == 0);
    const bool is_cheap = work_of(&grid) < allowed && GRID_SHAPING * first.did.shaping < allowed;
    if (is_cheap && grid.is_legal)
        assert_true(automatic.cost <= grid.cost * (1 + 1e-9));
    tally->on_grid += is_on_grid;
    judge_reasons(world, &automatic, &first, &grid, tally);
}

/// Open ground with some blocks, and a vehicle whose turns are wide, but not so wide that the wide search serves it.
static void open_meadow(world *world, random_source *source, int32_t *side)
{
    *side = 60 + (int32_t)random_below(source, 90);
    fw_map *map = open_map(*side, *side);
    for (int i = 0; i < *side / 6; i++)
        fw_map_set_rect(map, (int32_t)random_below(source, (uint32_t)*side - 9),
                        (int32_t)random_below(source, (uint32_t)*side - 9),
                        1 + (int32_t)random_below(source, 9), 1 + (int32_t)random_below(source, 9),
                        FW_BLOCKED);
    assert_int_equal(fw_map_commit(map), FW_OK);
    fw_unit_def def = fw_default_unit_def();
    def.footprint = random_below(source, 2) ? fw_circle(0.45) : fw_rectangle(5, 2);
    def.turn_radius = random_within(source, 4, 8);
    def.reverse = random_below(source, 2);
    def.reverse_penalty = 2;
    def.gear_change_cost = 4;
    open_world(world, map, def);
}

/// Two poses at random.
static void draw_wish(world *world, random_source *source, int32_t side)
{
    const double room = side - 6.0;
    world->ask.start = (fw_pose){ 3 + random_within(source, 0, room), 3 + random_within(source, 0, room),
                                  random_within(source, 0, 2 * FW_PI) };
    world->ask.goal =
        fw_goal_pose((fw_pose){ 3 + random_within(source, 0, room), 3 + random_within(source, 0, room),
                                random_within(source, 0, 2 * FW_PI) });
}

TEST(the_cheapest_legal_path_is_taken_that_a_twentieth_of_the_work_can_have)
{
    random_source source = { 46 };
    tally tally = { 0 };
    for (int round = 0; round < rounds(24); round++) {
        world world;
        int32_t side;
        open_meadow(&world, &source, &side);
        for (int query = 0; query < 4; query++) {
            draw_wish(&world, &source, side);
            judge_choice(&world, &tally);
        }
        close_world(&world);
    }
    print_message("on the grid %d", tally.on_grid);
    for (int i = 0; i < FW_REJECTION_REASONS; i++)
        print_message(", %s %d", fw_rejection_reason_name((fw_rejection_reason)i), tally.reasons[i]);
    print_message("\n");
    assert_true(tally.on_grid >= at_least(3));
    assert_true(is_sanitized() || tally.reasons[FW_REJECTED_EXPENSIVE] > tally.on_grid);
    assert_true(tally.reasons[FW_REJECTED_TOO_MUCH_WORK] > 0 && tally.reasons[FW_REJECTED_COVERED] > 0);
    assert_true(tally.reasons[FW_REJECTED_NOT_PREPARED] > 0);
}

static fw_rejection rejection_by(const world *world, fw_method method)
{
    fw_rejection why = { 0 };
    assert_int_equal(fw_planner_rejection(world->planner, method, &why, sizeof why), FW_OK);
    return why;
}

TEST(a_body_that_is_too_long_is_told_with_its_length)
{
    world world;
    fw_unit_def def = fw_default_unit_def();
    def.footprint = fw_rectangle(40, 9);
    def.turn_radius = 20;
    open_world(&world, open_map(90, 60), def);
    world.ask.start = (fw_pose){ 25, 25, 0 };
    world.ask.goal = fw_goal_pose((fw_pose){ 60, 30, 0 });
    assert_int_equal(ask_by(&world, FW_AUTO).result, FW_OK);
    const fw_rejection why = rejection_by(&world, FW_DIRECTIONAL_24);
    assert_int_equal(why.reason, FW_REJECTED_UNFIT);
    assert_true(fabs(why.value - 41) < 1e-5 && why.limit == 27);
    assert_string_equal(why.text, "the body is too long for these motions: it is 41 tiles long from end to "
                                  "end, and must be shorter than 27");
    close_world(&world);
}

TEST(the_reasons_are_told_if_there_is_no_path)
{
    static const char *const bend[] = { "..#", "#.#", "#.." };
    world world;
    fw_unit_def def = fw_default_unit_def();
    def.footprint = fw_circle(0.45);
    def.turn_radius = 3;
    open_world(&world, DRAWN(bend), def);
    world.ask.start = (fw_pose){ 0.5, 0.5, 0 };
    world.ask.goal = fw_goal_pose((fw_pose){ 2.5, 2.5, 0 });
    assert_int_equal(ask_by(&world, FW_AUTO).result, FW_NOT_FOUND);
    assert_int_equal(rejection_by(&world, FW_DIRECTIONAL).reason, FW_REJECTED_NO_PATH);
    assert_int_equal(rejection_by(&world, FW_JUMP_POINTS).reason, FW_REJECTED_COVERED);
    assert_int_equal(rejection_by(&world, FW_HYBRID).reason, FW_REJECTED_COVERED);
    world.ask.max_distance = 100;
    assert_int_equal(ask_by(&world, FW_AUTO).result, FW_NOT_FOUND);
    assert_int_equal(rejection_by(&world, FW_JUMP_POINTS).reason, FW_REJECTED_ILLEGAL);
    assert_true(rejection_by(&world, FW_JUMP_POINTS).value > 0);
    close_world(&world);
}

TEST(nothing_is_told_of_a_search_that_was_not_left_to_auto_or_goes_on)
{
    world world;
    fw_search *search;
    fw_rejection why;
    fw_unit_def def = fw_default_unit_def();
    open_world(&world, open_map(30, 30), def);
    assert_int_equal(fw_planner_rejection(world.planner, FW_ASTAR, &why, sizeof why), FW_BAD_VALUE);
    assert_int_equal(fw_planner_rejection(NULL, FW_ASTAR, &why, sizeof why), FW_NULL_ARGUMENT);
    assert_int_equal(fw_planner_rejection(world.planner, FW_ASTAR, NULL, sizeof why), FW_NULL_ARGUMENT);
    assert_int_equal(fw_search_rejection(NULL, FW_ASTAR, &why, sizeof why), FW_NULL_ARGUMENT);
    world.ask.start = (fw_pose){ 1.5, 1.5, 0 };
    world.ask.goal = fw_goal_at(22.5, 9.5);
    assert_int_equal(ask_by(&world, FW_ASTAR).result, FW_OK);
    assert_int_equal(fw_planner_rejection(world.planner, FW_JUMP_POINTS, &why, sizeof why), FW_BAD_VALUE);
    world.ask.method = FW_AUTO;
    world.ask.fewer_bends = true; // the search takes more than one step
    assert_int_equal(fw_search_begin(world.planner, &world.ask, &search), FW_OK);
    assert_int_equal(fw_search_rejection(search, FW_JUMP_POINTS, &why, sizeof why), FW_BAD_VALUE);
    while (fw_search_step(search, 1) == FW_PENDING)
        continue;
    assert_int_equal(fw_search_rejection(search, FW_JUMP_POINTS, &why, sizeof why), FW_OK);
    assert_int_equal(why.reason, FW_REJECTED_UNFIT);
    assert_int_equal(fw_map_remove_unit(world.map, world.ask.unit), FW_OK);
    assert_int_equal(fw_search_rejection(search, FW_JUMP_POINTS, &why, sizeof why), FW_UNKNOWN_UNIT);
    fw_search_end(search);
    close_world(&world);
}

TEST(a_limit_ends_the_comparison_and_costs_nothing)
{
    random_source source = { 46 };
    world world;
    int32_t side;
    answer first, whole;
    bool is_open = false;
    do {
        if (is_open)
            close_world(&world);
        is_open = true;
        open_meadow(&world, &source, &side);
        draw_wish(&world, &source, side);
        first = ask_by(&world, first_method(&world));
        whole = ask_by(&world, FW_AUTO);
    } while (!first.is_legal || whole.cost == first.cost); // until the path on the grid is cheaper
    assert_true(whole.is_legal && whole.cost < first.cost);
    const uint64_t least = first.did.work > 40 ? first.did.work - 40 : 1;
    for (uint64_t limit = least; limit <= whole.did.work + 2; limit++) {
        world.ask.max_work = limit;
        const answer limited = ask_by(&world, FW_AUTO);
        assert_true(limited.result == FW_LIMIT || limited.cost == first.cost || limited.cost == whole.cost);
        assert_true(limited.result == FW_OK || limit < first.did.work);
        if (limited.result == FW_LIMIT || limited.cost == first.cost)
            assert_int_equal(rejection_by(&world, FW_JUMP_POINTS).reason, FW_REJECTED_STOPPED);
        else
            assert_true(limit >= whole.did.work);
    }
    close_world(&world);
}
