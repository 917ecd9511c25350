/// Heaps where a raised node is queued a second time; the stale entry is dropped when it comes up. Binary and
/// 4-ary.

#include "open_lists/array_list.h"
#include "open_lists/entry_heap.h"
#include "open_lists/replay.h"

HEAP_INLINE void insert_by(array_list *list, size_t arity, const queue_entry *added)
{
    entry_heap_push(&list->entries, arity, *added);
}

HEAP_INLINE queue_entry remove_best_by(array_list *list, size_t arity)
{
    queue_entry best;
    do
        best = entry_heap_pop(&list->entries, arity);
    while (!seen_is_open(list->nodes, best.id)); // its entry with a smaller f came up before
    return best;
}

static void insert(void *context, const queue_entry *added)
{
    insert_by(context, 2, added);
}

static queue_entry remove_best(void *context)
{
    return remove_best_by(context, 2);
}

static void increase_priority(void *context, const queue_entry *before, uint64_t f)
{
    insert(context, &(queue_entry){ .f = f, .h = before->h, .id = before->id });
}

static void insert_4(void *context, const queue_entry *added)
{
    insert_by(context, 4, added);
}

static queue_entry remove_best_4(void *context)
{
    return remove_best_by(context, 4);
}

static void increase_priority_4(void *context, const queue_entry *before, uint64_t f)
{
    insert_4(context, &(queue_entry){ .f = f, .h = before->h, .id = before->id });
}

DEFINE_REPLAY(replay, open_list_lazy_heap)
DEFINE_REPLAY(replay_4, open_list_lazy_heap_4)

const open_list_kind open_list_lazy_heap = {
    .name = "binary heap, second entries",
    .source = "Patel",
    .order = ORDER_FULL,
    .looks_at_nodes = true,
    .create = array_list_create,
    .destroy = array_list_destroy,
    .clear = array_list_clear,
    .insert = insert,
    .remove_best = remove_best,
    .contains = array_list_knows_open,
    .increase_priority = increase_priority,
    .replay = replay,
};

const open_list_kind open_list_lazy_heap_4 = {
    .name = "4-ary heap, second entries",
    .source = "Johnson 1975",
    .order = ORDER_FULL,
    .looks_at_nodes = true,
    .create = array_list_create,
    .destroy = array_list_destroy,
    .clear = array_list_clear,
    .insert = insert_4,
    .remove_best = remove_best_4,
    .contains = array_list_knows_open,
    .increase_priority = increase_priority_4,
    .replay = replay_4,
};
