#pragma once

/// One abstract graph for several kinds of units. It is a graph as that of one unit, with records that say which kinds
/// may use what (shared_record.h); its landmarks hold for all kinds, because they are found on the cheapest edges.
///
/// The graph of a version belongs to the units of the version that use it. When another kind comes, all clusters are
/// built anew. When a kind leaves, its transitions stay until then, or until the graph is refreshed, or the next
/// commit.
///
/// Source: Harabor & Botea 2008 (HAA*).

#include "hierarchy/shared_borders.h"

typedef struct shared_graph {
    hierarchy *table;
    unit_kinds kinds;
    kind_set left;             ///< kinds that have left, but for their transitions
    bool is_staged;            ///< a commit has staged its changes
    struct shared_graph *next; ///< while a commit builds the graph anew: the graph that comes
    struct shared_graph *last; ///< of a graph that comes: the one in its place
} shared_graph;

/// Creates a graph without kinds, for units like that of the source. FW_OK or FW_NO_MEMORY.
fw_result shared_graph_create(memory *memory, const derived_source *source, shared_graph **graph);

void shared_graph_destroy(memory *memory, shared_graph *graph);

/// Builds all clusters. FW_OK; or FW_NO_MEMORY: then the graph is as before.
fw_result shared_graph_build(memory *memory, shared_graph *graph);

/// Stages the changes of a commit, for staging_publish() or staging_discard(). FW_OK or FW_NO_MEMORY.
fw_result shared_graph_stage(memory *memory, shared_graph *graph, const derived_change *change);
