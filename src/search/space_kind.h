#ifndef SEARCH_SPACE_KIND_H
#define SEARCH_SPACE_KIND_H

/// @file
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

/// Stands for the goal where a slot is expected.
#define GOAL_SLOT (UINT32_MAX - 1)

/// A node that is new or improved, and waits for its h.
typedef struct successor {
    fw_node_id id;
    cost g;
    cost h; ///< COST_LIMIT: no way leads on from there
    uint32_t slot;
    uint16_t via;
} successor;

typedef struct space_kind space_kind;
typedef struct best_first best_first;

/// The successors of one node on their way into the store. A local of the loop: with everything inlined its members
/// live in registers, and what does not change need not be read again after each node that is stored.
typedef struct successors {
    best_first *search;
    const space_kind *kind;
    successor *improved; ///< [successor * count]
    size_t count;
    uint64_t generated;
    uint64_t opened; ///< at once, without the array
    uint64_t work;   ///< nodes of fields that were closed on the way, for budgets
    cost from_g;
    cost to_goal; ///< least cost of a step into the goal; COST_LIMIT: none
    cost from_h;  ///< h with which the expanded node was queued
    cost later_h; ///< h to requeue this node with, or COST_LIMIT if it was expanded
    uint32_t from_slot;
    uint16_t stamp;
    uint64_t page_number; ///< of `page`, the one that was used last
    node_page *page;
    fw_result failed; ///< FW_OK, or why a successor was lost
} successors;

/// What a space gives the loop.
struct space_kind {
    /// Pushes the nodes to start from, with their costs. FW_OK, FW_PENDING (again at the next step), or an
    /// error.
    fw_result (*begin)(void *space, successors *successors);
    /// Pushes the successors of a node. FW_OK, FW_PENDING (again; nothing was pushed), or an error.
    fw_result (*expand)(void *space, fw_node_id id, const node *node, successors *successors);
    /// Fills in h for nodes that improved. Null: the space opens them itself, see successors_open().
    void (*estimate)(void *space, successor *improved, size_t count);
    /// Where a node is, for traces.
    fw_pose (*place)(const void *space, fw_node_id id, uint16_t via);
    /// Expand nodes in order of f only as far as the open list's buckets tell: a cheaper queue, where nodes are
    /// opened again if they were reached too dearly at first. Needs a least step that is wider than a bucket.
    bool stacks;
    bool reopens; ///< h is not consistent: closed nodes are opened again when they improve
    bool merges;  ///< on equal g, `via` bits are or-ed, and a closed node is opened again; the parent stays
};

/// A search on one space. Kept between queries, so that warm ones allocate nothing.
struct best_first {
    memory *memory;
    node_store nodes;
    open_list open;
    successor *improved; ///< room for the improved successors of one node
    size_t improved_capacity;
    search_limits limits;
    fw_statistics count;
    uint64_t most_work;
    cost most_g; ///< the search stops where it takes a node that costs more
    cost end_f;  ///< open nodes with this f or a larger one are of no use any more
    cost goal_g;
    uint32_t goal_parent; ///< slot; NO_SLOT: not seen yet
    uint32_t deepest;     ///< slot of the expanded node with the least h, NO_SLOT: none
    cost least_h;         ///< of it
    cost first_h;         ///< of the first one
    uint32_t again;       ///< slot of a node to expand again, NO_SLOT: none
    cost again_h;         ///< that it was queued with
    uint64_t weight;      ///< in 1/1024
    cost most_h;          ///< greatest h for which weight * h does not overflow
    uint32_t beyond;      ///< slot of the first node that was taken and costs more than most_g, NO_SLOT: none
    bool begun;
    bool lost; ///< nodes were not queued because their f overflows
};
/// Room for `count` improved successors of one node, so that successors_push() need not look.
static inline fw_result best_first_reserve(best_first *search, size_t count)
{
    return memory_reserve(search->memory, &search->improved, &search->improved_capacity, count,
                          sizeof *search->improved);
}

/// Makes room for more successors of the same node; false when there is no memory.
static inline bool successors_make_room(successors *successors, size_t more)
{
    best_first *search = successors->search;
    if (best_first_reserve(search, successors->count + more) != FW_OK)
        return false;
    successors->improved = search->improved;
    return true;
}

/// Enters a successor at its node; true when the node is new or improved.
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

/// Enters a successor at its node.
///
/// @param near     its id is known to lie on the page of the last successor, or of the expanded node
/// @param[out] to  where the node is new or improved: it, but for h
/// @return whether it is
static ALWAYS_INLINE bool successors_reach(successors *successors, fw_node_id id, cost step, uint16_t via,
                                           bool near, successor *to)
{
    const cost g = successors->from_g + step;
    successors->generated++;
    if (g >= COST_LIMIT) {
        successors->failed = FW_TOO_MANY;
        return false;
    }
    if (!near && id >> NODE_PAGE_SHIFT != successors->page_number) {
        node_page *page = node_store_page(&successors->search->nodes, id);
        if (!page) {
            successors->failed = FW_NO_MEMORY;
            return false;
        }
        successors->page = page;
        successors->page_number = id >> NODE_PAGE_SHIFT;
    }
    const uint32_t offset = (uint32_t)id & (NODE_PAGE_SIZE - 1);
    if (!successors_improve(successors, &successors->page->nodes[offset], g, via))
        return false;
    *to = (successor){
        .id = id, .g = g, .slot = successors->page->index << NODE_PAGE_SHIFT | offset, .via = via
    };
    return true;
}

/// Adds a successor, step < COST_LIMIT. There must be room for it.
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

/// Queues the expanded node again, with a larger h, instead of its successors, of which none may be pushed then. So h
/// may be a guess at first, as long as it is not too large (lazy A*, Tolpin et al. 2013).
static inline void successors_postpone(successors *successors, cost h)
{
    successors->later_h = h;
}
#endif
