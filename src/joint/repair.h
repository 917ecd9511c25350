#ifndef JOINT_REPAIR_H
#define JOINT_REPAIR_H

/// @file
/// Finds what a lattice misses: doors and pockets that lie off its rows. A wave over a fine grid, which knows all narrow
/// points of a map of tiles, compares the ground with the lattice; where they differ, chains of places are added.

#include "joint/knot.h"

enum { REPAIR_NEAR = 512 };

/// Points of the fine grid.
typedef struct repair_point {
    int32_t place;  ///< that is at the point, or whose wave has reached it first; -1 = not reached
    int32_t before; ///< the point from which the wave has come; -1: a place is at the point
} repair_point;

typedef struct repair_link {
    int32_t from, to; ///< places that a chain joins
} repair_link;

typedef struct repair {
    memory *memory;
    lattice grid; ///< of the points; its index is not used
    int32_t ground, rank; ///< of the body
    repair_point *points; ///< [point * columns * rows]
    size_t point_capacity;
    int32_t *queue; ///< points in the order in which the wave reaches them
    size_t queue_capacity;
    int32_t head, tail;
    repair_link *links;
    size_t link_capacity;
    int32_t link_count;
    uint8_t *hops; ///< [hop * places] 1 + moves from one end of a possible link; 0 = not near
    size_t hop_capacity;
    int32_t near[REPAIR_NEAR]; ///< places that are near
    int32_t near_count;
} repair;

void repair_init(repair *repair, memory *memory);

void repair_release(repair *repair);

/// Begins a wave of a body from where units stand and want to be.
///
/// @param spacing  of the fine grid, of which the lattice's spacing and offset are multiples
fw_result repair_begin_survey(repair *repair, const knot *knot, const fw_box *box, double spacing,
                              int32_t ground, int32_t rank);

/// Goes on with the wave.
///
/// @param[in,out] work  FW_PENDING when it is spent
fw_result repair_survey(repair *repair, const places *places, uint64_t *work);

/// Seeds the lattice with all its points that the survey has reached.
fw_result repair_seed(const repair *repair, places *places);

/// Begins a wave of a body from all places, which are finished.
fw_result repair_begin_wave(repair *repair, const places *places, int32_t ground, int32_t rank);

/// Adds chains of places where the wave has found what the lattice misses. Only when the wave has ended.
fw_result repair_add_chains(repair *repair, places *places);

/// Adds a chain to where a unit stands or wants to be, if the lattice has no place near it. After the wave of a body
/// that is not larger.
fw_result repair_tie(repair *repair, places *places, int32_t ground, int32_t rank, joint_place at);

#endif
