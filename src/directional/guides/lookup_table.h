#ifndef DIRECTIONAL_GUIDES_LOOKUP_TABLE_H
#define DIRECTIONAL_GUIDES_LOOKUP_TABLE_H

/// @file How far it is to a lattice pose from those around it if nothing is in the way (Pinter 2001, the
/// table of curves): what the grid cannot know of the last turns.

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/memory.h"
#include "directional/motions/lattice.h"
#include "fairway/unit.h"

enum {
    MOTION_SCALE = 1024, ///< cost of a tile's length
    LOOKUP_REACH = 10,   ///< tiles
    LOOKUP_SIDE = 2 * LOOKUP_REACH + 1,
    LOOKUP_HEADINGS = 8,
    LOOKUP_GOALS = 2 ///< headings of the goal; others are quarter turns of these
};

/// Costs that differ by less, before they are rounded, are equal.
#define SAME_COST 1e-6

/// Costs of the cheapest curves, in the unit of motions' costs. One table holds headings of one kind at the goal, and
/// of one kind around it: eighths of a turn, or those between.
typedef struct lookup_table {
    uint32_t cost[LOOKUP_GOALS][LOOKUP_SIDE][LOOKUP_SIDE][LOOKUP_HEADINGS];
} lookup_table;

/// How many tables a lattice has.
static inline int32_t lookup_tables(int32_t headings)
{
    return headings == 8 ? 1 : 4;
}

/// Fills all of a unit's tables with Dubins curves, or, for a unit with a reverse gear, with Reeds-Shepp curves and
/// their penalties, of which it is not proven that nothing is cheaper.
void lookup_fill(lookup_table *tables, const fw_unit_def *unit);

/// Tiles along the axis along which the goal is farther.
static inline int32_t lookup_distance(lattice_pose from, lattice_pose goal)
{
    const int32_t dx = abs(from.x - goal.x), dy = abs(from.y - goal.y);
    return dx > dy ? dx : dy;
}

static inline bool lookup_covers(lattice_pose from, lattice_pose goal)
{
    return lookup_distance(from, goal) <= LOOKUP_REACH;
}

/// The least cost from a pose that is covered.
static inline uint32_t lookup_cost(const lookup_table *tables, lattice_pose from, lattice_pose goal)
{
    const int32_t dx = from.x - goal.x, dy = from.y - goal.y, quarters = (goal.heading & 7) >> 1;
    const int32_t along = quarters & 1 ? dy : dx, across = quarters & 1 ? -dx : dy;
    const int32_t x = quarters & 2 ? -along : along, y = quarters & 2 ? -across : across;
    const int32_t heading = (from.heading - 2 * quarters) & (LOOKUP_HEADINGS - 1);
    const lookup_table *table = &tables[(goal.heading >> 3) * 2 + (from.heading >> 3)];
    return table->cost[goal.heading & 1][y + LOOKUP_REACH][x + LOOKUP_REACH][heading];
}

/// What the way from any pose costs at least.
///
/// @param jumps  may it fall by more than a motion costs, where the motion leads out of the table? Otherwise it is
///               consistent: no more than the way out of the table and from there to the goal by the axis alone
static inline uint32_t lookup_at_least(const lookup_table *tables, lattice_pose from, lattice_pose goal,
                                       bool jumps)
{
    const int32_t distance = lookup_distance(from, goal);
    if (distance > LOOKUP_REACH)
        return (uint32_t)distance * MOTION_SCALE;
    const uint32_t curve = lookup_cost(tables, from, goal);
    const uint32_t detour = (uint32_t)(2 * (LOOKUP_REACH + 1) - distance) * MOTION_SCALE;
    return curve < detour || jumps ? curve : detour;
}

#endif
