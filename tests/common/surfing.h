#pragma once

/// The article's search among circles, written plainly, with each of its ideas on or off. It shares nothing with the
/// library's forest, and is for scenes in which no two circles touch without an overlap.
///
/// Source: Red Blob Games, "Circular Obstacle Pathfinding".

#include <stdint.h>

#include "fairway/forest.h"

/// What a search does beyond A* on all bitangents.
typedef enum surfing_idea {
    SURFING_INDEX = 1,      ///< a grid of cells finds the circles that may block a line or an arc
    SURFING_LAZINESS = 2,   ///< the lines of a circle are computed when a path first arrives there
    SURFING_NO_CUSPS = 4,   ///< a path leaves a circle in the turning sense in which it came
    SURFING_NO_CROSS = 8,   ///< a line that crosses the one before ends a partial path
    SURFING_DOMINANCE = 16, ///< the walk along an arc ends where an earlier arrival was at no greater cost
    SURFING_ELLIPSE =
        32, ///< only circles in an ellipse around start and goal count; it grows until the path fits
    SURFING_ALL = 63
} surfing_idea;

/// What a search has done.
typedef struct surfing_counts {
    uint64_t lines;     ///< bitangents tested, in one direction each
    uint64_t generated; ///< ways from a line to the next one that were tried
    uint64_t crossing;  ///< of those: left out because the lines cross
    uint64_t expanded;
} surfing_counts;

/// Length of the shortest path between two places outside of all circles.
///
/// @param trees        [tree * count] circles that have grown by the body's radius
/// @param ideas        a set of surfing_idea
/// @param[out] counts  may be null
/// @return tiles; infinite: there is none
double surfing_shortest(const fw_tree *trees, int count, fw_tree start, fw_tree goal, unsigned ideas,
                        surfing_counts *counts);
