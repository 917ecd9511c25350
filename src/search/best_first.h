#pragma once

/// The best-first loop (Hart, Nilsson & Raphael 1968), written once for every space. It is always inlined over a
/// constant table of the space's functions, so that each space instantiates it without an indirect call.
///
/// h is computed in batches, and only for nodes that are new or improved.

#include "base/compiler.h"
#include "base/must_hold.h"
#include "search/open_stack.h"
#include "search/space_kind.h"

static inline void best_first_init(best_first *search, memory *memory, page_pool *pool)
{
    memset(search, 0, sizeof *search);
    node_store_init(&search->nodes, pool);
    open_list_init(&search->open, memory);
    search->memory = memory;
}

static inline void best_first_free(best_first *search)
{
    node_store_free(&search->nodes);
    open_list_free(&search->open);
    memory_give_back(search->memory, search->improved, search->improved_capacity, sizeof *search->improved);
}

/// Prepares a query.
///
/// @param least_step  cost of the cheapest usual step; it determines the width of the open list's buckets
static inline void best_first_reset(best_first *search, const space_kind *kind, const search_limits *limits,
                                    uint64_t least_step)
{
    static const fw_statistics nothing;
    must_hold(search->nodes.page_shift == space_page_shift(kind));
    node_store_reset(&search->nodes);
    open_list_reset(&search->open,
                    open_list_shift(kind->stacks ? OPEN_STACK_WIDTH * least_step : least_step));
    search->limits = *limits;
    search->most_work = limits->max_work ? limits->max_work : UINT64_MAX;
    search->most_g = limits->max_cost && limits->max_cost < COST_LIMIT ? (cost)limits->max_cost : COST_LIMIT;
    search->weight = (uint64_t)(limits->weight * 1024.0); // rounded down: the bound holds
    search->most_h = (cost)(((uint64_t)COST_LIMIT / search->weight) << 10);
    search->count = nothing;
    search->goal_g = search->end_f = search->least_h = COST_LIMIT;
    search->goal_parent = search->nearest = search->pending = search->beyond = NO_SLOT;
    search->begun = search->overflowed = false;
}

/// The order of the open list: g + weight * h, at most COST_LIMIT.
static inline cost best_first_f(const best_first *search, cost g, cost h)
{
    if (LIKELY(search->weight == 1024))
        return g + h;
    if (sizeof(cost) > sizeof(uint32_t) && h > search->most_h)
        return COST_LIMIT;
    const uint64_t weighted = (uint64_t)(h >> 10) * search->weight + ((h & 1023) * search->weight >> 10);
    return weighted < COST_LIMIT - g ? g + (cost)weighted : COST_LIMIT;
}

static NEVER_INLINE void best_first_write_event(const best_first *search, const space_kind *kind,
                                                const void *space, fw_trace_kind event_kind, uint32_t slot,
                                                cost h)
{
    const bool is_goal = slot == GOAL_SLOT;
    const uint32_t last = is_goal ? search->goal_parent : slot;
    const node *node =
        last == NO_SLOT ? NULL : node_of(&search->nodes, last); // null: the goal is one of the first nodes
    const fw_node_id id = node ? node_id_of(&search->nodes, last) : FW_GOAL_NODE;
    if (event_kind == FW_TRACE_GENERATE && node && node->parent == NO_SLOT)
        event_kind = FW_TRACE_SOURCE;
    const fw_pose place = node && kind->place ? kind->place(space, id, node->via) : (fw_pose){ 0 };
    const cost g = is_goal || !node ? search->goal_g : node->g;
    const double scale = search->limits.trace_scale;
    const fw_trace_event event = {
        .kind = event_kind,
        .id = is_goal ? FW_GOAL_NODE : id,
        .parent = is_goal || !node || node->parent == NO_SLOT ? id : node_id_of(&search->nodes, node->parent),
        .x = place.x,
        .y = place.y,
        .heading = place.heading,
        .g = (double)g * scale,
        .h = (double)h * scale,
        .f = (double)best_first_f(search, g, h) * scale,
    };
    search->limits.trace(&event, search->limits.trace_user);
}

/// Reports an event to the request's trace function, if there is one.
static inline void best_first_trace(const best_first *search, const space_kind *kind, const void *space,
                                    fw_trace_kind event_kind, uint32_t slot, cost h)
{
    if (search->limits.trace)
        best_first_write_event(search, kind, space, event_kind, slot, h);
}

