/// Patel's hybrid with positions: an indexed array tells where in the heap a node is, so that raising it is
/// O(log F). Binary and 4-ary.

#include "open_lists/array_list.h"
#include "open_lists/entry_heap.h"
#include "open_lists/replay.h"

HEAP_INLINE void put(array_list *list, size_t i, queue_entry what)
{
    list->entries.items[i] = what;
    list->nodes->all[what.id].place = (uint32_t)i;
}

HEAP_INLINE void rise(array_list *list, size_t arity, size_t i, queue_entry rising)
{
    while (i > 0 && entry_before(&rising, &list->entries.items[(i - 1) / arity])) {
        put(list, i, list->entries.items[(i - 1) / arity]);
        i = (i - 1) / arity;
    }
    put(list, i, rising);
}

HEAP_INLINE void sink(array_list *list, size_t arity, size_t i, queue_entry sinking)
{
    for (size_t child; (child = entry_heap_best_child(&list->entries, arity, i)) < list->entries.count;
         i = child) {
        if (!entry_before(&list->entries.items[child], &sinking))
            break;
        put(list, i, list->entries.items[child]);
    }
    put(list, i, sinking);
}

HEAP_INLINE void insert_by(array_list *list, size_t arity, const queue_entry *added)
{
    entry_array_append(&list->entries, *added);
    rise(list, arity, list->entries.count - 1, *added);
}

HEAP_INLINE queue_entry remove_best_by(array_list *list, size_t arity)
{
    const queue_entry best = list->entries.items[0];
    const queue_entry last = list->entries.items[--list->entries.count];
    if (list->entries.count > 0)
        sink(list, arity, 0, last);
    return best;
}

HEAP_INLINE void increase_priority_by(array_list *list, size_t arity, const queue_entry *before, uint64_t f)
{
    const queue_entry raised = { .f = f, .h = before->h, .id = before->id };
    rise(list, arity, list->nodes->all[before->id].place, raised);
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
    increase_priority_by(context, 2, before, f);
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
    increase_priority_by(context, 4, before, f);
}

DEFINE_REPLAY(replay, open_list_positioned_heap)
DEFINE_REPLAY(replay_4, open_list_positioned_heap_4)

const open_list_kind open_list_positioned_heap = {
    .name = "binary heap + indexed array with positions",
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
    .replay = replay,
};

const open_list_kind open_list_positioned_heap_4 = {
    .name = "4-ary heap + indexed array with positions",
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
