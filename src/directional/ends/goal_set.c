#include "directional/ends/goal_set.h"

#include <stdlib.h>

static bool comes_before(const search_end *goal, int32_t x, int32_t y)
{
    return goal->tile.y != y ? goal->tile.y < y : goal->tile.x < x;
}

static int compare(const void *left, const void *right)
{
    const search_end *a = left, *b = right;
    if (a->tile.x != b->tile.x || a->tile.y != b->tile.y)
        return comes_before(a, b->tile.x, b->tile.y) ? -1 : 1;
    const double by_rank[][2] = { { a->pose.y, b->pose.y },
                                  { a->pose.x, b->pose.x },
                                  { a->pose.heading, b->pose.heading } };
    for (int i = 0; i < 3; i++)
        if (by_rank[i][0] != by_rank[i][1])
            return by_rank[i][0] < by_rank[i][1] ? -1 : 1;
    return 0;
}

void goal_set_sort(search_end *items, int32_t count)
{
    if (count > 0)
        qsort(items, (size_t)count, sizeof *items, compare);
}

int32_t goal_set_from(const goal_set *goals, int32_t x, int32_t y)
{
    int32_t low = 0, high = goals->count;
    while (low < high) {
        const int32_t middle = low + (high - low) / 2;
        if (comes_before(&goals->items[middle], x, y))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/// Goals are sorted by y, then x, so the rows and columns out of reach are skipped by bisection.
int32_t goal_set_next_near(const goal_set *goals, lattice_pose near, int32_t reach, int32_t from)
{
    int32_t i = from;
    while (i < goals->count) {
        const lattice_pose pose = goals->items[i].tile;
        const int32_t y = pose.y < near.y - reach ? near.y - reach : pose.y;
        if (y > near.y + reach)
            break;
        if (y > pose.y || pose.x < near.x - reach)
            i = goal_set_from(goals, near.x - reach, y);
        else if (pose.x > near.x + reach)
            i = goal_set_from(goals, near.x - reach, y + 1);
        else
            return i;
    }
    return -1;
}

bool goal_set_holds(const goal_set *goals, lattice_pose pose)
{
    for (int32_t i = goal_set_from(goals, pose.x, pose.y); i < goals->count; i++) {
        const search_end *goal = &goals->items[i];
        if (goal->tile.x != pose.x || goal->tile.y != pose.y)
            break;
        if (goal->on_lattice && (goal->tile.heading < 0 || goal->tile.heading == pose.heading))
            return true;
    }
    return false;
}

tile_box goal_set_box(const goal_set *goals)
{
    tile_box box = NO_TILES;
    for (int32_t i = 0; i < goals->count; i++)
        tile_box_widen(&box, lattice_box(goals->items[i].tile));
    return box;
}
