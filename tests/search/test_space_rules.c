// What spaces of the caller's own may do, and what is refused: pauses, starts pushed one by one, costs near the limit.
#include <math.h>

#include "common/drawing.h"
#include "common/graph_search.h"
#include "common/new.h"
#include "common/unit.h"

static const uint64_t cost_limit = UINT64_C(1) << 62;

TEST(starts_may_be_pushed_one_by_one)
{
    static graph graph;
    graph_bench bench = graph_bench_begin();
    random_source source = { 71 };
    for (int i = 0; i < 200; i++) {
        if (i % 2)
            graph_make_mesh(&graph, &source, 8);
        else
            graph_make_tangle(&graph, &source, 40);
        for (int k = 0; k < 3; k++)
            if (random_below(&source, 3))
                graph.more_starts[k] = (int32_t)random_below(&source, (uint32_t)graph.count);
        graph.starts_apart = true;
        const fw_space_request ask = graph_request(&graph, i % 2);
        assert_graph_as_dijkstra(&bench, &graph, &ask, (uint64_t)i % 3);
    }
    graph_bench_end(&bench);
}

/// Pushes whatever `space` points to, and answers "again".
static fw_result push_and_pause(void *space, const fw_node *from, fw_successors *successors)
{
    fw_successors_push(successors, *(const fw_node_id *)space, 1, 0);
    return FW_PENDING;
}

static fw_result begin_at_one(void *space, fw_successors *successors)
{
    fw_successors_push(successors, 1, 0, 0);
    return FW_OK;
}

TEST(again_after_a_push_is_refused_where_a_node_is_expanded)
{
    graph_bench bench = graph_bench_begin();
    const fw_node_id pushed[] = { 2, FW_GOAL_NODE };
    for (int i = 0; i < 4; i++) {
        fw_node_id id = pushed[i / 2];
        fw_space_request ask = fw_default_space_request();
        ask.space =
            (fw_space){ .begin = begin_at_one, .expand = push_and_pause, .space = &id, .consistent = i % 2 };
        fw_search *search;
        assert_int_equal(fw_search_begin_space(bench.planner, &ask, &search), FW_OK);
        assert_int_equal(fw_search_step(search, 0), FW_SPACE_FAILED);
        fw_search_end(search);
    }
    graph_bench_end(&bench);
}

TEST(costs_of_steps_may_differ_by_any_factor)
{
    static graph graph;
    graph_bench bench = graph_bench_begin();
    random_source source = { 74 };
    for (int i = 0; i < 200; i++) {
        graph_make_tangle(&graph, &source, 60);
        for (int32_t from = 0; from < graph.count; from++)
            for (int32_t k = 0; k < graph.edge_count[from]; k++)
                graph.edge_cost[from][k] <<= random_below(&source, 48);
        fw_space_request ask = graph_request(&graph, i % 2);
        ask.space.estimate = NULL;
        assert_graph_as_dijkstra(&bench, &graph, &ask, 0);
    }
    graph_bench_end(&bench);
}

/// Multiplies all costs of a graph.
static void stretch(graph *graph, uint64_t factor)
{
    for (int32_t i = 0; i < graph->count; i++) {
        graph->h[i] *= factor;
        for (int32_t k = 0; k < graph->edge_count[i]; k++)
            graph->edge_cost[i][k] *= factor;
    }
}

/// f is g + weight * h, as nearly as doubles tell.
static void assert_f_is_the_sum(const fw_trace_event *event, void *user)
{
    const double f = event->g + *(const double *)user * event->h;
    assert_true(fabs(event->f - f) <= 2e-3 * f); // weights are rounded down to 1/1024
}

/// A mesh whose cheapest path costs up to 2^62.
static uint64_t make_dear_mesh(graph *graph, random_source *source)
{
    uint64_t costs[MOST_NODES];
    do {
        graph_make_mesh(graph, source, 12);
        graph_dijkstra(graph, costs);
    } while (costs[graph->goal] == UINT64_MAX || costs[graph->goal] == 0);
    const uint64_t factor = (uint64_t)(random_unit(source) * (double)cost_limit / (double)costs[graph->goal]);
    stretch(graph, factor + 1);
    return costs[graph->goal] * (factor + 1);
}

