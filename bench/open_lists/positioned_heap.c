/// @file
/// Patel's hybrid with positions: an indexed array tells where in the heap a node is, so that raising it is
/// O(log F). Binary and 4-ary.

#include <stdlib.h>

#include "open_lists/entry_heap.h"
#include "open_lists/replay.h"
#include "open_lists/seen.h"

typedef struct positioned_heap {
    entry_array heap;
    seen *nodes;
} positioned_heap;

static void *create(const open_list_bounds *bounds, seen *nodes)
{
    (void)bounds;
    positioned_heap *list = study_memory(1, sizeof *list);
    list->nodes = nodes;
    return list;
}

static void destroy(void *of)
{
    positioned_heap *list = of;
    free(list->heap.items);
    free(list);
}

static void clear(void *of)
{
    positioned_heap *list = of;
    list->heap.count = 0;
}

static bool contains(void *of, const queue_entry *known)
{
    return seen_is_open(((const positioned_heap *)of)->nodes, known->id);
}

HEAP_INLINE void put(positioned_heap *list, size_t i, queue_entry what)
{
    list->heap.items[i] = what;
    list->nodes->all[what.id].place = (uint32_t)i;
}

HEAP_INLINE void rise(positioned_heap *list, size_t arity, size_t i, queue_entry rising)
{
    while (i > 0 && entry_before(&rising, &list->heap.items[(i - 1) / arity])) {
        put(list, i, list->heap.items[(i - 1) / arity]);
        i = (i - 1) / arity;
    }
    put(list, i, rising);
}

HEAP_INLINE void sink(positioned_heap *list, size_t arity, size_t i, queue_entry sinking)
{
    for (size_t child; (child = entry_heap_best_child(&list->heap, arity, i)) < list->heap.count; i = child) {
        if (!entry_before(&list->heap.items[child], &sinking))
            break;
        put(list, i, list->heap.items[child]);
    }
    put(list, i, sinking);
}

HEAP_INLINE void insert_by(positioned_heap *list, size_t arity, const queue_entry *added)
{
    entry_array_append(&list->heap, *added);
    rise(list, arity, list->heap.count - 1, *added);
}

HEAP_INLINE queue_entry remove_best_by(positioned_heap *list, size_t arity)
{
    const queue_entry best = list->heap.items[0];
    const queue_entry last = list->heap.items[--list->heap.count];
    if (list->heap.count > 0)
        sink(list, arity, 0, last);
    return best;
}

HEAP_INLINE void increase_priority_by(positioned_heap *list, size_t arity, const queue_entry *before,
                                      uint64_t f)
{
    const queue_entry raised = { .f = f, .h = before->h, .id = before->id };
    rise(list, arity, list->nodes->all[before->id].place, raised);
}

static void insert(void *of, const queue_entry *added)
{
    insert_by(of, 2, added);
}

static queue_entry remove_best(void *of)
{
    return remove_best_by(of, 2);
}

static void increase_priority(void *of, const queue_entry *before, uint64_t f)
{
    increase_priority_by(of, 2, before, f);
}

static void insert_4(void *of, const queue_entry *added)
{
    insert_by(of, 4, added);
}

static queue_entry remove_best_4(void *of)
{
    return remove_best_by(of, 4);
}

static void increase_priority_4(void *of, const queue_entry *before, uint64_t f)
{
    increase_priority_by(of, 4, before, f);
}

DEFINE_REPLAY(replay, open_list_positioned_heap)
DEFINE_REPLAY(replay_4, open_list_positioned_heap_4)

const open_list_kind open_list_positioned_heap = {
    .name = "binary heap + indexed array with positions",
    .source = "Patel's hybrid",
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

const open_list_kind open_list_positioned_heap_4 = {
    .name = "4-ary heap + indexed array with positions",
    .source = "Johnson 1975",
    .order = ORDER_FULL,
    .looks_at_nodes = true,
    .create = create,
    .destroy = destroy,
    .clear = clear,
    .insert = insert_4,
    .remove_best = remove_best_4,
    .contains = contains,
    .increase_priority = increase_priority_4,
    .replay = replay_4,
};
