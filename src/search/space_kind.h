#pragma once

/// The interface between a space and the best-first loop: the functions that a space gives to the loop, and the
/// successors that it pushes.
///
/// The goal is a successor: a space pushes FW_GOAL_NODE with the cost that remains, and the search ends when no open
/// node could lead there at a lower cost.

#include <stdbool.h>
#include <stdint.h>

#include "base/compiler.h"
#include "base/memory.h"
#include "fairway/space.h"
#include "search/cost.h"
#include "search/limits.h"
#include "search/node_store.h"
#include "search/open_list.h"

/// A slot's value for the goal.
#define GOAL_SLOT (UINT32_MAX - 1)

/// A node that is new or improved; its h is not known yet.
typedef struct successor {
    fw_node_id id;
    cost g;
    cost h; ///< COST_LIMIT: no path leads from the node to the goal
    uint32_t slot;
    uint16_t via;
} successor;

typedef struct space_kind space_kind;
typedef struct best_first best_first;

/// The successors of one node. A local variable of the loop: all functions are inlined, so its members live in
/// registers, and the compiler need not read them again after each write to a node.
typedef struct successors {
    best_first *search;
    const space_kind *kind;
    successor *improved; ///< [successor * count]
    size_t count;
    uint64_t generated;
    uint64_t opened; ///< nodes opened by successors_open(), which are not in `improved`
    uint64_t work;   ///< work besides the expansion: nodes of fields that the space has expanded
    cost from_g;
    cost to_goal; ///< least cost of a step into the goal; COST_LIMIT: none
    cost from_h;  ///< h with which the expanded node was queued
    cost later_h; ///< h to requeue this node with; COST_LIMIT: it is expanded
    uint32_t from_slot;
    uint16_t stamp;
    uint64_t page_number; ///< of `page`
    node_page *page;      ///< the page that was used last
    fw_result failed;     ///< FW_OK, or the reason why a successor was lost
} successors;

/// The functions and properties of a space. A constant table for each kind of space.
struct space_kind {
    /// Pushes the first nodes, with their costs. FW_OK, FW_PENDING (the next step calls it again), or an error.
    fw_result (*begin)(void *space, successors *successors);
    /// Pushes the successors of a node. FW_OK, FW_PENDING (the next step calls it again; nothing was pushed), or an
    /// error.
    fw_result (*expand)(void *space, fw_node_id id, const node *node, successors *successors);
    /// Fills in h for nodes that improved. Null: the space opens nodes itself, see successors_open().
    void (*estimate)(void *space, successor *improved, size_t count);
    /// The pose of a node, for traces.
    fw_pose (*place)(const void *space, fw_node_id id, uint16_t via);
    /// Breaks ties in exact order: smaller ranks come first. Null: the rank is the lowest bits of the id.
    uint32_t (*rank)(const void *space, fw_node_id id);
    /// Nodes are taken in bucket order, see open_stack.h: the queue is faster, but some nodes are expanded again
    /// because they were first reached at too high a cost. The cheapest step must cost more than the width of a bucket.
    bool stacks;
    int page_shift; ///< log2 of the nodes of a page; 0: NODE_PAGE_SHIFT
    bool reopens;   ///< closed nodes are opened again if they improve; needed if h is not consistent
    bool merges; ///< if g is equal, `via` bits are or-ed and a closed node is opened again; its parent stays
};

/// A search on one space. Its memory is kept for the next query.
struct best_first {
    memory *memory;
    node_store nodes;
    open_list open;
    successor *improved; ///< scratch memory for the improved successors of one node
    size_t improved_capacity;
    search_limits limits;
    fw_statistics count;
    uint64_t most_work;
    cost most_g; ///< the search stops when it takes a node that costs more
    cost end_f;  ///< open nodes with this f or a larger one cannot improve the result
    cost goal_g;
    uint32_t goal_parent; ///< slot; NO_SLOT: the goal was not reached yet
    uint32_t nearest;     ///< slot of the expanded node with the least h, NO_SLOT: none
    cost least_h;         ///< h of `nearest`
    cost first_h;         ///< h of the node that was expanded first
    uint32_t pending;     ///< slot of the node whose expansion has returned FW_PENDING; NO_SLOT: none
    cost pending_h;       ///< h with which `pending` was queued
    uint64_t weight;      ///< of h, in 1/1024
    cost most_h;          ///< largest h for which weight * h does not overflow
    uint32_t beyond;      ///< slot of the first taken node that costs more than most_g; NO_SLOT: none
    bool begun;           ///< the space's begin() has finished
    bool overflowed;      ///< nodes were not queued because their f overflows
};

