#ifndef FAIRWAY_SPACE_H
#define FAIRWAY_SPACE_H

/// @file
/// Best-first search on a graph that the caller defines: any graph with non-negative integer costs, such as
/// waypoints, a navigation mesh or a 3D grid.

#include <stddef.h>
#include <stdint.h>

#include "fairway/planner.h"
#include "fairway/pose.h"
#include "fairway/result.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A node's id: any number except FW_GOAL_NODE. Nodes whose ids are close to each other share memory pages.
typedef uint64_t fw_node_id;

/// The goal as a node. A space pushes it as a successor of each node from which the goal is reached, with the cost of
/// this last step. The search ends when it takes the goal from the open list.
#define FW_GOAL_NODE UINT64_MAX

/// A node that is being expanded.
typedef struct fw_node {
    fw_node_id id; ///< the node
    uint64_t cost; ///< g: cost from the start
    uint16_t via;  ///< the value that was pushed with the node; its meaning is up to the space
} fw_node;

/// A node whose heuristic value h the search needs.
typedef struct fw_estimate {
    fw_node_id id; ///< the node; never FW_GOAL_NODE
    uint64_t h; ///< set this to a lower bound on the remaining cost; 2^62 or more: the goal cannot be reached
    uint16_t via; ///< the value that was pushed with the node
} fw_estimate;

/// Receives successors; opaque [thread: that of the callback].
typedef struct fw_successors fw_successors;

/// Adds a successor.
///
/// @param out   the `out` of `begin` or `expand`
/// @param id    the node, or FW_GOAL_NODE
/// @param cost  cost of the step; in `begin`: initial cost of the node [Limits: cost < 2^62. If g + weight * h exceeds
///              this, the search may end with FW_TOO_MANY]
/// @param via   any value; returned in fw_node, and so by fw_search_nodes()
void fw_successors_push(fw_successors *out, fw_node_id id, uint64_t cost, uint16_t via);

/// A user's space: a graph given by functions. Each function receives `space` as its first argument. The functions must
/// not call the planner.
typedef struct fw_space {
    /// Pushes the start nodes. Returns FW_OK if all are pushed, or FW_PENDING to be called again in the next step
    /// (nodes that were pushed stay). Any other result ends the search with FW_SPACE_FAILED.
    fw_result (*begin)(void *space, fw_successors *out);
    /// Pushes all successors of a node. Results as for `begin`, but FW_PENDING is allowed only if nothing was pushed;
    /// otherwise the search ends with FW_SPACE_FAILED.
    fw_result (*expand)(void *space, const fw_node *from, fw_successors *out);
    /// Sets h for a batch of nodes that are new or whose cost decreased. [opt] Null: h is 0 for all nodes (Dijkstra).
    void (*estimate)(void *space, fw_estimate *improved, int32_t count);
    /// Returns the position of a node, for traces. [opt] Null: the origin.
    fw_pose (*place)(const void *space, fw_node_id id, uint16_t via);
    void *space;     ///< passed to the functions
    bool consistent; ///< h decreases along a step by at most its cost; nodes are then never reopened
} fw_space;

/// A request for a search on a user's space. Fill it with fw_space_request_init().
typedef struct fw_space_request {
    uint32_t bytes;  ///< size of the struct in the program's header; set by fw_space_request_init()
    uint32_t cookie; ///< tells that the struct was filled; set by fw_space_request_init()
    fw_space space;  ///< the space to search; copied
    double weight;   ///< nodes are ordered by g + weight * h; the path costs at most weight times the optimum
                     ///< [Limits: 1 <= weight <= 1000]
    uint64_t max_work;    ///< maximum number of expansions; 0 = no limit
    uint64_t max_time_us; ///< microseconds; 0 = no limit
    fw_trace_fn trace;    ///< receives every step; [opt] null = no trace
    void *trace_user;     ///< passed to `trace`
} fw_space_request;

/// Default request: an empty space, weight 1, no limits.
///
/// @param[out] request  the struct
/// @param bytes        sizeof *request
/// @return FW_OK, FW_NULL_ARGUMENT, or FW_BAD_SIZE if the program's header is newer than the library
fw_result fw_space_request_init(fw_space_request *request, size_t bytes);

/// The same by value: for programs that were compiled with headers of the same minor version, see docs/abi.md.
///
/// @return the request
fw_space_request fw_default_space_request(void);

/// Begins a search on a user's space. Use fw_search_step(), fw_search_end() and the other functions for searches with
/// it.
///
/// @param planner      the planner; the search uses its memory
/// @param request      copied
/// @param[out] search  the search [frees: fw_search_end]
/// @return FW_OK, FW_NULL_ARGUMENT, FW_BAD_DEF, FW_BAD_VALUE, FW_NOT_FINITE or FW_NO_MEMORY
fw_result fw_search_begin_space(fw_planner *planner, const fw_space_request *request, fw_search **search);

/// Returns the nodes of the path from the start to the goal, without FW_GOAL_NODE. If the search has not reached the
/// goal, the path leads to the node with the least h.
///
/// @param search      a search on a user's space
/// @param[out] nodes  [node * capacity]; [opt] may be null if capacity is 0
/// @param capacity    capacity of `nodes`
/// @param[out] count  number of nodes of the path, also if `nodes` is too small
/// @param[out] cost   cost of the whole path, including the step to the goal; [opt] may be null
/// @return FW_OK, FW_NULL_ARGUMENT, FW_NOT_FOUND (no node was expanded yet), FW_BUFFER_TOO_SMALL (`nodes` holds the
///         first `capacity` nodes of the path) or FW_METHOD_DOES_NOT_FIT (not a search on a user's space)
fw_result fw_search_nodes(const fw_search *search, fw_node *nodes, int32_t capacity, int32_t *count,
                          uint64_t *cost);

#ifdef __cplusplus
}
#endif
#endif
