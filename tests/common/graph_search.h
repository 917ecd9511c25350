#pragma once

/// Searches on graphs, with answers compared to those of Dijkstra.

#include "common/graph.h"
#include "fairway/planner.h"

/// A planner; user spaces need none of its map.
typedef struct graph_bench {
    fw_map *map;
    fw_planner *planner;
} graph_bench;

graph_bench graph_bench_begin(void);
void graph_bench_end(graph_bench *made);

/// A request for the path through a graph.
fw_space_request graph_request(graph *graph, bool consistent);

/// Steps to the end; "again" is no end.
fw_result graph_search_run(fw_search *search, uint64_t slice);

/// Follows the nodes of the answer edge by edge; returns what they cost.
uint64_t graph_walk(const graph *graph, const fw_node *nodes, int32_t count);

/// Searches a graph and compares with Dijkstra; `weight` times the optimum is allowed.
fw_statistics assert_graph_as_dijkstra(const graph_bench *bench, graph *graph, const fw_space_request *ask,
                                       uint64_t slice);
