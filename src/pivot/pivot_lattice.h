#pragma once

/// The lattice of a unit that turns on the spot: places at even distances, and headings along which straight lines lead
/// from place to place. On the finest lattice, places are an eighth of a tile apart.

#include <stdbool.h>
#include <stdint.h>

#include "fairway/pose.h"

enum {
    PIVOT_NORM = 5,      ///< headings point along vectors with components up to this
    PIVOT_HEADINGS = 80, ///< number of these vectors, if multiples count once
    PIVOT_ANY = 127      ///< heading of a node whose unit may turn all the way round
};

/// Between places of the finest lattice, in tiles.
#define PIVOT_FINEST 0.125

typedef struct pivot_place {
    int32_t x, y; ///< in spacings of the lattice
} pivot_place;

/// A heading: a step along it leads from place to place.
typedef struct pivot_heading {
    int32_t dx, dy;
    double angle;
    double length; ///< of the step, in spacings of the lattice
} pivot_heading;

typedef struct pivot_lattice {
    double spacing; ///< between places, in tiles: a power of two, PIVOT_FINEST or more
    pivot_heading headings[PIVOT_HEADINGS]; ///< in the order of their angles, from -pi (excluded) to pi
} pivot_lattice;

/// Lists the headings.
void pivot_headings_list(pivot_lattice *lattice);

/// The spacing of the coarsest lattice that suits a body.
///
/// @param reach  from the pose to the body's farthest point, in tiles
double pivot_coarsest(double reach);

/// The index of the last heading whose angle is not above an angle; the next one is not below.
int32_t pivot_heading_below(const pivot_lattice *lattice, double angle);

/// The index of the heading beside another one.
///
/// @param side  1: toward growing angles, -1: toward falling angles
static inline int32_t pivot_heading_beside(int32_t heading, int32_t side)
{
    return (heading + side + PIVOT_HEADINGS) % PIVOT_HEADINGS;
}

/// A node as a number: a place, and a heading or PIVOT_ANY.
static inline uint64_t pivot_cell(pivot_place place, int32_t heading)
{
    return (uint64_t)(uint32_t)place.y << 27 | (uint64_t)(uint32_t)place.x << 7 | (uint32_t)heading;
}

static inline pivot_place pivot_place_of(uint64_t cell)
{
    return (pivot_place){ (int32_t)(cell >> 7 & ((1 << 20) - 1)), (int32_t)(cell >> 27) };
}

static inline int32_t pivot_heading_of(uint64_t cell)
{
    return (int32_t)(cell & 127);
}

/// The coordinates of a place in tiles, with heading 0.
static inline fw_pose pivot_pose_at(const pivot_lattice *lattice, pivot_place place)
{
    return (fw_pose){ place.x * lattice->spacing, place.y * lattice->spacing, 0 };
}
