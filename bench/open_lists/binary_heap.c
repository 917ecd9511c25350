/// Binary heaps that must look for a node to raise it: alone, and Patel's hybrid, whose indexed array answers
/// whether a node is open at all.

#include "open_lists/array_list.h"
#include "open_lists/entry_heap.h"
#include "open_lists/replay.h"

static void insert(void *context, const queue_entry *added)
{
    entry_heap_push(&((array_list *)context)->entries, 2, *added);
}

static queue_entry remove_best(void *context)
{
    return entry_heap_pop(&((array_list *)context)->entries, 2);
}

static void increase_priority(void *context, const queue_entry *before, uint64_t f)
{
    entry_array *heap = &((array_list *)context)->entries;
    const queue_entry raised = { .f = f, .h = before->h, .id = before->id };
    entry_heap_rise(heap, 2, entry_array_find(heap, before->id), raised);
}

DEFINE_REPLAY(replay, open_list_binary_heap)
DEFINE_REPLAY(replay_hybrid, open_list_hybrid_heap)

const open_list_kind open_list_binary_heap = {
    .name = "binary heap",
    .source = "Patel",
    .order = ORDER_FULL,
    .create = array_list_create,
    .destroy = array_list_destroy,
    .clear = array_list_clear,
    .insert = insert,
    .remove_best = remove_best,
    .contains = array_list_contains,
    .increase_priority = increase_priority,
    .replay = replay,
};

const open_list_kind open_list_hybrid_heap = {
    .name = "binary heap + indexed array",
    .source = "Patel's hybrid",
    .order = ORDER_FULL,
    .looks_at_nodes = true,
    .create = array_list_create,
    .destroy = array_list_destroy,
    .clear = array_list_clear,
    .insert = insert,
    .remove_best = remove_best,
    .contains = array_list_knows_open,
    .increase_priority = increase_priority,
    .replay = replay_hybrid,
};
