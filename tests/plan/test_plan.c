// Searches in slices, side by side, cancelled, overtaken by edits.
#include <math.h>

#include "common/drawing.h"
#include "common/new.h"
#include "common/unit.h"
#include "common/yard.h"
#include "fairway/check.h"
#include "fairway/planner.h"

static void assert_same_path(const fw_path *one, const fw_path *other)
{
    fw_path_summary a;
    fw_path_summary b;
    assert_int_equal(fw_path_summarise(one, &a), FW_OK);
    assert_int_equal(fw_path_summarise(other, &b), FW_OK);
    assert_int_equal(a.outcome, b.outcome);
    assert_int_equal(a.method, b.method);
    assert_int_equal(a.segment_count, b.segment_count);
    assert_true(a.length == b.length && a.cost == b.cost);
    const fw_segment *left = fw_path_segments(one, NULL);
    const fw_segment *right = fw_path_segments(other, NULL);
    for (int32_t i = 0; i < a.segment_count; i++) {
        assert_true(left[i].start.x == right[i].start.x && left[i].start.y == right[i].start.y);
        assert_true(left[i].start.heading == right[i].start.heading && left[i].length == right[i].length);
    }
}

static void assert_same_statistics(const fw_statistics *a, const fw_statistics *b)
{
    assert_int_equal(a->expanded, b->expanded);
    assert_int_equal(a->generated, b->generated);
    assert_int_equal(a->improved, b->improved);
    assert_int_equal(a->reopened, b->reopened);
    assert_int_equal(a->work, b->work);
    assert_int_equal(a->fringe, b->fringe);
    assert_true(a->bound == b->bound);
}

/// Steps a search to its end and sees that progress only grows and work keeps to the slices.
static fw_result step_to_end(fw_search *search, uint64_t slice)
{
    fw_result result = FW_PENDING;
    double progress = 0.0;
    uint64_t work = 0;
    while (result == FW_PENDING) {
        fw_statistics statistics;
        result = fw_search_step(search, slice);
        const double now = fw_search_progress(search);
        assert_true(now >= progress && now <= 1.0);
        progress = now;
        assert_int_equal(fw_search_statistics(search, &statistics), FW_OK);
        assert_true(statistics.work <= work + slice);
        assert_true(result != FW_PENDING || statistics.work > work);
        work = statistics.work;
    }
    assert_true(progress == 1.0);
    assert_int_equal(fw_search_step(search, slice), result);
    return result;
}

TEST(slices_give_the_path_and_the_statistics_of_one_go)
{
    static const uint64_t slices[] = { 1, 7, 1000 };
    yard yard;
    begin_yard(&yard, 41);
    random_source source = { 42 };
    fw_path *sliced = new_path();
    for (int i = 0; i < 150; i++) {
        const fw_request ask = request_at_random(&yard, &source);
        fw_statistics expected;
        const fw_result whole = fw_find_path(yard.planner, &ask, yard.path);
        assert_int_equal(fw_planner_statistics(yard.planner, &expected), FW_OK);
        for (size_t k = 0; k < sizeof slices / sizeof *slices; k++) {
            fw_statistics statistics;
            fw_search *search = new_search(yard.planner, &ask);
            assert_int_equal(step_to_end(search, slices[k]), whole);
            assert_int_equal(fw_search_statistics(search, &statistics), FW_OK);
            assert_same_statistics(&statistics, &expected);
            if (whole == FW_OK) {
                assert_int_equal(fw_search_best_so_far(search, sliced), FW_OK);
                assert_same_path(sliced, yard.path);
            }
            fw_search_end(search);
        }
    }
    fw_path_destroy(sliced);
    end_yard(&yard);
}

/// A search under way, with the answer that it must come to.
typedef struct runner {
    fw_search *search; ///< null: not under way
    fw_result expected;
    fw_path *expected_path;
} runner;

static void begin_runner(runner *it, yard *yard, fw_planner *reference, random_source *source)
{
    const fw_request ask = request_at_random(yard, source);
    it->expected = fw_find_path(reference, &ask, it->expected_path);
    assert_int_equal(fw_search_begin(yard->planner, &ask, &it->search), FW_OK);
}

