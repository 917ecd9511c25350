#ifndef SEARCH_OPEN_LIST_H
#define SEARCH_OPEN_LIST_H

/// @file
/// The open list: a bucket queue. A ring of narrow buckets by f with a bitmap of those that are not empty; buckets
/// are unsorted lists, and a bucket is sorted when it becomes the current one. Order: f, then smaller h, then smaller
/// id, whatever order entries came in; f may also fall.
///
/// An entry is not moved when its node improves: a second one is added, and outdated ones are dropped when their
/// bucket is opened, before it is sorted. What lies beyond the ring waits in its last bucket and is dealt out again
/// when that is opened, so that no bound on f need be known. Where that happens too often, buckets become wider.
///
/// Source: Dial 1969; the figures that led to it are in docs/open_lists.md.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/bits.h"
#include "base/memory.h"
#include "search/cost.h"

enum {
    OPEN_BUCKETS = 1024,
    OPEN_BUCKET_WORDS = OPEN_BUCKETS / WORD_BITS,
    OPEN_STEP_PARTS = 64,  ///< buckets to the cheapest step: narrower and wider ones are slower
    OPEN_STACK_WIDTH = 16, ///< buckets that are taken as stacks are so many times wider
    OPEN_SHORT_RUN = 16,   ///< sorted by insertion
    OPEN_PUT_OFF_MOST =
        8, ///< times that an entry may have to wait again, in the mean, before buckets become wider
    OPEN_LONGEST_SHIFT = 16 ///< an entry is inserted into the sorted run at most so far from its end
};

/// Stands for "no entry" at the end of a bucket's list.
#define OPEN_NONE UINT32_MAX

/// Stands for the current bucket of a list to which nothing was added yet: the first entry's bucket will be it.
#define OPEN_UNSET UINT64_MAX

typedef struct open_entry {
    cost f;
    cost h;
    uint32_t id;   ///< lowest 32 bits of the node's id: decides ties
    uint32_t slot; ///< the node
} open_entry;

/// A growing array of entries.
typedef struct open_array {
    open_entry *items;
    size_t count;
    size_t capacity;
} open_array;

/// An entry in an unsorted bucket, or a free place.
typedef struct open_waiting {
    open_entry entry;
    uint32_t next;
} open_waiting;

typedef struct open_list {
    memory *memory;
    open_array run; ///< the current bucket in order, best last
    open_array
        late; ///< a binary heap: what came into the current bucket later and belongs far from the run's end
    open_waiting *places;
    size_t place_count; ///< places used or free
    size_t place_capacity;
    size_t waiting;       ///< entries in the ring
    uint32_t free_places; ///< list of them
    uint32_t stack;       ///< list of the current bucket, where entries are taken as they came
    int shift;            ///< a bucket is 2^shift wide
    uint64_t current;     ///< number of the current bucket: f >> shift
    size_t dealt;         ///< entries that came into the current bucket since buckets were last made wider
    size_t put_off;       ///< times that an entry was dealt out and had to wait again since then
    uint64_t used[OPEN_BUCKET_WORDS];
    uint32_t first[OPEN_BUCKETS]; ///< where `used` says that there are any
} open_list;

/// Tells whether an entry is outdated: its node was closed, or reached more cheaply, since it was added.
typedef bool open_stale_fn(const void *context, const open_entry *entry);

static inline bool open_before(const open_entry *a, const open_entry *b)
{
    if (a->f != b->f)
        return a->f < b->f;
    if (a->h != b->h)
        return a->h < b->h;
    return a->id < b->id;
}

static inline void open_list_init(open_list *open, memory *memory)
{
    memset(open, 0, sizeof *open);
    open->memory = memory;
    open->free_places = open->stack = OPEN_NONE;
}

/// log2 of the bucket width that suits a least step.
static inline int open_list_shift(uint64_t least_step)
{
    return least_step < OPEN_STEP_PARTS ? 0 : bits_highest(least_step / OPEN_STEP_PARTS);
}

/// Empties the list. Buckets will be 2^shift wide.
static inline void open_list_reset(open_list *open, int shift)
{
    memset(open->used, 0, sizeof open->used);
    open->run.count = 0;
    open->late.count = 0;
    open->place_count = 0;
    open->waiting = 0;
    open->free_places = open->stack = OPEN_NONE;
    open->shift = shift;
    open->current = OPEN_UNSET;
    open->dealt = open->put_off = 0;
}

static inline void open_list_free(open_list *open)
{
    memory_give_back(open->memory, open->run.items, open->run.capacity, sizeof(open_entry));
    memory_give_back(open->memory, open->late.items, open->late.capacity, sizeof(open_entry));
    memory_give_back(open->memory, open->places, open->place_capacity, sizeof *open->places);
    open_list_init(open, open->memory);
}

