#ifndef SEARCH_OPEN_LIST_H
#define SEARCH_OPEN_LIST_H

/// @file
/// The open list: a ring of buckets by f, with a bitmap of those that are not empty. Buckets are unsorted
/// lists; only the entries below the end of the current bucket are kept in order, in a binary heap. What lies
/// beyond the ring waits in a list of its own. Order: f, then smaller h, then smaller id, whatever order
/// entries came in; f may also fall.
///
/// An entry is never moved when its node improves: a second one is added, and the loop drops the outdated
/// one. Source: Dial 1969; Cherkassky, Goldberg & Silverstein 1999 (HOT queue); figures in
/// docs/open_lists.md.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/bits.h"
#include "base/memory.h"
#include "search/cost.h"

enum { OPEN_BUCKETS = 1024, OPEN_BUCKET_WORDS = OPEN_BUCKETS / WORD_BITS };

/// Stands for "no entry" at the end of a bucket's list.
#define OPEN_NONE UINT32_MAX

typedef struct open_entry {
    cost f;
    cost h;
    uint32_t id;   ///< the node's id, its lowest 32 bits: decides ties
    uint32_t slot; ///< the node; OPEN_GOAL for the goal
} open_entry;

#define OPEN_GOAL (UINT32_MAX - 1)

typedef struct open_waiting {
    open_entry entry;
    uint32_t next; ///< in its bucket, in the list beyond the ring, or in the list of free places
} open_waiting;

typedef struct open_list {
    memory *from;
    open_entry *heap; ///< [entry * heap_count] entries below `heap_end`, least first
    size_t heap_count;
    size_t heap_capacity;
    open_waiting *waiting; ///< entries in buckets and beyond the ring
    size_t waiting_count;  ///< places used or free
    size_t waiting_capacity;
    uint32_t free_places;
    uint32_t beyond;       ///< list of entries whose bucket lay beyond the ring when they came
    uint64_t beyond_least; ///< least number of their buckets
    int shift;             ///< a bucket is 2^shift wide
    uint64_t current;      ///< number of the bucket whose end is `heap_end`
    uint64_t ring_count;   ///< entries in the ring
    size_t waiting_used;   ///< entries in the ring and beyond it
    uint64_t used[OPEN_BUCKET_WORDS];
    uint32_t buckets[OPEN_BUCKETS]; ///< first entry of each bucket that is used
} open_list;

static inline bool open_before(const open_entry *a, const open_entry *b)
{
    if (a->f != b->f)
        return a->f < b->f;
    if (a->h != b->h)
        return a->h < b->h;
    return a->id < b->id;
}

static inline void open_list_init(open_list *open, memory *from)
{
    memset(open, 0, sizeof *open);
    open->from = from;
    open->free_places = open->beyond = OPEN_NONE;
    open->beyond_least = UINT64_MAX;
}

/// Empties the list. The first bucket will be the one that holds `least_f`.
static inline void open_list_reset(open_list *open, cost least_f, int shift)
{
    if (open->ring_count)
        memset(open->used, 0, sizeof open->used);
    open->heap_count = 0;
    open->waiting_count = 0;
    open->ring_count = 0;
    open->waiting_used = 0;
    open->free_places = open->beyond = OPEN_NONE;
    open->beyond_least = UINT64_MAX;
    open->shift = shift;
    open->current = (uint64_t)least_f >> shift;
}

static inline void open_list_free(open_list *open)
{
    memory_give_back(open->from, open->heap, open->heap_capacity, sizeof *open->heap);
    memory_give_back(open->from, open->waiting, open->waiting_capacity, sizeof *open->waiting);
    open_list_init(open, open->from);
}

static inline size_t open_list_bytes(const open_list *open)
{
    return open->heap_capacity * sizeof *open->heap + open->waiting_capacity * sizeof *open->waiting;
}

static inline size_t open_list_count(const open_list *open)
{
    return open->heap_count + open->waiting_used;
}

static inline fw_result open_heap_push(open_list *open, const open_entry *entry)
{
    if (open->heap_count == open->heap_capacity &&
        memory_reserve(open->from, (void **)&open->heap, &open->heap_capacity, open->heap_count + 64,
                       sizeof *open->heap) != FW_OK)
        return FW_NO_MEMORY;
    size_t hole = open->heap_count++;
    while (hole > 0) {
        const size_t above = (hole - 1) / 2;
        if (!open_before(entry, &open->heap[above]))
            break;
        open->heap[hole] = open->heap[above];
        hole = above;
    }
    open->heap[hole] = *entry;
    return FW_OK;
}