static void end_runner(runner *it, yard *yard, fw_result result)
{
    assert_int_equal(result, it->expected);
    if (result == FW_OK) {
        assert_int_equal(fw_search_best_so_far(it->search, yard->path), FW_OK);
        assert_same_path(yard->path, it->expected_path);
    }
    fw_search_end(it->search);
    it->search = NULL;
}

TEST(a_slow_search_and_a_thousand_fast_ones_do_not_disturb_each_other)
{
    enum { RUNNERS = 16 };
    yard yard;
    begin_yard(&yard, 43);
    random_source source = { 44 };
    runner runners[RUNNERS] = { 0 };
    fw_planner *reference = new_planner(yard.map);
    for (int i = 0; i < RUNNERS; i++)
        assert_int_equal(fw_path_create(NULL, &runners[i].expected_path), FW_OK);

    fw_request slow = fw_default_request();
    slow.unit = yard.units[1];
    slow.start = somewhere(&yard, &source, slow.unit);
    fw_pose far = somewhere(&yard, &source, slow.unit);
    while (fabs(far.x - slow.start.x) + fabs(far.y - slow.start.y) < SIDE)
        far = somewhere(&yard, &source, slow.unit);
    slow.goal = fw_goal_at(far.x, far.y);
    fw_path *slow_path = new_path();
    const fw_result slow_result = fw_find_path(reference, &slow, slow_path);
    fw_search *slow_search = new_search(yard.planner, &slow);

    int done = 0;
    int slow_steps = 0;
    while (done < 1000) {
        runner *it = &runners[random_below(&source, RUNNERS)];
        if (!it->search)
            begin_runner(it, &yard, reference, &source);
        const fw_result result = fw_search_step(it->search, 1 + random_below(&source, 500));
        if (result != FW_PENDING) {
            end_runner(it, &yard, result);
            done++;
        }
        slow_steps += fw_search_step(slow_search, 1) == FW_PENDING;
    }
    assert_true(slow_steps > 500);
    assert_int_equal(fw_search_step(slow_search, 0), slow_result);
    assert_int_equal(fw_search_best_so_far(slow_search, yard.path), slow_result);
    assert_same_path(yard.path, slow_path);
    fw_search_end(slow_search);
    fw_path_destroy(slow_path);
    for (int i = 0; i < RUNNERS; i++) {
        fw_search_end(runners[i].search); // those still under way are cancelled
        fw_path_destroy(runners[i].expected_path);
    }
    fw_planner_destroy(reference);
    end_yard(&yard);
}

TEST(cancelled_searches_leave_nothing_behind)
{
    yard yard;
    begin_yard(&yard, 45);
    random_source source = { 46 };
    size_t bytes = 0;
    for (int i = 0; i < 400; i++) {
        const fw_request ask = request_at_random(&yard, &source);
        fw_search *search = new_search(yard.planner, &ask);
        if (i % 3)
            fw_search_step(search, random_below(&source, 300) + 1);
        fw_search_end(search);
        fw_planner_trim(yard.planner);
        if (i == 0)
            bytes = fw_planner_bytes(yard.planner);
        assert_int_equal(fw_planner_bytes(yard.planner), bytes);
    }
    const fw_request ask = request_at_random(&yard, &source);
    fw_search *under_way = new_search(yard.planner, &ask);
    fw_search_step(under_way, 1);
    end_yard(&yard); // destroying the planner ends its searches
}

TEST(searches_hold_little_and_leave_the_memory_of_a_few)
{
    enum { FEW = 16, MANY = 100, LITTLE = 32 * 1024 };
    yard yard;
    begin_yard(&yard, 45);
    random_source source = { 46 };
    fw_search *searches[MANY];
    size_t under_way = 0;
    for (int i = 0; i < MANY; i++) {
        searches[i] = begin_long_search(&yard, &source);
        assert_int_equal(fw_search_step(searches[i], 1), FW_PENDING);
    }
    under_way = fw_planner_bytes(yard.planner);
    assert_true(under_way < (size_t)MANY * LITTLE);
    for (int i = 0; i < MANY; i++)
        fw_search_end(searches[i]);
    assert_true(fw_planner_bytes(yard.planner) < under_way * 2 * FEW / MANY);
    end_yard(&yard);
}

