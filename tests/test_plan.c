// Searches in slices, side by side, cancelled, overtaken by edits; what they tell of themselves, and their memory.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "common/drawing.h"
#include "common/near.h"
#include "common/rationed.h"
#include "fairway/check.h"
#include "fairway/planner.h"

enum { SIDE = 96, UNITS = 3 };

/// A map with units that search it in different ways, and one planner.
typedef struct yard {
    fw_map *map;
    fw_unit_id units[UNITS]; ///< jump points, A* over terrains, A* for a larger unit that cuts corners
    fw_planner *planner;
    fw_path *path;
    fw_overlay *overlay;
    ration ration; ///< of the planner
} yard;

static void begin_yard(yard *on, uint64_t seed)
{
    random_source source = { seed };
    *on = (yard){ .ration = { .left = UNRATIONED } };
    on->map = map_at_random(&source, SIDE, SIDE, 22, 3);
    fw_unit_def unit = unit_of_size(1);
    unit.terrain_cost[FW_WATER] = 1.0f;
    on->units[0] = add_unit(on->map, unit);
    unit.terrain_cost[FW_SWAMP] = 2.25f;
    unit.terrain_cost[FW_WATER] = 3.5f;
    on->units[1] = add_unit(on->map, unit);
    unit.size = 2;
    unit.corners = FW_CORNERS_ONE;
    on->units[2] = add_unit(on->map, unit);
    const fw_allocator hooks = rationed(&on->ration);
    fw_planner_def def = fw_default_planner_def();
    def.allocator = &hooks;
    assert_int_equal(fw_planner_create(on->map, &def, &on->planner), FW_OK);
    assert_int_equal(fw_path_create(&hooks, &on->path), FW_OK);
    assert_int_equal(fw_overlay_create(SIDE, SIDE, NULL, &on->overlay), FW_OK);
    for (int i = 0; i < 30; i++) {
        const int32_t x = (int32_t)random_below(&source, SIDE);
        const int32_t y = (int32_t)random_below(&source, SIDE);
        assert_int_equal(fw_overlay_block(on->overlay, x, y, 2, 1), FW_OK);
        assert_int_equal(fw_overlay_add_cost(on->overlay, y, x, 5, 4, 0.5f), FW_OK);
    }
}

static void end_yard(yard *on)
{
    fw_overlay_destroy(on->overlay);
    fw_path_destroy(on->path);
    fw_planner_destroy(on->planner);
    fw_map_destroy(on->map);
    assert_int_equal(on->ration.held, 0);
}

static fw_pose somewhere(const yard *on, random_source *source, fw_unit_id unit)
{
    fw_unit_def def;
    int32_t x;
    int32_t y;
    assert_int_equal(fw_map_unit(on->map, unit, &def), FW_OK);
    do {
        x = (int32_t)random_below(source, SIDE);
        y = (int32_t)random_below(source, SIDE);
    } while (!fw_map_fits(on->map, unit, x, y));
    return fw_pose_on_tile(x, y, def.size);
}

/// A request of any kind.
static fw_request request_at_random(const yard *on, random_source *source)
{
    fw_request ask = fw_default_request();
    ask.unit = on->units[random_below(source, UNITS)];
    ask.start = somewhere(on, source, ask.unit);
    const fw_pose goal = somewhere(on, source, ask.unit);
    ask.goal = fw_goal_at(goal.x, goal.y);
    switch (random_below(source, 8)) {
    case 0:
        ask.weight = 1.0 + random_unit(source);
        break;
    case 1:
        ask.max_work = 1 + random_below(source, 400);
        ask.partial = random_below(source, 2);
        break;
    case 2:
        ask.method = FW_ON_DEMAND;
        break;
    case 3:
        ask.fewer_bends = true;
        break;
    case 4:
        ask.overlay = on->overlay;
        ask.nearest = true;
        break;
    case 5:
        ask.goal = fw_goal_within(goal.x, goal.y, 3.0);
        break;
    case 6:
        ask.max_distance = 5.0 + 50.0 * random_unit(source);
        break;
    default:
        break;
    }
    return ask;
}

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

