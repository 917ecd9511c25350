#ifndef TRAFFIC_RESERVATION_H
#define TRAFFIC_RESERVATION_H

/// @file
/// Reservations: trajectories with constant acceleration between knots, which end in a stop that lasts for all time.

#include <stdbool.h>
#include <stdint.h>

#include "curve/sweep_body.h"
#include "curve/sweep_ground.h"
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

/// The few numbers from which all later knots of a reservation follow from one of them, if the unit has no turning
/// radius. Of a unit with a turning radius, an outline only tells when and where the reservation ends.
typedef struct outline {
    int64_t first;
    double from_vx, from_vy; ///< velocity at the first knot, tiles per second
    double vx, vy;           ///< held velocity
    double stop_x, stop_y;
    phases share;
} outline;

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

/// Appends the knots of all phases to the first knot of a reservation without knots behind it.
void reservation_append_phases(reservation *plan);

/// The outline of a reservation.
outline reservation_outline(const reservation *plan);

/// Computes the reservation of an outline, of a unit without a turning radius that is at (x, y) at the first knot.
void reservation_begin(const outline *kept, double x, double y, reservation *plan);

/// Computes the reservation of an outline, of a unit without a turning radius, from knot `index` on: bit for bit the
/// one that it was made from. Of the knots before, only the velocity at the first one is set.
///
/// @param at  the state at knot `index`, which must not come before the first one
void reservation_unfold(const outline *kept, int64_t index, const knot *at, reservation *plan);

/// The state of a unit without a turning radius at knot `index + 1`, bit for bit that of its reservation.
///
/// @param at  its state at knot `index`, which must not come before the first one
knot outline_step(const outline *plan, int64_t index, const knot *at);

/// The knot from which on the unit stands.
static inline int64_t outline_end(const outline *plan)
{
    return plan->first + plan->share.ramp + plan->share.hold + plan->share.brake;
}

/// Where the unit stands in the end.
static inline const knot *reservation_stop(const reservation *plan)
{
    return &plan->knots[plan->count];
}

/// The pose of the unit in the end; the heading is that of its rail, or 0 without a turning radius.
fw_pose reservation_end(const reservation *plan);

/// Speed at a knot.
double knot_speed(const knot *at);

/// State between two knots, at a share of the time between them, of a unit without a turning radius.
knot knot_between(const knot *from, const knot *to, double share);

/// Distance that a unit has driven between two knots, at a share of the time between them, if its speed grows or falls
/// evenly.
double knot_driven(const knot *from, const knot *to, double share);

/// The reservation of a unit that stands from a knot on.
reservation reservation_standing(int64_t first, fw_pose pose);

/// The rail of a reservation from a knot on.
rail reservation_rail(const reservation *plan, int64_t first);

/// Turns a motion along the x axis into the same motion along a rail.
void reservation_lay_on_rail(reservation *plan, const rail *rail);

/// Intervals in which the speed changes by so much at a rate; MOST_KNOTS + 1 if they are more.
int32_t reservation_intervals(double change, double rate);

/// The unit drives along a rail to its end, as soon as possible.
///
/// @param speed    at the beginning
/// @param longest  intervals that this may take, at most MOST_KNOTS
/// @return false if the limits do not allow this in this time
bool reservation_drive(const motion_limits *limits, int64_t first, const rail *rail, double speed,
                       int32_t longest, reservation *made);

/// The unit speeds up to a constant velocity, holds it, and brakes, so that it stops at a place as soon as possible.
///
/// @param longest  intervals that this may take, at most MOST_KNOTS
/// @return false if the place cannot be reached in this time
bool reservation_reach(const motion_limits *limits, int64_t first, const knot *from, double x, double y,
                       int32_t longest, reservation *made);

/// Distance that a unit covers on a straight line if it speeds up to its top speed, holds it and brakes, and all of
/// this takes `count` intervals.
double reservation_range(const motion_limits *limits, double speed, int32_t count);