TEST(a_commit_leaves_searches_alone)
{
    yard yard;
    begin_yard(&yard, 47);
    random_source source = { 48 };
    fw_search *under_way = begin_long_search(&yard, &source);
    fw_search *over = begin_long_search(&yard, &source);
    assert_true(fw_search_step(over, 0) != FW_PENDING);

    const uint8_t terrain = fw_map_terrain(yard.map, 5, 5);
    assert_int_equal(fw_map_set_tile(yard.map, 5, 5, terrain), FW_OK);
    assert_int_equal(fw_map_commit(yard.map), FW_OK); // changes no tile
    assert_int_equal(fw_search_step(under_way, 1), FW_PENDING);

    assert_int_equal(fw_map_set_tile(yard.map, 5, 5, terrain ? FW_BLOCKED : FW_GROUND), FW_OK);
    assert_int_equal(fw_search_step(under_way, 1), FW_PENDING); // noted, not committed
    assert_int_equal(fw_map_commit(yard.map), FW_OK);
    assert_int_equal(fw_search_best_so_far(under_way, yard.path), FW_OK);
    assert_int_equal(fw_search_step(under_way, 1), FW_PENDING);
    assert_int_equal(fw_search_best_so_far(over, yard.path), FW_OK);
    assert_true(fw_search_step(under_way, 0) != FW_STALE);
    fw_search_end(under_way);
    fw_search_end(over);
    fw_search_end(begin_long_search(&yard, &source)); // new ones see the new map
    end_yard(&yard);
}

TEST(searches_go_on_when_the_map_has_lost_their_unit)
{
    yard yard;
    begin_yard(&yard, 49);
    random_source source = { 50 };
    fw_search *its = begin_long_search(&yard, &source);
    const fw_unit_id gone = yard.units[1];
    fw_unit_def def;
    assert_int_equal(fw_map_unit(yard.map, gone, &def), FW_OK);
    yard.units[1] = add_unit(yard.map, def);
    fw_search *others = begin_long_search(&yard, &source);
    assert_int_equal(fw_map_remove_unit(yard.map, gone), FW_OK);
    assert_true(fw_search_best_so_far(its, yard.path) != FW_STALE);
    assert_int_equal(fw_search_step(its, 1), FW_PENDING);
    assert_true(fw_search_step(its, 0) != FW_STALE);
    assert_int_equal(fw_search_step(others, 1), FW_PENDING);
    fw_search_end(its);
    fw_search_end(others);
    end_yard(&yard);
}

TEST(the_best_so_far_is_a_legal_path_at_any_time)
{
    yard yard;
    begin_yard(&yard, 51);
    random_source source = { 52 };
    int seen = 0;
    for (int i = 0; i < 40; i++) {
        const fw_request ask = request_at_random(&yard, &source);
        fw_search *search = new_search(yard.planner, &ask);
        fw_check_def judge = fw_default_check_def();
        judge.overlay = ask.overlay;
        judge.has_start = true;
        judge.start = ask.start;
        judge.check_cost = true;
        const bool is_over = fw_search_progress(search) == 1; // there is no way at all
        assert_int_equal(fw_search_best_so_far(search, yard.path), is_over ? FW_NOT_FOUND : FW_OK);
        while (fw_search_step(search, 1 + random_below(&source, 40)) == FW_PENDING) {
            fw_check_report report;
            fw_path_summary summary;
            assert_int_equal(fw_search_best_so_far(search, yard.path), FW_OK);
            assert_int_equal(fw_path_summarise(yard.path, &summary), FW_OK);
            assert_int_equal(summary.outcome, FW_OUTCOME_PARTIAL);
            assert_int_equal(fw_path_check(yard.map, ask.unit, yard.path, &judge, &report), FW_OK);
            assert_true(report.legal);
            seen++;
        }
        fw_search_end(search);
    }
    assert_true(seen > 100);
    end_yard(&yard);
}

