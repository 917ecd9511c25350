#pragma once

/// Finds what a lattice misses: doors and pockets that lie off its rows. A wave over a fine grid surveys the ground:
/// on a map of tiles, the narrowest point between two blocked tiles is a point of this grid. Points become places
/// where the lattice has none near, or where places are near that the lattice does not join.

#include "joint/knot.h"

/// Moves by which the lattice must join two places that a point of the grid sees.
enum { REPAIR_HOPS = 3, REPAIR_NEAR = 512 };

typedef struct repair {
    memory *memory;
    lattice grid;   ///< of the points; index: 1 + place, 0 = not reached, -1 = reached
    int32_t *queue; ///< points in the order in which the wave reaches them
    size_t queue_capacity;
    int32_t head, tail;
    uint8_t *hops; ///< [hop * places] 1 + moves from one place; 0 = not near
    size_t hop_capacity;
    int32_t known;        ///< places that were finished before the check
    int32_t ground, rank; ///< of the body for which places are checked
    int32_t *sees;        ///< [place * points] nearest place of the lattice that the body sees; -1 = none
    size_t sees_capacity;
    int32_t near[REPAIR_NEAR]; ///< places that are near
    int32_t near_count;
} repair;

void repair_init(repair *repair, memory *memory);

void repair_release(repair *repair);

/// Begins a wave from where units stand and want to be.
///
/// @param spacing  of the grid, of which the lattice's spacing and offset are multiples
fw_result repair_begin(repair *repair, const knot *knot, const fw_box *box, double spacing);

/// Goes on with the wave: to all points that the smallest body of some ground can reach.
///
/// @param[in,out] work  FW_PENDING when it is spent
fw_result repair_survey(repair *repair, const places *places, uint64_t *work);

/// Seeds the lattice with all its points that the wave has reached.
fw_result repair_seed(const repair *repair, places *places);

/// Begins to look for places that a body misses. All others are finished.
fw_result repair_begin_check(repair *repair, const places *places, int32_t ground, int32_t rank);

/// Adds the places that are missing, and joins them to those near them.
///
/// @param[in,out] work  FW_PENDING when it is spent
fw_result repair_check(repair *repair, places *places, uint64_t *work);
