#include "grid/grid_goal.h"

#include <math.h>
#include <stddef.h>

enum { NEAR_SET = 8 }; ///< sets up to this size are measured target by target, larger ones by their box

static bool comes_before(const grid_target *target, int32_t x, int32_t y)
{
    return target->y != y ? target->y < y : target->x < x;
}

/// The first target on an anchor, by bisection.
static const grid_target *target_at(const grid_goal *goal, int32_t x, int32_t y)
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
    const grid_target *found = &goal->set[low];
    return low < goal->count && found->x == x && found->y == y ? found : NULL;
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
    case GRID_GOAL_SET:
        break;
    }
    const grid_target *target = target_at(goal, x, y);
    if (target)
        *which = target;
    return target != NULL;
}

/// Octile distance to the disc. The octile norm of a vector is at most 1.0824 times its Euclidean one, so
/// what lies beyond the disc's edge is a lower bound; rounding down keeps it consistent, because steps are
/// integers.
static uint64_t distance_to_disc(const grid_goal *goal, int32_t x, int32_t y, bool orthogonal)
{
    const double dx = fabs(x - goal->centre_x);
    const double dy = fabs(y - goal->centre_y);
    const double least = dx < dy ? dx : dy;
    const double shortcut = orthogonal ? 0.0 : (2.0 * STRAIGHT_STEP - DIAGONAL_STEP) * least;
    const double stretch = orthogonal ? 1.4143 : 1.0824;
    const double distance = STRAIGHT_STEP * (dx + dy) - shortcut - stretch * STRAIGHT_STEP * goal->radius;
    return distance > 0.0 ? (uint64_t)distance : 0;
}

static int64_t outside(int32_t at, int32_t least, int32_t most)
{
    return at < least ? least - at : at > most ? at - most : 0;
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
    case GRID_GOAL_SET:
        break;
    }
    return distance_to_set(goal, x, y, orthogonal);
}
