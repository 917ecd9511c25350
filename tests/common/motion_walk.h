#pragma once

/// The oracle of directional search: plain relaxation over lattice poses, with motions tested tile by tile.

#include <stdbool.h>

#include "directional/motions/ground.h"

enum { WALK_SIDE = 24, WALK_POSES = WALK_SIDE * WALK_SIDE * MOST_HEADINGS };

/// Lengths of the shortest ways from a pose to all others, in 1 / MOTION_SCALE tile; UINT64_MAX = none.
typedef struct motion_walk {
    uint64_t cost[WALK_POSES];
} motion_walk;

static inline int walk_index(lattice_pose at)
{
    return (at.y * WALK_SIDE + at.x) * MOST_HEADINGS + at.heading;
}

/// True if a motion may be driven from a tile.
bool walk_may_drive(const motion_ground *ground, const control_set *controls, int32_t index, int32_t x,
                    int32_t y);

/// All ways from a pose, with the motions that the ground allows.
void walk_from(const motion_ground *ground, lattice_pose start, motion_walk *walk);

/// The least cost to a tile with one of the eight headings, or with any of them where the goal's is negative.
uint64_t walk_cost_to(const motion_walk *walk, lattice_pose goal);
