#pragma once

/// The edges of a cluster that a commit need not compute again. An edge keeps its cost if no way through a changed tile
/// can be cheaper.

#include "hierarchy/hierarchy.h"

typedef struct kept_edges {
    const cluster_record *before; ///< null: nothing is kept
    const cluster_record *now;
    int32_t place[MOST_TRANSITIONS]; ///< [transition] where it is in the list of before, or -1
    const ground *ground;            ///< of the cluster, after the commit
    cluster_box changed;             ///< those of the changed anchors that lie in the cluster
    uint64_t least_before;           ///< the least cost that a changed tile had
    uint64_t straight, diagonal;     ///< lower bounds of a step's cost, before and after the commit
    bool may_cost_more;              ///< some ways cost more than before, or are blocked
    bool may_cost_less;              ///< some ways cost less than before, or are new
} kept_edges;

/// The edges that a commit leaves as they were, in the cluster that is loaded.
///
/// @param before    null: there was none
/// @param now       the transitions after the commit; null: there are none
/// @param cheapest  tile of the cluster
/// @param staged    the changed anchors
kept_edges kept_edges_of(const hierarchy *table, const cluster_record *before, const cluster_record *now,
                         uint32_t cheapest, const staged_cluster *staged);

/// True if the edge between two transitions is known to be the same as before the commit, by the straight ways to the
/// changed anchors.
///
/// @param from, to   numbers of the transitions after the commit
/// @param[out] edge  the edge before the commit, if there was one
bool kept_edges_hold(const kept_edges *kept, int32_t from, int32_t to, cluster_edge *edge);

/// True if an edge may be known by kept_edges_hold_by_wave(): both of its transitions were there before.
bool kept_edges_may_hold(const kept_edges *kept, int32_t from, int32_t to);

/// Runs a wave from the border of the changed anchors to all transitions. Returns the work.
uint64_t kept_edges_run(const kept_edges *kept, wave *wave, ground *ground);

/// The same as kept_edges_hold(), by the ways that kept_edges_run() has found.
bool kept_edges_hold_by_wave(const kept_edges *kept, const wave *wave, int32_t from, int32_t to,
                             cluster_edge *edge);
