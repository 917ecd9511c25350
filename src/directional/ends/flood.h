#pragma once

/// A flood over lattice poses that proves dead ends early: if the goal faces a wall, only few poses lead to it,
/// and a flood from there soon runs dry. A flood needs no motions that lead to a pose: from a goal it follows the
/// motions that leave the goal turned around. They reach the poses that lead to the goal, turned around.

#include "directional/motions/ground.h"

enum {
    FLOOD_MOST = 1024, ///< most poses that a flood expands
    FLOOD_SLOTS = 8192 ///< slots of the table of poses seen: a power of two
};

typedef enum flood_state {
    FLOOD_OPEN,    ///< undecided
    FLOOD_MET,     ///< the flood reached the other end
    FLOOD_DRY,     ///< the flood reached all reachable poses, and not the other end
    FLOOD_GIVEN_UP ///< undecided after FLOOD_MOST poses
} flood_state;

typedef struct flood_entry {
    uint32_t id;
    uint32_t stamp;
} flood_entry;

typedef struct flood {
    const motion_ground *ground;
    lattice_pose target; ///< heading -1 if the goal accepts any heading
    bool is_backward;    ///< from a goal: its poses are turned around
    flood_state state;
    uint32_t stamp;
    int32_t next, end; ///< the flood has reached queue[0 .. end), and expanded queue[0 .. next)
    uint32_t queue[FLOOD_SLOTS / 2];
    flood_entry seen[FLOOD_SLOTS]; ///< open addressing
} flood;

/// Starts a flood from poses.
///
/// @param is_backward  the flood grows from a goal, and the poses of `from` and the target are turned around
void flood_begin(flood *flood, const motion_ground *ground, const lattice_pose *from, int32_t count,
                 lattice_pose target, bool is_backward);

/// True if the flood has reached a pose. For a flood from a goal, `pose` is turned around.
bool flood_has_reached(const flood *flood, lattice_pose pose);

/// Expands up to `count` poses. Returns the number of poses expanded.
int32_t flood_step(flood *flood, int32_t count);
