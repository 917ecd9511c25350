/// The library's own open list, on its very code: a bucket queue whose current bucket is a sorted run.

#include <stdio.h>
#include <stdlib.h>

#include "open_lists/replay.h"
#include "open_lists/seen.h"
#include "search/open_list.h"

typedef struct library_queue {
    memory memory;
    open_list open;
    int shift;
    seen *nodes;
} library_queue;

static void *create(const open_list_bounds *bounds, seen *nodes)
{
    library_queue *list = study_memory(1, sizeof *list);
    memory_init(&list->memory, NULL);
    open_list_init(&list->open, &list->memory);
    list->shift = open_list_shift(bounds->cost_step);
    list->nodes = nodes;
    return list;
}

static void destroy(void *context)
{
    library_queue *list = context;
    open_list_free(&list->open);
    free(list);
}

static void clear(void *context)
{
    library_queue *list = context;
    open_list_reset(&list->open, list->shift);
}

static inline void or_end(fw_result result)
{
    if (result == FW_OK)
        return;
    fprintf(stderr, "open lists: %s\n", fw_result_text(result));
    exit(EXIT_FAILURE);
}

static inline void insert(void *context, const queue_entry *added)
{
    library_queue *list = context;
    const open_entry now = { .f = added->f, .h = added->h, .id = added->id, .slot = added->id };
    or_end(open_list_push(&list->open, &now));
}

static void increase_priority(void *context, const queue_entry *before, uint64_t f)
{
    insert(context, &(queue_entry){ .f = f, .h = before->h, .id = before->id });
}

static inline bool is_stale(const void *context, const open_entry *what)
{
    const library_queue *list = context;
    return !seen_is_open_as(list->nodes, &(queue_entry){ .f = what->f, .id = what->slot });
}

static queue_entry remove_best(void *context)
{
    library_queue *list = context;
    open_entry best;
    fw_result popped;
    do
        popped = open_list_pop(&list->open, is_stale, list, &best);
    while (popped == FW_PENDING);
    or_end(popped);
    return (queue_entry){ .f = best.f, .h = (uint32_t)best.h, .id = best.slot };
}

static bool contains(void *context, const queue_entry *known)
{
    return seen_is_open(((const library_queue *)context)->nodes, known->id);
}

DEFINE_REPLAY(replay, open_list_library_queue)

const open_list_kind open_list_library_queue = {
    .name = "bucket queue, current bucket sorted (the library's)",
    .source = "our own",
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