static inline size_t open_list_bytes(const open_list *open)
{
    return (open->run.capacity + open->late.capacity) * sizeof(open_entry) +
           open->place_capacity * sizeof *open->places;
}

static inline size_t open_list_count(const open_list *open)
{
    return open->run.count + open->late.count + open->waiting;
}

/// Makes room for one more entry.
static inline fw_result open_array_extend(open_list *open, open_array *array)
{
    if (array->count < array->capacity)
        return FW_OK;
    return memory_reserve(open->memory, &array->items, &array->capacity, array->count + OPEN_BUCKETS,
                          sizeof *array->items);
}

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

static inline open_entry open_late_pop(open_list *open)
{
    open_entry *items = open->late.items;
    const open_entry least = items[0];
    const size_t count = --open->late.count;
    const open_entry last = items[count];
    size_t hole = 0;
    for (size_t below = 1; below < count; below = 2 * hole + 1) {
        below += below + 1 < count && open_before(&items[below + 1], &items[below]);
        if (!open_before(&items[below], &last))
            break;
        items[hole] = items[below];
        hole = below;
    }
    items[hole] = last;
    return least;
}

/// Puts an entry into the current bucket. Most belong at the run's end: steps that do not raise f.
static inline fw_result open_join_current(open_list *open, const open_entry *entry)
{
    open_array *run = &open->run;
    if (open->current == OPEN_UNSET)
        open->current = (uint64_t)entry->f >> open->shift;
    if (run->count >= OPEN_LONGEST_SHIFT && open_before(&run->items[run->count - OPEN_LONGEST_SHIFT], entry))
        return open_late_push(open, entry);
    if (open_array_extend(open, run) != FW_OK)
        return FW_NO_MEMORY;
    size_t at = run->count++;
    for (; at > 0 && open_before(&run->items[at - 1], entry); at--)
        run->items[at] = run->items[at - 1];
    run->items[at] = *entry;
    return FW_OK;
}

/// Links a place into the list of its bucket, or of the ring's last one.
static inline void open_wait(open_list *open, uint64_t bucket, uint32_t place)
{
    const uint64_t last = open->current + OPEN_BUCKETS - 1;
    const size_t at = (bucket < last ? bucket : last) % OPEN_BUCKETS;
    const uint64_t bit = UINT64_C(1) << at % WORD_BITS;
    uint64_t *used = &open->used[at / WORD_BITS];
    open->places[place].next = *used & bit ? open->first[at] : OPEN_NONE;
    open->first[at] = place;
    *used |= bit;
    open->waiting++;
}

/// Makes room for more places; false when there is no memory.
static __attribute__((noinline, unused)) bool open_add_places(open_list *open)
{
    return open->place_count < OPEN_NONE &&
           memory_reserve(open->memory, &open->places, &open->place_capacity,
                          open->place_count + OPEN_BUCKETS, sizeof *open->places) == FW_OK;
}

/// A place for an entry; OPEN_NONE when there is no memory.
static inline uint32_t open_take_place(open_list *open)
{
    const uint32_t place = open->free_places;
    if (place != OPEN_NONE) {
        open->free_places = open->places[place].next;
        return place;
    }
    if (open->place_count == open->place_capacity && !open_add_places(open))
        return OPEN_NONE;
    return (uint32_t)open->place_count++;
}

