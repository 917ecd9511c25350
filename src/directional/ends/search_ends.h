#ifndef DIRECTIONAL_ENDS_SEARCH_ENDS_H
#define DIRECTIONAL_ENDS_SEARCH_ENDS_H

/// @file
/// The start and the goals of a directional search, and their connections to the lattice; the single curve that leads
/// from the start to a goal; floods that prove dead ends; and the extended motions and connections that are allowed
/// near an end once a search has run dry.
///
/// The goals are a set of one or more. A few goals are connected before the search begins. If there are many, a goal is
/// connected when the search comes near it. A goal that is a lattice pose needs no connection.

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
    bool seems_dead;        ///< the start or the goals seem to be dead ends
    flood *forward;         ///< flood from the start, before the search
    flood *backward;        ///< flood from the goals
    flood *suspect;         ///< the flood that goes first next time: the one that ran dry with fewer motions
    fw_result flood_result; ///< result of the floods; FW_PENDING before they ran
    uint32_t dry_end;       ///< the end whose flood ran dry without reaching the other one; 0: neither
} search_ends;

/// @param task  outlives the ends
/// @return FW_OK or FW_NO_MEMORY; search_ends_free() is to be called in either case
fw_result search_ends_init(search_ends *ends, memory *memory, directional_task *task);
void search_ends_free(search_ends *ends);
size_t search_ends_bytes(const search_ends *ends);

/// Sets up the task of a query, with a copy of the query's goals.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result search_ends_reset(search_ends *ends, const directional_query *query);

/// Connects the start and the goals to the lattice, or to each other, if they are not connected yet. If one end has no
/// connections, the other end is not connected.
///
/// @param[in,out] work  grows by the poses that floods expand and by the steps of dead-end tests
/// @return FW_OK or FW_NO_MEMORY
fw_result search_ends_connect(search_ends *ends, uint64_t *work);

/// Tries the single curve, and connects nothing.
void search_ends_look_straight(search_ends *ends);

/// Finds the connections of the start, even if the search has not needed them.
void search_ends_connect_start(const search_ends *ends, connections *found);

/// Lists the connections of a single goal; none if there are several goals.
void search_ends_list_goal(const search_ends *ends, connections *listed);

/// Connects one of the goals around a pose to the lattice, unless all are connected.
///
/// @param[in,out] work  a goal that is connected counts as a unit
/// @return FW_OK (all are connected), FW_PENDING (call again) or FW_NO_MEMORY
fw_result search_ends_connect_near(search_ends *ends, lattice_pose pose, uint64_t *work);

/// The lattice poses from which goals are reached, each with the cost that remains from there.
///
/// @param[out] origins  [origin * MOST_SEEDS]
/// @return number of origins; -1 if there are too many, or a goal is not connected yet
int32_t search_ends_origins(const search_ends *ends, motion_origin *origins);

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

/// True if the start or all goals seem to be dead ends. Tests either the ends on lattice poses or the ends between
/// them, because floods find dead ends on the lattice sooner. The test proves nothing: it only allows the search to
/// skip the lattice. So it is always false for searches that no fine search follows.
bool search_ends_seem_dead(const search_ends *ends, bool on_lattice, uint64_t *work);

/// The floods from both ends before the search. The flood that has reached fewer poses goes first, because dead ends
/// are narrow. If both remain undecided, the search begins and the flood from the goals continues beside it.
///
/// @return FW_OK, or FW_NOT_FOUND: there is no path with these motions
fw_result search_ends_flood(search_ends *ends, uint64_t *work);

/// Continues the flood from the goals by some poses, and adds them to the work.
///
/// @return FW_OK, or FW_NOT_FOUND: the flood ran dry without reaching the start
fw_result search_ends_flood_goals(search_ends *ends, int32_t poses, uint64_t *work);

/// After a search that ran dry: allows extended motions and extended connections at the ends that may be the cause.
///
/// @param only_dry  only at ends whose floods ran dry; other ends are left to the search that follows
/// @return true if anything was allowed that may help
bool search_ends_extend(search_ends *ends, bool only_dry);

// For the files that search_ends is made of:

/// The pose of the start, and the conditions for its connections.
connection_query search_ends_from_start(const search_ends *ends);

/// A goal's pose, and the conditions for its connections.
connection_query search_ends_to_goal(const search_ends *ends, int32_t index);

/// Drops the connections of goals.
void search_ends_clear_goals(search_ends *ends);

/// Connects the goals, unless there are many.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result search_ends_connect_goals(search_ends *ends);

/// Finds the connections of an end between lattice poses, and their costs.
void search_ends_find_connections(const search_ends *ends, const connection_query *query, connections *found);

/// Connects an end that is a lattice pose to itself, if the corridor admits it.
void search_ends_set_lattice(const search_ends *ends, lattice_pose pose, connections *found);

/// Begins a flood from an end, unless floods cannot help.
void search_ends_begin_flood(search_ends *ends, uint32_t end);

/// True if the flood from an end proves that there is no path on the lattice, so that the other end need not be
/// connected: the end has no connections, or all reachable poses stay away from the other end.
bool search_ends_are_shut_in(search_ends *ends, uint32_t end, uint64_t *work);

#endif
