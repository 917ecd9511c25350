// Search on spaces of the caller's own, against a Dijkstra of the test's own.
#include <math.h>

#include "common/drawing.h"
#include "common/graph_search.h"
#include "common/new.h"
#include "common/unit.h"

/// A node with more rays than fit into any array of a fixed size.
enum { WIDE = 900 };

TEST(a_mesh_of_polygons_is_searched_as_dijkstra_does)
{
    static graph graph;
    graph_bench bench = graph_bench_begin();
    random_source source = { 61 };
    for (int i = 0; i < 120; i++) {
        graph_make_mesh(&graph, &source, 2 + (int32_t)random_below(&source, 13));
        graph.closing = random_below(&source, 2) ? 250 : 0;
        fw_space_request ask = graph_request(&graph, true);
        if (i % 4 == 0)
            ask.weight = 1.0 + random_unit(&source);
        assert_int_equal(assert_graph_as_dijkstra(&bench, &graph, &ask, (uint64_t)i % 3).reopened, 0);
    }
    graph_bench_end(&bench);
}

TEST(a_grid_of_three_dimensions_is_searched_as_dijkstra_does)
{
    static graph graph;
    graph_bench bench = graph_bench_begin();
    random_source source = { 62 };
    for (int i = 0; i < 60; i++) {
        graph_make_storeys(&graph, &source);
        fw_space_request ask = graph_request(&graph, true);
        if (i % 3 == 0)
            ask.space.estimate = NULL; // Dijkstra
        if (i % 5 == 0)
            graph.more_starts[1] = (int32_t)random_below(&source, (uint32_t)graph.count);
        assert_graph_as_dijkstra(&bench, &graph, &ask, 0);
    }
    graph_bench_end(&bench);
}

TEST(where_h_is_not_consistent_closed_nodes_are_opened_again)
{
    static graph graph;
    graph_bench bench = graph_bench_begin();
    random_source source = { 63 };
    uint64_t reopened = 0;
    for (int i = 0; i < 400; i++) {
        graph_make_tangle(&graph, &source, 5 + (int32_t)random_below(&source, 60));
        fw_space_request ask = graph_request(&graph, false);
        if (i % 4 == 0)
            ask.weight = 1.0 + 3.0 * random_unit(&source);
        reopened += assert_graph_as_dijkstra(&bench, &graph, &ask, 0).reopened;
    }
    assert_true(reopened > 50);
    graph_bench_end(&bench);
}

TEST(again_is_no_answer_and_changes_none)
{
    static graph graph;
    graph_bench bench = graph_bench_begin();
    random_source source = { 64 };
    for (int i = 0; i < 40; i++) {
        graph_make_mesh(&graph, &source, 8);
        const fw_space_request ask = graph_request(&graph, i % 2);
        const fw_statistics straight_on = assert_graph_as_dijkstra(&bench, &graph, &ask, 0);
        graph.pauses = 1 + i % 3;
        const fw_statistics with_pauses = assert_graph_as_dijkstra(&bench, &graph, &ask, i % 2 ? 0 : 5);
        assert_int_equal(with_pauses.expanded, straight_on.expanded);
        assert_int_equal(with_pauses.work, straight_on.work);
    }
    graph_bench_end(&bench);
}

/// A space that waits for something outside the search: a bool that `space` points to.
static fw_result expand_when_ready(void *space, const fw_node *from, fw_successors *successors)
{
    if (!*(const bool *)space)
        return FW_PENDING;
    fw_successors_push(successors, FW_GOAL_NODE, 3, 0);
    return FW_OK;
}

static fw_result begin_at_one(void *space, fw_successors *successors)
{
    fw_successors_push(successors, 1, 0, 0);
    return FW_OK;
}

TEST(a_step_without_end_still_returns_from_a_space_that_waits)
{
    graph_bench bench = graph_bench_begin();
    bool is_ready = false;
    fw_space_request ask = fw_default_space_request();
    ask.space = (fw_space){ .begin = begin_at_one, .expand = expand_when_ready, .space = &is_ready };
    fw_search *search;
    assert_int_equal(fw_search_begin_space(bench.planner, &ask, &search), FW_OK);
    for (int i = 0; i < 3; i++)
        assert_int_equal(fw_search_step(search, 0), FW_PENDING);
    is_ready = true;
    assert_int_equal(fw_search_step(search, 0), FW_OK);
    fw_search_end(search);
    graph_bench_end(&bench);
}

