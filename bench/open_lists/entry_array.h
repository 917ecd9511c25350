#pragma once

/// A growing array of entries.

#include "open_lists/open_list.h"
#include "open_lists/study_memory.h"

typedef struct entry_array {
    queue_entry *items;
    size_t count, capacity;
} entry_array;

static inline void entry_array_append(entry_array *array, queue_entry added)
{
    array->items = study_reserve(array->items, &array->capacity, array->count, sizeof added);
    array->items[array->count++] = added;
}

/// Place of a node, `count` when it is not there.
static inline size_t entry_array_find(const entry_array *array, uint32_t id)
{
    size_t i = 0;
    while (i < array->count && array->items[i].id != id)
        i++;
    return i;
}

/// Place of the best entry; there is one.
static inline size_t entry_array_best(const entry_array *array)
{
    size_t best = 0;
    for (size_t i = 1; i < array->count; i++)
        if (entry_before(&array->items[i], &array->items[best]))
            best = i;
    return best;
}

/// Takes an entry out; the last one moves to its place.
static inline queue_entry entry_array_take(entry_array *array, size_t i)
{
    const queue_entry taken = array->items[i];
    array->items[i] = array->items[--array->count];
    return taken;
}
