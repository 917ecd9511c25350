#pragma once

/// The open list in exact order: smallest f, then smallest h, then smallest id; the order of additions does not matter.
/// A new entry may have a smaller f than entries that were already taken. A bucket of the ring is sorted when it
/// becomes the current one; of a large bucket, only the first entries are sorted, and a heap holds the others. If too
/// many entries beyond the ring must be linked again, buckets become wider.

#include "base/compiler.h"
#include "search/open_ring.h"

/// Makes room for one more entry.
static inline fw_result open_array_extend(open_list *open, open_array *array)
{
    if (array->count < array->capacity)
        return FW_OK;
    return MEMORY_RESERVE(open->memory, array->items, array->capacity, array->count + OPEN_FIRST_ENTRIES);
}

/// Adds an entry to the heap of the current bucket.
static inline fw_result open_late_push(open_list *open, const open_entry *entry)
{
    open_array *heap = &open->late;
    if (open_array_extend(open, heap) != FW_OK)
        return FW_NO_MEMORY;
    size_t hole = heap->count++;
    while (hole > 0 && open_before(entry, &heap->items[(hole - 1) / 2])) {
        heap->items[hole] = heap->items[(hole - 1) / 2];
        hole = (hole - 1) / 2;
    }
    heap->items[hole] = *entry;
    return FW_OK;
}

/// Puts an entry into a heap of `count` entries, at `hole` or below it.
static inline void open_sift_down(open_entry *items, size_t count, size_t hole, const open_entry *entry)
{
    for (size_t below = 2 * hole + 1; below < count; below = 2 * hole + 1) {
        below += below + 1 < count && open_before(&items[below + 1], &items[below]);
        if (!open_before(&items[below], entry))
            break;
        items[hole] = items[below];
        hole = below;
    }
    items[hole] = *entry;
}

/// Takes the best entry from the heap of the current bucket.
static inline open_entry open_late_pop(open_list *open)
{
    open_entry *items = open->late.items;
    const open_entry least = items[0];
    const size_t count = --open->late.count;
    const open_entry last = items[count];
    open_sift_down(items, count, 0, &last);
    return least;
}

/// Adds an entry to the current bucket. Most such entries belong near the end of the sorted array, because steps
/// straight towards the goal do not raise f; an entry that belongs farther from the end goes into the heap.
static inline fw_result open_insert_current(open_list *open, const open_entry *entry)
{
    open_array *sorted = &open->sorted;
    if (open->current == OPEN_UNSET)
        open->current = (uint64_t)entry->f >> open->shift;
    if (sorted->count >= OPEN_LONGEST_SHIFT &&
        open_before(&sorted->items[sorted->count - OPEN_LONGEST_SHIFT], entry))
        return open_late_push(open, entry);
    if (open_array_extend(open, sorted) != FW_OK)
        return FW_NO_MEMORY;
    size_t place = sorted->count++;
    for (; place > 0 && open_before(&sorted->items[place - 1], entry); place--)
        sorted->items[place] = sorted->items[place - 1];
    sorted->items[place] = *entry;
    return FW_OK;
}
static inline fw_result open_list_push(open_list *open, const open_entry *entry)
{
    const uint64_t bucket = (uint64_t)entry->f >> open->shift;
    if (bucket <= open->current)
        return open_insert_current(open, entry);
    const uint32_t cell = open_take_cell(open);
    if (cell == OPEN_NONE)
        return FW_NO_MEMORY;
    open->cells[cell].entry = *entry;
    open_link(open, bucket, cell);
    return FW_OK;
}

static inline void open_sort_by_insertion(open_entry *begin, const open_entry *end)
{
    for (open_entry *next = begin + 1; next < end; next++) {
        const open_entry moved = *next;
        open_entry *to = next;
        for (; to > begin && open_before(&to[-1], &moved); to--)
            *to = to[-1];
        *to = moved;
    }
}

/// Sorts entries, best last: heapsort (Williams 1964).
static inline void open_sort_by_heap(open_entry *items, size_t count)
{
    for (size_t i = count / 2; i-- > 0;) {
        const open_entry entry = items[i];
        open_sift_down(items, count, i, &entry);
    }
    while (count > 1) {
        const open_entry last = items[--count];
        items[count] = items[0];
        open_sift_down(items, count, 0, &last);
    }
}

/// Sorts entries, best last.
static NEVER_INLINE void open_sort(open_entry *items, size_t count)
{
    if (count > OPEN_MOST_INSERTED)
        open_sort_by_heap(items, count);
    else
        open_sort_by_insertion(items, items + count);
}

