#pragma once

/// The graph of a unit while it is built, in slices: cluster by cluster, transition by transition. Between two slices
/// tiles may change; the clusters around them are built once more. Landmarks come afterwards, for a graph that is in
/// use already: those of the graph as it was when the search for them began.

#include "hierarchy/direct_way.h"
#include "hierarchy/hierarchy.h"
#include "hierarchy/kept_edges.h"

typedef struct construction construction;

/// A record whose edges are being found.
typedef struct record_draft {
    cluster_record *record; ///< null: the cluster has no transitions
    size_t index;           ///< of the cluster, whose ground is loaded
    int32_t next;           ///< the transition whose edges come next, as far as they need no wave
    int32_t missing;        ///< other edges that are not yet known
    direct_ways ways;       ///< on the ground
    const kept_edges *kept; ///< by a commit; null: none
} record_draft;

/// Loads the ground of a cluster and finds its transitions. FW_OK or FW_NO_MEMORY.
fw_result record_draft_begin(memory *memory, hierarchy *table, const ground_rules *rules, size_t index,
                             record_draft *draft);

/// The same for the ground that is loaded and the transitions in `found` of the table.
fw_result record_draft_of_found(memory *memory, hierarchy *table, const ground_rules *rules, size_t index,
                                record_draft *draft);

/// Finds edges, one wave more than there is work for at most. Returns true if the record is complete.
bool record_draft_continue(hierarchy *table, record_draft *draft, uint64_t *work);

/// Begins a graph, or new landmarks for one.
///
/// @param existing    the graph that lacks landmarks, or null
/// @param[out] begun  null: the graph lacks nothing
/// @return FW_OK or FW_NO_MEMORY
fw_result construction_begin(memory *memory, const derived_source *source, const void *existing,
                             void **begun);

/// Continues the construction. Slices exceed their work by one wave in a cluster at most; besides, they build what
/// commits have changed since the last one.
///
/// @param source          with the tiles as they are now
/// @param existing        the graph that construction_begin() was given, or its equal of another version
/// @param[in,out] work    closed tiles of waves, and what takes as long
/// @return FW_OK: ready for construction_finish(); FW_PENDING or FW_NO_MEMORY
fw_result construction_step(memory *memory, const derived_source *source, const void *existing, void *begun,
                            uint64_t *work);

/// The share of a graph and its landmarks that is done, 0 .. 1.
///
/// @param existing  the graph, or null
/// @param begun     the construction, or null
double construction_done(const void *existing, const void *begun);

/// Tells that tiles have changed.
void construction_outdate(memory *memory, void *begun, const fw_unit_def *unit, tile_box tiles);

/// Hands over the graph, or puts its landmarks into the one that exists. Afterwards only construction_end() is left.
void construction_finish(memory *memory, void *begun, void **table);

void construction_end(memory *memory, void *begun);