static void slices_give_the_path_and_the_statistics_of_one_go(void **state)
{
    (void)state;
    static const uint64_t slices[] = { 1, 7, 1000 };
    yard on;
    begin_yard(&on, 41);
    random_source source = { 42 };
    fw_path *sliced;
    assert_int_equal(fw_path_create(NULL, &sliced), FW_OK);
    for (int i = 0; i < 150; i++) {
        const fw_request ask = request_at_random(&on, &source);
        fw_statistics expected;
        const fw_result whole = fw_find_path(on.planner, &ask, on.path);
        assert_int_equal(fw_planner_statistics(on.planner, &expected), FW_OK);
        for (size_t k = 0; k < sizeof slices / sizeof *slices; k++) {
            fw_search *search;
            fw_statistics statistics;
            assert_int_equal(fw_search_begin(on.planner, &ask, &search), FW_OK);
            assert_int_equal(step_to_end(search, slices[k]), whole);
            assert_int_equal(fw_search_statistics(search, &statistics), FW_OK);
            assert_same_statistics(&statistics, &expected);
            if (whole == FW_OK) {
                assert_int_equal(fw_search_best_so_far(search, sliced), FW_OK);
                assert_same_path(sliced, on.path);
            }
            fw_search_end(search);
        }
    }
    fw_path_destroy(sliced);
    end_yard(&on);
}

/// A search under way, with the answer that it must come to.
typedef struct runner {
    fw_search *search; ///< null: not under way
    fw_result expected;
    fw_path *expected_path;
} runner;

static void begin_runner(runner *it, yard *on, fw_planner *reference, random_source *source)
{
    const fw_request ask = request_at_random(on, source);
    it->expected = fw_find_path(reference, &ask, it->expected_path);
    assert_int_equal(fw_search_begin(on->planner, &ask, &it->search), FW_OK);
}

static void end_runner(runner *it, yard *on, fw_result result)
{
    assert_int_equal(result, it->expected);
    if (result == FW_OK) {
        assert_int_equal(fw_search_best_so_far(it->search, on->path), FW_OK);
        assert_same_path(on->path, it->expected_path);
    }
    fw_search_end(it->search);
    it->search = NULL;
}

static void a_slow_search_and_a_thousand_fast_ones_do_not_disturb_each_other(void **state)
{
    (void)state;
    enum { RUNNERS = 16 };
    yard on;
    begin_yard(&on, 43);
    random_source source = { 44 };
    fw_planner *reference;
    runner runners[RUNNERS] = { 0 };
    assert_int_equal(fw_planner_create(on.map, NULL, &reference), FW_OK);
    for (int i = 0; i < RUNNERS; i++)
        assert_int_equal(fw_path_create(NULL, &runners[i].expected_path), FW_OK);

    fw_request slow = fw_default_request();
    slow.unit = on.units[1];
    slow.start = somewhere(&on, &source, slow.unit);
    fw_pose far = somewhere(&on, &source, slow.unit);
    while (fabs(far.x - slow.start.x) + fabs(far.y - slow.start.y) < SIDE)
        far = somewhere(&on, &source, slow.unit);
    slow.goal = fw_goal_at(far.x, far.y);
    fw_path *slow_path;
    fw_search *slow_search;
    assert_int_equal(fw_path_create(NULL, &slow_path), FW_OK);
    const fw_result slow_result = fw_find_path(reference, &slow, slow_path);
    assert_int_equal(fw_search_begin(on.planner, &slow, &slow_search), FW_OK);

    int done = 0;
    int slow_steps = 0;
    while (done < 1000) {
        runner *it = &runners[random_below(&source, RUNNERS)];
        if (!it->search)
            begin_runner(it, &on, reference, &source);
        const fw_result result = fw_search_step(it->search, 1 + random_below(&source, 500));
        if (result != FW_PENDING) {
            end_runner(it, &on, result);
            done++;
        }
        slow_steps += fw_search_step(slow_search, 1) == FW_PENDING;
    }
    assert_true(slow_steps > 500);
    assert_int_equal(fw_search_step(slow_search, 0), slow_result);
    assert_int_equal(fw_search_best_so_far(slow_search, on.path), slow_result);
    assert_same_path(on.path, slow_path);
    fw_search_end(slow_search);
    fw_path_destroy(slow_path);
    for (int i = 0; i < RUNNERS; i++) {
        fw_search_end(runners[i].search); // those still under way are cancelled
        fw_path_destroy(runners[i].expected_path);
    }
    fw_planner_destroy(reference);
    end_yard(&on);
}

