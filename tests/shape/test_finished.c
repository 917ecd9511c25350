/// Passes over finished paths: turning one is what a request would have done, and what a path breaks is counted in one
/// way, whatever went over it.

#include <math.h>
#include <string.h>

#include "base/random.h"
#include "common/drawing.h"
#include "common/lot.h"
#include "common/new.h"
#include "common/rationed.h"
#include "common/rounds.h"
#include "common/unit.h"
#include "fairway/check.h"
#include "fairway/shape.h"

enum { SIDE = 20, WORLDS = 120, MOST_SEGMENTS = 400 };

/// A path as it was.
typedef struct kept_path {
    fw_segment segments[MOST_SEGMENTS];
    int32_t count;
    fw_path_summary summary;
} kept_path;

static kept_path keep(const fw_path *path)
{
    kept_path kept = { 0 };
    const fw_segment *segments = fw_path_segments(path, &kept.count);
    assert_true(kept.count <= MOST_SEGMENTS);
    for (int32_t i = 0; i < kept.count; i++)
        kept.segments[i] = segments[i];
    assert_int_equal(fw_path_summarise(path, &kept.summary), FW_OK);
    return kept;
}

static bool is_same_segment(const fw_segment *a, const fw_segment *b)
{
    return a->start.x == b->start.x && a->start.y == b->start.y && a->start.heading == b->start.heading &&
           a->length == b->length && a->curvature == b->curvature && a->gear == b->gear;
}

static void assert_is(const fw_path *path, const kept_path *kept)
{
    const kept_path now = keep(path);
    assert_int_equal(now.count, kept->count);
    for (int32_t i = 0; i < now.count; i++)
        assert_true(is_same_segment(&now.segments[i], &kept->segments[i]));
    assert_true(now.summary.cost == kept->summary.cost);
    assert_memory_equal(&now.summary.violations, &kept->summary.violations, sizeof kept->summary.violations);
}

static fw_unit_def unit_at_random(random_source *random)
{
    fw_unit_def def = unit_entering(0, 14);
    const double side = 0.3 + 0.7 * random_unit(random);
    def.footprint = random_below(random, 3) ? fw_circle(side / 2) : fw_rectangle(1.4 * side, 0.8 * side);
    def.turn_radius = 0.3 + 3 * random_unit(random);
    def.reverse = true;
    if (random_below(random, 3) == 0)
        def.terrain_cost[2] = 2.5f;
    return def;
}

/// A place where the unit fits, with any heading.
static bool pick_pose(const lot *lot, random_source *random, fw_pose *pose)
{
    for (int tries = 0; tries < 200; tries++) {
        const int32_t x = (int32_t)random_below(random, SIDE), y = (int32_t)random_below(random, SIDE);
        if (!fw_map_fits(lot->map, lot->unit, x, y))
            continue;
        *pose = fw_pose_on_tile(x, y, lot->def.size);
        pose->heading = 7 * random_unit(random) - 3.5;
        return true;
    }
    return false;
}

static bool pick_request(const lot *lot, random_source *random, fw_request *ask)
{
    fw_pose start, goal;
    if (!pick_pose(lot, random, &start) || !pick_pose(lot, random, &goal))
        return false;
    *ask = fw_default_request();
    ask->unit = lot->unit;
    ask->method = FW_GRID;
    ask->overlay = lot->overlay;
    ask->start = start;
    ask->allow_violations = true; // lines turn on the spot
    ask->goal = random_below(random, 2) ? fw_goal_pose(goal) : fw_goal_at(goal.x, goal.y);
    return true;
}

static lot lot_at_random(random_source *random, fw_unit_def def)
{
    lot lot = lot_on(map_at_random(random, SIDE, SIDE, random_below(random, 20), 3), def, NULL);
    if (random_below(random, 3) == 0) {
        assert_int_equal(fw_overlay_create(SIDE, SIDE, NULL, &lot.overlay), FW_OK);
        for (int i = 0; i < 6; i++) {
            const int32_t x = (int32_t)random_below(random, SIDE);
            const int32_t y = (int32_t)random_below(random, SIDE);
            assert_int_equal(fw_overlay_block(lot.overlay, x, y, 1, 2), FW_OK);
        }
    }
    return lot;
}

