#include "traffic/matching.h"

#include <stdlib.h>

static int compare(double a, double b)
{
    return a < b ? -1 : a > b;
}

static int members_by_x(const void *left, const void *right)
{
    const rally_member *a = left, *b = right;
    return a->x != b->x ? compare(a->x, b->x) : compare(a->id, b->id);
}

static int members_by_y(const void *left, const void *right)
{
    const rally_member *a = left, *b = right;
    return a->y != b->y ? compare(a->y, b->y) : compare(a->id, b->id);
}

static int places_by_x(const void *left, const void *right)
{
    const way_point *a = left, *b = right;
    return a->x != b->x ? compare(a->x, b->x) : compare(a->y, b->y);
}

static int places_by_y(const void *left, const void *right)
{
    const way_point *a = left, *b = right;
    return a->y != b->y ? compare(a->y, b->y) : compare(a->x, b->x);
}

void match_places(rally_member *members, way_point *places, int32_t count)
{
    if (count < 2)
        return;
    fw_box box = EMPTY_BOX;
    for (int32_t i = 0; i < count; i++)
        box_take_in(&box, members[i].x, members[i].y);
    const bool is_wide = box.max_x - box.min_x >= box.max_y - box.min_y;
    qsort(members, (size_t)count, sizeof *members, is_wide ? members_by_x : members_by_y);
    qsort(places, (size_t)count, sizeof *places, is_wide ? places_by_x : places_by_y);
    const int32_t half = count / 2;
    match_places(members, places, half);
    match_places(members + half, places + half, count - half);
}
