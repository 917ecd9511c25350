#ifndef DIRECTIONAL_ENDS_PROBE_H
#define DIRECTIONAL_ENDS_PROBE_H

/// @file
/// A flood from a pose that soon proves a dead end: a goal that faces a wall is left backward by few poses only. The
/// flood goes forward from the goal turned around, which is the same.

#include "directional/motions/ground.h"

enum {
    PROBE_MOST = 1024, ///< poses that it follows at most
    PROBE_SLOTS = 8192 ///< of its table of poses seen: a power of two
};

typedef enum probe_state {
    PROBE_OPEN,    ///< nothing is proven yet
    PROBE_MET,     ///< the other end was reached
    PROBE_DRY,     ///< all that can be reached was: the other end is not among it
    PROBE_GIVEN_UP ///< too much can be reached to tell
} probe_state;

typedef struct probe_entry {
    uint32_t id;
    uint32_t stamp;
} probe_entry;

typedef struct probe {
    const motion_ground *ground;
    lattice_pose target; ///< with any heading where the goal has none
    probe_state state;
    uint32_t stamp;
    int32_t next, end; ///< poses of the queue that wait
    uint32_t queue[PROBE_SLOTS / 2];
    probe_entry seen[PROBE_SLOTS]; ///< open addressing
} probe;

/// Starts a flood from poses.
///
/// @param from    [pose * count]
/// @param target  turned around where the poses are
void probe_begin(probe *probe, const motion_ground *ground, const lattice_pose *from, int32_t count,
                 lattice_pose target);

/// Has it come to a pose?
bool probe_has_seen(const probe *probe, lattice_pose pose);

/// Follows up to `count` poses.
///
/// @return how many were followed
int32_t probe_step(probe *probe, int32_t count);

#endif