static void cancelled_searches_leave_nothing_behind(void **state)
{
    (void)state;
    yard on;
    begin_yard(&on, 45);
    random_source source = { 46 };
    size_t bytes = 0;
    for (int i = 0; i < 400; i++) {
        const fw_request ask = request_at_random(&on, &source);
        fw_search *search;
        assert_int_equal(fw_search_begin(on.planner, &ask, &search), FW_OK);
        if (i % 3)
            fw_search_step(search, random_below(&source, 300) + 1);
        fw_search_end(search);
        fw_planner_trim(on.planner);
        if (i == 0)
            bytes = fw_planner_bytes(on.planner);
        assert_int_equal(fw_planner_bytes(on.planner), bytes);
    }
    fw_search *under_way;
    const fw_request ask = request_at_random(&on, &source);
    assert_int_equal(fw_search_begin(on.planner, &ask, &under_way), FW_OK);
    fw_search_step(under_way, 1);
    end_yard(&on); // destroying the planner ends its searches
}

/// Begins a search that needs more than a step.
static fw_search *begin_long_search(const yard *on, random_source *source)
{
    for (;;) {
        fw_search *search;
        fw_request ask = fw_default_request();
        ask.unit = on->units[1];
        ask.start = somewhere(on, source, ask.unit);
        const fw_pose goal = somewhere(on, source, ask.unit);
        ask.goal = fw_goal_at(goal.x, goal.y);
        assert_int_equal(fw_search_begin(on->planner, &ask, &search), FW_OK);
        if (fw_search_step(search, 3) == FW_PENDING)
            return search;
        fw_search_end(search);
    }
}

static void a_commit_makes_searches_stale(void **state)
{
    (void)state;
    yard on;
    begin_yard(&on, 47);
    random_source source = { 48 };
    fw_search *under_way = begin_long_search(&on, &source);
    fw_search *over = begin_long_search(&on, &source);
    assert_true(fw_search_step(over, 0) != FW_PENDING);

    const uint8_t terrain = fw_map_terrain(on.map, 5, 5);
    assert_int_equal(fw_map_set_tile(on.map, 5, 5, terrain), FW_OK);
    assert_int_equal(fw_map_commit(on.map), FW_OK); // changes no tile
    assert_int_equal(fw_search_step(under_way, 1), FW_PENDING);

    assert_int_equal(fw_map_set_tile(on.map, 5, 5, terrain ? FW_BLOCKED : FW_GROUND), FW_OK);
    assert_int_equal(fw_search_step(under_way, 1), FW_PENDING); // noted, not committed
    assert_int_equal(fw_map_commit(on.map), FW_OK);
    assert_int_equal(fw_search_best_so_far(under_way, on.path), FW_STALE);
    assert_int_equal(fw_search_step(under_way, 1), FW_STALE);
    assert_int_equal(fw_search_step(under_way, 1), FW_STALE);
    assert_true(fw_search_progress(under_way) == 1.0);
    assert_int_equal(fw_search_best_so_far(over, on.path), FW_STALE);
    fw_search_end(under_way);
    fw_search_end(over);
    fw_search_end(begin_long_search(&on, &source)); // new ones see the new map
    end_yard(&on);
}

