#pragma once

/// The entries of an open list: a ring of narrow buckets by f, with a bitmap of the buckets that are not empty. A
/// bucket is an unsorted linked list. Entries beyond the ring wait in its last bucket, and are linked into their own
/// bucket when that bucket is reached; so no bound on f is needed.
///
/// If a node improves, its entry is not moved: a second entry is added, and the outdated one is dropped when it is
/// taken. open_list.h takes entries in exact order, open_stack.h in the order of buckets only.
///
/// Source: Dial 1969. docs/inside/open_lists.md has the measurements by which it was chosen.

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
    OPEN_FIRST_ENTRIES = 128, ///< least capacity for entries; it doubles when more are needed
    OPEN_BUCKET_WORDS = OPEN_BUCKETS / WORD_BITS,
    OPEN_STEP_PARTS = 64,  ///< buckets per cost of the cheapest step; with fewer or more, searches are slower
    OPEN_STACK_WIDTH = 16, ///< buckets of an open list in bucket order are wider by this factor
    OPEN_MOST_INSERTED = 16, ///< arrays of at most this many entries are sorted by insertion
    OPEN_MOST_DEFERRALS = 8, ///< mean number of deferrals of an entry above which buckets become wider
    OPEN_MOST_SORTED = 4096, ///< most entries that are moved and sorted at once
    OPEN_LONGEST_SHIFT = 16  ///< most entries of the sorted array that are shifted to insert one
};

/// Ends a list of cells.
#define OPEN_NONE UINT32_MAX

/// The current bucket after a reset, until the first entry is added.
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

/// A cell of a linked list: an entry of a bucket, or a free cell.
typedef struct open_cell {
    open_entry entry;
    uint32_t next;
} open_cell;

typedef struct open_list {
    memory *memory;
    open_array sorted; ///< entries of the current bucket in order, best last
    open_array late;   ///< binary heap of entries added later that belong far from the end of `sorted`
    open_cell *cells;
    size_t cell_count; ///< cells that are in use or in the list of free ones
    size_t cell_capacity;
    size_t waiting;      ///< entries in the ring, and on the stack
    uint32_t free_cells; ///< first free cell
    uint32_t moving; ///< first cell of the current bucket whose entry was not moved to `sorted` or `late` yet
    uint32_t stack;  ///< first cell of the current bucket, if entries are taken in bucket order
    int shift;       ///< a bucket is 2^shift wide
    uint64_t current; ///< number of the current bucket: f >> shift
    size_t admitted;  ///< entries that were moved into the current bucket since buckets last became wider
    size_t deferrals; ///< entries that were linked into the ring again since then
    uint64_t used[OPEN_BUCKET_WORDS]; ///< one bit for each bucket: it is not empty
    uint32_t first[OPEN_BUCKETS];     ///< first cell of each bucket whose bit is set
} open_list;

/// True if an entry is outdated: since it was added, its node was closed, or reached at a lower cost.
typedef bool open_stale_fn(const void *context, const open_entry *entry);

/// The order of entries: smaller f first, then smaller h, then smaller id.
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
    open->free_cells = open->moving = open->stack = OPEN_NONE;
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
    open->sorted.count = 0;
    open->late.count = 0;
    open->cell_count = 0;
    open->waiting = 0;
    open->free_cells = open->moving = open->stack = OPEN_NONE;
    open->shift = shift;
    open->current = OPEN_UNSET;
    open->admitted = open->deferrals = 0;
}

static inline void open_list_free(open_list *open)
{
    memory_give_back(open->memory, open->sorted.items, open->sorted.capacity, sizeof(open_entry));
    memory_give_back(open->memory, open->late.items, open->late.capacity, sizeof(open_entry));
    memory_give_back(open->memory, open->cells, open->cell_capacity, sizeof *open->cells);
}

static inline size_t open_list_count(const open_list *open)
{
    return open->sorted.count + open->late.count + open->waiting;
}
/// Links a cell into the list of its bucket, or of the ring's last bucket if its own lies beyond the ring.
static inline void open_link(open_list *open, uint64_t bucket, uint32_t cell)
{
    const uint64_t last = open->current + OPEN_BUCKETS - 1;
    const size_t index = (bucket < last ? bucket : last) % OPEN_BUCKETS;
    const uint64_t bit = UINT64_C(1) << index % WORD_BITS;
    uint64_t *used = &open->used[index / WORD_BITS];
    open->cells[cell].next = *used & bit ? open->first[index] : OPEN_NONE;
    open->first[index] = cell;
    *used |= bit;
    open->waiting++;
}

/// Makes room for more cells; false if there is no memory.
static NEVER_INLINE bool open_add_cells(open_list *open)
{
    return open->cell_count < OPEN_NONE && MEMORY_RESERVE(open->memory, open->cells, open->cell_capacity,
                                                          open->cell_count + OPEN_FIRST_ENTRIES) == FW_OK;
}

/// A cell for an entry; OPEN_NONE if there is no memory.
static inline uint32_t open_take_cell(open_list *open)
{
    const uint32_t cell = open->free_cells;
    if (cell != OPEN_NONE) {
        open->free_cells = open->cells[cell].next;
        return cell;
    }
    if (open->cell_count == open->cell_capacity && !open_add_cells(open))
        return OPEN_NONE;
    return (uint32_t)open->cell_count++;
}

/// The first bucket after the current one that is not empty; the ring must hold an entry.
static inline uint64_t open_next_used(const open_list *open)
{
    const uint64_t from = open->current + 1;
    return from + bits_next_in_ring(open->used, OPEN_BUCKET_WORDS, (uint32_t)(from % OPEN_BUCKETS));
}

/// Replaces `nearest` by an entry with a smaller h that is not outdated; ties are broken by f, then id.
static inline void open_consider(const open_entry *entry, open_stale_fn *is_stale, const void *context,
                                 open_entry *nearest)
{
    const bool is_nearer = entry->h != nearest->h   ? entry->h < nearest->h
                           : entry->f != nearest->f ? entry->f < nearest->f
                                                    : entry->id < nearest->id;
    if (is_nearer && !is_stale(context, entry))
        *nearest = *entry;
}

/// Finds the entry with the least h among all that are not outdated; ties by f, then id.
///
/// @param[in,out] nearest  replaced if a better entry is found
static inline void open_list_nearest(const open_list *open, open_stale_fn *is_stale, const void *context,
                                     open_entry *nearest)
{
    for (size_t i = 0; i < open->sorted.count; i++)
        open_consider(&open->sorted.items[i], is_stale, context, nearest);
    for (size_t i = 0; i < open->late.count; i++)
        open_consider(&open->late.items[i], is_stale, context, nearest);
    for (uint32_t cell = open->moving; cell != OPEN_NONE; cell = open->cells[cell].next)
        open_consider(&open->cells[cell].entry, is_stale, context, nearest);
    for (uint32_t cell = open->stack; cell != OPEN_NONE; cell = open->cells[cell].next)
        open_consider(&open->cells[cell].entry, is_stale, context, nearest);
    for (size_t i = 0; i < OPEN_BUCKETS; i++) {
        const bool is_used = bits_is_set(open->used, i);
        for (uint32_t cell = is_used ? open->first[i] : OPEN_NONE; cell != OPEN_NONE;
             cell = open->cells[cell].next)
            open_consider(&open->cells[cell].entry, is_stale, context, nearest);
    }
}
