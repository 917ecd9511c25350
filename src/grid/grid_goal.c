#include "grid/grid_goal.h"

#include <math.h>
#include <stddef.h>

enum {
    NEAR_SET = 8
}; ///< for sets up to this size, the distance is that of the nearest target, else of the box

static bool comes_before(const grid_target *target, int32_t x, int32_t y)
{
    return target->y != y ? target->y < y : target->x < x;
}

/// By bisection.
int32_t grid_goal_first_from(const grid_goal *goal, int32_t x, int32_t y)
{
    int32_t low = 0;
    int32_t high = goal->count;
    while (low < high) {
        const int32_t middle = low + (high - low) / 2;
        if (comes_before(&goal->set[middle], x, y))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/// The first target on an anchor, or null.
static const grid_target *target_at(const grid_goal *goal, int32_t x, int32_t y)
{
    const int32_t first = grid_goal_first_from(goal, x, y);
    const grid_target *found = &goal->set[first];
    return first < goal->count && found->x == x && found->y == y ? found : NULL;
}

void grid_goal_bound(grid_goal *goal)
{
    goal->min_x = goal->max_x = goal->set[0].x;
    goal->min_y = goal->set[0].y;
    goal->max_y = goal->set[goal->count - 1].y;
    for (int32_t i = 1; i < goal->count; i++) {
        goal->min_x = goal->set[i].x < goal->min_x ? goal->set[i].x : goal->min_x;
        goal->max_x = goal->set[i].x > goal->max_x ? goal->set[i].x : goal->max_x;
    }
}

bool grid_goal_holds(const grid_goal *goal, int32_t x, int32_t y, const grid_target **which)
{
    switch (goal->kind) {
    case GRID_GOAL_ANCHOR:
        return x == goal->x && y == goal->y;
    case GRID_GOAL_RADIUS: {
        const double dx = x - goal->centre_x;
        const double dy = y - goal->centre_y;
        return dx * dx + dy * dy <= goal->radius * goal->radius;
    }
    case GRID_GOAL_NOWHERE:
        return false;
    case GRID_GOAL_SET:
        break;
    }
    const grid_target *target = target_at(goal, x, y);
    if (target)
        *which = target;
    return target != NULL;
}

grid_goal grid_goal_within(double centre_x, double centre_y, double radius, bool orthogonal)
{
    const double x = floor(centre_x + 0.5);
    const double y = floor(centre_y + 0.5);
    const double off = sqrt((centre_x - x) * (centre_x - x) + (centre_y - y) * (centre_y - y));
    // The octile norm of a vector is at most 1.08239 times its Euclidean one, the Manhattan norm 1.41421 times.
    const double stretch = orthogonal ? 1.4143 : 1.0824;
    return (grid_goal){ .kind = GRID_GOAL_RADIUS,
                        .x = (int32_t)x,
                        .y = (int32_t)y,
                        .centre_x = centre_x,
                        .centre_y = centre_y,
                        .radius = radius,
                        .reach = (uint64_t)ceil(STRAIGHT_STEP * stretch * (radius + off)) };
}

/// The distance to the anchor in the middle of the disc, minus `reach`. An integer norm minus a constant is consistent
/// in spite of rounding.
static uint64_t distance_to_disc(const grid_goal *goal, int32_t x, int32_t y, bool orthogonal)
{
    const uint64_t distance = grid_distance(goal->x - x, goal->y - y, orthogonal);
    return distance > goal->reach ? distance - goal->reach : 0;
}

static int64_t outside(int32_t coordinate, int32_t least, int32_t most)
{
    return coordinate < least ? least - coordinate : coordinate > most ? coordinate - most : 0;
}

static uint64_t distance_to_set(const grid_goal *goal, int32_t x, int32_t y, bool orthogonal)
{
    if (goal->count > NEAR_SET)
        return grid_distance(outside(x, goal->min_x, goal->max_x), outside(y, goal->min_y, goal->max_y),
                             orthogonal);
    uint64_t least = UINT64_MAX;
    for (int32_t i = 0; i < goal->count; i++) {
        const uint64_t distance = grid_distance(goal->set[i].x - x, goal->set[i].y - y, orthogonal);
        least = distance < least ? distance : least;
    }
    return least;
}

uint64_t grid_goal_distance(const grid_goal *goal, int32_t x, int32_t y, bool orthogonal)
{
    switch (goal->kind) {
    case GRID_GOAL_ANCHOR:
        return grid_distance(goal->x - x, goal->y - y, orthogonal);
    case GRID_GOAL_RADIUS:
        return distance_to_disc(goal, x, y, orthogonal);
    case GRID_GOAL_NOWHERE:
        return 0;
    case GRID_GOAL_SET:
        break;
    }
    return distance_to_set(goal, x, y, orthogonal);
}
