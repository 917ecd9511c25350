#pragma once

/// The transitions of a cluster for several kinds of units.
///
/// Weak dominance: of two transitions across a side the one for fewer kinds goes, if each of its kinds reaches the
/// other one within both clusters. So no way is lost, but ways may become longer. Whether a transition goes follows
/// from the two clusters alone, so that both find the same. Source: Harabor & Botea 2008, "weak dominance".

#include "hierarchy/hierarchy.h"
#include "hierarchy/shared_record.h"

/// The kinds of units that share a graph, with their rules on a version of the map.
typedef struct unit_kinds {
    kind_set used; ///< one bit for each of `rules` that is one
    ground_rules rules[SHARED_KINDS];
} unit_kinds;

/// What is known of the sides of a cluster. Places are tiles along a side, one bit each.
typedef struct cluster_sides {
    uint64_t wanted[MOVE_COUNT];              ///< where some kind has a transition
    uint64_t legal[SHARED_KINDS][MOVE_COUNT]; ///< where a kind may step across
    /// The part of the cluster that the tile lies in: a kind reaches one from another if they are of the same part.
    uint16_t part[SHARED_KINDS][MOVE_COUNT][CLUSTER_MOST];
} cluster_sides;

/// Memory for transitions while they are found.
typedef struct shared_borders {
    cluster_sides here, beside;
    uint16_t part[(CLUSTER_MOST + 2) * (CLUSTER_MOST + 2)]; ///< [tile] 0: none yet
    uint16_t stack[(CLUSTER_MOST + 2) * (CLUSTER_MOST + 2)];
    transition_list list;
    kind_set may_use[MOST_TRANSITIONS]; ///< [transition of `list`]
} shared_borders;

/// Finds the transitions of a cluster that the kinds of a graph have. Afterwards the ground is that of any kind.
///
/// @param within  weak dominance between transitions that are at most so many tiles apart; 0: strong dominance
void shared_borders_find(hierarchy *table, const unit_kinds *kinds, size_t index, int32_t within,
                         shared_borders *borders);