TEST(an_error_of_the_space_ends_the_search)
{
    static graph graph;
    graph_bench bench = graph_bench_begin();
    random_source source = { 65 };
    graph_make_storeys(&graph, &source);
    for (int32_t i = 0; i < graph.count && graph.start == graph.goal; i++)
        graph.start = i;
    const fw_space_request ask = graph_request(&graph, true);
    for (int in_begin = 0; in_begin < 2; in_begin++) {
        fw_search *search;
        graph.begin_fails = in_begin;
        graph.fails_at = graph.start;
        assert_int_equal(fw_search_begin_space(bench.planner, &ask, &search), FW_OK);
        assert_int_equal(fw_search_step(search, 0), FW_SPACE_FAILED);
        assert_int_equal(fw_search_step(search, 0), FW_SPACE_FAILED);
        assert_true(fw_search_progress(search) == 1.0);
        fw_search_end(search);
    }
    graph.begin_fails = false;
    graph.fails_at = NOWHERE;
    assert_graph_as_dijkstra(&bench, &graph, &ask, 0);
    graph_bench_end(&bench);
}

TEST(ids_may_be_any_number_of_64_bits)
{
    static graph graph;
    graph_bench bench = graph_bench_begin();
    random_source source = { 66 };
    for (int i = 0; i < 6; i++) {
        graph_make_mesh(&graph, &source, 5);
        for (int32_t at = 0; at < graph.count; at++)
            graph.ids[at] = i % 2 ? random_bits(&source) : UINT64_MAX - 1 - (uint64_t)at;
        const fw_space_request ask = graph_request(&graph, true);
        assert_graph_as_dijkstra(&bench, &graph, &ask, 0);
    }
    graph_bench_end(&bench);
}

TEST(sums_that_pass_the_limit_end_the_search)
{
    static graph graph;
    graph_bench bench = graph_bench_begin();
    const uint64_t steps[] = { (UINT64_C(1) << 62) - 1, UINT64_C(1) << 62, UINT64_MAX };
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        graph_clear(&graph, 3);
        graph.goal = 2;
        graph_join(&graph, 0, 1, 1);
        graph_join(&graph, 1, 2, steps[i]);
        const fw_space_request ask = graph_request(&graph, true);
        fw_search *search;
        assert_int_equal(fw_search_begin_space(bench.planner, &ask, &search), FW_OK);
        assert_int_equal(fw_search_step(search, 0), FW_TOO_MANY);
        fw_search_end(search);
        graph.edge_cost[1][0] = 1;
        graph.closing = steps[i];
        assert_int_equal(fw_search_begin_space(bench.planner, &ask, &search), FW_OK);
        assert_int_equal(fw_search_step(search, 0), FW_TOO_MANY);
        fw_search_end(search);
    }
    graph_bench_end(&bench);
}

static fw_result begin_in_the_goal(void *space, fw_successors *successors)
{
    fw_successors_push(successors, FW_GOAL_NODE, 42, 0);
    return FW_OK;
}

static void count_event(const fw_trace_event *event, void *user)
{
    assert_int_equal(event->kind, FW_TRACE_GOAL);
    assert_true(event->id == FW_GOAL_NODE && event->g == 42.0);
    ++*(int *)user;
}

TEST(a_space_may_begin_in_its_goal)
{
    graph_bench bench = graph_bench_begin();
    fw_space_request ask = fw_default_space_request();
    int events = 0;
    ask.space = (fw_space){ .begin = begin_in_the_goal, .expand = graph_space(NULL, false).expand };
    ask.trace = count_event;
    ask.trace_user = &events;
    fw_search *search;
    int32_t count;
    uint64_t cost;
    assert_int_equal(fw_search_begin_space(bench.planner, &ask, &search), FW_OK);
    assert_int_equal(fw_search_step(search, 0), FW_OK);
    assert_int_equal(fw_search_nodes(search, NULL, 0, &count, &cost), FW_OK);
    assert_int_equal(count, 0);
    assert_int_equal(cost, 42);
    assert_int_equal(events, 1);
    fw_search_end(search);
    graph_bench_end(&bench);
}

/// A hub with many rays, of which only the last leads on.
static fw_result expand_wide(void *space, const fw_node *from, fw_successors *successors)
{
    if (from->id == WIDE)
        fw_successors_push(successors, FW_GOAL_NODE, 1, 0);
    for (uint64_t ray = 1; from->id == 0 && ray <= WIDE; ray++)
        fw_successors_push(successors, ray, 10, (uint16_t)ray);
    return FW_OK;
}

