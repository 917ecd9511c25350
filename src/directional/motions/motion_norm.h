#ifndef DIRECTIONAL_MOTIONS_MOTION_NORM_H
#define DIRECTIONAL_MOTIONS_MOTION_NORM_H

/// @file
/// What motions cost at least where nothing is in the way: a norm of how far they lead, whose unit ball is the hull of
/// all that motions lead to for the same cost, and beside it what it costs to turn from heading to heading.
///
/// A facet of that ball is a price for each tile along either axis by which no motion is too dear. What a motion costs
/// beyond the prices of its tiles is a step on a graph of headings: the shortest way over it is what turning costs
/// at least, wherever and with whatever motions the unit turns. The sum of both is consistent for each facet, and so is
/// the largest of them. Far from the goal no bound that is linear in the place is larger.

#include <stdlib.h>

#include "directional/motions/motions.h"

/// Finds facets, and what it costs to turn.
///
/// @param reverses  motions are driven in reverse too
/// @return FW_OK or FW_NO_MEMORY
fw_result motion_norm_build(memory *memory, const motion_set *set, int32_t headings, bool reverses,
                            motion_norm *norm);
void motion_norm_destroy(memory *memory, motion_norm *norm);
size_t motion_norm_bytes(const motion_norm *norm);

/// What the way between tiles costs at least.
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

/// A facet in one of the eight directions that it has by symmetry, and what is left of the way by it.
typedef struct norm_side {
    int64_t x, y;                ///< price of a tile along the axes
    int64_t left[MOST_HEADINGS]; ///< to the goals from the tile (0, 0) with each heading
} norm_side;

/// Stands for a way that does not exist.
#define NORM_NONE UINT32_MAX

/// Bounds toward one or several goals.
typedef struct norm_aim {
    norm_side sides[MOST_SIDES];
    int32_t count;
} norm_aim;

/// Aims at whichever of some poses is cheapest, each with what it costs to go on from there.
void norm_aim_at(norm_aim *aim, const motion_norm *norm, const motion_origin *goals, int32_t count);

/// What the way from a pose costs at least, NORM_NONE: no motions turn to the goal's heading. Costs are whole, so a
/// part of a unit is one.
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

#endif
