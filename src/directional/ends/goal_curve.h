#ifndef DIRECTIONAL_ENDS_GOAL_CURVE_H
#define DIRECTIONAL_ENDS_GOAL_CURVE_H

/// @file
/// How far it is from lattice poses to a goal if nothing is in the way: by the straight line, by the shortest
/// curve, or by the table of curves and what lies beyond it (Pinter 2001, "heuristics").

#include "curve/dubins.h"
#include "directional/guides/lookup_table.h"
#include "fairway/planner.h"

/// A goal, and what is the same for all poses.
typedef struct goal_curve {
    const lookup_table *table;
    lattice_pose tile;  ///< of the goal; heading -1: any, or between lattice headings
    dubins_frame frame; ///< its start is filled in for each pose
    double cosines[MOST_HEADINGS];
    double offset;    ///< of lattice points on their tiles
    bool has_heading; ///< the goal asks for one
    bool reverses;    ///< curves in both gears
} goal_curve;

/// Aims at a goal; `has_heading` and `reverses` are the caller's. A goal without a heading is as far as the straight
/// line.
///
/// @param tile  its tile; with its heading where it is a lattice pose
void goal_curve_aim(goal_curve *curve, const lookup_table *table, lattice_pose tile, fw_pose goal,
                    double turn_radius, double offset);

/// The length of the shortest curve from a lattice pose, rounded down, in 1 / MOTION_SCALE tile.
uint32_t goal_curve_length(const goal_curve *curve, lattice_pose from);

/// The remaining way by one of the heuristics that know no obstacles. FW_HEURISTIC_TABLE, beyond the table, takes its
/// value in that direction and adds the difference in distance: very close, but no bound.
uint32_t goal_curve_estimate(const goal_curve *curve, fw_heuristic heuristic, lattice_pose from);

#endif
