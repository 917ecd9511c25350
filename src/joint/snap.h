#pragma once

/// Moves units from where they stand to points of the lattice, and from there to where they want to be: all move once,
/// one after the other. On the lattice, units pass each other; a third of a tile off it they hinder each other.

#include "joint/steps.h"

/// Moves of some of the units, in their order.
typedef struct snap {
    int32_t count;
    uint8_t units[JOINT_MOST_UNITS]; ///< in the order of their moves
    int32_t to[JOINT_MOST_UNITS];    ///< [place * unit]: where each unit is after its move, or stays
} snap;

/// Finds lattice points for units off the lattice, each its own, and an order in which all can move there. A unit that
/// finds none stays.
///
/// @param from  [place * count] where they stand; no two overlap
void snap_find(snap *snap, const places *places, const knot_unit *units, int32_t count, const int32_t *from);
