#pragma once

/// The ends of a directional search, for the files that connect them, send floods from them, and search between them.

#include "base/memory.h"
#include "directional/directional_task.h"
#include "directional/ends/connections.h"
#include "directional/ends/flood.h"
#include "fairway/result.h"

enum {
    FEW_GOALS = 8, ///< at most this many goals are connected at once, and each has an obstacle-free bound
    MOST_SEEDS = FEW_GOALS * MOST_CONNECTIONS ///< largest number of poses where a flood begins
};

/// The connections of one goal: a range of search_ends::goal_connections.
typedef struct goal_range {
    int32_t first; ///< -1: the goal is not connected yet
    int32_t count; ///< 0 for a lattice pose
} goal_range;

/// What the search knows about the single curve.
typedef enum direct_state {
    DIRECT_NONE,     ///< none was tried, or none is free
    DIRECT_ROUGH,    ///< free, but over expensive tiles: only a search that takes long ends with it
    DIRECT_POSSIBLE, ///< free; the search may find something cheaper
    DIRECT_CHEAPEST  ///< free, and no path is cheaper
} direct_state;

typedef struct search_ends {
    memory *memory;
    directional_task *task;
    search_end *goals;       ///< [goal * goal_capacity] the goals of the task
    goal_range *goal_ranges; ///< [goal * range_capacity] the connections of each goal
    size_t goal_capacity, range_capacity;
    int32_t loose_count;          ///< goals between lattice poses
    int32_t unconnected;          ///< goals between lattice poses that are not connected yet
    connections *starts;          ///< of the start
    connections *found;           ///< scratch memory for the connections of a goal
    connection *goal_connections; ///< [connection * goal_connection_count] of all goals
    size_t goal_connection_count, goal_connection_capacity;
    uint32_t connected; ///< ends that are connected to the lattice, or if there are many goals, ready to be
    uint32_t extended_connections; ///< ends that are connected by all words, with loops
    fw_curve direct;               ///< from the start to a goal
    direct_state direct_state;
    flood *forward;         ///< flood from the start, before the search
    flood *backward;        ///< flood from the goals
    flood *suspect;         ///< the flood that goes first next time: the one that ran dry with fewer motions
    fw_result flood_result; ///< result of the floods; FW_PENDING before they ran
    uint32_t dry_end;       ///< the end whose flood ran dry without reaching the other one; 0: neither
} search_ends;

/// False if a pose is too far from all goals to have a connection to one of them.
static inline bool search_ends_may_connect(const search_ends *ends, lattice_pose pose)
{
    const tile_box *goals = &ends->task->ground.goals;
    const int32_t reach = ends->loose_count > 0 ? CONNECTION_REACH : 0;
    return pose.x >= goals->left - reach && pose.x <= goals->right + reach && pose.y >= goals->top - reach &&
           pose.y <= goals->bottom + reach;
}

/// True if extended motions or longer connections are allowed by now.
static inline bool search_ends_are_extended(const search_ends *ends)
{
    return ends->task->ground.extended_ends || ends->extended_connections;
}
