#pragma once

/// The discrete speeds of a search for the least time, called levels, and the time between two of them: speed is the
/// fourth dimension beside place and heading (Pinter 2001, "speed and acceleration", the formal way).
///
/// The speeds at start and end, on arcs of the turning radius and on slower terrains are always levels, as far as there
/// is room. The other levels halve the widest gaps between the squares of these speeds, because the square of the speed
/// changes linearly with distance when the unit speeds up or brakes. Between two levels a motion is driven as fast as
/// the limits allow: the unit may speed up, hold its speed and brake.

#include "shape/speed/speed_limits.h"

enum {
    LADDER_LEVELS = 10,
    LADDER_PLACES = 128, ///< points along a motion or connection where limits may change
    LADDER_RUN = 32,     ///< most tiles in which a unit gains a ninth of the square of the highest level
    LADDER_MOST_COST =
        1 << 29 ///< most cost of one motion; a search ends with FW_TOO_MANY if a motion costs more
};

/// Cost of a motion that cannot be driven.
#define LADDER_IMPOSSIBLE UINT32_MAX

typedef struct speed_ladder {
    fw_speed_def def;             ///< with the highest level as `top`
    double square[LADDER_LEVELS]; ///< squares of the speeds, ascending from 0
    int32_t count;
    int32_t start; ///< level of the start; -1: faster than all levels
    int32_t end;   ///< highest level allowed at the end
    double scale;  ///< cost of a second: a tile at the speed of the highest level costs MOTION_SCALE
    /// By level: least tiles within which the unit reaches full speed and then the end's speed
    double full[LADDER_LEVELS];
    double lost[LADDER_LEVELS]; ///< by level: seconds that `full` takes longer than at full speed throughout
} speed_ladder;

/// Sets up the levels.
///
/// @param turn_radius  of the arcs that are driven, in tiles
/// @param capability   terrains that are entered, one bit each
void ladder_set(speed_ladder *ladder, const fw_speed_def *def, double turn_radius, uint32_t capability);

/// The speed limits along some segments.
typedef struct ladder_limits {
    speed_node nodes[LADDER_PLACES];
    int32_t count; ///< 0: the segments cannot be driven
} ladder_limits;

/// Finds the speed limits along segments.
///
/// @param map  null: the speeds of terrains are ignored
void ladder_limits_along(const speed_ladder *ladder, const map_version *map, const fw_segment *segments,
                         int32_t count, ladder_limits *limits);

/// The least cost of driving along segments with these limits.
///
/// @param from        speed^2 at the start of the segments
/// @param to          speed^2 at their end
/// @param is_the_end  any speed up to `to` is allowed at the end
/// @return the cost, at most LADDER_MOST_COST, or LADDER_IMPOSSIBLE
uint32_t ladder_cost(const speed_ladder *ladder, const ladder_limits *limits, double from, double to,
                     bool is_the_end);

/// A lower bound of the remaining cost from a level if a path of at least `length` remains, in 1 / MOTION_SCALE tile.
/// Consistent: it is the least time over all straight paths of this length or more.
uint32_t ladder_remaining(const speed_ladder *ladder, int32_t level, uint64_t length);
