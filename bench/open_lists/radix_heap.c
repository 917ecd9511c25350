/// Radix heap (Ahuja, Mehlhorn, Orlin & Tarjan 1990), one bit a level: bucket i holds what differs from the
/// last removed f first in bit i - 1. Ties as they come; a raised node is queued a second time.

#include <stdlib.h>

#include "base/bits.h"
#include "open_lists/entry_array.h"
#include "open_lists/replay.h"
#include "open_lists/seen.h"

enum { LEVELS = 65 };

typedef struct radix_heap {
    entry_array buckets[LEVELS]; ///< as plain arrays
    uint64_t last;               ///< f of the last entry that was removed
    seen *nodes;
} radix_heap;

static void *create(const open_list_bounds *bounds, seen *nodes)
{
    (void)bounds;
    radix_heap *list = study_memory(1, sizeof *list);
    list->nodes = nodes;
    return list;
}

static void destroy(void *context)
{
    radix_heap *list = context;
    for (int i = 0; i < LEVELS; i++)
        free(list->buckets[i].items);
    free(list);
}

static void clear(void *context)
{
    radix_heap *list = context;
    for (int i = 0; i < LEVELS; i++)
        list->buckets[i].count = 0;
    list->last = 0;
}

static bool contains(void *context, const queue_entry *known)
{
    return seen_is_open(((const radix_heap *)context)->nodes, known->id);
}

static inline void deal(radix_heap *list, const queue_entry *added)
{
    const uint64_t differs = added->f ^ list->last;
    entry_array *bucket = &list->buckets[differs ? bits_highest(differs) + 1 : 0];
    entry_array_append(bucket, *added);
}

static void insert(void *context, const queue_entry *added)
{
    radix_heap *list = context;
    deal(list, added);
}

static void increase_priority(void *context, const queue_entry *before, uint64_t f)
{
    insert(context, &(queue_entry){ .f = f, .h = before->h, .id = before->id });
}

/// Deals out the first bucket that is not empty, after dropping what is stale in it.
static void deal_out(radix_heap *list)
{
    int level = 1;
    while (list->buckets[level].count == 0)
        level++;
    entry_array *bucket = &list->buckets[level];
    uint64_t least = UINT64_MAX;
    size_t kept = 0;
    for (size_t i = 0; i < bucket->count; i++)
        if (seen_is_open_as(list->nodes, &bucket->items[i])) {
            bucket->items[kept++] = bucket->items[i];
            if (bucket->items[i].f < least)
                least = bucket->items[i].f;
        }
    bucket->count = 0;
    if (kept == 0)
        return;
    list->last = least;
    for (size_t i = 0; i < kept; i++)
        deal(list, &bucket->items[i]); // into buckets below this one
}

static queue_entry remove_best(void *context)
{
    radix_heap *list = context;
    entry_array *best = &list->buckets[0]; // nothing stale in it: f does not fall below the last
    while (best->count == 0)
        deal_out(list);
    return best->items[--best->count];
}

DEFINE_REPLAY(replay, open_list_radix_heap)

const open_list_kind open_list_radix_heap = {
    .name = "radix heap",
    .source = "Ahuja et al. 1990",
    .order = ORDER_F,
    .looks_at_nodes = true,
    .create = create,
    .destroy = destroy,
    .clear = clear,
    .insert = insert,
    .remove_best = remove_best,
    .contains = contains,
    .increase_priority = increase_priority,
    .replay = replay,
};
