#include "io/trail.h"

#include <math.h>

/// Largest distance between an arc and the straight pieces that replace it, in pixels.
#define STRAY 0.05

enum { MOST_PIECES = 4096, TURN_PIECES = 24 };

fw_pose trail_pose(const fw_segment *segment, double at)
{
    const double way = segment->gear == FW_REVERSE ? -at : at;
    const double turn = segment->curvature * way;
    const double heading = segment->start.heading + turn;
    fw_pose pose = segment->start;
    pose.heading = heading;
    if (fabs(turn) < 1e-9) {
        pose.x += way * cos(pose.heading);
        pose.y += way * sin(pose.heading);
        return pose;
    }
    pose.x += (sin(heading) - sin(segment->start.heading)) / segment->curvature;
    pose.y -= (cos(heading) - cos(segment->start.heading)) / segment->curvature;
    return pose;
}

/// Number of straight pieces that replace a segment, so that none is farther than 1/20 pixel from it.
static int trail_pieces(const fw_segment *segment, double scale)
{
    if (segment->curvature == 0.0)
        return 1;
    const double radius = scale / fabs(segment->curvature);
    const double step = radius > STRAY ? 2.0 * acos(1.0 - STRAY / radius) : FW_PI;
    const double pieces = ceil(segment->length * fabs(segment->curvature) / step);
    return pieces < 1.0 ? 1 : pieces < MOST_PIECES ? (int)pieces : MOST_PIECES;
}

/// Adds the corners of a body at a pose. Returns the number of corners.
static size_t add_corners(io_point *corners, fw_pose pose, const io_view *view, const fw_footprint *body)
{
    const double c = cos(pose.heading);
    const double s = sin(pose.heading);
    const size_t count = body->kind == FW_FOOTPRINT_POLYGON ? (size_t)body->corner_count : 4;
    for (size_t i = 0; i < count; i++) {
        const fw_corner of_rectangle = { body->ahead + (i < 2 ? 0.5 : -0.5) * body->length,
                                         body->aside + (i % 2 ? 0.5 : -0.5) * body->width };
        const fw_corner at = body->kind == FW_FOOTPRINT_POLYGON ? body->corners[i] : of_rectangle;
        corners[i] =
            view_point(view, pose.x + at.ahead * c - at.aside * s, pose.y + at.ahead * s + at.aside * c);
    }
    return count;
}

static void add_between(io_outline *outline, fw_pose from, fw_pose to, const io_view *view,
                        const fw_footprint *body)
{
    io_point corners[2 * FW_MOST_CORNERS];
    size_t count = add_corners(corners, from, view, body);
    count += add_corners(corners + count, to, view, body);
    outline_hull(outline, corners, count);
}

void trail_body(io_outline *outline, const fw_segment *segment, const io_view *view, const fw_footprint *body)
{
    // The body's corners are farther out than its pose and stray more.
    const double reach = 1.0 + fabs(segment->curvature) * (body->length + body->width);
    const int pieces = trail_pieces(segment, view->scale * reach);
    fw_pose from = segment->start;
    for (int i = 1; i <= pieces; i++) {
        const fw_pose to = trail_pose(segment, segment->length * i / pieces);
        add_between(outline, from, to, view, body);
        from = to;
    }
}

void trail_turn(io_outline *outline, fw_pose from, double heading, const io_view *view,
                const fw_footprint *body)
{
    const double turn = remainder(heading - from.heading, 2.0 * FW_PI);
    if (fabs(turn) < 1e-6)
        return;
    fw_pose at = from;
    for (int i = 1; i <= TURN_PIECES; i++) {
        fw_pose next = from;
        next.heading = from.heading + turn * i / TURN_PIECES;
        add_between(outline, at, next, view, body);
        at = next;
    }
}
