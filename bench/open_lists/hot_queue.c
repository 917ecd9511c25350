/// HOT queue (Cherkassky, Goldberg & Silverstein 1997) as Patel tells it: K buckets over the window of f that
/// a search has open at one time; the top bucket is a binary heap, the others are unsorted arrays. With K =
/// C, a bucket for each value of f, no heap is needed.

#include <stdlib.h>

#include "base/bits.h"
#include "open_lists/entry_heap.h"
#include "open_lists/replay.h"

enum { HEAP_BUCKETS = 64 };

typedef struct hot_queue {
    entry_array *buckets; ///< a ring; [bucket * mask + 1]
    size_t mask;          ///< number of buckets - 1; the number is a power of two
    int shift;            ///< log2 of a bucket's width
    uint64_t top;         ///< index of the top bucket: f >> shift
    size_t count;
} hot_queue;

static hot_queue *create_with(size_t buckets, int shift)
{
    hot_queue *list = study_memory(1, sizeof *list);
    list->buckets = study_memory(buckets, sizeof *list->buckets);
    list->mask = buckets - 1;
    list->shift = shift;
    return list;
}

static void *create(const open_list_bounds *bounds, seen *nodes)
{
    (void)nodes;
    int shift = 0;
    while ((bounds->f_rise >> shift) + 2 > HEAP_BUCKETS)
        shift++;
    return create_with(HEAP_BUCKETS, shift);
}

static void *create_no_heap(const open_list_bounds *bounds, seen *nodes)
{
    (void)nodes;
    return create_with((size_t)2 << bits_highest(bounds->f_rise + 1), 0);
}

static void destroy(void *context)
{
    hot_queue *list = context;
    for (size_t i = 0; i <= list->mask; i++)
        free(list->buckets[i].items);
    free(list->buckets);
    free(list);
}

static void clear(void *context)
{
    hot_queue *list = context;
    for (size_t i = 0; i <= list->mask; i++)
        list->buckets[i].count = 0;
    list->count = 0;
}

static inline entry_array *bucket_of(hot_queue *list, uint64_t f)
{
    return &list->buckets[f >> list->shift & list->mask];
}

static inline bool is_top(const hot_queue *list, uint64_t f)
{
    return f >> list->shift == list->top;
}

/// Makes the bucket of an entry to be added the top one if the list is empty or the entry belongs above all
/// others.
static inline void lower_top(hot_queue *list, uint64_t f)
{
    if (list->count == 0 || f >> list->shift < list->top)
        list->top = f >> list->shift;
}

/// The top bucket, after leaving the empty ones; the list is not empty.
static inline entry_array *top_bucket(hot_queue *list, bool heap)
{
    entry_array *bucket = &list->buckets[list->top & list->mask];
    if (bucket->count > 0)
        return bucket;
    while (bucket->count == 0)
        bucket = &list->buckets[++list->top & list->mask];
    if (heap)
        entry_heap_order(bucket, 2);
    return bucket;
}

static void insert(void *context, const queue_entry *added)
{
    hot_queue *list = context;
    lower_top(list, added->f);
    list->count++;
    if (is_top(list, added->f))
        entry_heap_push(bucket_of(list, added->f), 2, *added);
    else
        entry_array_append(bucket_of(list, added->f), *added);
}

static queue_entry remove_best(void *context)
{
    hot_queue *list = context;
    list->count--;
    return entry_heap_pop(top_bucket(list, true), 2);
}

static bool contains(void *context, const queue_entry *known)
{
    const entry_array *bucket = bucket_of(context, known->f);
    return entry_array_find(bucket, known->id) < bucket->count;
}

static void increase_priority(void *context, const queue_entry *before, uint64_t f)
{
    hot_queue *list = context;
    entry_array *bucket = bucket_of(list, before->f);
    const queue_entry raised = { .f = f, .h = before->h, .id = before->id };
    const size_t place = entry_array_find(bucket, before->id);
    if (is_top(list, before->f) && is_top(list, f)) {
        entry_heap_rise(bucket, 2, place, raised);
        return;
    }
    entry_array_take(bucket, place);
    list->count--;
    insert(context, &raised);
}

static void insert_no_heap(void *context, const queue_entry *added)
{
    hot_queue *list = context;
    lower_top(list, added->f);
    list->count++;
    entry_array_append(bucket_of(list, added->f), *added);
}

static queue_entry remove_best_no_heap(void *context)
{
    hot_queue *list = context;
    entry_array *bucket = top_bucket(list, false);
    list->count--;
    return bucket->items[--bucket->count];
}

static void increase_priority_no_heap(void *context, const queue_entry *before, uint64_t f)
{
    hot_queue *list = context;
    entry_array *bucket = bucket_of(list, before->f);
    entry_array_take(bucket, entry_array_find(bucket, before->id));
    list->count--;
    insert_no_heap(context, &(queue_entry){ .f = f, .h = before->h, .id = before->id });
}

DEFINE_REPLAY(replay, open_list_hot_queue)
DEFINE_REPLAY(replay_no_heap, open_list_hot_queue_no_heap)

const open_list_kind open_list_hot_queue = {
    .name = "HOT queue, K = 64",
    .source = "Patel",
    .order = ORDER_FULL,
    .create = create,
    .destroy = destroy,
    .clear = clear,
    .insert = insert,
    .remove_best = remove_best,
    .contains = contains,
    .increase_priority = increase_priority,
    .replay = replay,
};

const open_list_kind open_list_hot_queue_no_heap = {
    .name = "HOT queue, K = C",
    .source = "Patel",
    .order = ORDER_F,
    .create = create_no_heap,
    .destroy = destroy,
    .clear = clear,
    .insert = insert_no_heap,
    .remove_best = remove_best_no_heap,
    .contains = contains,
    .increase_priority = increase_priority_no_heap,
    .replay = replay_no_heap,
};
