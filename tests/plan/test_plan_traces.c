// What searches tell: traces, statistics, bytes.
#include <math.h>

#include "common/drawing.h"
#include "common/near.h"
#include "common/new.h"
#include "common/unit.h"
#include "common/yard.h"
#include "fairway/planner.h"

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
    case FW_TRACE_STEP:
        fail_msg("only FW_HYBRID_STRICT has steps");
        break;
    case FW_TRACE_GOAL:
        assert_true(it->id == UINT64_MAX && at == from->count - 1);
        assert_true(it->parent == UINT64_MAX || told_before(from, at, it->parent, true));
        break;
    }
}

TEST(a_trace_tells_a_consistent_story)
{
    static diary told;
    yard yard;
    begin_yard(&yard, 53);
    random_source source = { 54 };
    int stories = 0;
    for (int i = 0; i < 80; i++) {
        fw_request ask = request_at_random(&yard, &source);
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
        const fw_result result = fw_find_path(yard.planner, &ask, yard.path);
        uint64_t kinds[4] = { 0 };
        assert_int_equal(fw_planner_statistics(yard.planner, &statistics), FW_OK);
        for (int at = 0; at < told.count; at++) {
            judge_event(&told, at, statistics.bound > 0.0 ? statistics.bound : ask.weight);
            kinds[told.events[at].kind]++;
        }
        assert_int_equal(kinds[FW_TRACE_EXPAND], statistics.expanded);
        assert_int_equal(kinds[FW_TRACE_SOURCE] + kinds[FW_TRACE_GENERATE], statistics.improved);
        assert_int_equal(fw_path_summarise(yard.path, &summary), FW_OK);
        // The place nearest to a goal is a goal of the search, unless it was found after the search.
        const bool has_goal = result == FW_OK && summary.outcome == FW_OUTCOME_FOUND;
        const bool may_have_goal = result == FW_OK && summary.outcome == FW_OUTCOME_NEAREST;
        assert_true(kinds[FW_TRACE_GOAL] == has_goal || (may_have_goal && kinds[FW_TRACE_GOAL] == 1));
        if (kinds[FW_TRACE_GOAL]) {
            assert_near(told.events[told.count - 1].g, summary.cost, 1e-6);
            stories++;
        }
    }
    assert_true(stories > 30);
    end_yard(&yard);
}

TEST(warm_queries_do_not_ask_for_memory)
{
    yard yard;
    begin_yard(&yard, 55);
    uint64_t calls = 0;
    for (int pass = 0; pass < 3; pass++) {
        random_source source = { 56 };
        if (pass == 2)
            calls = yard.ration.calls;
        for (int i = 0; i < 150; i++) {
            const fw_request ask = request_at_random(&yard, &source);
            fw_find_path(yard.planner, &ask, yard.path);
            fw_search *search = new_search(yard.planner, &ask);
            while (fw_search_step(search, 50) == FW_PENDING)
                continue;
            fw_search_best_so_far(search, yard.path);
            fw_search_end(search);
        }
    }
    assert_int_equal(yard.ration.calls, calls);
    end_yard(&yard);
}

TEST(a_planner_counts_its_bytes_and_gives_them_back)
{
    yard yard;
    begin_yard(&yard, 57);
    random_source source = { 58 };
    fw_planner_trim(yard.planner);
    const size_t empty = fw_planner_bytes(yard.planner);
    fw_path *path = new_path();
    fw_search *held = begin_long_search(&yard, &source);
    for (int i = 0; i < 50; i++) {
        const fw_request ask = request_at_random(&yard, &source);
        fw_find_path(yard.planner, &ask, path);
    }
    const size_t full = fw_planner_bytes(yard.planner);
    assert_true(full > empty);
    fw_planner_trim(yard.planner);
    const size_t trimmed = fw_planner_bytes(yard.planner);
    assert_true(trimmed < full && trimmed > empty);
    assert_true(fw_search_step(held, 0) != FW_PENDING); // what is under way kept its memory
    fw_search_end(held);
    fw_planner_trim(yard.planner);
    assert_int_equal(fw_planner_bytes(yard.planner), empty);
    fw_path_destroy(path);
    end_yard(&yard);
}

TEST(a_short_query_on_a_vast_map_touches_little_memory)
{
    fw_map *map = open_map(4096, 4096);
    fw_unit_def unit = unit_of_size(1);
    const fw_unit_id even = add_unit(map, unit);
    unit.terrain_cost[FW_SWAMP] = 3.0f;
    const fw_unit_id uneven = add_unit(map, unit);
    fw_path *path = new_path();
    for (int i = 0; i < 3; i++) {
        fw_statistics statistics;
        fw_request ask = fw_default_request();
        ask.unit = i == 0 ? even : uneven;
        ask.method = i == 2 ? FW_ON_DEMAND : FW_AUTO;
        ask.start = fw_pose_on_tile(2043, 2043, 1);
        ask.goal = fw_goal_at(2053.5, 2047.5);
        fw_planner *planner = new_planner(map);
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

TEST(what_is_answered_without_a_search_has_no_statistics)
{
    const char *walls[] = { "..#..", "..#.." };
    fw_map *map = DRAWN(walls);
    const fw_unit_id unit = add_unit(map, unit_of_size(1));
    fw_statistics statistics;
    fw_planner *planner = new_planner(map);
    fw_path *path = new_path();
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
