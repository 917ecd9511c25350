#include "directional/ends/goal_places.h"

#include <stdlib.h>

static bool comes_before(const goal_place *place, int32_t x, int32_t y)
{
    return place->at.y != y ? place->at.y < y : place->at.x < x;
}

static int compare(const void *left, const void *right)
{
    const goal_place *a = left, *b = right;
    if (a->at.x != b->at.x || a->at.y != b->at.y)
        return comes_before(a, b->at.x, b->at.y) ? -1 : 1;
    const double by_rank[][2] = { { a->pose.y, b->pose.y },
                                  { a->pose.x, b->pose.x },
                                  { a->pose.heading, b->pose.heading } };
    for (int i = 0; i < 3; i++)
        if (by_rank[i][0] != by_rank[i][1])
            return by_rank[i][0] < by_rank[i][1] ? -1 : 1;
    return 0;
}

void goal_places_sort(goal_place *items, int32_t count)
{
    if (count > 0)
        qsort(items, (size_t)count, sizeof *items, compare);
}

int32_t goal_places_from(const goal_places *places, int32_t x, int32_t y)
{
    int32_t low = 0, high = places->count;
    while (low < high) {
        const int32_t middle = low + (high - low) / 2;
        if (comes_before(&places->items[middle], x, y))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool goal_places_hold(const goal_places *places, lattice_pose at)
{
    for (int32_t i = goal_places_from(places, at.x, at.y); i < places->count; i++) {
        const goal_place *place = &places->items[i];
        if (place->at.x != at.x || place->at.y != at.y)
            break;
        if (place->on_lattice && (place->at.heading < 0 || place->at.heading == at.heading))
            return true;
    }
    return false;
}

bool goal_places_are_on_lattice(const goal_places *places)
{
    bool on_lattice = true;
    for (int32_t i = 0; i < places->count && on_lattice; i++)
        on_lattice = places->items[i].on_lattice;
    return on_lattice;
}

lattice_window goal_places_box(const goal_places *places)
{
    const lattice_pose first = places->items[0].at, last = places->items[places->count - 1].at;
    lattice_window box = { .left = first.x, .top = first.y, .right = first.x, .bottom = last.y };
    for (int32_t i = 1; i < places->count; i++) {
        const int32_t x = places->items[i].at.x;
        box.left = x < box.left ? x : box.left;
        box.right = x > box.right ? x : box.right;
    }
    return box;
}
