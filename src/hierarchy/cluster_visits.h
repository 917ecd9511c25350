#pragma once

/// The refinement of a path on the abstract graph to tiles, cluster by cluster.
///
/// A wave over each cluster begins on all tiles where the cluster can be entered from the one before, with the costs to
/// these tiles, and follows no ways that cost much more than the abstract path. So the path is about the cheapest
/// through these clusters, and not bound to their transitions. The first wave begins at the start. The last one begins
/// at the goals, and the path follows it backward. Both may have joined these to the graph before.
///
/// Where a short path turns, from one neighbour of a cluster to another, the cluster on the other side of the turn, its
/// corner, touches both neighbours as well. A wave over the corner finds the ways through it. The graph cannot tell
/// which of both clusters is better, because its ways lead through transitions.
///
/// The path may come in legs of some clusters each. Between two legs it goes through the transition, so that a leg
/// that is refined does not change any more.

#include "hierarchy/abstract_space.h"
#include "hierarchy/route_steps.h"

/// A cluster that the abstract path leads through.
typedef struct visit {
    cluster_at cluster;
    int side;        ///< through which the path leaves it; NO_MOVE: the path ends there
    int32_t end;     ///< tile, in the arrays, of the transition through which it leaves, or of the path's end
    bool is_goal;    ///< the path ends at a goal, and `end` is known once the visit is refined
    int move;        ///< of the transition
    uint64_t length; ///< on the graph, from the middle of the transition before; WAVE_UNKNOWN: it has none
    bool has_corner; ///< the path turns here, and may turn in `corner` instead
    cluster_at corner;
} visit;

typedef struct cluster_visits {
    memory *memory;
    abstract_space *space; ///< of the search on the graph
    int32_t leg_visits;    ///< visits of a leg of the path; 0: one leg for all
    bool is_draft; ///< the search on the graph goes on afterwards; its wave from the start stays as it is
    int32_t first; ///< the visit in which the search on the graph began; those before are of another search
    visit *items;  ///< [visit * count]
    size_t capacity;
    int32_t count, refined; ///< `refined` visits are ready
    beelines lines;         ///< of the query's unit
    cluster_wave odd_visit; ///< over the cluster of a visit at an odd distance from the first
    cluster_wave at_corner; ///< over the corner of the visit before
    bool is_short;          ///< the path has few visits and one leg, and its turns have corners
    bool corner_is_due;     ///< the last visit that was refined has a corner, which comes next
    /// [visit * count][tile * (side + 2)^2] the moves of the waves; of a short path, then those over corners
    uint8_t *arrived;
    size_t arrived_capacity;
    uint64_t work; ///< visits and closed tiles
    route_steps steps;
} cluster_visits;

/// Creates a list without visits in zeroed memory.
void cluster_visits_init(cluster_visits *visits, memory *memory, abstract_space *space);

/// Prepares for the paths of a query. The space is prepared for it already. FW_OK or FW_NO_MEMORY.
///
/// @param leg_tiles  tiles of a leg; 0: the path comes as a whole
fw_result cluster_visits_reset(cluster_visits *visits, int32_t leg_tiles);

/// Lists the visits of the abstract path to a node, or to the goal beyond it, after those before the first one.
///
/// @param slot  NO_SLOT: the goal is reached within the start's cluster
/// @return FW_OK or FW_NO_MEMORY
fw_result cluster_visits_list(cluster_visits *visits, uint32_t slot, bool to_goal);

/// Lists and refines the visits of the abstract path to a node while the search on the graph goes on. What is refined
/// later, and the work that it takes, are the same as without this call. FW_OK or FW_NO_MEMORY.
fw_result cluster_visits_draft(cluster_visits *visits, uint32_t slot);

/// Refines the next visit, or runs the wave over the corner of the one before.
void cluster_visits_advance(cluster_visits *visits);

/// Keeps the visits that are ready, which end with a leg; further visits are those of another search on the graph.
/// Returns the anchor behind the transition, where that search begins.
grid_anchor cluster_visits_continue(cluster_visits *visits);

/// Writes the route to the end of the first `count` visits, which are ready. FW_OK or FW_NO_MEMORY.
fw_result cluster_visits_route(cluster_visits *visits, int32_t count, grid_route *route);