static fw_result begin_at_zero(void *space, fw_successors *successors)
{
    fw_successors_push(successors, 0, 0, 0);
    return FW_OK;
}

/// All rays but the last one are far from the goal.
static void estimate_wide(void *space, fw_estimate *nodes, int32_t count)
{
    *(int32_t *)space += count;
    for (int32_t i = 0; i < count; i++)
        nodes[i].h = nodes[i].id == 0 ? 11 : nodes[i].id == WIDE && nodes[i].via == WIDE ? 1 : 1000;
}

TEST(a_node_may_have_any_number_of_successors_and_each_has_its_h)
{
    graph_bench bench = graph_bench_begin();
    fw_space_request ask = fw_default_space_request();
    int32_t asked = 0;
    ask.space = (fw_space){ .begin = begin_at_zero,
                            .expand = expand_wide,
                            .estimate = estimate_wide,
                            .space = &asked,
                            .consistent = true };
    fw_search *search;
    fw_node nodes[2];
    int32_t count;
    uint64_t cost;
    fw_statistics statistics;
    assert_int_equal(fw_search_begin_space(bench.planner, &ask, &search), FW_OK);
    assert_int_equal(fw_search_step(search, 0), FW_OK);
    assert_int_equal(fw_search_nodes(search, nodes, 2, &count, &cost), FW_OK);
    assert_true(count == 2 && nodes[1].id == WIDE && nodes[1].via == WIDE && cost == 11);
    assert_int_equal(fw_search_statistics(search, &statistics), FW_OK);
    assert_int_equal(statistics.generated, WIDE + 1 + 1);
    assert_int_equal(statistics.expanded, 2);
    assert_int_equal(asked, 1 + 1 + WIDE); // the start's twice: to measure by, and in its turn
    fw_search_end(search);
    graph_bench_end(&bench);
}

TEST(h_is_asked_for_improved_nodes_only)
{
    static graph graph;
    graph_bench bench = graph_bench_begin();
    random_source source = { 67 };
    uint64_t repeated = 0;
    for (int i = 0; i < 10; i++) {
        graph_make_storeys(&graph, &source);
        const fw_space_request ask = graph_request(&graph, true);
        const fw_statistics statistics = assert_graph_as_dijkstra(&bench, &graph, &ask, 0);
        assert_true(graph.estimated <=
                    statistics.improved + 1); // the start's, to measure by, and again in its turn
        repeated += statistics.generated - statistics.improved;
    }
    assert_true(repeated > 100);
    graph_bench_end(&bench);
}

TEST(the_nodes_of_a_search_under_way_lead_to_its_best)
{
    static graph graph;
    graph_bench bench = graph_bench_begin();
    random_source source = { 68 };
    int seen = 0;
    for (int i = 0; i < 20; i++) {
        graph_make_mesh(&graph, &source, 12);
        const fw_space_request ask = graph_request(&graph, true);
        fw_node nodes[MOST_NODES];
        fw_node first[3];
        int32_t count;
        int32_t again;
        uint64_t cost;
        fw_search *search;
        fw_path *path = new_path();
        assert_int_equal(fw_search_begin_space(bench.planner, &ask, &search), FW_OK);
        assert_int_equal(fw_search_nodes(search, nodes, MOST_NODES, &count, &cost), FW_NOT_FOUND);
        while (fw_search_step(search, 3) == FW_PENDING) {
            assert_int_equal(fw_search_best_so_far(search, path), FW_METHOD_DOES_NOT_FIT);
            assert_int_equal(fw_search_nodes(search, nodes, MOST_NODES, &count, &cost), FW_OK);
            assert_int_equal(graph_walk(&graph, nodes, count), cost);
            assert_int_equal(fw_search_nodes(search, first, 3, &again, NULL),
                             count > 3 ? FW_BUFFER_TOO_SMALL : FW_OK);
            assert_int_equal(again, count);
            for (int32_t k = 0; k < 3 && k < count; k++)
                assert_int_equal(first[k].id, nodes[k].id);
            seen++;
        }
        fw_search_end(search);
        fw_path_destroy(path);
    }
    assert_true(seen > 50);
    graph_bench_end(&bench);
}

