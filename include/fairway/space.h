#ifndef FAIRWAY_SPACE_H
#define FAIRWAY_SPACE_H

/// @file
/// Search on a space of one's own: any graph with non-negative integer costs, such as waypoints, a
/// navigation mesh or a 3D grid. The same best-first loop that the library's own spaces use.

#include <stdint.h>

#include "fairway/planner.h"
#include "fairway/pose.h"
#include "fairway/result.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A node's id: any number but FW_GOAL_NODE. Ids that are near to each other share memory pages.
typedef uint64_t fw_node_id;

/// Pushed by a space where the goal is reached, with the cost that remains; popping it ends the search.
#define FW_GOAL_NODE UINT64_MAX

/// A node that is being expanded.
typedef struct fw_node {
    fw_node_id id; ///< the node
    uint64_t cost; ///< g: cost from the start
    uint16_t via;  ///< how it was reached, as pushed; a space's own meaning
} fw_node;

/// An improved node whose h is asked for.
typedef struct fw_estimate {
    fw_node_id id; ///< the node; never FW_GOAL_NODE
    uint64_t h;    ///< to fill in: a lower bound of the cost that remains; 2^62 or more: no way on
    uint16_t via;  ///< as pushed
} fw_estimate;

/// Collects successors; opaque.
typedef struct fw_successors fw_successors;

/// Adds a successor.
///
/// @param out   what `begin` or `expand` was given
/// @param id    the node, or FW_GOAL_NODE
/// @param cost  of the step; from `begin`: cost to begin with [Limits: cost < 2^62; where costs of a way, or
///              g + weight * h of a node, add up to more, the search may end with FW_TOO_MANY]
/// @param via   how it is reached; comes back in fw_node and fw_search_nodes()
void fw_successors_push(fw_successors *out, fw_node_id id, uint64_t cost, uint16_t via);

/// A space as a table of functions. Each gets `space` as first argument; they must not call the planner.
typedef struct fw_space {
    /// Pushes the nodes to start from. Returns FW_OK, FW_PENDING ("again": it goes on at the next step; what it pushed
    /// before stays), or any other result, which ends the search with FW_SPACE_FAILED.
    fw_result (*begin)(void *space, fw_successors *out);
    /// Pushes all successors of a node. Returns as `begin`, but FW_PENDING only if it has pushed nothing: FW_PENDING
    /// after a push ends the search with FW_SPACE_FAILED.
    fw_result (*expand)(void *space, const fw_node *from, fw_successors *out);
    /// Fills in h for nodes that were improved, in a batch. Null = 0 for all (Dijkstra).
    void (*estimate)(void *space, fw_estimate *improved, int32_t count);
    /// Where a node is, for traces. Null = at the origin.
    fw_pose (*place)(const void *space, fw_node_id id, uint16_t via);
    void *space;     ///< handed to the functions
    bool consistent; ///< h never falls by more than a step costs: closed nodes need no re-opening
} fw_space;

/// Limits and wishes of a search on a user's space.
typedef struct fw_space_request {
    fw_space space;       ///< what to search on; copied
    double weight;        ///< order by g + weight * h; the path costs at most weight times the optimum
                          ///< [Limits: 1 <= weight <= 1000]
    uint64_t max_work;    ///< expansions; 0 = no limit
    uint64_t max_time_us; ///< microseconds; 0 = no limit
    fw_trace_fn trace;    ///< told of every step; null = nobody
    void *trace_user;     ///< handed to `trace`
    uint64_t cookie;      ///< set by fw_default_space_request(); leave it
} fw_space_request;

/// No limits, weight 1, an empty space.
///
/// @return the request
fw_space_request fw_default_space_request(void);

/// Begins a search on a user's space. It is stepped, asked and ended like any other search.
///
/// @param planner      whose memory it uses
/// @param request      copied
/// @param[out] search  the search; end it with fw_search_end()
/// @return FW_OK, FW_NULL_ARGUMENT, FW_BAD_DEF, FW_BAD_VALUE, FW_NOT_FINITE or FW_NO_MEMORY
fw_result fw_search_begin_space(fw_planner *planner, const fw_space_request *request, fw_search **search);

/// Nodes from the start to the goal (or to the node with the least h, where the search was cut short),
/// without FW_GOAL_NODE.
///
/// @param search      a search on a user's space
/// @param[out] nodes  [node * capacity]; may be null when capacity is 0
/// @param capacity    room in `nodes`
/// @param[out] count  how many there are, even when they do not fit
/// @param[out] cost   of the whole path, including the step into the goal; may be null
/// @return FW_OK, FW_NULL_ARGUMENT, FW_NOT_FOUND (nothing was expanded yet), FW_BUFFER_TOO_SMALL (filled to
///         capacity, from the start) or FW_METHOD_DOES_NOT_FIT (not a search on a user's space)
fw_result fw_search_nodes(const fw_search *search, fw_node *nodes, int32_t capacity, int32_t *count,
                          uint64_t *cost);

#ifdef __cplusplus
}
#endif
#endif