/// An empty list of successors.
///
/// @param from_slot  slot of the expanded node; NO_SLOT if the search begins
static ALWAYS_INLINE successors best_first_successors(best_first *search, const space_kind *kind, cost from_g,
                                                      uint32_t from_slot)
{
    return (successors){ .search = search,
                         .kind = kind,
                         .improved = search->improved,
                         .from_g = from_g,
                         .to_goal = COST_LIMIT,
                         .later_h = COST_LIMIT,
                         .from_slot = from_slot,
                         .stamp = search->nodes.stamp,
                         .page_number = NO_PAGE };
}

/// Notes a way to the goal that was found beside the search, unless it exceeds the limit on costs: the answer if the
/// search finds nothing cheaper. It ends the search only after best_first_end_at_goal(), or once the search has reached
/// the goal itself.
static inline void best_first_note_goal(best_first *search, cost g)
{
    if (g <= search->most_g && g < search->goal_g)
        search->goal_g = g;
}

/// From now on, only nodes with a smaller f than the cost of the way to the goal that is known are expanded.
static inline void best_first_end_at_goal(best_first *search)
{
    search->end_f = search->goal_g < search->end_f ? search->goal_g : search->end_f;
}

/// Notes that the goal was reached at cost g. FW_TOO_MANY if g is too large.
static inline fw_result best_first_reach_goal(best_first *search, cost g, uint32_t from_slot)
{
    if (g < search->goal_g) {
        search->goal_g = g;
        search->goal_parent = from_slot;
    }
    best_first_end_at_goal(search);
    return g < COST_LIMIT ? FW_OK : FW_TOO_MANY;
}

/// Adds an entry to the open list, in exact order or in bucket order.
static ALWAYS_INLINE fw_result best_first_add(best_first *search, const space_kind *kind,
                                              const open_entry *entry)
{
    return kind->stacks ? open_stack_push(&search->open, entry) : open_list_push(&search->open, entry);
}

/// The rank of a node, which decides ties between entries.
static ALWAYS_INLINE uint32_t best_first_rank(const space_kind *kind, const void *space, fw_node_id id)
{
    return kind->rank ? kind->rank(space, id) : (uint32_t)id;
}

/// Adds an improved node to the open list.
static ALWAYS_INLINE fw_result best_first_open(best_first *search, const space_kind *kind, const void *space,
                                               const successor *to, fw_trace_kind event_kind)
{
    const open_entry entry = { .f = best_first_f(search, to->g, to->h),
                               .h = to->h,
                               .id = best_first_rank(kind, space, to->id),
                               .slot = to->slot };
    if (entry.f >= COST_LIMIT) { // no path leads from there to the goal, or its cost overflows
        search->overflowed |= to->h < COST_LIMIT;
        return FW_OK;
    }
    if (best_first_add(search, kind, &entry) != FW_OK)
        return FW_NO_MEMORY;
    best_first_trace(search, kind, space, event_kind, to->slot, to->h);
    return FW_OK;
}

/// Adds a node that successors_reach() has improved to the open list. Only for spaces without `estimate`: they know h
/// when they push a node.
static ALWAYS_INLINE void successors_open(successors *successors, const void *space, successor *to, cost h)
{
    to->h = h;
    successors->opened++;
    if (best_first_open(successors->search, successors->kind, space, to, FW_TRACE_GENERATE) != FW_OK)
        successors->failed = FW_NO_MEMORY;
}

/// Computes h of the improved nodes and adds these nodes to the open list.
static ALWAYS_INLINE fw_result best_first_queue(best_first *search, const space_kind *kind, void *space,
                                                const successors *successors)
{
    const size_t count = successors->count;
    if (kind->estimate)
        kind->estimate(space, successors->improved, count);
    for (size_t i = 0; i < count && kind->estimate; i++)
        if (best_first_open(search, kind, space, &successors->improved[i], FW_TRACE_GENERATE) != FW_OK)
            return FW_NO_MEMORY;
    search->count.improved += count + successors->opened;
    const size_t fringe = kind->stacks ? search->open.waiting : open_list_count(&search->open);
    if (fringe > search->count.fringe)
        search->count.fringe = (uint32_t)fringe;
    return FW_OK;
}

/// Accepts the successors that a space has pushed: notes the goal, and queues the nodes.
static ALWAYS_INLINE fw_result best_first_accept(best_first *search, const space_kind *kind, void *space,
                                                 const successors *successors)
{
    search->count.work += successors->work;
    search->count.generated += successors->generated;
    if (successors->failed != FW_OK)
        return successors->failed;
    if (successors->to_goal != COST_LIMIT &&
        best_first_reach_goal(search, successors->from_g + successors->to_goal, successors->from_slot) !=
            FW_OK)
        return FW_TOO_MANY;
    return best_first_queue(search, kind, space, successors);
}

