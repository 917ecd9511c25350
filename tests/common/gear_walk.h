#pragma once

/// The oracle of directional search with gears and costs: plain relaxation over poses and gears. What a motion costs,
/// and whether it may be driven, is the checker's word; driving backward is driving it from its end to its start.

#include "common/road.h"
#include "directional/motions/motions.h"

enum {
    GEAR_WALK_SIDE = 12,
    GEAR_WALK_MOTIONS = 128,
    GEAR_WALK_STATES = GEAR_WALK_SIDE * GEAR_WALK_SIDE * MOST_HEADINGS * MOTION_GEARS
};

typedef struct gear_walk {
    double edge[GEAR_WALK_SIDE * GEAR_WALK_SIDE][MOST_HEADINGS][GEAR_WALK_MOTIONS]
               [MOTION_GEARS];     ///< costs of motions; infinite where they may not be driven
    double cost[GEAR_WALK_STATES]; ///< of the cheapest ways from the start, per pose and gear
    const motion_set *motions;
    int32_t side;
    double gear_change;
    bool changed;
} gear_walk;

/// Asks the checker about every motion everywhere on a square map of at most GEAR_WALK_SIDE tiles.
///
/// @param turn_charge  that a full turn costs besides
void gear_walk_look(gear_walk *walk, const road_test *test, fw_method method, const fw_overlay *overlay,
                    double turn_charge);

/// The least cost from pose to pose, in either gear at both ends; infinite where there is no way.
double gear_walk_cost(gear_walk *walk, lattice_pose start, lattice_pose goal);
