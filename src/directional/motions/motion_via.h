#pragma once

/// How a node's `via` names the motion that led to it: by its set, its gear, and its index in a control set.

#include "directional/motions/lattice.h"
#include "directional/motions/motions.h"

enum {
    EXTENDED_BIT = 0x8000, ///< of `via`: the motion is an extended one
    REVERSE_BIT = 0x4000   ///< of `via`: driven in reverse, from the control set of the opposite heading
};

/// The part of `via` that holds the set and the gear of a motion.
static inline uint16_t motion_via(int32_t set, fw_gear gear)
{
    return (uint16_t)((set == EXTENDED_MOTIONS ? EXTENDED_BIT : 0) | (gear == FW_REVERSE ? REVERSE_BIT : 0));
}

typedef struct motion_taken {
    const motion_set *set;
    const motion *motion;
    fw_gear gear;
} motion_taken;

/// The motion that `via` holds: its set, its gear, and its index in the control set of the heading that it leaves.
static inline motion_taken motion_of_via(const motion_table *table, lattice_pose from, uint16_t via)
{
    const motion_set *set = &table->sets[via & EXTENDED_BIT ? EXTENDED_MOTIONS : BASE_MOTIONS];
    const fw_gear gear = via & REVERSE_BIT ? FW_REVERSE : FW_FORWARD;
    const int32_t heading = gear == FW_REVERSE ? lattice_opposite(from).heading : from.heading;
    return (motion_taken){ set, &set->control_sets[heading].motions[via & (REVERSE_BIT - 1)], gear };
}