/// Where g + weight * h of nodes on the cheapest path pass 2^62, a search may say so instead.
TEST(a_weight_keeps_its_bound_however_large_costs_are)
{
    static graph graph;
    graph_bench bench = graph_bench_begin();
    random_source source = { 72 };
    int found = 0, refused = 0;
    for (int i = 0; i < 400; i++) {
        const uint64_t least = make_dear_mesh(&graph, &source);
        uint64_t cost;
        fw_space_request ask = graph_request(&graph, true);
        ask.weight = i % 4 ? random_within(&source, 1, 1.5) : random_within(&source, 1, 1000);
        ask.trace = assert_f_is_the_sum;
        ask.trace_user = &ask.weight;
        fw_search *search;
        int32_t count;
        assert_int_equal(fw_search_begin_space(bench.planner, &ask, &search), FW_OK);
        const fw_result result = graph_search_run(search, 0);
        if (result == FW_OK) {
            assert_int_equal(fw_search_nodes(search, NULL, 0, &count, &cost), FW_BUFFER_TOO_SMALL);
            assert_true((double)cost <= ask.weight * (double)least);
            found++;
        } else {
            assert_int_equal(result, FW_TOO_MANY);
            assert_true(1.5 * ask.weight * (double)least >=
                        (double)cost_limit); // a sum beside the path may pass too
            refused++;
        }
        fw_search_end(search);
    }
    assert_true(found > 100 && refused > 100);
    graph_bench_end(&bench);
}

TEST(h_of_2_to_the_62_or_more_says_that_no_way_leads_to_the_goal)
{
    static graph graph;
    graph_bench bench = graph_bench_begin();
    const uint64_t hopeless[] = { cost_limit, cost_limit + 5, UINT64_MAX };
    for (int i = 0; i < 9; i++) {
        graph_clear(&graph, 3);
        graph.goal = 2;
        graph_join(&graph, 0, 1, 7);
        graph.h[1] = hopeless[i % 3];
        fw_space_request ask = graph_request(&graph, true);
        ask.weight = (double[]){ 1, 1.5, 1000 }[i / 3];
        fw_search *search;
        assert_int_equal(fw_search_begin_space(bench.planner, &ask, &search), FW_OK);
        assert_int_equal(fw_search_step(search, 0), FW_NOT_FOUND);
        fw_search_end(search);
    }
    graph_bench_end(&bench);
}

/// Whatever the planner searched before: its memory is used again.
TEST(a_search_on_a_space_begins_without_progress)
{
    static graph graph;
    random_source source = { 73 };
    fw_map *map = map_at_random(&source, 60, 60, 10, 1);
    fw_planner *planner = new_planner(map);
    fw_request across = fw_default_request();
    across.unit = add_unit(map, unit_of_size(1));
    across.method = FW_ASTAR;
    assert_int_equal(fw_map_set_tile(map, 1, 1, FW_GROUND), FW_OK);
    assert_int_equal(fw_map_set_tile(map, 58, 58, FW_GROUND), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    across.start = fw_pose_on_tile(1, 1, 1);
    across.goal = fw_goal_on_tile(58, 58, 1);
    fw_search *search = new_search(planner, &across);
    assert_int_equal(fw_search_step(search, 30), FW_PENDING);
    assert_true(fw_search_progress(search) > 0);
    fw_search_end(search);
    graph_make_mesh(&graph, &source, 12);
    const fw_space_request ask = graph_request(&graph, true);
    assert_int_equal(fw_search_begin_space(planner, &ask, &search), FW_OK);
    assert_true(fw_search_progress(search) == 0);
    fw_search_end(search);
    fw_planner_destroy(planner);
    fw_map_destroy(map);
}

/// A line of nodes whose h is exact: each step takes the same part of it away.
TEST(progress_is_the_part_of_the_first_h_that_is_behind_the_search)
{
    enum { STEPS = 8 };
    static graph graph;
    graph_bench bench = graph_bench_begin();
    graph_clear(&graph, STEPS + 1);
    graph.goal = STEPS;
    for (int32_t i = 0; i <= STEPS; i++)
        graph.h[i] = 5 * (uint64_t)(STEPS - i);
    for (int32_t i = 0; i < STEPS; i++)
        graph_join(&graph, i, i + 1, 5);
    const fw_space_request ask = graph_request(&graph, true);
    fw_search *search;
    assert_int_equal(fw_search_begin_space(bench.planner, &ask, &search), FW_OK);
    for (int expanded = 1; expanded < STEPS; expanded++) {
        assert_int_equal(fw_search_step(search, 1), FW_PENDING);
        assert_true(fw_search_progress(search) == (expanded - 1) / (double)STEPS);
    }
    fw_search_end(search);
    graph_bench_end(&bench);
}