/// How a path was turned.
typedef struct tally {
    int same, refused;
} tally;

/// Turns the path that a request finds without turning, and compares it with the path of the request that turns.
static void turn_and_compare(const lot *lot, fw_request ask, tally *seen)
{
    const fw_turns kind = ask.turns;
    const double *goal = ask.goal.kind == FW_GOAL_POSE ? &ask.goal.pose.heading : NULL;
    const fw_result asked = fw_find_path(lot->planner, &ask, lot->path);
    const kept_path turned = keep(lot->path);
    fw_statistics did;
    fw_planner_statistics(lot->planner, &did);
    ask.turns = FW_TURNS_NONE;
    if (fw_find_path(lot->planner, &ask, lot->path) != FW_OK)
        return;
    const kept_path plain = keep(lot->path);
    const fw_result result =
        fw_path_turn(lot->planner, ask.overlay, kind, &ask.start.heading, goal, lot->path);
    if (kind == FW_TURNS_RECALCULATE && (asked != FW_OK || did.turn_rounds > 0)) {
        assert_int_equal(result, FW_GAVE_UP);
        assert_is(lot->path, &plain);
        seen->refused++;
        return;
    }
    assert_int_equal(asked, FW_OK);
    assert_int_equal(result, FW_OK);
    assert_is(lot->path, &turned);
    ask.turns = kind;
    lot_judge(lot, &ask);
    seen->same++;
}

TEST(a_finished_path_is_turned_as_a_request_turns_it)
{
    random_source random = { 11 };
    tally seen[FW_TURNS_BACK_UP + 1] = { 0 };
    for (int world = 0; world < rounds(WORLDS); world++) {
        const fw_unit_def def = unit_at_random(&random);
        const fw_turns kind = (fw_turns)(FW_TURNS_IGNORE + random_below(&random, 4));
        lot lot = lot_at_random(&random, def);
        fw_request ask;
        for (int query = 0; query < 20 && pick_request(&lot, &random, &ask); query++) {
            ask.turns = kind;
            turn_and_compare(&lot, ask, &seen[kind]);
        }
        lot_end(&lot);
    }
    for (int kind = FW_TURNS_IGNORE; kind <= FW_TURNS_BACK_UP; kind++)
        assert_true(seen[kind].same > at_least(100));
    assert_true(seen[FW_TURNS_RECALCULATE].refused > at_least(20));
}

/// What the path says that it breaks is what the checker finds, as long as it is told nothing of the ends.
static void assert_counts_right(const lot *lot)
{
    const fw_violations said = lot_violations(lot);
    fw_check_def def = fw_default_check_def();
    fw_check_report report;
    def.overlay = lot->overlay;
    assert_int_equal(fw_path_check(lot->map, lot->unit, lot->path, &def, &report), FW_OK);
    assert_int_equal(report.faults[FW_FAULT_BLOCKED], said.blocked);
    assert_int_equal(report.faults[FW_FAULT_TOO_TIGHT], said.too_tight);
    assert_int_equal(report.faults[FW_FAULT_HEADING], said.heading_jumps);
    assert_int_equal(report.faults[FW_FAULT_POSITION], 0);
    assert_int_equal(report.faults[FW_FAULT_LENGTH], 0);
    int32_t stretches;
    fw_path_impossible(lot->path, &stretches);
    assert_int_equal(stretches, said.impossible);
}

