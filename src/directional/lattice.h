#ifndef DIRECTIONAL_LATTICE_H
#define DIRECTIONAL_LATTICE_H

/// @file
/// Lattice poses as node ids, in blocks of 32 x 16 tiles with 8 headings each, which is a page of the node store. Where
/// the gear counts, a pose that was reached in reverse is another node, on a page of its own.

#include <stdint.h>

#include "fairway/space.h"

typedef struct lattice_pose {
    int32_t x, y;    ///< tile
    int32_t heading; ///< 0 .. 7; -1: any
} lattice_pose;

/// Tiles, both ends included.
typedef struct lattice_window {
    int32_t left, top, right, bottom;
} lattice_window;

/// Bit of a node's id: it was reached in reverse gear.
#define LATTICE_REVERSE ((fw_node_id)1 << 31)

static inline fw_node_id lattice_id(int32_t x, int32_t y, int32_t heading)
{
    return (fw_node_id)((uint32_t)(y >> 4) << 21 | (uint32_t)(x >> 5) << 12 | ((uint32_t)y & 15) << 8 |
                        ((uint32_t)x & 31) << 3 | (uint32_t)heading);
}

static inline lattice_pose lattice_of(fw_node_id id)
{
    const uint32_t bits = (uint32_t)id;
    return (lattice_pose){ .x = (int32_t)((bits >> 12 & 511) << 5 | (bits >> 3 & 31)),
                           .y = (int32_t)((bits >> 21 & 1023) << 4 | (bits >> 8 & 15)),
                           .heading = (int32_t)(bits & 7) };
}

/// The window of one tile.
static inline lattice_window lattice_window_of(lattice_pose at)
{
    return (lattice_window){ at.x, at.y, at.x, at.y };
}

/// Facing the other way: what leads there backward leads away from it forward.
static inline lattice_pose lattice_opposite(lattice_pose pose)
{
    return (lattice_pose){ pose.x, pose.y, (pose.heading + 4) & 7 };
}

#endif