/// log2 of the nodes of a page. A constant for the loop, which knows its kind.
static ALWAYS_INLINE int space_page_shift(const space_kind *kind)
{
    return kind->page_shift ? kind->page_shift : NODE_PAGE_SHIFT;
}

/// Reserves memory for `count` improved successors of one node: successors_push() does not check.
static inline fw_result best_first_reserve(best_first *search, size_t count)
{
    return MEMORY_RESERVE(search->memory, search->improved, search->improved_capacity, count);
}

/// Reserves memory for more successors of the same node; false if memory runs out.
static inline bool successors_make_room(successors *successors, size_t more)
{
    best_first *search = successors->search;
    if (best_first_reserve(search, successors->count + more) != FW_OK)
        return false;
    successors->improved = search->improved;
    return true;
}

/// True if a node was reached at no greater cost than a step from the expanded node leads to.
static ALWAYS_INLINE bool successors_undercut(const successors *successors, const node *known, cost step)
{
    return (uint16_t)(known->stamp - successors->stamp) <= 1 && known->g <= successors->from_g + step;
}

/// Stores a successor in its node if the node is new or improved; true if it is.
static ALWAYS_INLINE bool successors_improve(const successors *successors, node *known, cost g, uint16_t via)
{
    if ((uint16_t)(known->stamp - successors->stamp) <= 1) {
        if (successors->kind->merges && g == known->g && (known->via | via) != known->via) {
            const bool is_closed = known->stamp != successors->stamp;
            successors->search->count.reopened += is_closed;
            known->via |= via;
            known->stamp = successors->stamp;
            return is_closed;
        }
        if (g >= known->g || (!successors->kind->reopens && known->stamp != successors->stamp))
            return false;
        if (successors->kind->reopens)
            successors->search->count.reopened += known->stamp != successors->stamp;
    }
    *known = (node){ .g = g, .parent = successors->from_slot, .via = via, .stamp = successors->stamp };
    return true;
}

/// The node of an id, on the page that was used last from now on. Null without memory.
static ALWAYS_INLINE node *successors_node(successors *successors, fw_node_id id)
{
    const int page_shift = space_page_shift(successors->kind);
    if (id >> page_shift != successors->page_number) {
        node_page *page = node_store_page(&successors->search->nodes, id >> page_shift);
        if (!page) {
            successors->failed = FW_NO_MEMORY;
            return NULL;
        }
        successors->page = page;
        successors->page_number = id >> page_shift;
    }
    return &successors->page->nodes[node_offset(id, page_shift)];
}

/// Stores a successor in its node if the node is new or improved.
///
/// @param near     true if the id is known to lie on the page of the last successor, or of the expanded node
/// @param[out] to  the successor without its h, if true is returned
/// @return true if the node is new or improved
static ALWAYS_INLINE bool successors_reach(successors *successors, fw_node_id id, cost step, uint16_t via,
                                           bool near, successor *to)
{
    const cost g = successors->from_g + step;
    successors->generated++;
    if (g >= COST_LIMIT) {
        successors->failed = FW_TOO_MANY;
        return false;
    }
    if (!near && !successors_node(successors, id))
        return false;
    const int page_shift = space_page_shift(successors->kind);
    const uint32_t offset = node_offset(id, page_shift);
    if (!successors_improve(successors, &successors->page->nodes[offset], g, via))
        return false;
    *to = (successor){ .id = id, .g = g, .slot = successors->page->index << page_shift | offset, .via = via };
    return true;
}

/// Adds a successor. The array must have room for it, see best_first_reserve().
///
/// @param step  cost from the expanded node, below COST_LIMIT
static ALWAYS_INLINE void successors_push(successors *successors, fw_node_id id, cost step, uint16_t via)
{
    if (successors_reach(successors, id, step, via, false, &successors->improved[successors->count]))
        successors->count++;
}

/// Adds the goal as a successor.
static inline void successors_push_goal(successors *successors, cost step)
{
    successors->generated++;
    successors->to_goal = step < successors->to_goal ? step : successors->to_goal;
}

/// Queues the expanded node again with a larger h. No successor may have been pushed. So a space may begin with a cheap
/// lower bound as h (lazy A*, Tolpin et al. 2013).
static inline void successors_postpone(successors *successors, cost h)
{
    successors->later_h = h;
}