/// reservation_range() for several numbers of intervals.
///
/// @param counts       [intervals * number]
/// @param[out] ranges  [tile * number]
void reservation_ranges(const motion_limits *limits, double speed, const int32_t *counts, int32_t number,
                        double *ranges);

/// Intervals that a unit takes at least to speed up to its top speed in the direction (dx, dy), a unit vector; at most
/// MOST_KNOTS.
int32_t reservation_ramp(const motion_limits *limits, const knot *from, double dx, double dy);

/// Intervals that a unit takes to brake from its top speed.
int32_t reservation_braking(const motion_limits *limits);

/// A motion in which a unit speeds up to its top speed in some direction, holds this speed and brakes, as far as the
/// motion does not depend on the direction.
typedef struct heading {
    double before; ///< seconds for which the velocity at the beginning counts
    double speed;  ///< in the direction, in tiles per second
    double time;   ///< for which `speed` counts, in seconds
} heading;

/// The heading of a motion that speeds up in `ramp` intervals, if all of it takes `count` intervals. If the time is too
/// short for the top speed, the motion is one from a stand.
///
/// @param brake  reservation_braking()
heading reservation_heading(const motion_limits *limits, int32_t ramp, int32_t brake, int32_t count);

/// The place where a motion in the direction (dx, dy), a unit vector, stops.
static inline void heading_stop(const heading *motion, const knot *from, double dx, double dy, double *x,
                                double *y)
{
    *x = from->x + from->vx * motion->before + motion->speed * dx * motion->time;
    *y = from->y + from->vy * motion->before + motion->speed * dy * motion->time;
}

/// How far a place of heading_stop() lies at most in some direction from the first knot, whatever the ramp
/// is, in tiles.
///
/// @param speed  at the first knot in this direction
/// @param along  cosine of the angle between this direction and the one that the unit heads for
/// @param brake  reservation_braking()
double reservation_most_gain(const motion_limits *limits, double speed, double along, int32_t brake,
                             int32_t count);

/// True if the body touches no wall along the reservation from knot `first` on.
bool reservation_is_on_free_ground(const sweep_ground *ground, const sweep_body *body,
                                   const reservation *plan, int64_t first);

/// A triangle that holds the centre of a body without a turning radius for all time from a knot on: its place there,
/// the point where the tangents at both ends of the ramp meet, and its stop.
typedef struct hull {
    double x[3], y[3];
} hull;

/// The hull of a motion.
///
/// @param at    state at the knot
/// @param ramp  intervals of the ramp that are left
/// @param x, y  where the motion stops
hull hull_of(const knot *at, int64_t ramp, double x, double y);

/// True if two hulls are clearly farther apart than a distance. False does not mean that they are near.
bool hulls_are_apart(const hull *a, const hull *b, double distance);

/// True if two bodies keep apart for all time from knot `first` on. Conservative: the relative motion between two knots
/// is a Bezier curve of degree 2; the triangle of its control points must keep apart. A unit that drives an arc counts
/// as driving on the chord, with a body larger by the arc's height.
///
/// @param radii   sum of both radii, in tiles
/// @param speeds  sum of both top speeds
bool reservations_are_apart(const reservation *a, const reservation *b, double radii, double speeds,
                            int64_t first);

/// True if two bodies do not touch at any time from knot `first` on. Exact but for arcs, as above: units with a joint
/// plan come nearer to each other than the triangles of reservations_are_apart() allow.
///
/// @param radii  sum of both radii, in tiles
bool reservations_never_touch(const reservation *a, const reservation *b, double radii, int64_t first);

/// Widens a box so that it holds the body's centre between two knots.
///
/// @param curvature  of the rail; 0: the acceleration is constant
void interval_widen(fw_box *box, const knot *from, const knot *to, double curvature);

/// The box of the body's centre from knot `first` on.
fw_box reservation_box(const reservation *plan, int64_t first);

#endif