TEST(limits_end_a_search_where_they_say)
{
    static graph graph;
    graph_bench bench = graph_bench_begin();
    graph_clear(&graph, 500);
    graph.goal = 499;
    for (int32_t i = 0; i < 499; i++)
        graph_join(&graph, i, i + 1, 1);
    fw_space_request ask = graph_request(&graph, true);
    fw_search *search;
    fw_statistics statistics;
    fw_node nodes[MOST_NODES];
    int32_t count;
    ask.max_work = 100;
    assert_int_equal(fw_search_begin_space(bench.planner, &ask, &search), FW_OK);
    assert_int_equal(graph_search_run(search, 7), FW_LIMIT);
    assert_int_equal(fw_search_statistics(search, &statistics), FW_OK);
    assert_true(statistics.work == 100 && statistics.bound == 0.0);
    assert_int_equal(fw_search_nodes(search, nodes, MOST_NODES, &count, NULL), FW_OK);
    assert_int_equal(count, 101); // the open node that the 100th expansion has led to
    fw_search_end(search);
    graph_bench_end(&bench);
}

TEST(an_edit_of_the_map_does_not_concern_a_space_of_ones_own)
{
    static graph graph;
    graph_bench bench = graph_bench_begin();
    graph_clear(&graph, 3);
    graph.goal = 2;
    graph_join(&graph, 0, 1, 1);
    graph_join(&graph, 1, 2, 1);
    const fw_space_request ask = graph_request(&graph, true);
    fw_search *search;
    assert_int_equal(fw_search_begin_space(bench.planner, &ask, &search), FW_OK);
    assert_int_equal(fw_search_step(search, 1), FW_PENDING);
    assert_int_equal(fw_map_set_tile(bench.map, 0, 0, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_commit(bench.map), FW_OK);
    assert_int_equal(graph_search_run(search, 1), FW_OK);
    fw_search_end(search);
    graph_bench_end(&bench);
}

TEST(requests_that_make_no_sense_are_refused)
{
    static graph graph;
    graph_bench bench = graph_bench_begin();
    graph_clear(&graph, 1);
    const fw_space_request sound = graph_request(&graph, true);
    fw_search *search = NULL;
    fw_space_request ask = sound;
    assert_int_equal(fw_search_begin_space(NULL, &sound, &search), FW_NULL_ARGUMENT);
    assert_int_equal(fw_search_begin_space(bench.planner, NULL, &search), FW_NULL_ARGUMENT);
    assert_int_equal(fw_search_begin_space(bench.planner, &sound, NULL), FW_NULL_ARGUMENT);
    ask.space.begin = NULL;
    assert_int_equal(fw_search_begin_space(bench.planner, &ask, &search), FW_NULL_ARGUMENT);
    ask = sound;
    ask.space.expand = NULL;
    assert_int_equal(fw_search_begin_space(bench.planner, &ask, &search), FW_NULL_ARGUMENT);
    ask = sound;
    ask.cookie = 0;
    assert_int_equal(fw_search_begin_space(bench.planner, &ask, &search), FW_BAD_DEF);
    ask = sound;
    const double weights[] = { 0.0, 0.99, 1000.1, NAN, INFINITY };
    for (int i = 0; i < 5; i++) {
        ask.weight = weights[i];
        assert_int_equal(fw_search_begin_space(bench.planner, &ask, &search),
                         i < 3 ? FW_BAD_VALUE : FW_NOT_FINITE);
    }
    assert_null(search);
    int32_t count;
    assert_int_equal(fw_search_nodes(NULL, NULL, 0, &count, NULL), FW_NULL_ARGUMENT);
    assert_int_equal(fw_search_begin_space(bench.planner, &sound, &search), FW_OK);
    assert_int_equal(fw_search_nodes(search, NULL, 0, NULL, NULL), FW_NULL_ARGUMENT);
    assert_int_equal(fw_search_nodes(search, NULL, 1, &count, NULL), FW_NULL_ARGUMENT);
    fw_search_end(search);
    fw_request grid = fw_default_request();
    grid.unit = add_unit(bench.map, unit_of_size(1));
    grid.start = (fw_pose){ 0.5, 0.5, 0.0 };
    grid.goal = fw_goal_at(0.5, 0.5);
    assert_int_equal(fw_search_begin(bench.planner, &grid, &search), FW_OK);
    assert_int_equal(fw_search_nodes(search, NULL, 0, &count, NULL), FW_METHOD_DOES_NOT_FIT);
    fw_search_end(search);
    graph_bench_end(&bench);
}
