#pragma once

/// Decides for nodes of a graph, one after the other, whether they can be reached from a first node. For each question
/// a flood backward from the node and the flood forward from the first node take turns, until they meet or one of them
/// has no node left. So a question costs at most about twice as much as the smaller side. Each flood takes the nodes
/// first that seem nearest to where the other one began: if nothing is in the way, they soon meet.
///
/// The flood forward, and what was found to be cut off, is kept for later questions.

#include <stdbool.h>
#include <stdint.h>

#include "fairway/space.h"
#include "search/node_store.h"
#include "search/open_list.h"

_Static_assert(COST_IS_WIDE, "sources that share this header agree on the width of costs");

/// The graph of two floods.
typedef struct flood_graph {
    /// Visits, by two_floods_visit(), the nodes that a node leads to; backward: the nodes that lead to it. FW_OK or
    /// FW_NO_MEMORY.
    fw_result (*expand)(void *context, fw_node_id node, bool backward);
    /// Estimates the distance between two nodes, in tiles.
    uint32_t (*distance)(const void *context, fw_node_id from, fw_node_id to);
} flood_graph;

typedef struct two_floods {
    const flood_graph *graph;
    void *context;         ///< of the graph
    node_store nodes;      ///< node::via holds what is known of a node that carries the stamp
    open_list ahead, back; ///< nodes that the floods have reached, but not expanded
    uint32_t *asked;       ///< [asked_count] slots of nodes that the flood backward has reached
    size_t asked_count, asked_capacity;
    fw_node_id first;
    uint32_t question; ///< slot of the node in question; NO_SLOT: none
    bool is_complete;  ///< the flood forward has no node left
    bool is_backward;  ///< the flood under way
} two_floods;

void two_floods_init(two_floods *floods, page_pool *pool, const flood_graph *graph, void *context);

/// Forgets everything, and begins at a first node. FW_OK or FW_NO_MEMORY.
fw_result two_floods_begin(two_floods *floods, fw_node_id first);

/// Asks whether the first node leads to a node.
///
/// @param[in,out] work     turns that may be taken, of two expansions each; reduced by those that were
/// @param[out] is_reached  the answer, after FW_OK
/// @return FW_OK, FW_PENDING (the work is used up: ask again) or FW_NO_MEMORY
fw_result two_floods_ask(two_floods *floods, fw_node_id node, uint64_t *work, bool *is_reached);

/// Visits a neighbour of the node that is being expanded. FW_OK or FW_NO_MEMORY.
fw_result two_floods_visit(two_floods *floods, fw_node_id id);