static inline open_entry open_heap_pop(open_list *open)
{
    const open_entry least = open->heap[0];
    const open_entry last = open->heap[--open->heap_count];
    const size_t count = open->heap_count;
    size_t hole = 0;
    for (size_t below = 1; below < count; below = 2 * hole + 1) {
        below += below + 1 < count && open_before(&open->heap[below + 1], &open->heap[below]);
        if (!open_before(&open->heap[below], &last))
            break;
        open->heap[hole] = open->heap[below];
        hole = below;
    }
    open->heap[hole] = last;
    return least;
}

/// Puts the waiting entry at `place` into the ring or beyond it.
static inline void open_wait(open_list *open, uint32_t place)
{
    open_waiting *entry = &open->waiting[place];
    const uint64_t number = (uint64_t)entry->entry.f >> open->shift;
    if (number - open->current >= OPEN_BUCKETS) {
        entry->next = open->beyond;
        open->beyond = place;
        open->beyond_least = number < open->beyond_least ? number : open->beyond_least;
        return;
    }
    const size_t at = number & (OPEN_BUCKETS - 1);
    const uint64_t bit = UINT64_C(1) << (at & 63);
    entry->next = open->used[at >> WORD_SHIFT] & bit ? open->buckets[at] : OPEN_NONE;
    open->used[at >> WORD_SHIFT] |= bit;
    open->buckets[at] = place;
    open->ring_count++;
}

static inline fw_result open_list_push(open_list *open, const open_entry *entry)
{
    if ((uint64_t)entry->f >> open->shift <= open->current)
        return open_heap_push(open, entry);
    uint32_t place = open->free_places;
    if (place != OPEN_NONE) {
        open->free_places = open->waiting[place].next;
    } else {
        if (open->waiting_count == open->waiting_capacity &&
            (open->waiting_count >= OPEN_GOAL ||
             memory_reserve(open->from, (void **)&open->waiting, &open->waiting_capacity,
                            open->waiting_count + 64, sizeof *open->waiting) != FW_OK))
            return FW_NO_MEMORY;
        place = (uint32_t)open->waiting_count++;
    }
    open->waiting_used++;
    open->waiting[place].entry = *entry;
    open_wait(open, place);
    return FW_OK;
}

/// The first used bucket after the current one, as a distance from it; the ring must not be empty.
static inline uint64_t open_distance_to_next(const open_list *open)
{
    const uint64_t first = open->current + 1;
    size_t word = first >> WORD_SHIFT & (OPEN_BUCKET_WORDS - 1);
    uint64_t bits = open->used[word] & ~bits_below((int)(first & 63));
    uint64_t base = first & ~UINT64_C(63);
    while (!bits) {
        word = (word + 1) & (OPEN_BUCKET_WORDS - 1);
        base += WORD_BITS;
        bits = open->used[word];
    }
    return base + (uint64_t)bits_lowest(bits) - open->current;
}

/// Brings into the ring what waits beyond it and now lies within.
static inline void open_draw_in(open_list *open)
{
    if (!open->ring_count)
        open->current = open->beyond_least - 1;
    uint32_t rest = open->beyond;
    open->beyond = OPEN_NONE;
    open->beyond_least = UINT64_MAX;
    while (rest != OPEN_NONE) {
        const uint32_t place = rest;
        rest = open->waiting[place].next;
        open_wait(open, place);
    }
}

/// Makes the next used bucket the current one: its entries go to the heap.
static inline fw_result open_next_bucket(open_list *open)
{
    uint64_t number = open->ring_count ? open->current + open_distance_to_next(open) : UINT64_MAX;
    if (open->beyond_least <= number && open->beyond != OPEN_NONE) {
        open_draw_in(open);
        number = open->current + open_distance_to_next(open);
    }
    const size_t at = number & (OPEN_BUCKETS - 1);
    uint32_t place = open->buckets[at];
    while (place != OPEN_NONE) {
        open_waiting *entry = &open->waiting[place];
        const uint32_t next = entry->next;
        if (open_heap_push(open, &entry->entry) != FW_OK) {
            open->buckets[at] = place;
            return FW_NO_MEMORY;
        }
        entry->next = open->free_places;
        open->free_places = place;
        open->ring_count--;
        open->waiting_used--;
        place = next;
    }
    open->used[at >> WORD_SHIFT] &= ~(UINT64_C(1) << (at & 63));
    open->current = number;
    return FW_OK;
}

/// Takes the least entry.
///
/// @return FW_OK, FW_NOT_FOUND (empty) or FW_NO_MEMORY
static inline fw_result open_list_pop(open_list *open, open_entry *least)
{
    while (!open->heap_count) {
        if (!open->ring_count && open->beyond == OPEN_NONE)
            return FW_NOT_FOUND;
        const fw_result opened = open_next_bucket(open);
        if (opened != FW_OK)
            return opened;
    }
    *least = open_heap_pop(open);
    return FW_OK;
}

#endif