static fw_result pass_at_random(const lot *lot, random_source *random)
{
    static const fw_smoothing kinds[] = { FW_SMOOTH_SIMPLE, FW_SMOOTH_TAUT, FW_SMOOTH_CURVED,
                                          FW_SMOOTH_TAUT_LINES, FW_SMOOTH_AUTO };
    const uint32_t which = random_below(random, 8), kind = random_below(random, 5);
    if (which < 4)
        return fw_path_smooth(lot->planner, lot->overlay, kinds[kind], lot->path);
    if (which < 7)
        return fw_path_turn(lot->planner, lot->overlay, (fw_turns)kind, NULL, NULL, lot->path);
    return fw_path_fix_angles(lot->planner, lot->overlay, kind % 2 ? 8 : 16, lot->path);
}

/// Finds a path for a unit that faces the way that its path leaves, to any heading.
static bool find_as_it_leaves(const lot *lot, fw_request ask)
{
    ask.goal.kind = FW_GOAL_PLACE;
    if (fw_find_path(lot->planner, &ask, lot->path) != FW_OK)
        return false;
    assert_int_equal(fw_path_pose_at(lot->path, 0, &ask.start), FW_OK);
    return fw_find_path(lot->planner, &ask, lot->path) == FW_OK;
}

static bool breaks_anything(fw_violations counted)
{
    return counted.blocked || counted.too_tight || counted.heading_jumps || counted.impossible;
}

TEST(whatever_passes_over_it_a_path_counts_what_the_checker_finds)
{
    random_source random = { 12 };
    int broken = 0, whole = 0;
    for (int world = 0; world < rounds(WORLDS); world++) {
        fw_unit_def def = unit_at_random(&random);
        if (world % 4 == 0)
            def.corners = world % 8 ? FW_CORNERS_ONE : FW_CORNERS_ALWAYS;
        lot lot = lot_at_random(&random, def);
        fw_request ask;
        for (int query = 0; query < 10 && pick_request(&lot, &random, &ask); query++) {
            if (!find_as_it_leaves(&lot, ask))
                continue;
            assert_counts_right(&lot);
            for (int pass = 0; pass < 4; pass++) {
                const fw_result result = pass_at_random(&lot, &random);
                assert_true(result == FW_OK || result == FW_GAVE_UP ||
                            (result == FW_METHOD_DOES_NOT_FIT && world % 4 == 0));
                assert_counts_right(&lot);
            }
            broken += breaks_anything(lot_violations(&lot));
            whole += !breaks_anything(lot_violations(&lot));
        }
        lot_end(&lot);
    }
    assert_true(broken > at_least(100));
    assert_true(whole > at_least(100));
}

TEST(a_request_and_a_pass_count_the_same_jumps)
{
    const char *rows[] = {
        "########", "#......#", "#.####.#", "#.####.#", "#.####.#", "#......#", "########"
    };
    lot lot = lot_on(DRAWN(rows), lot_vehicle(4, false), NULL);
    fw_request ask = lot_request(&lot, 1, 1, 0, 1, 5, FW_TURNS_NONE);
    ask.start.heading = FW_PI / 2;
    ask.goal = fw_goal_at(6.5, 5.5);
    for (int smooth = 0; smooth < 2; smooth++) {
        ask.smoothing = smooth ? FW_SMOOTH_CURVED : FW_SMOOTH_NONE;
        assert_int_equal(fw_find_path(lot.planner, &ask, lot.path), FW_OK);
        const fw_violations asked = lot_violations(&lot);
        assert_int_equal(fw_path_smooth(lot.planner, NULL, FW_SMOOTH_CURVED, lot.path), FW_OK);
        const fw_violations passed = lot_violations(&lot);
        assert_true(asked.heading_jumps == 1);
        assert_int_equal(passed.heading_jumps, asked.heading_jumps);
    }
    lot_end(&lot);
}

