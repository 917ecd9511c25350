#pragma once

/// Reservations as data: states at knots, in phases of constant acceleration.

#include "curve/sweep_body.h"
#include "fairway/traffic.h"
#include "traffic/rail.h"

enum { MOST_KNOTS = 16 };

/// Bodies of new reservations keep at least this far apart, in tiles, if they are not nearer already.
#define PAIR_ROOM 1e-3

/// Differences of velocity below this count as rounding errors, in tiles per second.
#define SPEED_NOISE 1e-12

/// Position and velocity at a knot.
typedef struct knot {
    double x, y;   ///< tiles
    double vx, vy; ///< tiles per second
} knot;

/// Intervals in which a unit changes its velocity evenly, holds the new velocity, and brakes evenly to a stop.
typedef struct phases {
    uint8_t ramp, hold, brake;
} phases;

typedef struct reservation {
    int64_t first; ///< index of the knot at which it begins; time = index * FW_TRAFFIC_KNOT
    int32_t count; ///< intervals until the unit stands
    phases share;  ///< of these intervals
    double vx, vy; ///< held velocity, tiles per second
    knot knots[MOST_KNOTS + 1];
    rail rail; ///< on which a unit with a turning radius drives, from `first` on
    /// Greatest curvature of the rail, in 1/tile; 0: the acceleration between two knots is constant
    double bend;
} reservation;

/// What limits the motion of a unit, besides its turning radius.
typedef struct motion_limits {
    double top, acceleration, braking, lateral;
} motion_limits;

/// State at a knot from the first one on; after the last one the unit stands.
static inline const knot *reservation_at(const reservation *plan, int64_t index)
{
    const int64_t offset = index - plan->first;
    return &plan->knots[offset < plan->count ? offset : plan->count];
}

/// Where the unit stands in the end.
static inline const knot *reservation_stop(const reservation *plan)
{
    return &plan->knots[plan->count];
}
