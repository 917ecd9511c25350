#pragma once

/// What the structures that are one array of entries have in common, whatever its order.

#include <stdlib.h>

#include "open_lists/entry_array.h"
#include "open_lists/seen.h"

typedef struct array_list {
    entry_array entries;
    seen *nodes; ///< lent, for those that look at nodes
} array_list;

static inline void *array_list_create(const open_list_bounds *bounds, seen *nodes)
{
    (void)bounds;
    array_list *list = study_memory(1, sizeof *list);
    list->nodes = nodes;
    return list;
}

static inline void array_list_destroy(void *context)
{
    array_list *list = context;
    free(list->entries.items);
    free(list);
}

static inline void array_list_clear(void *context)
{
    ((array_list *)context)->entries.count = 0;
}

/// Looks through the array.
static inline bool array_list_contains(void *context, const queue_entry *known)
{
    const entry_array *entries = &((const array_list *)context)->entries;
    return entry_array_find(entries, known->id) < entries->count;
}

/// Asks the nodes.
static inline bool array_list_knows_open(void *context, const queue_entry *known)
{
    return seen_is_open(((const array_list *)context)->nodes, known->id);
}