static void removing_a_unit_makes_its_searches_stale_and_no_others(void **state)
{
    (void)state;
    yard on;
    begin_yard(&on, 49);
    random_source source = { 50 };
    fw_search *its = begin_long_search(&on, &source);
    const fw_unit_id gone = on.units[1];
    fw_unit_def def;
    assert_int_equal(fw_map_unit(on.map, gone, &def), FW_OK);
    on.units[1] = add_unit(on.map, def);
    fw_search *others = begin_long_search(&on, &source);
    assert_int_equal(fw_map_remove_unit(on.map, gone), FW_OK);
    assert_int_equal(fw_search_best_so_far(its, on.path), FW_STALE);
    assert_int_equal(fw_search_step(its, 1), FW_STALE);
    assert_int_equal(fw_search_step(others, 1), FW_PENDING);
    fw_search_end(its);
    fw_search_end(others);
    end_yard(&on);
}

static void the_best_so_far_is_a_legal_path_at_any_time(void **state)
{
    (void)state;
    yard on;
    begin_yard(&on, 51);
    random_source source = { 52 };
    int seen = 0;
    for (int i = 0; i < 40; i++) {
        const fw_request ask = request_at_random(&on, &source);
        fw_search *search;
        assert_int_equal(fw_search_begin(on.planner, &ask, &search), FW_OK);
        fw_check_def judge = fw_default_check_def();
        judge.overlay = ask.overlay;
        judge.has_start = true;
        judge.start = ask.start;
        judge.check_cost = true;
        assert_int_equal(fw_search_best_so_far(search, on.path), FW_NOT_FOUND); // nothing yet
        while (fw_search_step(search, 1 + random_below(&source, 40)) == FW_PENDING) {
            fw_check_report report;
            fw_path_summary summary;
            assert_int_equal(fw_search_best_so_far(search, on.path), FW_OK);
            assert_int_equal(fw_path_summarise(on.path, &summary), FW_OK);
            assert_int_equal(summary.outcome, FW_OUTCOME_PARTIAL);
            assert_int_equal(fw_path_check(on.map, ask.unit, on.path, &judge, &report), FW_OK);
            assert_true(report.legal);
            seen++;
        }
        fw_search_end(search);
    }
    assert_true(seen > 100);
    end_yard(&on);
}

enum { MOST_EVENTS = 40000 };

/// What a trace told, to be judged event by event.
typedef struct diary {
    fw_trace_event events[MOST_EVENTS];
    int count;
} diary;

static void write_down(const fw_trace_event *event, void *user)
{
    diary *into = user;
    assert_true(into->count < MOST_EVENTS);
    into->events[into->count++] = *event;
}

/// Was a node told of by an event of a kind before?
static const fw_trace_event *told_before(const diary *from, int end, uint64_t id, bool expanded)
{
    for (int i = end - 1; i >= 0; i--)
        if (from->events[i].id == id && (from->events[i].kind == FW_TRACE_EXPAND) == expanded)
            return &from->events[i];
    return NULL;
}

static void judge_event(const diary *from, int at, double weight)
{
    const fw_trace_event *it = &from->events[at];
    const fw_trace_event *known = told_before(from, at, it->id, false);
    assert_near(it->f, it->g + weight * it->h, 1e-2 * (weight - 1.0) * it->h + 1e-6);
    switch (it->kind) {
    case FW_TRACE_SOURCE:
        assert_int_equal(it->parent, it->id);
        assert_true(it->g == 0.0);
        break;
    case FW_TRACE_GENERATE:
        assert_non_null(told_before(from, at, it->parent, true));
        assert_true(!known || it->g <= known->g);
        break;
    case FW_TRACE_EXPAND:
        assert_non_null(known);
        assert_true(known->g == it->g && known->x == it->x && known->y == it->y);
        break;
    case FW_TRACE_GOAL:
        assert_true(it->id == UINT64_MAX && at == from->count - 1);
        assert_true(it->parent == UINT64_MAX || told_before(from, at, it->parent, true));
        break;
    }
}