TEST(the_headings_at_the_ends_are_those_that_were_given)
{
    const char *rows[] = { "...............", "...............", "...............", "...............",
                           "...............", "...............", "..............." };
    lot lot = lot_on(DRAWN(rows), lot_vehicle(1, true), NULL);
    const fw_request ask = lot_request(&lot, 2, 3, 0, 12, 3, FW_TURNS_NONE);
    const double start = 8 * FW_PI + 1, goal = -9.5;
    for (int kind = FW_TURNS_IGNORE; kind <= FW_TURNS_BACK_UP; kind++) {
        fw_pose begins, ends;
        assert_int_equal(fw_find_path(lot.planner, &ask, lot.path), FW_OK);
        assert_int_equal(fw_path_turn(lot.planner, NULL, (fw_turns)kind, &start, &goal, lot.path), FW_OK);
        assert_false(breaks_anything(lot_violations(&lot)));
        assert_int_equal(fw_path_pose_at(lot.path, 0, &begins), FW_OK);
        assert_int_equal(fw_path_pose_at(lot.path, 1e9, &ends), FW_OK);
        assert_true(fabs(remainder(begins.heading - start, 2 * FW_PI)) < 1e-9);
        assert_true(fabs(remainder(ends.heading - goal, 2 * FW_PI)) < 1e-6);
        assert_counts_right(&lot);
        assert_int_equal(fw_find_path(lot.planner, &ask, lot.path), FW_OK);
        assert_int_equal(fw_path_turn(lot.planner, NULL, (fw_turns)kind, NULL, NULL, lot.path), FW_OK);
        assert_true(fabs(fw_path_length(lot.path) - 10) < 1e-9);
    }
    lot_end(&lot);
}

