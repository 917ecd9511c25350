#pragma once

/// The oracle of directional search for the least time: plain relaxation over poses, gears and speeds. What may be
/// driven is the checker's word, how long it takes that of fw_path_profile() on a map of its own.

#include "common/gear_walk.h"
#include "directional/search/speed_ladder.h"

enum { TIME_WALK_SIDE = 9, TIME_WALK_RUNS = TIME_WALK_SIDE };

typedef struct time_walk {
    gear_walk legal;
    const speed_ladder *ladder;
    double seconds[MOST_HEADINGS][GEAR_WALK_MOTIONS][MOTION_GEARS][TIME_WALK_RUNS][LADDER_LEVELS]
                  [LADDER_LEVELS]; ///< of motions, and of straight ones again and again, from level to level
    double least[TIME_WALK_SIDE][TIME_WALK_SIDE][MOST_HEADINGS][MOTION_GEARS][LADDER_LEVELS];
    bool sooner[TIME_WALK_SIDE][TIME_WALK_SIDE][MOST_HEADINGS];
} time_walk;

/// Asks about every motion everywhere on a square map of at most TIME_WALK_SIDE tiles without slow terrains.
void time_walk_look(time_walk *walk, const road_test *test, fw_method method, const speed_ladder *ladder);

/// Finds the least times from a pose to all others.
void time_walk_from(time_walk *walk, lattice_pose start);

/// The least time to a pose, with a speed that is allowed at the end; infinite where there is no way.
double time_walk_to(const time_walk *walk, lattice_pose goal);