static void a_trace_tells_a_consistent_story(void **state)
{
    (void)state;
    static diary told;
    yard on;
    begin_yard(&on, 53);
    random_source source = { 54 };
    int stories = 0;
    for (int i = 0; i < 80; i++) {
        fw_request ask = request_at_random(&on, &source);
        const double aside = ask.start.x < SIDE / 2.0 ? 12.0 : -12.0;
        const fw_pose near = { ask.start.x + aside, ask.start.y, 0.0 };
        fw_statistics statistics;
        fw_path_summary summary;
        ask.goal = fw_goal_within(near.x, near.y, 2.0);
        if (i % 2)
            ask.goal = fw_goal_at(near.x, near.y);
        ask.trace = write_down;
        ask.trace_user = &told;
        told.count = 0;
        const fw_result result = fw_find_path(on.planner, &ask, on.path);
        uint64_t kinds[4] = { 0 };
        assert_int_equal(fw_planner_statistics(on.planner, &statistics), FW_OK);
        for (int at = 0; at < told.count; at++) {
            judge_event(&told, at, statistics.bound > 0.0 ? statistics.bound : ask.weight);
            kinds[told.events[at].kind]++;
        }
        assert_int_equal(kinds[FW_TRACE_EXPAND], statistics.expanded);
        assert_int_equal(kinds[FW_TRACE_SOURCE] + kinds[FW_TRACE_GENERATE], statistics.improved);
        assert_int_equal(fw_path_summarise(on.path, &summary), FW_OK);
        assert_int_equal(kinds[FW_TRACE_GOAL], result == FW_OK && summary.outcome == FW_OUTCOME_FOUND);
        if (kinds[FW_TRACE_GOAL]) {
            assert_near(told.events[told.count - 1].g, summary.cost, 1e-6);
            stories++;
        }
    }
    assert_true(stories > 30);
    end_yard(&on);
}

static void warm_queries_do_not_ask_for_memory(void **state)
{
    (void)state;
    yard on;
    begin_yard(&on, 55);
    uint64_t calls = 0;
    for (int pass = 0; pass < 3; pass++) {
        random_source source = { 56 };
        if (pass == 2)
            calls = on.ration.calls;
        for (int i = 0; i < 150; i++) {
            const fw_request ask = request_at_random(&on, &source);
            fw_find_path(on.planner, &ask, on.path);
            fw_search *search;
            assert_int_equal(fw_search_begin(on.planner, &ask, &search), FW_OK);
            while (fw_search_step(search, 50) == FW_PENDING)
                continue;
            fw_search_best_so_far(search, on.path);
            fw_search_end(search);
        }
    }
    assert_int_equal(on.ration.calls, calls);
    end_yard(&on);
}

static void a_planner_counts_its_bytes_and_gives_them_back(void **state)
{
    (void)state;
    yard on;
    begin_yard(&on, 57);
    random_source source = { 58 };
    fw_planner_trim(on.planner);
    const size_t empty = fw_planner_bytes(on.planner);
    fw_path *path;
    assert_int_equal(fw_path_create(NULL, &path), FW_OK);
    fw_search *held = begin_long_search(&on, &source);
    for (int i = 0; i < 50; i++) {
        const fw_request ask = request_at_random(&on, &source);
        fw_find_path(on.planner, &ask, path);
    }
    const size_t full = fw_planner_bytes(on.planner);
    assert_true(full > empty);
    fw_planner_trim(on.planner);
    const size_t trimmed = fw_planner_bytes(on.planner);
    assert_true(trimmed < full && trimmed > empty);
    assert_true(fw_search_step(held, 0) != FW_PENDING); // what is under way kept its memory
    fw_search_end(held);
    fw_planner_trim(on.planner);
    assert_int_equal(fw_planner_bytes(on.planner), empty);
    fw_path_destroy(path);
    end_yard(&on);
}

