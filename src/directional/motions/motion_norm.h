#pragma once

/// A lower bound of the cost of motions without obstacles: a norm of the distance, and the cost of turning from heading
/// to heading. The end points reachable at equal cost span a convex hull, the unit ball of the norm.
///
/// Each facet of the ball gives a price per tile along x and y that no motion undercuts. The cost of a motion beyond
/// the prices of its tiles is the length of an edge in a graph of headings: the shortest path in this graph is the
/// least cost of turning, wherever and by whatever motions the unit turns. The sum of both is a consistent bound for
/// each facet, and so is the largest of these sums. Far from the goal no bound that is linear in x and y is larger.

#include <stdlib.h>

#include "directional/motions/motions.h"

/// Finds the facets, and the least costs of turning. A keeper gives the memory back.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result motion_norm_build(memory *memory, const motion_set *set, int32_t headings, bool reverses,
                            motion_norm *norm);

/// A lower bound of the cost between tiles, whatever the headings.
static inline uint32_t motion_norm_between(const motion_norm *norm, int32_t dx, int32_t dy)
{
    const int64_t x = abs(dx), y = abs(dy);
    const int64_t longer = x > y ? x : y, shorter = x > y ? y : x;
    int64_t most = 0;
    for (int32_t i = 0; i < norm->facet_count; i++) {
        const int64_t least = longer * norm->facets[i].along + shorter * norm->facets[i].across;
        most = least > most ? least : most;
    }
    return (uint32_t)(most / NORM_SCALE);
}

/// A facet in one of its eight symmetric directions, with the remaining cost that it proves.
typedef struct norm_side {
    int64_t x, y;                ///< price of a tile along the axes
    int64_t left[MOST_HEADINGS]; ///< cost to the goals from tile (0, 0) with each heading
} norm_side;

/// Stands for a path that does not exist.
#define NORM_NONE UINT32_MAX

/// Bounds toward one or several goals.
typedef struct norm_aim {
    norm_side sides[MOST_SIDES];
    int32_t count;
} norm_aim;

/// Sets several poses as goals, each with the cost that remains from there. The bound is that of the cheapest one.
void norm_aim_at(norm_aim *aim, const motion_norm *norm, const motion_origin *goals, int32_t count);

/// A lower bound of the cost from a pose; NORM_NONE: no motions turn to the goal's heading. Costs are integers, so the
/// bound is rounded up.
static inline uint32_t norm_aim_from(const norm_aim *aim, lattice_pose from)
{
    int64_t most = 0;
    for (int32_t i = 0; i < aim->count; i++) {
        const norm_side *side = &aim->sides[i];
        const int64_t least = side->left[from.heading] - side->x * from.x - side->y * from.y;
        most = least > most ? least : most;
    }
    return most >= NORM_NO_WAY / 2 ? NORM_NONE : (uint32_t)((most + NORM_SCALE - 1) / NORM_SCALE);
}
