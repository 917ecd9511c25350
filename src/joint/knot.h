#pragma once

/// The units of a problem, sorted by id, and their bodies by ground and radius.

#include "joint/steps.h"

typedef struct knot {
    int32_t count, ground_count;
    sweep_ground grounds[JOINT_MOST_GROUNDS];
    body_ranks ranks[JOINT_MOST_GROUNDS];
    joint_unit asked[JOINT_MOST_UNITS]; ///< as the problem gives them
    uint32_t ids[JOINT_MOST_UNITS];
    uint8_t weights[JOINT_MOST_UNITS];
    double radii[JOINT_MOST_UNITS];
    knot_unit units[JOINT_MOST_UNITS]; ///< as the search sees them
} knot;

/// Copies and checks the units of a problem.
///
/// @return FW_OK, FW_BAD_SIZE, FW_BAD_VALUE, FW_NOT_FINITE
fw_result knot_fill(knot *knot, const joint_problem *problem);

/// Where a unit wants to be in the end.
static inline joint_place knot_goal(const knot *knot, int32_t unit)
{
    const joint_unit *asked = &knot->asked[unit];
    return asked->order == JOINT_PARKED ? (joint_place){ asked->x, asked->y }
                                        : (joint_place){ asked->goal_x, asked->goal_y };
}

/// Lets a parked unit, which cannot come back, end at another place.
void knot_end_elsewhere(knot *knot, int32_t unit, joint_place place);

/// The spacing of a lattice on which two units fit beside each other: the smallest multiple of half a tile.
double knot_spacing(const knot *knot);

/// The window: a box around all places within a way of where units stand or want to be.
///
/// @param reach  in tiles
fw_box knot_window(const knot *knot, double reach);
