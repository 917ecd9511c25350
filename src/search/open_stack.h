#pragma once

/// The open list in bucket order: entries of one bucket are neither compared nor sorted. A node that was first reached
/// at too high a cost is opened again.

#include "base/compiler.h"
#include "search/open_ring.h"

/// Adds an entry to a list that is read by open_stack_pop().
static ALWAYS_INLINE fw_result open_stack_push(open_list *open, const open_entry *entry)
{
    const uint64_t bucket = (uint64_t)entry->f >> open->shift;
    const uint32_t cell = open_take_cell(open);
    if (cell == OPEN_NONE)
        return FW_NO_MEMORY;
    open_cell *added = &open->cells[cell];
    added->entry = *entry;
    if (open->current == OPEN_UNSET)
        open->current = bucket;
    if (bucket > open->current) {
        open_link(open, bucket, cell);
        return FW_OK;
    }
    added->next = open->stack;
    open->stack = cell;
    open->waiting++;
    return FW_OK;
}

/// Makes the next used bucket the stack. False if there is none, or if every f in it is at least `limit`.
static NEVER_INLINE bool open_next_stack(open_list *open, cost limit)
{
    if (!open->waiting)
        return false;
    const uint64_t next = open_next_used(open);
    if (!limit || next > (uint64_t)(limit - 1) >> open->shift)
        return false;
    const size_t index = next % OPEN_BUCKETS;
    open->current = next;
    open->stack = open->first[index];
    bits_clear(open->used, index);
    return true;
}

/// Takes the entry that was added last to the first bucket that is not empty. Entries of one bucket come in no order of
/// f.
///
/// @param limit  entries with this f or a larger one are not taken
/// @return FW_OK, or FW_NOT_FOUND if there is no entry with a smaller f
static ALWAYS_INLINE fw_result open_stack_pop(open_list *open, cost limit, open_stale_fn *is_stale,
                                              const void *context, open_entry *last)
{
    for (;;) {
        const uint32_t cell = open->stack;
        if (cell == OPEN_NONE) {
            if (!open_next_stack(open, limit))
                return FW_NOT_FOUND;
            continue;
        }
        open_cell *from = &open->cells[cell];
        open->stack = from->next;
        open->waiting--;
        const uint64_t bucket = (uint64_t)from->entry.f >> open->shift;
        if (bucket > open->current) {
            open_link(open, bucket, cell);
            continue;
        }
        *last = from->entry;
        from->next = open->free_cells;
        open->free_cells = cell;
        if (last->f < limit && !is_stale(context, last))
            return FW_OK;
    }
}
