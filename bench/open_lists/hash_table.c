/// Hash table with open addressing: all but removal is O(1); removal looks through the table.

#include <stdlib.h>

#include "open_lists/replay.h"
#include "open_lists/study_memory.h"

enum { SMALLEST = 64 };

static const uint32_t nobody = UINT32_MAX;

typedef struct hash_table {
    queue_entry *slots; ///< [entry * capacity]; id nobody = empty
    size_t capacity;    ///< a power of two, at least twice `count`
    size_t count;
} hash_table;

static size_t home_of(const hash_table *list, uint32_t id)
{
    return (size_t)(id * UINT64_C(0x9e3779b97f4a7c15) >> 32) & (list->capacity - 1);
}

/// Slot of a node, or the empty slot where it would go.
static size_t slot_of(const hash_table *list, uint32_t id)
{
    size_t i = home_of(list, id);
    while (list->slots[i].id != nobody && list->slots[i].id != id)
        i = (i + 1) & (list->capacity - 1);
    return i;
}

static void clear(void *context)
{
    hash_table *list = context;
    for (size_t i = 0; i < list->capacity; i++)
        list->slots[i].id = nobody;
    list->count = 0;
}

static void *create(const open_list_bounds *bounds, seen *nodes)
{
    (void)bounds;
    (void)nodes;
    hash_table *list = study_memory(1, sizeof *list);
    list->capacity = SMALLEST;
    list->slots = study_memory(list->capacity, sizeof *list->slots);
    clear(list);
    return list;
}

static void destroy(void *context)
{
    hash_table *list = context;
    free(list->slots);
    free(list);
}

static void grow(hash_table *list)
{
    hash_table larger = { .capacity = 2 * list->capacity };
    larger.slots = study_memory(larger.capacity, sizeof *larger.slots);
    clear(&larger);
    for (size_t i = 0; i < list->capacity; i++)
        if (list->slots[i].id != nobody)
            larger.slots[slot_of(&larger, list->slots[i].id)] = list->slots[i];
    larger.count = list->count;
    free(list->slots);
    *list = larger;
}

static void insert(void *context, const queue_entry *added)
{
    hash_table *list = context;
    if (2 * (list->count + 1) > list->capacity)
        grow(list);
    list->slots[slot_of(list, added->id)] = *added;
    list->count++;
}

/// Empties a slot and moves up what was pushed beyond it (Knuth, volume 3, 6.4, algorithm R).
static void empty_slot(hash_table *list, size_t hole)
{
    const size_t mask = list->capacity - 1;
    for (size_t i = (hole + 1) & mask; list->slots[i].id != nobody; i = (i + 1) & mask) {
        const size_t home = home_of(list, list->slots[i].id);
        if (((i - home) & mask) < ((i - hole) & mask))
            continue; // it lies between its home and here: the hole is before its home
        list->slots[hole] = list->slots[i];
        hole = i;
    }
    list->slots[hole].id = nobody;
    list->count--;
}

static queue_entry remove_best(void *context)
{
    hash_table *list = context;
    size_t best = 0;
    while (list->slots[best].id == nobody)
        best++;
    for (size_t i = best + 1; i < list->capacity; i++)
        if (list->slots[i].id != nobody && entry_before(&list->slots[i], &list->slots[best]))
            best = i;
    const queue_entry taken = list->slots[best];
    empty_slot(list, best);
    return taken;
}

static bool contains(void *context, const queue_entry *known)
{
    const hash_table *list = context;
    return list->slots[slot_of(list, known->id)].id != nobody;
}

static void increase_priority(void *context, const queue_entry *before, uint64_t f)
{
    hash_table *list = context;
    list->slots[slot_of(list, before->id)].f = f;
}

DEFINE_REPLAY(replay, open_list_hash_table)

const open_list_kind open_list_hash_table = {
    .name = "hash table",
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
