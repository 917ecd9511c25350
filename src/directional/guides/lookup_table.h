#pragma once

/// The lookup table: costs of the cheapest curves to a lattice pose from all poses around it, without obstacles
/// (Pinter 2001, the table of curves). These costs include the last turns, which distances on the grid leave out.

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "directional/motions/lattice.h"
#include "fairway/unit.h"

enum {
    MOTION_SCALE = 1024, ///< cost of one tile's length on the cheapest terrain
    LOOKUP_REACH = 10,   ///< tiles from the goal that the table covers, along either axis
    LOOKUP_SIDE = 2 * LOOKUP_REACH + 1,
    LOOKUP_HEADINGS = 8,
    LOOKUP_GOALS = 2 ///< headings of the goal; all other headings are quarter turns of these
};

/// Costs that differ by less than this count as equal before they are rounded.
#define SAME_COST 1e-6

/// Costs of the cheapest curves, in 1 / MOTION_SCALE tile. A table covers one kind of heading at the goal and one kind
/// around it: eighths of a turn, or the headings between them.
typedef struct lookup_table {
    uint32_t cost[LOOKUP_GOALS][LOOKUP_SIDE][LOOKUP_SIDE][LOOKUP_HEADINGS];
} lookup_table;

static inline int32_t lookup_tables(int32_t headings)
{
    return headings == 8 ? 1 : 4;
}

/// Fills all tables of a unit with the costs of Dubins curves, or, for a unit with a reverse gear, of Reeds-Shepp
/// curves with their penalties. With penalties these costs are no lower bounds: a cheaper curve may exist.
void lookup_fill(lookup_table *tables, const fw_unit_def *unit);

/// Tiles between two poses, along the axis on which they are farther apart.
static inline int32_t lookup_distance(lattice_pose from, lattice_pose goal)
{
    const int32_t dx = abs(from.x - goal.x), dy = abs(from.y - goal.y);
    return dx > dy ? dx : dy;
}

static inline bool lookup_covers(lattice_pose from, lattice_pose goal)
{
    return lookup_distance(from, goal) <= LOOKUP_REACH;
}

/// The cost of the cheapest curve from a pose that the table covers.
static inline uint32_t lookup_cost(const lookup_table *tables, lattice_pose from, lattice_pose goal)
{
    const int32_t dx = from.x - goal.x, dy = from.y - goal.y, quarters = (goal.heading & 7) >> 1;
    const int32_t along = quarters & 1 ? dy : dx, across = quarters & 1 ? -dx : dy;
    const int32_t x = quarters & 2 ? -along : along, y = quarters & 2 ? -across : across;
    const int32_t heading = (from.heading - 2 * quarters) & (LOOKUP_HEADINGS - 1);
    const lookup_table *table = &tables[(goal.heading >> 3) * 2 + (from.heading >> 3)];
    return table->cost[goal.heading & 1][y + LOOKUP_REACH][x + LOOKUP_REACH][heading];
}

/// A lower bound of the cost from any pose to the goal.
///
/// @param jumps  true: the bound may fall by more than the cost of a motion that leads out of the table. False: the
///               bound is consistent, because it is at most the distance out of the table plus the distance from there
///               to the goal along the longer axis
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