TEST(a_prepared_planner_gives_the_same_answers)
{
    yard yard;
    begin_yard(&yard, 49);
    random_source source = { 50 };
    fw_planner *prepared = new_planner(yard.map);
    fw_path *path = new_path();
    const size_t bytes = fw_planner_bytes(prepared);
    assert_int_equal(fw_planner_prepare(prepared, yard.units[1], FW_GRID),
                     FW_OK); // terrains cost different amounts
    assert_int_equal(fw_planner_bytes(prepared), bytes);
    for (int i = 0; i < 200; i++) {
        if (i % 50 == 0) {
            assert_int_equal(fw_map_set_rect(yard.map, i / 4, 20, 5, 9, i % 100 ? FW_GROUND : FW_BLOCKED),
                             FW_OK);
            assert_int_equal(fw_map_commit(yard.map), FW_OK);
            assert_int_equal(fw_planner_prepare(prepared, yard.units[0], i ? FW_GRID : FW_JUMP_POINTS),
                             FW_OK);
            assert_true(fw_planner_bytes(prepared) > bytes + 10000);
        }
        fw_statistics counted, counted_prepared;
        const fw_request ask = request_at_random(&yard, &source);
        assert_int_equal(fw_find_path(yard.planner, &ask, yard.path), fw_find_path(prepared, &ask, path));
        assert_same_path(yard.path, path);
        assert_int_equal(fw_planner_statistics(yard.planner, &counted), FW_OK);
        assert_int_equal(fw_planner_statistics(prepared, &counted_prepared), FW_OK);
        assert_same_statistics(&counted, &counted_prepared);
    }
    fw_planner_trim(prepared);
    fw_planner_destroy(prepared);
    fw_path_destroy(path);
    end_yard(&yard);
}

TEST(trimming_frees_what_a_search_under_way_has_left_over)
{
    yard yard;
    begin_yard(&yard, 52);
    fw_request ask = fw_default_request();
    ask.unit = yard.units[0];
    ask.method = FW_ASTAR;
    ask.start = fw_pose_on_tile(1, 1, 1);
    ask.goal = fw_goal_on_tile(fw_map_width(yard.map) - 2, fw_map_height(yard.map) - 2, 1);
    fw_search *search = new_search(yard.planner, &ask);
    assert_int_equal(fw_search_step(search, 0), FW_OK);
    fw_search_end(search);
    ask.fewer_bends = true; // its nodes have pages of another size
    search = new_search(yard.planner, &ask);
    fw_search_step(search, 1);
    const size_t bytes = fw_planner_bytes(yard.planner);
    fw_planner_trim(yard.planner);
    assert_true(fw_planner_bytes(yard.planner) < bytes);
    assert_int_equal(fw_search_step(search, 0), FW_OK);
    end_yard(&yard);
}

TEST(what_cannot_be_prepared_is_refused)
{
    yard yard;
    begin_yard(&yard, 51);
    assert_int_equal(fw_planner_prepare(NULL, yard.units[0], FW_GRID), FW_NULL_ARGUMENT);
    assert_int_equal(fw_planner_prepare(yard.planner, 0xffff, FW_GRID), FW_UNKNOWN_UNIT);
    assert_int_equal(fw_planner_prepare(yard.planner, yard.units[0], FW_METHOD_COUNT), FW_BAD_VALUE);
    assert_int_equal(fw_planner_prepare(yard.planner, yard.units[1], FW_JUMP_POINTS), FW_NOT_PREPARED);
    assert_int_equal(fw_planner_prepare(yard.planner, yard.units[1], FW_ASTAR), FW_OK); // which keeps nothing
    int refused = 0;
    fw_result result = FW_NO_MEMORY;
    for (uint64_t left = 0; result == FW_NO_MEMORY; left++, refused++) {
        yard.ration.left = left;
        result = fw_planner_prepare(yard.planner, yard.units[0], FW_JUMP_POINTS);
    }
    yard.ration.left = UNRATIONED;
    assert_int_equal(result, FW_OK);
    assert_true(refused > 5);
    end_yard(&yard);
}
