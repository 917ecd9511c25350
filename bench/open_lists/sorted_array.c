/// Sorted array, best last: an entry is found by its f in O(log F), but what lies behind it must be moved.

#include <string.h>

#include "open_lists/array_list.h"
#include "open_lists/replay.h"

/// How many entries come after this one in the order of removal: its place, if it is there.
static size_t place_of(const entry_array *list, const queue_entry *sought)
{
    size_t low = 0, high = list->count;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (entry_before(sought, &list->items[middle]))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void insert(void *context, const queue_entry *added)
{
    entry_array *list = &((array_list *)context)->entries;
    const size_t place = place_of(list, added);
    entry_array_append(list, *added);
    memmove(&list->items[place + 1], &list->items[place], (list->count - 1 - place) * sizeof *added);
    list->items[place] = *added;
}

static queue_entry remove_best(void *context)
{
    entry_array *list = &((array_list *)context)->entries;
    return list->items[--list->count];
}

static bool contains(void *context, const queue_entry *known)
{
    const entry_array *list = &((const array_list *)context)->entries;
    const size_t place = place_of(list, known);
    return place < list->count && list->items[place].id == known->id;
}

static void increase_priority(void *context, const queue_entry *before, uint64_t f)
{
    entry_array *list = &((array_list *)context)->entries;
    const queue_entry raised = { .f = f, .h = before->h, .id = before->id };
    const size_t from = place_of(list, before), to = place_of(list, &raised) - 1;
    memmove(&list->items[from], &list->items[from + 1], (to - from) * sizeof raised);
    list->items[to] = raised;
}

DEFINE_REPLAY(replay, open_list_sorted_array)

const open_list_kind open_list_sorted_array = {
    .name = "sorted array",
    .source = "Patel",
    .order = ORDER_FULL,
    .create = array_list_create,
    .destroy = array_list_destroy,
    .clear = array_list_clear,
    .insert = insert,
    .remove_best = remove_best,
    .contains = contains,
    .increase_priority = increase_priority,
    .replay = replay,
};
