#ifndef DIRECTIONAL_ENDS_GOAL_PLACES_H
#define DIRECTIONAL_ENDS_GOAL_PLACES_H

/// @file
/// Several places to end at, whichever is cheapest to reach.

#include <stdbool.h>
#include <stdint.h>

#include "directional/motions/lattice.h"
#include "fairway/pose.h"

typedef struct goal_place {
    lattice_pose at; ///< heading -1: any; its tile, where it lies between lattice poses
    fw_pose pose;    ///< exactly
    bool on_lattice;
} goal_place;

typedef struct goal_places {
    const goal_place *items; ///< [place * count] in order of y, then x
    int32_t count;           ///< 0: there is one goal, which the query holds
    bool any_heading;        ///< at all of them
} goal_places;

/// Puts places in order.
void goal_places_sort(goal_place *items, int32_t count);

/// The first place that does not come before a tile.
int32_t goal_places_from(const goal_places *places, int32_t x, int32_t y);

/// Is a lattice pose one of the places?
bool goal_places_hold(const goal_places *places, lattice_pose at);

/// Are all of them lattice poses?
bool goal_places_are_on_lattice(const goal_places *places);

/// The tiles around all places.
lattice_window goal_places_box(const goal_places *places);

#endif
