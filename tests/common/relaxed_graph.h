#pragma once

/// The least costs on the graph of a hierarchy, by the algorithm of Bellman and Ford.

#include "hierarchy/hierarchy.h"

/// All transitions of a graph, numbered cluster by cluster, each from both sides.
typedef struct relaxed_graph {
    const hierarchy *table;
    size_t *first;     ///< [cluster] number of its first transition
    uint64_t *nearest; ///< [transition] least cost to the middle of its step; UINT64_MAX: none is known
    size_t count;
} relaxed_graph;

/// A graph without costs.
relaxed_graph relaxed_graph_of(const hierarchy *table);
void relaxed_graph_end(relaxed_graph *graph);

/// Forgets all costs.
void relaxed_graph_clear(relaxed_graph *graph);

/// Follows all edges from the costs that the caller has set, until no cost falls any more.
void relaxed_graph_run(relaxed_graph *graph);
