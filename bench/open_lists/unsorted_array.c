/// Unsorted array: everything but insertion looks through all of it.

#include "open_lists/array_list.h"
#include "open_lists/replay.h"

static void insert(void *context, const queue_entry *added)
{
    entry_array_append(&((array_list *)context)->entries, *added);
}

static queue_entry remove_best(void *context)
{
    entry_array *entries = &((array_list *)context)->entries;
    return entry_array_take(entries, entry_array_best(entries));
}

static void increase_priority(void *context, const queue_entry *before, uint64_t f)
{
    entry_array *entries = &((array_list *)context)->entries;
    entries->items[entry_array_find(entries, before->id)].f = f;
}

DEFINE_REPLAY(replay, open_list_unsorted_array)

const open_list_kind open_list_unsorted_array = {
    .name = "unsorted array",
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
