#ifndef DIRECTIONAL_APPROACH_H
#define DIRECTIONAL_APPROACH_H

/// @file How far it is to a lattice pose from those around it if nothing is in the way (Pinter 2001, the
/// table of curves): what the grid cannot know of the last turns.

#include <stdbool.h>
#include <stdint.h>

#include "base/memory.h"
#include "directional/lattice.h"

enum {
    APPROACH_REACH = 10, ///< tiles
    APPROACH_SIDE = 2 * APPROACH_REACH + 1,
    APPROACH_HEADINGS = 8,
    APPROACH_GOALS = 2 ///< headings of the goal; others are quarter turns of these
};

/// Lengths of the shortest curves, in the unit of motions' costs.
typedef struct approach_table {
    uint32_t cost[APPROACH_GOALS][APPROACH_SIDE][APPROACH_SIDE][APPROACH_HEADINGS];
} approach_table;

/// Fills it with Dubins curves, or, for a unit with a reverse gear, with Reeds-Shepp curves without penalties.
void approach_fill(approach_table *table, double turn_radius, bool reverses);

static inline bool approach_covers(lattice_pose from, lattice_pose goal)
{
    return (uint32_t)(from.x - goal.x + APPROACH_REACH) < APPROACH_SIDE &&
           (uint32_t)(from.y - goal.y + APPROACH_REACH) < APPROACH_SIDE;
}

/// The least cost from a pose that is covered.
static inline uint32_t approach_cost(const approach_table *table, lattice_pose from, lattice_pose goal)
{
    const int32_t dx = from.x - goal.x, dy = from.y - goal.y, quarters = goal.heading / 2;
    const int32_t along = quarters & 1 ? dy : dx, across = quarters & 1 ? -dx : dy;
    const int32_t x = quarters & 2 ? -along : along, y = quarters & 2 ? -across : across;
    const int32_t heading = (from.heading - 2 * quarters) & (APPROACH_HEADINGS - 1);
    return table->cost[goal.heading & 1][y + APPROACH_REACH][x + APPROACH_REACH][heading];
}

#endif
