#pragma once

/// Lattice poses as node ids. The low bits of an id count the poses of a block of 32 x 16 tiles with 8 headings each,
/// which is one page of the node store. If the gear counts, a pose that was reached in reverse is a separate node, on
/// another page.
///
/// Headings 0 to 7 are eighths of a turn. Lattices with 16 headings have 8 more, on pages of their own: heading 8 + k
/// lies between k and k + 1. It points along (2, 1) or a mirror image of (2, 1), not along the bisector, so that
/// straight lines lead from lattice point to lattice point. A quarter turn maps eighths to eighths, and the headings
/// between eighths to each other.

#include <stdint.h>

#include "base/tile_box.h"
#include "fairway/pose.h"
#include "fairway/space.h"

typedef struct lattice_pose {
    int32_t x, y;    ///< tile
    int32_t heading; ///< 0 .. 7, or 0 .. 15; -1: any
} lattice_pose;

/// Bit of a node's id: the pose was reached in reverse gear.
#define LATTICE_REVERSE ((fw_node_id)1 << 32)

enum {
    MOTION_HEADINGS = 8, ///< headings of a lattice by default
    BETWEEN_EIGHTHS = 8, ///< bit of a heading that lies between eighths of a turn
    MOST_HEADINGS = 16
};

/// A heading turned by a number of eighths; the number must be even for a heading between eighths.
static inline int32_t heading_turned(int32_t heading, int32_t eighths)
{
    return (heading & BETWEEN_EIGHTHS) | ((heading + eighths) & 7);
}

/// The next heading to a side.
///
/// @param side      1 = to the right, -1 = to the left
/// @param headings  of the lattice: 8 or 16
static inline int32_t heading_beside(int32_t heading, int32_t side, int32_t headings)
{
    if (headings == 8)
        return heading_turned(heading, side);
    const int32_t first = side > 0 ? heading & 7 : heading_turned(heading, -1) & 7;
    return heading & BETWEEN_EIGHTHS ? (side > 0 ? (heading + 1) & 7 : heading & 7) : first | BETWEEN_EIGHTHS;
}

static inline fw_node_id lattice_id(int32_t x, int32_t y, int32_t heading)
{
    return (fw_node_id)((uint32_t)(y >> 4) << 21 | (uint32_t)(x >> 5) << 12 | ((uint32_t)y & 15) << 8 |
                        ((uint32_t)x & 31) << 3 | ((uint32_t)heading & 7) |
                        ((uint32_t)heading & BETWEEN_EIGHTHS) << 28);
}

static inline lattice_pose lattice_of(fw_node_id id)
{
    const uint32_t bits = (uint32_t)id;
    return (lattice_pose){ .x = (int32_t)((bits >> 12 & 511) << 5 | (bits >> 3 & 31)),
                           .y = (int32_t)((bits >> 21 & 1023) << 4 | (bits >> 8 & 15)),
                           .heading = (int32_t)((bits & 7) | (bits >> 28 & BETWEEN_EIGHTHS)) };
}

/// The tile of an index in a box: tiles are numbered row by row.
static inline lattice_pose lattice_tile(const tile_box *box, int64_t index)
{
    const int64_t width = (int64_t)box->right - box->left + 1;
    return (lattice_pose){ box->left + (int32_t)(index % width), box->top + (int32_t)(index / width), -1 };
}

/// The tile of a pose.
static inline tile_box lattice_box(lattice_pose pose)
{
    return tile_box_at(pose.x, pose.y);
}

/// The same place, facing the other way. The unit drives the same curves from the opposite pose in forward gear as from
/// the pose in reverse gear.
static inline lattice_pose lattice_opposite(lattice_pose pose)
{
    return (lattice_pose){ pose.x, pose.y, heading_turned(pose.heading, 4) };
}

/// A heading in radians, within (-pi, pi].
double motion_heading(int index);

/// The exact pose of a lattice pose.
///
/// @param offset  of lattice points from the corners of tiles
static inline fw_pose motion_pose(lattice_pose pose, double offset)
{
    return (fw_pose){ pose.x + offset, pose.y + offset, motion_heading(pose.heading) };
}

/// The heading of the lattice nearest to a heading in radians.
int motion_heading_near(double heading, int32_t headings);
