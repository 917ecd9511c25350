/// @file
/// Binary heaps that must look for a node to raise it: alone, and Patel's hybrid, whose indexed array answers
/// whether a node is open at all.

#include <stdlib.h>

#include "open_lists/entry_heap.h"
#include "open_lists/replay.h"
#include "open_lists/seen.h"

typedef struct binary_heap {
    entry_array heap;
    seen *nodes; ///< for the hybrid
} binary_heap;

static void *create(const open_list_bounds *bounds, seen *nodes)
{
    (void)bounds;
    binary_heap *list = study_memory(1, sizeof *list);
    list->nodes = nodes;
    return list;
}

static void destroy(void *of)
{
    binary_heap *list = of;
    free(list->heap.items);
    free(list);
}

static void clear(void *of)
{
    ((binary_heap *)of)->heap.count = 0;
}

static void insert(void *of, const queue_entry *added)
{
    entry_heap_push(&((binary_heap *)of)->heap, 2, *added);
}

static queue_entry remove_best(void *of)
{
    return entry_heap_pop(&((binary_heap *)of)->heap, 2);
}

static bool contains(void *of, const queue_entry *known)
{
    const entry_array *heap = &((const binary_heap *)of)->heap;
    return entry_array_find(heap, known->id) < heap->count;
}

static void increase_priority(void *of, const queue_entry *before, uint64_t f)
{
    entry_array *heap = &((binary_heap *)of)->heap;
    const queue_entry raised = { .f = f, .h = before->h, .id = before->id };
    entry_heap_rise(heap, 2, entry_array_find(heap, before->id), raised);
}

static bool contains_hybrid(void *of, const queue_entry *known)
{
    return seen_is_open(((const binary_heap *)of)->nodes, known->id);
}

DEFINE_REPLAY(replay, open_list_binary_heap)
DEFINE_REPLAY(replay_hybrid, open_list_hybrid_heap)

const open_list_kind open_list_binary_heap = {
    .name = "binary heap",
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

const open_list_kind open_list_hybrid_heap = {
    .name = "binary heap + indexed array",
    .source = "Patel's hybrid",
    .order = ORDER_FULL,
    .looks_at_nodes = true,
    .create = create,
    .destroy = destroy,
    .clear = clear,
    .insert = insert,
    .remove_best = remove_best,
    .contains = contains_hybrid,
    .increase_priority = increase_priority,
    .replay = replay_hybrid,
};
