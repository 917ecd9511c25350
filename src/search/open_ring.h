#ifndef SEARCH_OPEN_RING_H
#define SEARCH_OPEN_RING_H

/// @file
/// The entries of an open list: a ring of narrow buckets by f, with a bitmap of the buckets that are not empty. Buckets
/// are unsorted lists. Entries beyond the ring wait in its last bucket and are dealt out again when that bucket is
/// opened, so no bound on f must be known.
///
/// An entry is not moved when its node improves: a second entry is added, and the outdated one is dropped when it is
/// taken. open_list.h takes entries in exact order, open_stack.h in the order of buckets only.
///
/// Source: Dial 1969; the figures that led to it are in docs/open_lists.md.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/bits.h"
#include "base/compiler.h"
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
static NEVER_INLINE bool open_add_places(open_list *open)
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
