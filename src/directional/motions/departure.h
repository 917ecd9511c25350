#pragma once

/// The motions by which a unit can leave a lattice pose: the motions of one control set, in one gear, that touch
/// nothing blocked and end where the ground admits them. Each user asks for forbidden moves separately, by
/// departure_lets_pass().

#include "directional/motions/ground.h"

typedef struct departure {
    const motion_ground *ground;
    const motion_set *motions;
    const control_set *controls;
    lattice_pose pose;
    int32_t set;    ///< index of `motions`
    int32_t turned; ///< eighths of a turn that the gear adds to headings
    fw_gear gear;
    bool any_blocked; ///< something in the control set's window is blocked
    bool admits_all;  ///< the ground admits every end
    uint64_t blocked[WINDOW_WORDS];
} departure;

/// Gathers what is blocked around a lattice pose. A unit in reverse drives the motions of the opposite heading, so the
/// control set is that of the opposite heading.
///
/// @param is_backward  the pose is a unit's pose turned around, as in searches that grow from the goal
static inline void departure_begin(departure *departure, const motion_ground *ground, lattice_pose pose,
                                   int32_t set, fw_gear gear, bool is_backward)
{
    departure->ground = ground;
    departure->motions = &ground->table->sets[set];
    departure->turned = gear == FW_REVERSE ? 4 : 0;
    const control_set *sets = is_backward == (gear == FW_REVERSE) ? departure->motions->control_sets
                                                                  : departure->motions->turned_sets;
    departure->controls = &sets[heading_turned(pose.heading, departure->turned)];
    departure->pose = pose;
    departure->set = set;
    departure->gear = gear;
    departure->admits_all = set == BASE_MOTIONS && !ground->overlay && !ground->has_window;
    departure->any_blocked = control_set_look(departure->controls, ground->open, ground->overlay, pose.x,
                                              pose.y, departure->blocked);
}

/// True if a motion of the control set touches nothing blocked and the ground admits its end.
static inline bool departure_is_free(const departure *departure, int32_t index)
{
    const motion *motion = &departure->controls->motions[index];
    return !(departure->any_blocked && !control_is_free(departure->controls, index, departure->blocked)) &&
           (departure->admits_all ||
            ground_admits(departure->ground, departure->set, departure->pose.x + motion->dx,
                          departure->pose.y + motion->dy));
}

/// Finds the next free motion of the control set from an index on.
///
/// @param[in,out] index  of the motion; the caller adds 1 to go on
/// @param[out] to        where the motion ends
/// @return the motion, or null if there are no more
static inline const motion *departure_next(const departure *departure, int32_t *index, lattice_pose *to)
{
    const control_set *controls = departure->controls;
    for (int32_t i = *index; i < controls->count; i++)
        if (departure_is_free(departure, i)) {
            const motion *motion = &controls->motions[i];
            *index = i;
            *to = (lattice_pose){ departure->pose.x + motion->dx, departure->pose.y + motion->dy,
                                  heading_turned(motion->end, departure->turned) };
            return motion;
        }
    return NULL;
}

/// As ground_binds(), for the motions of a departure.
static inline bool departure_is_bound(const departure *departure)
{
    return ground_binds(departure->ground, departure->controls, departure->pose.x, departure->pose.y);
}

/// As ground_lets_pass(), for the motions of a departure.
static inline bool departure_lets_pass(const departure *departure, const motion *motion)
{
    return ground_lets_pass(departure->ground, departure->motions, motion, departure->pose);
}
