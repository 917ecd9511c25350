/// @file
/// Binary heaps that must look for a node to raise it: alone, and Patel's hybrid, whose indexed array answers
/// whether a node is open at all.

#include <stdlib.h>

#include "open_lists/entry_heap.h"
#include "open_lists/replay.h"
#include "open_lists/seen.h"

typedef struct binary_heap {
    entry_array heap;
    seen nodes; ///< of the hybrid
} binary_heap;

static void *create(const open_list_bounds *bounds)
{
    (void)bounds;
    return study_memory(1, sizeof(binary_heap));
}

static void destroy(void *of)
{
    binary_heap *list = of;
    free(list->heap.items);
    free(list->nodes.nodes);
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

static void *create_hybrid(const open_list_bounds *bounds)
{
    binary_heap *list = create(bounds);
    list->nodes = seen_create(bounds->ids);
    return list;
}

static void clear_hybrid(void *of)
{
    clear(of);
    seen_clear(&((binary_heap *)of)->nodes);
}

static void insert_hybrid(void *of, const queue_entry *added)
{
    seen_open(&((binary_heap *)of)->nodes, added->id, added->f);
    insert(of, added);
}

static queue_entry remove_best_hybrid(void *of)
{
    const queue_entry best = remove_best(of);
    seen_close(&((binary_heap *)of)->nodes, best.id);
    return best;
}

static bool contains_hybrid(void *of, const queue_entry *known)
{
    return seen_is_open(&((const binary_heap *)of)->nodes, known->id);
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
    .create = create_hybrid,
    .destroy = destroy,
    .clear = clear_hybrid,
    .insert = insert_hybrid,
    .remove_best = remove_best_hybrid,
    .contains = contains_hybrid,
    .increase_priority = increase_priority,
    .replay = replay_hybrid,
};
