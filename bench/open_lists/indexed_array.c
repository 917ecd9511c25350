/// Indexed array: a place for every tile of the map. All but removal is O(1); removal looks through the map.

#include <stdlib.h>

#include "open_lists/replay.h"
#include "open_lists/study_memory.h"

typedef struct place {
    uint64_t f; ///< not_open, or that of the open node
    uint32_t h;
} place;

static const uint64_t not_open = UINT64_MAX;

typedef struct indexed_array {
    place *places; ///< [place * ids]
    uint32_t ids;
} indexed_array;

static void clear(void *context)
{
    indexed_array *list = context;
    for (uint32_t id = 0; id < list->ids; id++)
        list->places[id].f = not_open;
}

static void *create(const open_list_bounds *bounds, seen *nodes)
{
    (void)nodes;
    indexed_array *list = study_memory(1, sizeof *list);
    list->places = study_memory(bounds->ids, sizeof *list->places);
    list->ids = bounds->ids;
    clear(list);
    return list;
}

static void destroy(void *context)
{
    indexed_array *list = context;
    free(list->places);
    free(list);
}

static void insert(void *context, const queue_entry *added)
{
    ((indexed_array *)context)->places[added->id] = (place){ .f = added->f, .h = added->h };
}

static queue_entry remove_best(void *context)
{
    indexed_array *list = context;
    queue_entry best = { .f = not_open, .h = UINT32_MAX, .id = UINT32_MAX };
    for (uint32_t id = 0; id < list->ids; id++) {
        const queue_entry at = { .f = list->places[id].f, .h = list->places[id].h, .id = id };
        if (at.f < best.f || (at.f == best.f && entry_before(&at, &best)))
            best = at;
    }
    list->places[best.id].f = not_open;
    return best;
}

static bool contains(void *context, const queue_entry *known)
{
    return ((const indexed_array *)context)->places[known->id].f != not_open;
}

static void increase_priority(void *context, const queue_entry *before, uint64_t f)
{
    ((indexed_array *)context)->places[before->id].f = f;
}

DEFINE_REPLAY(replay, open_list_indexed_array)

const open_list_kind open_list_indexed_array = {
    .name = "indexed array",
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
