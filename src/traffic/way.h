#pragma once

/// What a unit knows of its way: the corners, the next gate, and the free ground that it has seen.

#include <stdbool.h>
#include <stdint.h>

#include "traffic/place.h"

/// A corner of a way.
typedef struct way_point {
    double x, y;
} way_point;

/// A place on a way.
typedef struct way_place {
    double x, y;
    double rest; ///< length of the way from here to its end, in tiles
} way_place;

/// A place of a way that is being moved into a lane.
typedef struct lane_place {
    double x, y;      ///< on the way, before it is moved
    double dx, dy;    ///< direction of the way there, a unit vector
    double shift;     ///< distance by which the place is moved to the right, in tiles
    bool is_corner;   ///< the way has a corner here
    bool is_left_out; ///< the lane does not lead through the place
} lane_place;

/// Where the lane leads through a place.
static inline way_point lane_moved(const lane_place *at)
{
    return (way_point){ .x = at->x - at->dy * at->shift, .y = at->y + at->dx * at->shift };
}

enum {
    WAY_BACK = 12, ///< corners that a unit may go back behind the farthest one that it has reached
    SEEN_BACK = 3 ///< corners of the way, from the next one back, of which a unit must see one where it stops
};

/// Length of a way from a place straight to one of its corners, and on from there.
///
/// @param rest  length from the corner to the end of the way
static inline double way_length_by(const way_point *corner, double rest, double x, double y)
{
    return apart(x, y, corner->x, corner->y) + rest;
}

/// The way of a unit to its goal: a polyline.
typedef struct way {
    way_point *points; ///< [point * count] in the pool of ways, from some corner on; the last one is the goal
    int32_t room;
    int32_t count;    ///< 0: there is none
    int32_t next;     ///< index of the corner that the unit moves to
    int32_t farthest; ///< the greatest `next` so far
} way;

/// A stretch of a unit's way ahead where two such units cannot go side by side. `enter` and `searched` are lengths of
/// the way from there to its end, in tiles.
typedef struct gate {
    double x, y;     ///< its middle
    double dx, dy;   ///< direction of the way there, a unit vector; 0, 0: beginning and end are not known yet
    double enter;    ///< where the gate begins; 0: no gate begins in the part that has been searched
    double searched; ///< where the search for the gate continues; where the gate ends, once it is found
} gate;

/// True if beginning and end of a gate are known.
static inline bool gate_is_found(const gate *gate)
{
    return gate->dx != 0 || gate->dy != 0;
}

/// Ground without walls around a line: the unit's centre may be anywhere within `room` tiles of the line.
typedef struct sight {
    float x, y, to_x, to_y; ///< ends of the line
    float room;             ///< 0: no such ground is known; negative: it was looked for, and there is none
} sight;
