#ifndef HIERARCHY_CLUSTER_LEGS_H
#define HIERARCHY_CLUSTER_LEGS_H

/// @file
/// The refinement of a path on the abstract graph to tiles, cluster by cluster.
///
/// A wave over each cluster begins on all tiles where the cluster can be entered from the one before, with the costs to
/// these tiles, and follows no ways that cost much more than the abstract path. So the path is about the cheapest
/// through these clusters, and not bound to their transitions. The waves that join the start and the goals to the graph
/// serve as the first and the last ones.
///
/// The path may come in segments of some clusters each. Between two segments it goes through the transition, so that a
/// segment that is refined does not change any more.

#include "grid/grid_route.h"
#include "hierarchy/abstract_space.h"

/// A cluster that the abstract path leads through.
typedef struct leg {
    cluster_at cluster;
    int side;        ///< through which the path leaves it; NO_MOVE: the path ends there
    int32_t end;     ///< tile, in the arrays, of the transition through which it leaves, or of the path's end
    bool is_goal;    ///< the path ends at a goal, and `end` is known once the leg is refined
    int move;        ///< of the transition
    uint64_t length; ///< on the graph, from the middle of the transition before; WAVE_UNKNOWN: may be more
} leg;

/// The legs of a path.
typedef struct cluster_legs {
    memory *memory;
    abstract_space *space; ///< of the search on the graph
    int32_t segment;       ///< legs of a segment of the path; 0: one for all
    bool is_draft; ///< the search on the graph goes on afterwards; its wave from the start stays as it is
    int32_t first; ///< the leg in which the search on the graph began; those before are of another search
    leg *items;    ///< [leg * count]
    size_t capacity;
    int32_t count, refined; ///< `refined` legs are ready
    cluster_wave odd_leg;   ///< over the cluster of a leg at an odd distance from the first
    uint8_t *arrived;       ///< [leg * refined][tile * (side + 2)^2] the moves of their waves
    size_t arrived_capacity;
    uint64_t work; ///< legs and closed tiles
    grid_run *route;
    size_t route_capacity;
} cluster_legs;

/// Creates a list without legs in zeroed memory.
void cluster_legs_init(cluster_legs *legs, memory *memory, abstract_space *space);
void cluster_legs_free(cluster_legs *legs);
size_t cluster_legs_bytes(const cluster_legs *legs);

/// Prepares for the paths of a query. The space is prepared for it already. FW_OK or FW_NO_MEMORY.
///
/// @param segment  tiles of a segment; 0: the path comes as a whole
fw_result cluster_legs_reset(cluster_legs *legs, int32_t segment);

/// Lists the legs of the abstract path to a node, or to the goal beyond it, after those before the first one.
///
/// @param slot  NO_SLOT: the goal is reached within the start's cluster
/// @return FW_OK or FW_NO_MEMORY
fw_result cluster_legs_list(cluster_legs *legs, uint32_t slot, bool to_goal);

/// Lists and refines the legs of the abstract path to a node while the search on the graph goes on. What is refined
/// later, and the work that it takes, are the same as without this call.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result cluster_legs_draft(cluster_legs *legs, uint32_t slot);

/// Refines the next leg.
void cluster_legs_advance(cluster_legs *legs);

/// Keeps the legs that are ready, which end with a segment; further legs are those of another search on the graph.
///
/// @return the anchor behind the transition, where that search begins
grid_anchor cluster_legs_continue(cluster_legs *legs);

/// Writes the route to the end of the first `count` legs, which are ready. FW_OK or FW_NO_MEMORY.
fw_result cluster_legs_route(cluster_legs *legs, int32_t count, grid_route *route);

#endif
