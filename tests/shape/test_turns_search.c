/// Searches that turn: in slices, cancelled, limited, with memory that runs out, and without any once they are warm.

#include "common/drawing.h"
#include "common/lot.h"
#include "common/new.h"
#include "common/rationed.h"
#include "common/unit.h"

static const fw_turns all_turns[] = { FW_TURNS_IGNORE, FW_TURNS_RECALCULATE, FW_TURNS_TIGHTEN,
                                      FW_TURNS_BACK_UP };

/// From the room on the left to the one on the right; the near door is too narrow to turn in, the far one is wide.
static const char *const two_rooms[] = {
    "....................", "....................", "....................", "....................",
    "....................", "....................", "......#.............", "......########......",
    "......########......", "....................", "......########......", "......########......",
    "....................", "....................", "....................", "....................",
    "....................", "...................."
};

static lot two_rooms_lot(const fw_allocator *allocator)
{
    return lot_on(DRAWN(two_rooms), lot_vehicle(3, true), allocator);
}

/// A request that the first search does not answer.
static fw_request hard_request(const lot *lot, fw_turns turns)
{
    return lot_request(lot, 5, 6, 90, 17, 9, turns);
}

static fw_statistics statistics_of(const lot *lot)
{
    fw_statistics did;
    assert_int_equal(fw_planner_statistics(lot->planner, &did), FW_OK);
    return did;
}

static bool is_same_path(const fw_path *one, const fw_path *other)
{
    int32_t count, other_count;
    const fw_segment *a = fw_path_segments(one, &count), *b = fw_path_segments(other, &other_count);
    bool is_same = count == other_count;
    for (int32_t i = 0; i < count && is_same; i++)
        is_same = a[i].start.x == b[i].start.x && a[i].start.y == b[i].start.y &&
                  a[i].length == b[i].length && a[i].curvature == b[i].curvature && a[i].gear == b[i].gear;
    return is_same;
}

TEST(rounds_are_counted_and_their_work_adds_up)
{
    lot lot = two_rooms_lot(NULL);
    fw_request ask = hard_request(&lot, FW_TURNS_IGNORE);
    assert_int_equal(fw_find_path(lot.planner, &ask, lot.path), FW_OK);
    const fw_statistics once = statistics_of(&lot);
    assert_int_equal(once.turn_rounds, 0);
    ask.turns = FW_TURNS_RECALCULATE;
    assert_int_equal(fw_find_path(lot.planner, &ask, lot.path), FW_OK);
    lot_judge(&lot, &ask);
    const fw_statistics did = statistics_of(&lot);
    assert_true(did.turn_rounds >= 1);
    assert_true(did.expanded > once.expanded);
    assert_true(did.bound == 0);
    lot_end(&lot);
}

TEST(slices_do_not_change_the_answer)
{
    lot lot = two_rooms_lot(NULL);
    fw_path *best = new_path();
    for (int i = 0; i < 4; i++) {
        const fw_request ask = hard_request(&lot, all_turns[i]);
        assert_int_equal(fw_find_path(lot.planner, &ask, lot.path), FW_OK);
        const fw_statistics whole = statistics_of(&lot);
        fw_search *search = new_search(lot.planner, &ask);
        fw_result result = FW_PENDING;
        for (double progress = 0; result == FW_PENDING; progress = fw_search_progress(search)) {
            result = fw_search_step(search, 3);
            assert_true(fw_search_progress(search) >= progress);
            const fw_result looked = fw_search_best_so_far(search, best);
            assert_true(looked == FW_OK || looked == FW_NOT_FOUND);
        }
        assert_int_equal(result, FW_OK);
        fw_statistics sliced;
        assert_int_equal(fw_search_statistics(search, &sliced), FW_OK);
        assert_true(is_same_path(best, lot.path));
        assert_int_equal(sliced.expanded, whole.expanded);
        assert_int_equal(sliced.turn_rounds, whole.turn_rounds);
        assert_int_equal(sliced.lost_approaches, whole.lost_approaches);
        fw_search_end(search);
    }
    fw_path_destroy(best);
    lot_end(&lot);
}

TEST(a_search_cancelled_in_a_later_round_leaves_the_next_one_alone)
{
    lot lot = two_rooms_lot(NULL);
    const fw_request ask = hard_request(&lot, FW_TURNS_RECALCULATE);
    assert_int_equal(fw_find_path(lot.planner, &ask, lot.path), FW_OK);
    fw_statistics did = { 0 };
    fw_search *search = new_search(lot.planner, &ask);
    while (did.turn_rounds == 0) {
        assert_int_equal(fw_search_step(search, 1), FW_PENDING);
        assert_int_equal(fw_search_statistics(search, &did), FW_OK);
    }
    fw_search_end(search);
    fw_path *again = new_path();
    assert_int_equal(fw_search_begin(lot.planner, &ask, &search), FW_OK);
    assert_int_equal(fw_search_step(search, 0), FW_OK);
    assert_int_equal(fw_search_best_so_far(search, again), FW_OK);
    assert_true(is_same_path(again, lot.path));
    fw_search_end(search);
    fw_path_destroy(again);
    lot_end(&lot);
}

