#ifndef DIRECTIONAL_ENDS_PROBE_H
#define DIRECTIONAL_ENDS_PROBE_H

/// @file A flood over lattice poses that proves dead ends early: if the goal faces a wall, only few poses lead to it,
/// and a flood from there soon runs dry. A flood needs no motions that lead to a pose: from a goal it follows the
/// motions that leave the goal turned around. These reach the poses that lead to the goal, turned around.

#include "directional/motions/ground.h"

enum {
    PROBE_MOST = 1024, ///< most poses that a flood expands
    PROBE_SLOTS = 8192 ///< slots of the table of poses seen: a power of two
};

typedef enum probe_state {
    PROBE_OPEN,    ///< undecided
    PROBE_MET,     ///< the flood reached the other end
    PROBE_DRY,     ///< the flood reached all reachable poses, and not the other end
    PROBE_GIVEN_UP ///< undecided after PROBE_MOST poses
} probe_state;

typedef struct probe_entry {
    uint32_t id;
    uint32_t stamp;
} probe_entry;

typedef struct probe {
    const motion_ground *ground;
    lattice_pose target; ///< heading -1 if the goal accepts any heading
    probe_state state;
    uint32_t stamp;
    int32_t next, end; ///< the flood has reached queue[0 .. end), and expanded queue[0 .. next)
    uint32_t queue[PROBE_SLOTS / 2];
    probe_entry seen[PROBE_SLOTS]; ///< open addressing
} probe;

/// Starts a flood from poses.
///
/// @param from    [pose * count]
/// @param target  the other end; turned around if the poses of `from` are turned around
void probe_begin(probe *probe, const motion_ground *ground, const lattice_pose *from, int32_t count,
                 lattice_pose target);

/// True if the flood has reached a pose. For a flood from a goal, `pose` is turned around.
bool probe_has_seen(const probe *probe, lattice_pose pose);

/// Expands up to `count` poses.
///
/// @return number of poses expanded
int32_t probe_step(probe *probe, int32_t count);

#endif
