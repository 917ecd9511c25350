/// Patel's two-level queue: nodes good enough to come soon in a binary heap, bad ones in a plain array. When
/// the heap is empty, the bound is raised by one straight step above the best of the bad.

#include <stdlib.h>

#include "open_lists/entry_heap.h"
#include "open_lists/replay.h"

typedef struct two_level_queue {
    entry_array good; ///< heap: f <= bound
    entry_array bad;  ///< in no order
    uint64_t bound;
    uint64_t band; ///< how far above the best of the bad the bound is put
} two_level_queue;

static void *create(const open_list_bounds *bounds, seen *nodes)
{
    (void)nodes;
    two_level_queue *list = study_memory(1, sizeof *list);
    list->band = bounds->cost_step;
    return list;
}

static void destroy(void *context)
{
    two_level_queue *list = context;
    free(list->good.items);
    free(list->bad.items);
    free(list);
}

static void clear(void *context)
{
    two_level_queue *list = context;
    list->good.count = list->bad.count = 0;
    list->bound = 0;
}

static void insert(void *context, const queue_entry *added)
{
    two_level_queue *list = context;
    if (added->f <= list->bound)
        entry_heap_push(&list->good, 2, *added);
    else
        entry_array_append(&list->bad, *added);
}

static void raise_bound(two_level_queue *list)
{
    list->bound = list->bad.items[entry_array_best(&list->bad)].f + list->band;
    for (size_t i = 0; i < list->bad.count;) {
        if (list->bad.items[i].f <= list->bound)
            entry_heap_push(&list->good, 2, entry_array_take(&list->bad, i));
        else
            i++;
    }
}

static queue_entry remove_best(void *context)
{
    two_level_queue *list = context;
    if (list->good.count == 0)
        raise_bound(list);
    return entry_heap_pop(&list->good, 2);
}

static entry_array *level_of(two_level_queue *list, const queue_entry *what)
{
    return what->f <= list->bound ? &list->good : &list->bad;
}

static bool contains(void *context, const queue_entry *known)
{
    const entry_array *level = level_of(context, known);
    return entry_array_find(level, known->id) < level->count;
}

static void increase_priority(void *context, const queue_entry *before, uint64_t f)
{
    two_level_queue *list = context;
    entry_array *level = level_of(list, before);
    const size_t place = entry_array_find(level, before->id);
    const queue_entry raised = { .f = f, .h = before->h, .id = before->id };
    if (level == &list->good) {
        entry_heap_rise(level, 2, place, raised);
        return;
    }
    entry_array_take(level, place);
    insert(context, &raised);
}

DEFINE_REPLAY(replay, open_list_two_level_queue)

const open_list_kind open_list_two_level_queue = {
    .name = "two-level queue",
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
