#pragma once

/// A search for free places, and what a free place is.

#include "traffic/inside.h"

/// A search for free places.
typedef struct free_search {
    fw_traffic *traffic;
    const agent_kind *kind;
    uint32_t layers; ///< places of others on these layers are taken
    double x, y;     ///< the goal
    const way_point
        *from; ///< where units come from: places on this side are preferred on open ground; null: none are
    double within;     ///< on open ground, only places as near as this to `from`, in tiles; 0: all
    int32_t count;     ///< wanted places
    way_point *places; ///< [place * count]
    int32_t found;
} free_search;

/// Distance that two units keep from each other at their places, in tiles.
double free_places_gap(const agent_kind *kind, double other_radius);

/// True if the body of a unit at a place overlaps no place of another unit that it sees.
///
/// @param except  slot of a unit whose place does not count
bool free_places_is_free(const fw_traffic *traffic, const agent *unit, double x, double y, uint32_t except);

/// True if an obstacle that the units regard stands at a place.
bool free_places_is_at_obstacle(const free_search *search, double x, double y);