static inline fw_result open_list_push(open_list *open, const open_entry *entry)
{
    const uint64_t bucket = (uint64_t)entry->f >> open->shift;
    if (bucket <= open->current)
        return open_join_current(open, entry);
    const uint32_t place = open_take_place(open);
    if (place == OPEN_NONE)
        return FW_NO_MEMORY;
    open->places[place].entry = *entry;
    open_wait(open, bucket, place);
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

static inline open_entry open_median(const open_entry *a, const open_entry *b, const open_entry *c)
{
    if (open_before(a, b))
        return open_before(b, c) ? *b : open_before(a, c) ? *c : *a;
    return open_before(a, c) ? *a : open_before(b, c) ? *c : *b;
}

/// Sorts, best last: quicksort (Hoare 1961), whose recursion into the shorter part is at most log2(count) deep.
static __attribute__((noinline, unused)) void open_sort(open_entry *begin, open_entry *end)
{
    while (end - begin > OPEN_SHORT_RUN) {
        const open_entry pivot = open_median(begin, &begin[(end - begin) / 2], &end[-1]);
        open_entry *left = begin;
        open_entry *right = end - 1;
        while (left <= right) {
            while (open_before(&pivot, left))
                left++;
            while (open_before(right, &pivot))
                right--;
            if (left <= right) {
                const open_entry swapped = *left;
                *left++ = *right;
                *right-- = swapped;
            }
        }
        if (right + 1 - begin < end - left) {
            open_sort(begin, right + 1);
            begin = left;
        } else {
            open_sort(left, end);
            end = right + 1;
        }
    }
    open_sort_by_insertion(begin, end);
}

/// The first used bucket behind the current one; the ring must not be empty.
static inline uint64_t open_next_used(const open_list *open)
{
    const uint64_t from = open->current + 1;
    size_t word = from / WORD_BITS % OPEN_BUCKET_WORDS;
    uint64_t bits = open->used[word] & ~bits_below((int)(from % WORD_BITS));
    while (!bits) {
        word = (word + 1) % OPEN_BUCKET_WORDS;
        bits = open->used[word];
    }
    const uint64_t at = word * WORD_BITS + (uint64_t)bits_lowest(bits);
    return from + (at - from) % OPEN_BUCKETS;
}

/// Takes all waiting entries out of the ring.
///
/// @param[out] least, most  f among them
/// @return list of them
static inline uint32_t open_lift_all(open_list *open, uint64_t *least, uint64_t *most)
{
    uint32_t all = OPEN_NONE;
    *least = UINT64_MAX;
    *most = 0;
    for (size_t at = 0; at < OPEN_BUCKETS; at++) {
        const bool is_used = open->used[at / WORD_BITS] >> at % WORD_BITS & 1;
        for (uint32_t next, place = is_used ? open->first[at] : OPEN_NONE; place != OPEN_NONE; place = next) {
            const uint64_t f = open->places[place].entry.f;
            *least = f < *least ? f : *least;
            *most = f > *most ? f : *most;
            next = open->places[place].next;
            open->places[place].next = all;
            all = place;
        }
    }
    memset(open->used, 0, sizeof open->used);
    open->waiting = 0;
    return all;
}

/// Makes buckets so wide that the ring holds all waiting entries; there must be some. Where costs of steps differ by
/// large factors, entries would be dealt out over and over again. The current bucket must be empty.
static __attribute__((noinline, unused)) void open_widen(open_list *open)
{
    uint64_t least, most;
    uint32_t place = open_lift_all(open, &least, &most);
    while ((most >> open->shift) - (least >> open->shift) > OPEN_BUCKETS - 2)
        open->shift++;
    open->current = (least >> open->shift) - 1; // OPEN_UNSET before bucket 0: the next one is opened at once
    while (place != OPEN_NONE) {
        const uint32_t next = open->places[place].next;
        open_wait(open, (uint64_t)open->places[place].entry.f >> open->shift, place);
        place = next;
    }
    open->dealt = open->put_off = 0;
}

/// Makes the next used bucket the current one, with an empty run. The entries that are not outdated are moved there
/// and sorted. When memory runs out, those that are left stay in the bucket.
static inline __attribute__((always_inline)) fw_result open_next_bucket(open_list *open,
                                                                        open_stale_fn *is_stale,
                                                                        const void *context)
{
    if (open->put_off > OPEN_BUCKETS + OPEN_PUT_OFF_MOST * open->dealt)
        open_widen(open);
    open->current = open_next_used(open);
    const size_t at = open->current % OPEN_BUCKETS;
    open->used[at / WORD_BITS] &= ~(UINT64_C(1) << at % WORD_BITS);
    uint32_t place = open->first[at];
    while (place != OPEN_NONE) {
        open_waiting *from = &open->places[place];
        const uint32_t taken = place;
        const uint64_t bucket = (uint64_t)from->entry.f >> open->shift;
        const bool dropped = is_stale(context, &from->entry);
        if (!dropped && bucket <= open->current && open_array_extend(open, &open->run) != FW_OK) {
            open->used[at / WORD_BITS] |= UINT64_C(1) << at % WORD_BITS;
            open->first[at] = place;
            return FW_NO_MEMORY;
        }
        place = from->next;
        open->waiting--;
        if (!dropped && bucket > open->current) {
            open_wait(open, bucket, taken);
            open->put_off++;
            continue;
        }
        if (!dropped)
            open->run.items[open->run.count++] = from->entry;
        from->next = open->free_places;
        open->free_places = taken;
    }
    if (open->run.count > 1)
        open_sort(open->run.items, open->run.items + open->run.count);
    open->dealt += open->run.count;
    return FW_OK;
}

/// Takes the best entry that is not outdated.
///
/// @return FW_OK, FW_NOT_FOUND (empty) or FW_NO_MEMORY
static inline __attribute__((always_inline)) fw_result open_list_pop(open_list *open, open_stale_fn *is_stale,
                                                                     const void *context, open_entry *best)
{
    for (;;) {
        while (open->run.count | open->late.count) {
            open_array *run = &open->run;
            const bool is_late =
                open->late.count &&
                (!run->count || open_before(&open->late.items[0], &run->items[run->count - 1]));
            *best = is_late ? open_late_pop(open) : run->items[--run->count];
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

/// Adds an entry to a list whose entries will be taken by open_list_unstack().
static inline __attribute__((always_inline)) fw_result open_list_stack(open_list *open,
                                                                       const open_entry *entry)
{
    const uint64_t bucket = (uint64_t)entry->f >> open->shift;
    const uint32_t place = open_take_place(open);
    if (place == OPEN_NONE)
        return FW_NO_MEMORY;
    open_waiting *at = &open->places[place];
    at->entry = *entry;
    if (open->current == OPEN_UNSET)
        open->current = bucket;
    if (bucket > open->current) {
        open_wait(open, bucket, place);
        return FW_OK;
    }
    at->next = open->stack;
    open->stack = place;
    open->waiting++;
    return FW_OK;
}

/// Takes the next used bucket as the stack; false where there is none, or all its f are `limit` or more.
static __attribute__((noinline, unused)) bool open_next_stack(open_list *open, cost limit)
{
    if (!open->waiting)
        return false;
    const uint64_t next = open_next_used(open);
    if (!limit || next > (uint64_t)(limit - 1) >> open->shift)
        return false;
    const size_t at = next % OPEN_BUCKETS;
    open->current = next;
    open->stack = open->first[at];
    open->used[at / WORD_BITS] &= ~(UINT64_C(1) << at % WORD_BITS);
    return true;
}

/// Takes the entry that came last into the first bucket that holds any: nothing is compared or sorted, but entries
/// come in order of f only as far as buckets tell.
///
/// @param limit  entries with this f or a larger one are not asked for
/// @return FW_OK, or FW_NOT_FOUND: there is no other entry
static inline __attribute__((always_inline)) fw_result open_list_unstack(open_list *open, cost limit,
                                                                         open_stale_fn *is_stale,
                                                                         const void *context,
                                                                         open_entry *last)
{
    for (;;) {
        const uint32_t place = open->stack;
        if (place == OPEN_NONE) {
            if (!open_next_stack(open, limit))
                return FW_NOT_FOUND;
            continue;
        }
        open_waiting *from = &open->places[place];
        open->stack = from->next;
        open->waiting--;
        const uint64_t bucket = (uint64_t)from->entry.f >> open->shift;
        if (bucket > open->current) {
            open_wait(open, bucket, place);
            continue;
        }
        *last = from->entry;
        from->next = open->free_places;
        open->free_places = place;
        if (last->f < limit && !is_stale(context, last))
            return FW_OK;
    }
}

/// Takes an entry for the one with the least h, ties by f, then id, if it is.
static inline void open_consider(const open_entry *entry, open_stale_fn *is_stale, const void *context,
                                 open_entry *nearest)
{
    const bool is_nearer = entry->h != nearest->h   ? entry->h < nearest->h
                           : entry->f != nearest->f ? entry->f < nearest->f
                                                    : entry->id < nearest->id;
    if (is_nearer && !is_stale(context, entry))
        *nearest = *entry;
}

/// Looks at all entries for the one with the least h that is not outdated, ties by f, then id.
///
/// @param[in,out] nearest  becomes that entry, if it comes before
static inline void open_list_nearest(const open_list *open, open_stale_fn *is_stale, const void *context,
                                     open_entry *nearest)
{
    for (size_t i = 0; i < open->run.count; i++)
        open_consider(&open->run.items[i], is_stale, context, nearest);
    for (size_t i = 0; i < open->late.count; i++)
        open_consider(&open->late.items[i], is_stale, context, nearest);
    for (uint32_t at = open->stack; at != OPEN_NONE; at = open->places[at].next)
        open_consider(&open->places[at].entry, is_stale, context, nearest);
    for (size_t i = 0; i < OPEN_BUCKETS; i++) {
        const bool is_used = open->used[i / WORD_BITS] >> i % WORD_BITS & 1;
        for (uint32_t at = is_used ? open->first[i] : OPEN_NONE; at != OPEN_NONE; at = open->places[at].next)
            open_consider(&open->places[at].entry, is_stale, context, nearest);
    }
}

#endif
