#include "common/graph_search.h"

#include "common/drawing.h"
#include "common/unit.h"

graph_bench graph_bench_begin(void)
{
    const char *tile[] = { "." };
    graph_bench made = { .map = DRAWN(tile) };
    assert_int_equal(fw_planner_create(made.map, NULL, &made.planner), FW_OK);
    return made;
}

void graph_bench_end(graph_bench *made)
{
    fw_planner_destroy(made->planner);
    fw_map_destroy(made->map);
}

fw_space_request graph_request(graph *graph, bool consistent)
{
    fw_space_request ask = fw_default_space_request();
    ask.space = graph_space(graph, consistent);
    return ask;
}

fw_result graph_search_run(fw_search *search, uint64_t slice)
{
    fw_result result = FW_PENDING;
    while (result == FW_PENDING)
        result = fw_search_step(search, slice);
    return result;
}

uint64_t graph_walk(const graph *graph, const fw_node *nodes, int32_t count)
{
    uint64_t cost = nodes[0].cost;
    assert_true(cost == 0 || cost == 5);
    for (int32_t i = 0; i + 1 < count; i++) {
        const int32_t from = graph_index_of(graph, nodes[i].id);
        const int32_t edge = nodes[i + 1].via;
        assert_true(edge < graph->edge_count[from]);
        assert_int_equal(graph->ids[graph->edge_to[from][edge]], nodes[i + 1].id);
        cost += graph->edge_cost[from][edge];
        assert_int_equal(nodes[i + 1].cost, cost);
    }
    return cost;
}

fw_statistics assert_graph_as_dijkstra(const graph_bench *bench, graph *graph, const fw_space_request *ask,
                                       uint64_t slice)
{
    uint64_t costs[MOST_NODES];
    fw_node nodes[MOST_NODES];
    int32_t count;
    uint64_t cost;
    fw_search *search;
    fw_statistics statistics;
    graph_dijkstra(graph, costs);
    const uint64_t least = costs[graph->goal];
    assert_int_equal(fw_search_begin_space(bench->planner, ask, &search), FW_OK);
    assert_int_equal(graph_search_run(search, slice), least == UINT64_MAX ? FW_NOT_FOUND : FW_OK);
    if (least != UINT64_MAX) {
        assert_int_equal(fw_search_nodes(search, nodes, MOST_NODES, &count, &cost), FW_OK);
        assert_int_equal(graph_walk(graph, nodes, count) + graph->closing, cost);
        assert_true(nodes[count - 1].id == graph->ids[graph->goal]);
        assert_true((double)cost <= ask->weight * (double)(least + graph->closing));
        if (ask->weight == 1.0)
            assert_int_equal(cost, least + graph->closing);
    }
    assert_int_equal(fw_search_statistics(search, &statistics), FW_OK);
    assert_true(statistics.expanded <= (uint64_t)graph->count + statistics.reopened);
    fw_search_end(search);
    return statistics;
}