/// Takes all entries out of the ring.
///
/// @param[out] least, most  smallest and largest f of these entries
/// @return first cell of a list of all entries
static inline uint32_t open_unlink_all(open_list *open, uint64_t *least, uint64_t *most)
{
    uint32_t all = OPEN_NONE;
    *least = UINT64_MAX;
    *most = 0;
    for (size_t bucket = 0; bucket < OPEN_BUCKETS; bucket++) {
        const bool is_used = bits_is_set(open->used, bucket);
        for (uint32_t next, cell = is_used ? open->first[bucket] : OPEN_NONE; cell != OPEN_NONE;
             cell = next) {
            const uint64_t f = open->cells[cell].entry.f;
            *least = f < *least ? f : *least;
            *most = f > *most ? f : *most;
            next = open->cells[cell].next;
            open->cells[cell].next = all;
            all = cell;
        }
    }
    memset(open->used, 0, sizeof open->used);
    open->waiting = 0;
    return all;
}

/// Widens the buckets until the ring spans all its entries. Without this, if the costs of steps differ by large
/// factors, entries beyond the ring would be linked again and again. The ring must hold an entry, and the current
/// bucket must be empty. The caller then moves on to the next used bucket.
static NEVER_INLINE void open_widen(open_list *open)
{
    uint64_t least, most;
    uint32_t cell = open_unlink_all(open, &least, &most);
    while ((most >> open->shift) - (least >> open->shift) > OPEN_BUCKETS - 2)
        open->shift++;
    open->current = (least >> open->shift) - 1; // wraps to OPEN_UNSET before bucket 0
    while (cell != OPEN_NONE) {
        const uint32_t next = open->cells[cell].next;
        open_link(open, (uint64_t)open->cells[cell].entry.f >> open->shift, cell);
        cell = next;
    }
    open->admitted = open->deferrals = 0;
}

/// Adds an entry of the bucket that becomes the current one: to the array, or if that has OPEN_MOST_SORTED entries, to
/// the heap, so that no sort takes long.
static inline fw_result open_admit(open_list *open, const open_entry *entry)
{
    open_array *sorted = &open->sorted;
    open->admitted++;
    if (sorted->count == OPEN_MOST_SORTED)
        return open_late_push(open, entry);
    if (open_array_extend(open, sorted) != FW_OK)
        return FW_NO_MEMORY;
    sorted->items[sorted->count++] = *entry;
    return FW_OK;
}

/// Moves up to OPEN_MOST_SORTED entries of the current bucket out of their cells, and drops outdated ones. If memory
/// runs out, the entries that were not moved stay in their cells. FW_OK, FW_PENDING (more are left) or FW_NO_MEMORY.
static ALWAYS_INLINE fw_result open_move(open_list *open, open_stale_fn *is_stale, const void *context)
{
    for (int32_t moved = 0; open->moving != OPEN_NONE && moved < OPEN_MOST_SORTED; moved++) {
        const uint32_t cell = open->moving;
        open_cell *from = &open->cells[cell];
        const uint64_t bucket = (uint64_t)from->entry.f >> open->shift;
        const bool dropped = is_stale(context, &from->entry);
        if (!dropped && bucket <= open->current && open_admit(open, &from->entry) != FW_OK)
            return FW_NO_MEMORY;
        open->moving = from->next;
        open->waiting--;
        if (!dropped && bucket > open->current) {
            open_link(open, bucket, cell);
            open->deferrals++;
            continue;
        }
        from->next = open->free_cells;
        open->free_cells = cell;
    }
    if (open->moving != OPEN_NONE)
        return FW_PENDING;
    if (open->sorted.count > 1)
        open_sort(open->sorted.items, open->sorted.count);
    return FW_OK;
}

/// Makes the next used bucket the current one; the sorted array and the heap must be empty.
///
/// @return as open_move()
static ALWAYS_INLINE fw_result open_next_bucket(open_list *open, open_stale_fn *is_stale, const void *context)
{
    if (open->deferrals > OPEN_BUCKETS + OPEN_MOST_DEFERRALS * open->admitted)
        open_widen(open);
    open->current = open_next_used(open);
    const size_t bucket = open->current % OPEN_BUCKETS;
    bits_clear(open->used, bucket);
    open->moving = open->first[bucket];
    return open_move(open, is_stale, context);
}

/// Takes the best entry that is not outdated.
///
/// @return FW_OK, FW_PENDING (a large bucket is being opened: call again), FW_NOT_FOUND (the list is empty) or
///         FW_NO_MEMORY
static ALWAYS_INLINE fw_result open_list_pop(open_list *open, open_stale_fn *is_stale, const void *context,
                                             open_entry *best)
{
    if (UNLIKELY(open->moving != OPEN_NONE)) {
        const fw_result moved = open_move(open, is_stale, context);
        if (moved != FW_OK)
            return moved;
    }
    for (;;) {
        while (open->sorted.count | open->late.count) {
            open_array *sorted = &open->sorted;
            const bool is_late =
                open->late.count &&
                (!sorted->count || open_before(&open->late.items[0], &sorted->items[sorted->count - 1]));
            *best = is_late ? open_late_pop(open) : sorted->items[--sorted->count];
            if (!is_stale(context, best))
                return FW_OK;
        }
        if (!open->waiting)
            return FW_NOT_FOUND;
        const fw_result opened = open_next_bucket(open, is_stale, context);
        if (opened != FW_OK)
            return opened;
    }
}