static void a_short_query_on_a_vast_map_touches_little_memory(void **state)
{
    (void)state;
    fw_map_def def = fw_default_map_def();
    def.width = def.height = 4096;
    def.fill = FW_GROUND;
    fw_map *map;
    assert_int_equal(fw_map_create(&def, &map), FW_OK);
    fw_unit_def unit = unit_of_size(1);
    const fw_unit_id even = add_unit(map, unit);
    unit.terrain_cost[FW_SWAMP] = 3.0f;
    const fw_unit_id uneven = add_unit(map, unit);
    fw_path *path;
    assert_int_equal(fw_path_create(NULL, &path), FW_OK);
    for (int i = 0; i < 3; i++) {
        fw_planner *planner;
        fw_statistics statistics;
        fw_request ask = fw_default_request();
        ask.unit = i == 0 ? even : uneven;
        ask.method = i == 2 ? FW_ON_DEMAND : FW_AUTO;
        ask.start = fw_pose_on_tile(2043, 2043, 1);
        ask.goal = fw_goal_at(2053.5, 2047.5);
        assert_int_equal(fw_planner_create(map, NULL, &planner), FW_OK);
        assert_int_equal(fw_find_path(planner, &ask, path), FW_OK);
        assert_int_equal(fw_planner_statistics(planner, &statistics), FW_OK);
        assert_true(statistics.bytes <= fw_planner_bytes(planner));
        // Four blocks of 64 x 64 nodes meet at this start.
        assert_true(fw_planner_bytes(planner) < (size_t)512 * 1024);
        fw_planner_destroy(planner);
    }
    fw_path_destroy(path);
    fw_map_destroy(map);
}

static void what_is_answered_without_a_search_has_no_statistics(void **state)
{
    (void)state;
    const char *walls[] = { "..#..", "..#.." };
    fw_map *map = DRAWN(walls);
    const fw_unit_id unit = add_unit(map, unit_of_size(1));
    fw_planner *planner;
    fw_path *path;
    fw_statistics statistics;
    assert_int_equal(fw_planner_create(map, NULL, &planner), FW_OK);
    assert_int_equal(fw_path_create(NULL, &path), FW_OK);
    assert_int_equal(fw_planner_statistics(planner, &statistics), FW_OK);
    assert_int_equal(statistics.work, 0);
    fw_request ask = fw_default_request();
    ask.unit = unit;
    ask.method = FW_ASTAR;
    ask.start = fw_pose_on_tile(0, 0, 1);
    ask.goal = fw_goal_at(1.5, 1.5);
    assert_int_equal(fw_find_path(planner, &ask, path), FW_OK);
    assert_int_equal(fw_planner_statistics(planner, &statistics), FW_OK);
    assert_true(statistics.expanded > 0 && statistics.bound == 1.0);
    ask.goal = fw_goal_at(4.5, 1.5);
    assert_int_equal(fw_find_path(planner, &ask, path), FW_UNREACHABLE);
    assert_int_equal(fw_planner_statistics(planner, &statistics), FW_OK);
    assert_true(statistics.work == 0 && statistics.expanded == 0 && statistics.bound == 0.0);
    fw_path_destroy(path);
    fw_planner_destroy(planner);
    fw_map_destroy(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slices_give_the_path_and_the_statistics_of_one_go),
        cmocka_unit_test(a_slow_search_and_a_thousand_fast_ones_do_not_disturb_each_other),
        cmocka_unit_test(cancelled_searches_leave_nothing_behind),
        cmocka_unit_test(a_commit_makes_searches_stale),
        cmocka_unit_test(removing_a_unit_makes_its_searches_stale_and_no_others),
        cmocka_unit_test(the_best_so_far_is_a_legal_path_at_any_time),
        cmocka_unit_test(a_trace_tells_a_consistent_story),
        cmocka_unit_test(warm_queries_do_not_ask_for_memory),
        cmocka_unit_test(a_planner_counts_its_bytes_and_gives_them_back),
        cmocka_unit_test(a_short_query_on_a_vast_map_touches_little_memory),
        cmocka_unit_test(what_is_answered_without_a_search_has_no_statistics),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