/// True if the request's own limit on work or time is reached.
///
/// @param looks_at_clock  false to skip the clock; reading the clock takes as long as an expansion
static inline bool best_first_is_spent(const best_first *search, bool looks_at_clock)
{
    if (search->count.work >= search->most_work)
        return true;
    return search->limits.deadline_us && looks_at_clock && clock_us() >= search->limits.deadline_us;
}

/// Notes the h of an expanded node if it is the smallest so far.
static inline void best_first_note_h(best_first *search, uint32_t slot, cost h)
{
    if (h >= search->least_h)
        return;
    if (search->least_h == COST_LIMIT)
        search->first_h = h;
    search->nearest = slot;
    search->least_h = h;
}

/// Returns a node that was taken, but not expanded, to the open list.
static ALWAYS_INLINE fw_result best_first_postpone(best_first *search, const space_kind *kind,
                                                   const void *space, uint32_t slot, cost h, node *node)
{
    const open_entry entry = { .f = best_first_f(search, node->g, h),
                               .h = h,
                               .id = best_first_rank(kind, space, node_id_of(&search->nodes, slot)),
                               .slot = slot };
    node->stamp--;
    return best_first_add(search, kind, &entry);
}

/// Expands one node that was taken from the open list.
static ALWAYS_INLINE fw_result best_first_expand(best_first *search, const space_kind *kind, void *space,
                                                 uint32_t slot, cost h, node *node)
{
    successors successors = best_first_successors(search, kind, node->g, slot);
    successors.from_h = h;
    const int page_shift = space_page_shift(kind);
    successors.page = search->nodes.pages[slot >> page_shift];
    successors.page_number = successors.page->number;
    const fw_node_id id = successors.page_number << page_shift | node_offset(slot, page_shift);
    const fw_result expanded = kind->expand(space, id, node, &successors);
    if (expanded != FW_OK) {
        search->count.work += successors.work;
        search->pending = expanded == FW_PENDING ? slot : NO_SLOT;
        search->pending_h = h;
        return expanded;
    }
    if (UNLIKELY(successors.later_h != COST_LIMIT)) {
        search->count.work += successors.work;
        return best_first_postpone(search, kind, space, slot, successors.later_h, node);
    }
    best_first_note_h(search, slot, h);
    search->count.expanded++;
    search->count.work++;
    return best_first_accept(search, kind, space, &successors);
}

/// Pushes the first nodes.
static ALWAYS_INLINE fw_result best_first_begin(best_first *search, const space_kind *kind, void *space)
{
    successors successors = best_first_successors(search, kind, 0, NO_SLOT);
    const fw_result begun = kind->begin(space, &successors);
    search->begun = begun == FW_OK;
    if (begun != FW_OK && begun != FW_PENDING)
        return begun;
    const fw_result entered = best_first_accept(search, kind, space, &successors);
    return entered != FW_OK ? entered : begun;
}

/// Continues a begin or an expansion that the space has not finished. Limits are checked first, because the space may
/// wait for a field, whose nodes count as work.
static ALWAYS_INLINE fw_result best_first_resume(best_first *search, const space_kind *kind, void *space)
{
    const bool waits = search->count.work > 0 && (!search->begun || search->pending != NO_SLOT);
    if (waits && best_first_is_spent(search, true))
        return FW_LIMIT;
    if (!search->begun) {
        const fw_result begun = best_first_begin(search, kind, space);
        if (begun != FW_OK)
            return begun;
    }
    if (search->pending == NO_SLOT)
        return FW_OK;
    const uint32_t slot = search->pending;
    search->pending = NO_SLOT;
    return best_first_expand(search, kind, space, slot, search->pending_h, node_of(&search->nodes, slot));
}

/// True if an entry is outdated: its node is closed, or was reached at a lower cost since.
static inline bool best_first_is_stale(const void *context, const open_entry *entry)
{
    const best_first *search = context;
    const node *node = node_of(&search->nodes, entry->slot);
    return node->stamp != search->nodes.stamp || best_first_f(search, node->g, entry->h) != entry->f;
}

/// The result of a search that is over: no node on the open list can lead to the goal at a lower cost.
static inline fw_result best_first_finish(const best_first *search, const space_kind *kind, const void *space)
{
    if (search->goal_g == COST_LIMIT)
        return search->beyond != NO_SLOT ? FW_LIMIT : search->overflowed ? FW_TOO_MANY : FW_NOT_FOUND;
    best_first_trace(search, kind, space, FW_TRACE_GOAL, GOAL_SLOT, 0);
    return FW_OK;
}