TEST(what_cannot_be_turned_is_named_and_stays_as_it_is)
{
    const char *rows[] = { "......", "..##..", "......" };
    lot lot = lot_on(DRAWN(rows), lot_vehicle(1, false), NULL);
    const fw_request ask = lot_request(&lot, 0, 0, 0, 5, 2, FW_TURNS_NONE);
    const double nan = NAN, far = INFINITY;
    fw_path *path = lot.path;
    assert_int_equal(fw_path_turn(lot.planner, NULL, FW_TURNS_IGNORE, NULL, NULL, path), FW_UNKNOWN_UNIT);
    assert_int_equal(fw_find_path(lot.planner, &ask, path), FW_OK);
    const kept_path kept = keep(path);
    assert_int_equal(fw_path_turn(NULL, NULL, FW_TURNS_IGNORE, NULL, NULL, path), FW_NULL_ARGUMENT);
    assert_int_equal(fw_path_turn(lot.planner, NULL, FW_TURNS_IGNORE, NULL, NULL, NULL), FW_NULL_ARGUMENT);
    assert_int_equal(fw_path_turn(lot.planner, NULL, (fw_turns)-1, NULL, NULL, path), FW_BAD_VALUE);
    assert_int_equal(fw_path_turn(lot.planner, NULL, (fw_turns)5, NULL, NULL, path), FW_BAD_VALUE);
    assert_int_equal(fw_path_turn(lot.planner, NULL, FW_TURNS_IGNORE, &nan, NULL, path), FW_NOT_FINITE);
    assert_int_equal(fw_path_turn(lot.planner, NULL, FW_TURNS_IGNORE, NULL, &far, path), FW_NOT_FINITE);
    assert_int_equal(fw_path_turn(lot.planner, NULL, FW_TURNS_BACK_UP, NULL, NULL, path),
                     FW_METHOD_DOES_NOT_FIT);
    assert_int_equal(fw_path_turn(lot.planner, NULL, FW_TURNS_NONE, NULL, NULL, path), FW_OK);
    fw_overlay *other = new_overlay(7, 3);
    assert_int_equal(fw_path_turn(lot.planner, other, FW_TURNS_IGNORE, NULL, NULL, path), FW_WRONG_MAP);
    fw_overlay_destroy(other);
    assert_is(path, &kept);
    assert_int_equal(fw_map_set_tile(lot.map, 5, 0, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_commit(lot.map), FW_OK);
    assert_int_equal(fw_path_turn(lot.planner, NULL, FW_TURNS_IGNORE, NULL, NULL, path), FW_STALE);
    assert_is(path, &kept);
    fw_path_summary nothing = { .unit = lot.unit };
    assert_int_equal(fw_path_set(path, NULL, 0, &nothing), FW_OK);
    assert_int_equal(fw_path_turn(lot.planner, NULL, FW_TURNS_IGNORE, NULL, NULL, path), FW_BAD_SIZE);
    lot_end(&lot);
}

TEST(paths_that_are_driven_already_stay_as_they_are)
{
    const char *rows[] = { "..........", "..........", "..........", "..........", ".........." };
    lot lot = lot_on(DRAWN(rows), lot_vehicle(1, true), NULL);
    const fw_request ask = lot_request(&lot, 1, 1, 90, 8, 3, FW_TURNS_IGNORE);
    assert_int_equal(fw_find_path(lot.planner, &ask, lot.path), FW_OK);
    const kept_path turned = keep(lot.path);
    assert_int_equal(fw_path_turn(lot.planner, NULL, FW_TURNS_BACK_UP, NULL, NULL, lot.path), FW_OK);
    assert_is(lot.path, &turned);
    assert_int_equal(fw_path_fix_angles(lot.planner, NULL, 8, lot.path), FW_OK);
    const kept_path fixed = keep(lot.path);
    assert_int_equal(fw_path_turn(lot.planner, NULL, FW_TURNS_IGNORE, NULL, NULL, lot.path), FW_OK);
    assert_is(lot.path, &fixed);
    lot_end(&lot);
}

static const char *const two_rooms[] = { "............", "............", "......#.....", "......#.....",
                                         "......#.....", "............", "......#.....", "......#....." };

/// A request whose path each way of turning turns.
static fw_request plain_request(const lot *lot)
{
    return lot_request(lot, 2, 6, 90, 9, 6, FW_TURNS_NONE);
}

TEST(warm_passes_allocate_nothing)
{
    ration plenty = { .left = UNRATIONED };
    const fw_allocator hooks = rationed(&plenty);
    lot lot = lot_on(DRAWN(two_rooms), lot_vehicle(1.5, true), &hooks);
    const fw_request ask = plain_request(&lot);
    uint64_t before = 0;
    for (int pass = 0; pass < 3; pass++) {
        before = plenty.calls;
        for (int kind = FW_TURNS_IGNORE; kind <= FW_TURNS_BACK_UP; kind++) {
            assert_int_equal(fw_find_path(lot.planner, &ask, lot.path), FW_OK);
            assert_int_equal(
                fw_path_turn(lot.planner, NULL, (fw_turns)kind, &ask.start.heading, NULL, lot.path),
                kind == FW_TURNS_RECALCULATE ? FW_GAVE_UP : FW_OK);
        }
    }
    assert_int_equal(plenty.calls, before);
    lot_end(&lot);
}

TEST(where_memory_fails_the_path_is_as_before)
{
    bool done = false;
    for (uint64_t left = 0; !done; left++) {
        ration scarce = { .left = UNRATIONED };
        const fw_allocator hooks = rationed(&scarce);
        lot lot = lot_on(DRAWN(two_rooms), lot_vehicle(1.5, true), &hooks);
        const fw_request ask = plain_request(&lot);
        assert_int_equal(fw_find_path(lot.planner, &ask, lot.path), FW_OK);
        const kept_path kept = keep(lot.path);
        scarce.left = left;
        const fw_result result =
            fw_path_turn(lot.planner, NULL, FW_TURNS_BACK_UP, &ask.start.heading, NULL, lot.path);
        assert_true(result == FW_OK || result == FW_NO_MEMORY);
        if (result == FW_NO_MEMORY)
            assert_is(lot.path, &kept);
        done = result == FW_OK;
        assert_true(!done || left > 3);
        lot_end(&lot);
        assert_int_equal(scarce.held, 0);
    }
}
