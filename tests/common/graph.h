#pragma once

/// Graphs as spaces of the caller's own, and what Dijkstra says of them.

#include <stdbool.h>
#include <stdint.h>

#include "base/random.h"
#include "fairway/space.h"

enum { MOST_NODES = 1024, MOST_EDGES = 8, NOWHERE = -1 };

/// A graph with its goal, and what its functions shall do besides answering.
typedef struct graph {
    int32_t count;
    int32_t start, goal;
    int32_t edge_count[MOST_NODES];
    int32_t edge_to[MOST_NODES][MOST_EDGES];
    uint64_t edge_cost[MOST_NODES][MOST_EDGES];
    double x[MOST_NODES], y[MOST_NODES];
    uint64_t h[MOST_NODES];
    uint64_t ids[MOST_NODES];
    int pauses;             ///< times that begin, and expand for each node, answer "again" first
    int paused;             ///< times that they did since the last answer
    int32_t fails_at;       ///< node whose expansion fails; NOWHERE = none
    bool begin_fails;       ///< begin fails
    bool starts_apart;      ///< begin pushes one start at a time, and answers "again" until all are pushed
    size_t starts_pushed;   ///< of more_starts, where they are pushed apart
    uint64_t estimated;     ///< nodes whose h was asked for
    int32_t largest_batch;  ///< of them
    uint64_t closing;       ///< cost of the step into the goal
    int32_t more_starts[3]; ///< pushed by begin with a cost of 5 each; NOWHERE = none
} graph;

/// The graph as a space.
fw_space graph_space(graph *graph, bool consistent);

/// Which node has an id; fails the test where none has.
int32_t graph_index_of(const graph *graph, fw_node_id id);

/// A graph of so many nodes without edges, whose ids are their numbers.
void graph_clear(graph *graph, int32_t count);

/// Adds an edge.
void graph_join(graph *graph, int32_t from, int32_t to, uint64_t cost);

/// Costs from the start by Dijkstra, without a heap; UINT64_MAX = no way.
void graph_dijkstra(const graph *graph, uint64_t *costs);

/// A mesh of triangles: a grid of points, shaken, each of its squares cut in two. Neighbours share an edge; costs
/// are distances of centroids, in thousandths.
void graph_make_mesh(graph *graph, random_source *source, int32_t side);

/// A grid in three dimensions: four directions on each storey, and up and down at twice the cost.
void graph_make_storeys(graph *graph, random_source *source);

/// A random directed graph whose h are admissible and no more: anything up to the true distance.
void graph_make_tangle(graph *graph, random_source *source, int32_t count);
