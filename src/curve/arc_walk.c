#include "curve/arc_walk.h"

#include <math.h>

#include "base/trig.h"
#include "curve/segment.h"

/// atan(tangent) / tangent, also if the tangent is small or 0.
static double angle_over_tangent(double tangent)
{
    const double square = tangent * tangent;
    return square < 1e-6 ? 1 - square / 3 + square * square / 5 : trig_atan2(tangent, 1) / tangent;
}

/// Distance along the arc from the quarter's start to the axis' next grid line; infinite if the arc does not reach it.
/// With d the distance of the line along the axis, k the bend of the arc, s the distance along the arc, and
/// t = tan(k s / 2), the chord reaches the line if (2 sin + k d) t^2 - 2 cos t + k d = 0. This form of the root stays
/// exact for small k: it needs neither the radius nor the centre, which is far away on flat arcs.
static double distance_to_line(const arc_axis *axis, double bend)
{
    const double ahead = axis->line - axis->from;
    const double turn = bend * ahead;
    const double square = axis->along * axis->along - turn * (2 * axis->bend + turn);
    if (square <= 0) // the squared cosine at the line: the arc turns back before it crosses the line
        return INFINITY;
    const double slope = axis->along + axis->side * sqrt(square);
    return 2 * ahead / slope * angle_over_tangent(turn / slope);
}

static void find_crossing(arc_walk *walk, arc_axis *axis)
{
    axis->at = walk->quarter_begin + distance_to_line(axis, walk->bend);
}

static int32_t enter_axis(arc_walk *walk, arc_axis *axis, double from, double along, double bend,
                          int32_t side)
{
    const double tile = side > 0 ? floor(from) : ceil(from) - 1;
    *axis = (arc_axis){
        .from = from, .along = along, .bend = bend, .line = side > 0 ? tile + 1 : tile, .side = side
    };
    find_crossing(walk, axis);
    return (int32_t)tile;
}

static void enter_quarter(arc_walk *walk, double sine, double cosine)
{
    static const int32_t side_x[4] = { 1, -1, -1, 1 };
    static const int32_t side_y[4] = { 1, 1, -1, -1 };
    const double lower = walk->bend > 0 ? walk->quarter - 1 : walk->quarter;
    const int quadrant = (int)(lower - 4 * floor(lower / 4));
    const fw_pose from = segment_pose_at(&walk->arc, walk->quarter_begin);
    walk->quarter_end = (walk->quarter * (FW_PI / 2) - walk->heading) / walk->bend;
    walk->x = enter_axis(walk, &walk->across_x, from.x, cosine, sine, side_x[quadrant]);
    walk->y = enter_axis(walk, &walk->across_y, from.y, sine, -cosine, side_y[quadrant]);
}

arc_walk arc_walk_along(const fw_segment *arc)
{
    arc_walk walk = { .arc = *arc,
                      .heading = trig_wrap(arc->start.heading + (arc->gear == FW_REVERSE ? FW_PI : 0)),
                      .bend = segment_signed(arc, arc->curvature) };
    const double quarters = walk.heading / (FW_PI / 2);
    walk.quarter = walk.bend > 0 ? floor(quarters) + 1 : ceil(quarters) - 1;
    double sine, cosine;
    trig_sincos(walk.heading, &sine, &cosine);
    enter_quarter(&walk, sine, cosine);
    return walk;
}

/// Enters the next quarter, which begins at a compass heading, whose sine and cosine are exact.
static void enter_next_quarter(arc_walk *walk)
{
    static const double sines[4] = { 0, 1, 0, -1 };
    const int heading = (int)(walk->quarter - 4 * floor(walk->quarter / 4));
    walk->quarter_begin = walk->quarter_end;
    walk->quarter += walk->bend > 0 ? 1 : -1;
    enter_quarter(walk, sines[heading], sines[(heading + 1) % 4]);
}

static void cross(arc_walk *walk, arc_axis *axis, int32_t *tile)
{
    if (axis->at > walk->to)
        return;
    *tile += axis->side;
    axis->line += axis->side;
    find_crossing(walk, axis);
}

bool arc_walk_next(arc_walk *walk)
{
    const double length = walk->arc.length;
    if (walk->to >= length)
        return false;
    if (walk->to >= walk->quarter_end) {
        enter_next_quarter(walk);
    } else {
        cross(walk, &walk->across_x, &walk->x);
        cross(walk, &walk->across_y, &walk->y);
    }
    const double border = fmin(walk->across_x.at, walk->across_y.at);
    walk->from = walk->to;
    walk->to = fmax(walk->from, fmin(fmin(length, walk->quarter_end), border));
    return true;
}
