#ifndef DIRECTIONAL_SEARCH_SPEED_LADDER_H
#define DIRECTIONAL_SEARCH_SPEED_LADDER_H

/// @file
/// The speeds that a search for the least time knows, and how long it takes from one to another: speed as a fourth
/// dimension beside place and heading (Pinter 2001, "speed and acceleration", the formal way).
///
/// Rungs are even in the square of the speed, in which engines and brakes are linear. Speeds that matter are rungs
/// themselves: those at start and end, that of arcs of the turning radius, those of slower terrains. Between two rungs
/// a motion is driven as fast as limits allow, so that it may speed up, hold and brake.

#include "shape/speed/speed_limits.h"

enum {
    LADDER_LEVELS = 10,
    LADDER_PLACES = 128, ///< of a piece of way where limits change
    LADDER_RUN = 32,     ///< tiles straight ahead in which a ninth of the highest square is gained: limits it
    LADDER_MOST_COST = 1 << 29 ///< of one motion: sums beyond it end a search
};

/// Stands for a cost where there is no way.
#define LADDER_IMPOSSIBLE UINT32_MAX

typedef struct speed_ladder {
    fw_speed_def def;             ///< with the highest rung as `top`
    double square[LADDER_LEVELS]; ///< speed^2 of the rungs, from 0 upward
    int32_t count;
    int32_t start;              ///< rung of the start, -1: too fast for any
    int32_t end;                ///< highest rung at the end
    double scale;               ///< cost of a second: a tile at the highest rung's speed costs MOTION_SCALE
    double full[LADDER_LEVELS]; ///< tiles from each rung to the end with room for full speed
    double lost[LADDER_LEVELS]; ///< seconds from each rung to the end that full speed all the way would save
} speed_ladder;

/// Sets up the rungs.
///
/// @param def          judged
/// @param turn_radius  of the arcs that are driven, in tiles
/// @param capability   terrains that are entered, one bit each
void ladder_set(speed_ladder *ladder, const fw_speed_def *def, double turn_radius, uint32_t capability);

/// The limits along a piece of way.
typedef struct ladder_way {
    speed_node nodes[LADDER_PLACES];
    int32_t count; ///< 0: it can be driven at no speed
} ladder_way;

/// Notes them along segments.
///
/// @param map  null: terrains are not looked at
void ladder_way_along(const speed_ladder *ladder, const fw_map *map, const fw_segment *segments,
                      int32_t count, ladder_way *way);

/// Least cost of driving it.
///
/// @param from        speed^2 at its start
/// @param to          speed^2 at its end
/// @param is_the_end  less than `to` will do
/// @return the cost, at most LADDER_MOST_COST, or LADDER_IMPOSSIBLE
uint32_t ladder_cost(const speed_ladder *ladder, const ladder_way *way, double from, double to,
                     bool is_the_end);

/// What is left to pay at least from a rung when so much of the way is left, in 1 / MOTION_SCALE tile. Consistent: the
/// least time over all ways of this length or more, were they straight.
uint32_t ladder_remaining(const speed_ladder *ladder, int32_t level, uint64_t length);

#endif
