#pragma once

/// The abstract graph as a space. A node is a transition that was taken, and its `via` the transition packed; its g is
/// the cost to the middle of the transition's step. Start and goals are joined to the transitions of their clusters
/// within the space (joint.h): the graph, which planners share, stays as it is.
///
/// An overlay blocks tiles and adds costs; what that does to estimates, landmarks.h says of commits. Where it has
/// changed a cluster, what the graph knows of the cluster is not used: its transitions are found anew, and its edges by
/// a wave, each time. Both clusters of a transition find the same, because the frame of one holds the border tiles of
/// the other.

#include "grid/grid_goal.h"
#include "grid/grid_route.h"
#include "hierarchy/hierarchy.h"
#include "hierarchy/joint.h"
#include "hierarchy/shared_record.h"
#include "search/best_first.h"

_Static_assert(COST_IS_WIDE, "sources that share this header agree on the width of costs");

typedef struct hierarchy_query {
    const map_version *map;
    const map_unit *unit;
    const hierarchy *table;
    kind_set kind;             ///< the unit's bit in a graph that units share; else 0
    const fw_overlay *overlay; ///< one that forbids no moves; null = none
    int32_t start_x, start_y;  ///< anchor, where the unit fits
    grid_goal goal;            ///< not GRID_GOAL_NOWHERE
    int32_t leg_tiles;         ///< tiles of a leg of the path, see hierarchy_search.h; 0 = one for all
    double max_distance;       ///< stop beyond this cost, in tiles; 0 = none
} hierarchy_query;

/// Cost of a tile's length at cost 1.
#define ABSTRACT_TILE (2.0 * GROUND_STRAIGHT * COST_ONE)

typedef struct abstract_space {
    best_first search;
    hierarchy_query ask;
    ground_rules rules;
    cluster_grid grid;     ///< that of the graph, but for the numbers of nodes
    transition_list found; ///< of a cluster that the overlay has changed
    joint from_start;      ///< in the start's cluster; stays as it is while the search goes on
    joint to_goals;        ///< in `goal_cluster`, from the goals
    /// In a cluster that the overlay has changed; free for others between two expansions
    joint within;
    int32_t goal_left, goal_top, goal_right, goal_bottom; ///< anchors outside this box are no goals
    cluster_at start_cluster;
    cluster_at goal_cluster;                ///< the cluster of the costs of `to_goals`; column -1: none yet
    bool has_landmarks;                     ///< there is one goal, and its distances from landmarks are known
    uint16_t from_landmark[LANDMARKS_MOST]; ///< distance of the goal, in the unit of landmarks
    uint64_t from_start_to_goal;            ///< within the cluster, or WAVE_UNKNOWN
    bool start_knows_goals;                 ///< `from_start_to_goal` was looked for
} abstract_space;
