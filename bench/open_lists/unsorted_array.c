/// @file
/// Unsorted array: everything but insertion looks through all of it.

#include <stdlib.h>

#include "open_lists/entry_array.h"
#include "open_lists/replay.h"

static void *create(const open_list_bounds *bounds, seen *nodes)
{
    (void)bounds;
    (void)nodes;
    return study_memory(1, sizeof(entry_array));
}

static void destroy(void *of)
{
    entry_array *list = of;
    free(list->items);
    free(list);
}

static void clear(void *of)
{
    ((entry_array *)of)->count = 0;
}

static void insert(void *of, const queue_entry *added)
{
    entry_array_append(of, *added);
}

static queue_entry remove_best(void *of)
{
    return entry_array_take(of, entry_array_best(of));
}

static bool contains(void *of, const queue_entry *known)
{
    const entry_array *list = of;
    return entry_array_find(list, known->id) < list->count;
}

static void increase_priority(void *of, const queue_entry *before, uint64_t f)
{
    entry_array *list = of;
    list->items[entry_array_find(list, before->id)].f = f;
}

DEFINE_REPLAY(replay, open_list_unsorted_array)

const open_list_kind open_list_unsorted_array = {
    .name = "unsorted array",
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