/// All rounds share one limit; what was found by then is given on request, and counts what it breaks.
TEST(a_limit_on_work_holds_for_all_rounds_together)
{
    lot lot = two_rooms_lot(NULL);
    fw_request ask = hard_request(&lot, FW_TURNS_RECALCULATE);
    assert_int_equal(fw_find_path(lot.planner, &ask, lot.path), FW_OK);
    const uint64_t needed = statistics_of(&lot).work;
    int limited = 0, broken = 0;
    for (ask.max_work = 1; ask.max_work <= needed + 1; ask.max_work += needed / 40 + 1) {
        ask.partial = false;
        const fw_result result = fw_find_path(lot.planner, &ask, lot.path);
        assert_true(statistics_of(&lot).work <= ask.max_work);
        assert_true(result == FW_LIMIT || (result == FW_OK && ask.max_work >= needed));
        limited += result == FW_LIMIT;
        ask.partial = true;
        if (result != FW_LIMIT || fw_find_path(lot.planner, &ask, lot.path) != FW_OK)
            continue;
        fw_path_summary summary;
        assert_int_equal(fw_path_summarise(lot.path, &summary), FW_OK);
        assert_int_equal(summary.outcome, FW_OUTCOME_PARTIAL);
        broken += summary.violations.impossible > 0;
    }
    assert_true(limited > 5);
    assert_true(broken > 0);
    lot_end(&lot);
}

TEST(warm_searches_allocate_nothing)
{
    ration plenty = { .left = UNRATIONED };
    const fw_allocator hooks = rationed(&plenty);
    lot lot = two_rooms_lot(&hooks);
    uint64_t before = 0;
    for (int pass = 0; pass < 3; pass++) {
        before = plenty.calls;
        for (int i = 0; i < 4; i++) {
            const fw_request ask = hard_request(&lot, all_turns[i]);
            assert_int_equal(fw_find_path(lot.planner, &ask, lot.path), FW_OK);
        }
    }
    assert_int_equal(plenty.calls, before);
    assert_true(fw_planner_bytes(lot.planner) > 0);
    fw_planner_trim(lot.planner);
    assert_true(fw_planner_bytes(lot.planner) < 10000);
    lot_end(&lot);
    assert_int_equal(plenty.held, 0);
}

/// What the path holds is an answer as a whole, or what was there before.
static void search_under_ration(const lot *lot, ration *from, const double lengths[4])
{
    const fw_allocator hooks = rationed(from);
    fw_planner_def def = fw_default_planner_def();
    fw_planner *planner = NULL;
    fw_path *path = NULL;
    double length = 0;
    def.allocator = &hooks;
    fw_result result = fw_planner_create(lot->map, &def, &planner);
    if (result == FW_OK)
        result = fw_path_create(&hooks, &path);
    for (int i = 0; i < 4 && result == FW_OK; i++) {
        const fw_request ask = hard_request(lot, all_turns[i]);
        result = fw_find_path(planner, &ask, path);
        if (result == FW_OK)
            length = lengths[i];
        assert_true(fw_path_length(path) == length);
    }
    assert_true(result == FW_OK || result == FW_NO_MEMORY);
    fw_path_destroy(path);
    fw_planner_destroy(planner);
    assert_int_equal(from->held, 0);
    assert_int_equal(from->bytes, 0);
}

TEST(memory_that_runs_out_anywhere_is_survived)
{
    lot lot = two_rooms_lot(NULL);
    double lengths[4];
    for (int i = 0; i < 4; i++) {
        const fw_request ask = hard_request(&lot, all_turns[i]);
        assert_int_equal(fw_find_path(lot.planner, &ask, lot.path), FW_OK);
        lengths[i] = fw_path_length(lot.path);
    }
    ration plenty = { .left = UNRATIONED };
    search_under_ration(&lot, &plenty, lengths);
    assert_true(plenty.calls > 30);
    for (uint64_t n = 0; n < plenty.calls; n++) {
        ration scarce = { .left = n }, single = { .left = n, .once = true };
        search_under_ration(&lot, &scarce, lengths);
        search_under_ration(&lot, &single, lengths);
    }
    lot_end(&lot);
}
