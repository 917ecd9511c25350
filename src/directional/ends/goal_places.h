#ifndef DIRECTIONAL_ENDS_GOAL_PLACES_H
#define DIRECTIONAL_ENDS_GOAL_PLACES_H

/// @file
/// The goals of a request that has several. A search ends at the goal that is cheapest to reach.

#include <stdbool.h>
#include <stdint.h>

#include "directional/motions/lattice.h"
#include "fairway/pose.h"

typedef struct goal_place {
    lattice_pose at; ///< heading -1 = any; only the tile counts if the place lies between lattice poses
    fw_pose pose;    ///< the exact pose
    bool on_lattice;
} goal_place;

typedef struct goal_places {
    const goal_place *items; ///< [place * count] in order of y, then x
    int32_t count;           ///< 0: there is a single goal, which the query holds
    bool any_heading;        ///< all places accept any heading
} goal_places;

/// Sorts places by y, then x.
void goal_places_sort(goal_place *items, int32_t count);

/// The index of the first place on a tile or after it, by y, then x; `count` if there is none.
int32_t goal_places_from(const goal_places *places, int32_t x, int32_t y);

/// True if a lattice pose is one of the places.
bool goal_places_hold(const goal_places *places, lattice_pose at);

/// True if all places are lattice poses.
bool goal_places_are_on_lattice(const goal_places *places);

/// The bounding box of all places, in tiles.
lattice_window goal_places_box(const goal_places *places);

#endif
