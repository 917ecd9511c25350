#include "plan/near_places.h"

#include <stdlib.h>

void near_places_clear(near_places *near, double tolerance)
{
    near->count = 0;
    near->tolerance = tolerance;
    near->least = INFINITY;
    near->aim = 0;
    near->is_around = false;
    near->has_paid = false;
    near->lacks_memory = false;
    near->tried = 0;
}

void near_places_note(near_places *near, double square)
{
    if (square >= near->least)
        return;
    near->least = square;
    near->walk.limit = near_places_limit(near);
}

static void prune(near_places *near)
{
    const double limit = near_places_limit(near);
    size_t count = 0;
    for (size_t i = 0; i < near->count; i++)
        if (near->items[i].square <= limit)
            near->items[count++] = near->items[i];
    near->count = count;
}

regions_offer near_places_take(near_places *near, memory *memory, near_place place)
{
    if (near->count == near->capacity)
        prune(near);
    near->lacks_memory = MEMORY_RESERVE(memory, near->items, near->capacity, near->count + 1) != FW_OK;
    near_places_note(near, place.square);
    if (near->lacks_memory)
        return OFFER_LATER;
    near->items[near->count++] = place;
    return OFFER_NEXT;
}

static int compare(const void *left, const void *right)
{
    const near_place *a = left;
    const near_place *b = right;
    if (a->y != b->y)
        return a->y < b->y ? -1 : 1;
    if (a->x != b->x)
        return a->x < b->x ? -1 : 1;
    return a->square < b->square ? -1 : a->square > b->square;
}

void near_places_settle(near_places *near)
{
    prune(near);
    if (near->count == 0)
        return;
    qsort(near->items, near->count, sizeof *near->items, compare);
    size_t last = 0;
    for (size_t i = 1; i < near->count; i++)
        if (near->items[i].x != near->items[last].x || near->items[i].y != near->items[last].y)
            near->items[++last] = near->items[i];
    near->count = last + 1;
}