/// Notes a node whose cost exceeds the limit. In bucket order, cheaper nodes may still be open; the search expands
/// these before it ends. Returns true if the search has ended.
static inline bool best_first_pass_limit(best_first *search, const space_kind *kind, uint32_t slot)
{
    search->beyond = search->beyond == NO_SLOT ? slot : search->beyond;
    search->end_f = search->most_g + 1 < search->end_f ? search->most_g + 1 : search->end_f;
    return !kind->stacks;
}

/// Takes the next open node and expands it, or finishes the search.
///
/// @param[out] ended  the result of the search if false is returned
/// @return true if the search goes on
static ALWAYS_INLINE bool best_first_advance(best_first *search, const space_kind *kind, void *space,
                                             fw_result *ended)
{
    open_entry least;
    const fw_result popped =
        kind->stacks ? open_stack_pop(&search->open, search->end_f, best_first_is_stale, search, &least)
                     : open_list_pop(&search->open, best_first_is_stale, search, &least);
    if (UNLIKELY(popped == FW_PENDING)) {
        search->count.work++;
        return true;
    }
    if (popped != FW_OK || (!kind->stacks && search->end_f <= least.f)) {
        *ended = popped == FW_NO_MEMORY ? popped : best_first_finish(search, kind, space);
        return false;
    }
    if (best_first_is_spent(search, search->count.expanded % 64 == 63)) {
        best_first_add(search, kind, &least); // cannot fail: its place has just become free
        *ended = FW_LIMIT;
        return false;
    }
    node *node = node_on_page(&search->nodes, least.slot, space_page_shift(kind));
    if (UNLIKELY(node->g > search->most_g)) {
        const bool is_over = best_first_pass_limit(search, kind, least.slot);
        *ended = is_over ? best_first_finish(search, kind, space) : FW_OK;
        return !is_over;
    }
    node->stamp++;
    best_first_trace(search, kind, space, FW_TRACE_EXPAND, least.slot, least.h);
    *ended = best_first_expand(search, kind, space, least.slot, least.h, node);
    if (*ended == FW_OK && !kind->stacks && search->end_f <= least.f) {
        *ended = best_first_finish(search, kind, space);
        return false;
    }
    return *ended == FW_OK;
}

/// Slot of the node at which a partial path ends: the first node beyond the limit on costs; if there is none, the open
/// node with the least h (Patel, "Amit's A* Pages": the best node in OPEN); if no node is open, the expanded node with
/// the least h; NO_SLOT if there is none. O(length of the open list). See docs/inside/partial_paths.md.
static inline uint32_t best_first_best(const best_first *search)
{
    open_entry best = { .f = COST_LIMIT, .h = COST_LIMIT, .id = UINT32_MAX, .slot = search->pending };
    if (search->beyond != NO_SLOT)
        return search->beyond;
    if (search->pending != NO_SLOT)
        best.h = search->pending_h;
    open_list_nearest(&search->open, best_first_is_stale, search, &best);
    return best.slot != NO_SLOT ? best.slot : search->nearest;
}

/// Progress of the search, 0 .. 1: the share by which the least h has fallen.
static inline double best_first_progress(const best_first *search)
{
    if (search->goal_g < COST_LIMIT && search->end_f <= search->goal_g)
        return 1.0;
    if (search->least_h == COST_LIMIT || search->first_h == 0)
        return 0.0;
    return 1.0 - (double)search->least_h / (double)search->first_h;
}

/// Continues a search until `work` more is done.
///
/// @param work  expansions and nodes of fields
/// @return FW_PENDING: the work is used up. FW_OK: the goal was reached. FW_NOT_FOUND: the open list is empty.
///         FW_LIMIT: a limit of the request was reached. FW_TOO_MANY, FW_NO_MEMORY, or an error of the space.
///         After an error the search must be reset.
static ALWAYS_INLINE fw_result best_first_run(best_first *search, const space_kind *kind, void *space,
                                              uint64_t work)
{
    const uint64_t end = work < UINT64_MAX - search->count.work ? search->count.work + work : UINT64_MAX;
    const fw_result resumed = best_first_resume(search, kind, space);
    if (resumed != FW_OK)
        return resumed;
    fw_result ended = FW_PENDING;
    while (search->count.work < end)
        if (!best_first_advance(search, kind, space, &ended))
            return ended;
    return FW_PENDING;
}

/// Runs a search on behalf of another one, as best_first_run().
///
/// @param[in,out] left  work that the other search may still do; the work of this search is subtracted
static ALWAYS_INLINE fw_result best_first_serve(best_first *search, const space_kind *kind, void *space,
                                                uint64_t work, uint64_t *left)
{
    const uint64_t before = search->count.work;
    const fw_result result = best_first_run(search, kind, space, work < *left ? work : *left);
    work_spend(left, search->count.work - before);
    return result;
}
