/// Bucket queue: a ring of unsorted buckets by f, 1/8 of the cheapest straight step wide, a bitmap of those
/// that are not empty, and only the current bucket as a binary heap. A raised node is queued a second time;
/// the stale entry is dropped when its bucket becomes the current one, or when it comes up.

#include <stdlib.h>

#include "base/bits.h"
#include "open_lists/entry_heap.h"
#include "open_lists/replay.h"
#include "open_lists/seen.h"

enum { STEP_PARTS = 8 };

typedef struct bucket_queue {
    entry_array *buckets; ///< a ring; [bucket * (mask + 1)]
    uint64_t *used;       ///< bitmap of the buckets that are not empty, the current one not counted
    size_t mask;          ///< number of buckets - 1; the number is a power of two and at least WORD_BITS
    int shift;            ///< log2 of a bucket's width
    uint64_t current;     ///< index of the bucket that is a heap: f >> shift
    bool empty;           ///< since it was cleared
    seen *nodes;
} bucket_queue;

static void *create(const open_list_bounds *bounds, seen *nodes)
{
    bucket_queue *list = study_memory(1, sizeof *list);
    list->shift = bits_highest(bounds->cost_step / STEP_PARTS + 1);
    size_t buckets = WORD_BITS;
    while (buckets < (bounds->f_rise >> list->shift) + 2)
        buckets *= 2;
    list->buckets = study_memory(buckets, sizeof *list->buckets);
    list->used = study_memory(buckets / WORD_BITS, sizeof *list->used);
    list->mask = buckets - 1;
    list->nodes = nodes;
    list->empty = true;
    return list;
}

static void destroy(void *context)
{
    bucket_queue *list = context;
    for (size_t i = 0; i <= list->mask; i++)
        free(list->buckets[i].items);
    free(list->buckets);
    free(list->used);
    free(list);
}

static void clear(void *context)
{
    bucket_queue *list = context;
    list->buckets[list->current & list->mask].count = 0;
    for (size_t word = 0; word <= list->mask / WORD_BITS; word++)
        for (; list->used[word]; list->used[word] &= list->used[word] - 1)
            list->buckets[word * WORD_BITS + (size_t)bits_lowest(list->used[word])].count = 0;
    list->empty = true;
}

static bool contains(void *context, const queue_entry *known)
{
    return seen_is_open(((const bucket_queue *)context)->nodes, known->id);
}

static void insert(void *context, const queue_entry *added)
{
    bucket_queue *list = context;
    const uint64_t bucket = added->f >> list->shift;
    if (list->empty)
        list->current = bucket;
    list->empty = false;
    if (bucket <= list->current) {
        entry_heap_push(&list->buckets[list->current & list->mask], 2, *added);
        return;
    }
    const size_t slot = bucket & list->mask;
    entry_array_append(&list->buckets[slot], *added);
    list->used[slot / WORD_BITS] |= UINT64_C(1) << slot % WORD_BITS;
}

static void increase_priority(void *context, const queue_entry *before, uint64_t f)
{
    insert(context, &(queue_entry){ .f = f, .h = before->h, .id = before->id });
}

/// Slot of the first used bucket behind the current one; there is one.
static size_t next_slot(const bucket_queue *list)
{
    const size_t from = (list->current + 1) & list->mask;
    size_t word = from / WORD_BITS;
    uint64_t bits = list->used[word] & ~bits_below((int)(from % WORD_BITS));
    while (!bits) {
        word = (word + 1) & list->mask / WORD_BITS;
        bits = list->used[word];
    }
    return word * WORD_BITS + (size_t)bits_lowest(bits);
}

/// Makes the next used bucket a heap of what is not stale in it.
static void open_next(bucket_queue *list)
{
    const size_t slot = next_slot(list);
    entry_array *bucket = &list->buckets[slot];
    size_t kept = 0;
    for (size_t i = 0; i < bucket->count; i++)
        if (seen_is_open_as(list->nodes, &bucket->items[i]))
            bucket->items[kept++] = bucket->items[i];
    bucket->count = kept;
    entry_heap_order(bucket, 2);
    list->current += 1 + ((slot - list->current - 1) & list->mask);
    list->used[slot / WORD_BITS] &= ~(UINT64_C(1) << slot % WORD_BITS);
}

static queue_entry remove_best(void *context)
{
    bucket_queue *list = context;
    for (;;) {
        entry_array *bucket = &list->buckets[list->current & list->mask];
        while (bucket->count > 0) {
            const queue_entry best = entry_heap_pop(bucket, 2);
            if (!seen_is_open(list->nodes, best.id))
                continue;
            return best;
        }
        open_next(list);
    }
}

DEFINE_REPLAY(replay, open_list_bucket_queue)

const open_list_kind open_list_bucket_queue = {
    .name = "bucket queue, current bucket a heap",
    .source = "Dial 1969, our own",
    .order = ORDER_FULL,
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
