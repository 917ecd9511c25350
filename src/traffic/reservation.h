#pragma once

/// Reservations: trajectories with constant acceleration between knots, which end in a stop that lasts for all time.

#include <stdbool.h>
#include <stdint.h>

#include "curve/sweep_body.h"
#include "curve/sweep_ground.h"
#include "fairway/traffic.h"
#include "traffic/knots.h"

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

/// The three points of a Bezier curve: a motion between two knots, or that of one body as seen from another one.
typedef struct bend {
    double x0, y0, x1, y1, x2, y2;
} bend;

/// True if the triangle of the points is as far from the origin as this.
///
/// @param square  of the distance
bool bend_is_apart(const bend *way, double square);

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
