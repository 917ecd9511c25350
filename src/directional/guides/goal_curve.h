#pragma once

/// Obstacle-free estimates of the cost from a lattice pose to a goal: the straight line, the shortest curve, or the
/// lookup table with an extrapolation beyond it; and a turn followed by a straight line, which ignores the goal's
/// heading (Pinter 2001, "the modified heuristic").

#include "curve/dubins.h"
#include "directional/guides/lookup_table.h"
#include "directional/guides/turn_table.h"

/// A goal, and the terms of the estimate that are the same for all poses.
typedef struct goal_curve {
    const lookup_table *table;
    const turn_table *turns;
    lattice_pose tile;  ///< of the goal; heading -1 = any, or one between lattice headings
    dubins_frame frame; ///< its start changes with each pose
    double cosines[MOST_HEADINGS];
    double offset;    ///< of a lattice point from its tile's corner, in tiles
    bool has_heading; ///< the goal asks for a heading
    bool reverses;    ///< curves may use both gears
} goal_curve;

/// Aims at a goal. The caller sets `has_heading` and `reverses`, and `turns` if goal_curve_estimate() is to be called.
///
/// @param tile  the goal's tile, with its heading if the goal is a lattice pose
void goal_curve_aim(goal_curve *curve, const lookup_table *table, lattice_pose tile, fw_pose goal,
                    double turn_radius, double offset);

/// True if a heuristic never overestimates.
static inline bool heuristic_is_bound(fw_heuristic heuristic)
{
    switch (heuristic) {
    case FW_HEURISTIC_AUTO:
    case FW_HEURISTIC_STRAIGHT:
    case FW_HEURISTIC_CURVE:
    case FW_HEURISTIC_MOTIONS:
        return true;
    case FW_HEURISTIC_TABLE:
    case FW_HEURISTIC_TURN:
    case FW_HEURISTIC_TURN_TABLE:
    case FW_HEURISTIC_COUNT:
        break;
    }
    return false;
}

/// True if a heuristic depends on the goal's position alone, so that it can take the nearest of several goals.
static inline bool heuristic_is_turn(fw_heuristic heuristic)
{
    return heuristic == FW_HEURISTIC_TURN || heuristic == FW_HEURISTIC_TURN_TABLE;
}

/// The length of a turn and a straight line from a lattice pose to a point, in 1 / MOTION_SCALE tile: exact, or by the
/// table.
uint32_t goal_curve_turn(const goal_curve *curve, bool by_table, lattice_pose from, double x, double y);

/// The length of the shortest curve from a lattice pose, rounded down, in 1 / MOTION_SCALE tile.
uint32_t goal_curve_length(const goal_curve *curve, lattice_pose from);

/// The remaining cost by one of the obstacle-free heuristics. Beyond the table, FW_HEURISTIC_TABLE takes the value at
/// the border of the table in the direction of the pose and adds the difference in distance: very close, but not a
/// lower bound.
uint32_t goal_curve_estimate(const goal_curve *curve, fw_heuristic heuristic, lattice_pose from);
