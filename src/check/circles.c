#include "check/circles.h"

#include <math.h>

#include "base/trig.h"

/// A body may overlap a circle by this much: FW_FOREST_TOUCH, as paths may, and as much again for rounding.
#define OVERLAP (2 * FW_FOREST_TOUCH)

/// The distance along a line at which it first comes nearer to (x, y) than `least`; infinite if it does not. (x, y) is
/// relative to the line's start.
static double first_on_line(const fw_segment *line, double x, double y, double least)
{
    double sine, cosine;
    trig_sincos(line->start.heading, &sine, &cosine);
    const double sign = line->gear == FW_REVERSE ? -1 : 1;
    const double along = sign * (x * cosine + y * sine), across = y * cosine - x * sine;
    const double square = least * least - across * across;
    if (square <= 0)
        return INFINITY;
    const double half = sqrt(square), first = fmax(along - half, 0);
    return first <= line->length && first < along + half ? first : INFINITY;
}

/// first_on_line() for an arc.
static double first_on_arc(const fw_segment *arc, double x, double y, double least)
{
    double sine, cosine;
    trig_sincos(arc->start.heading, &sine, &cosine);
    const double centre_x = -sine / arc->curvature, centre_y = cosine / arc->curvature;
    const double radius = 1 / fabs(arc->curvature), apart = hypot(x - centre_x, y - centre_y);
    if (fabs(apart - radius) >= least)
        return INFINITY;
    if (apart + radius < least)
        return 0;
    const double share = (apart * apart + radius * radius - least * least) / (2 * apart * radius);
    const double half = trig_acos(fmin(fmax(share, -1), 1));
    const double turns = (arc->curvature > 0) == (arc->gear == FW_FORWARD) ? 1 : -1;
    const double to_point = trig_atan2(y - centre_y, x - centre_x), begin = trig_atan2(-centre_y, -centre_x);
    const double middle = turns * trig_wrap(to_point - begin);
    double first = middle - half;
    if (first < 0)
        first = middle + half > 0 ? 0 : first + 2 * FW_PI;
    else if (middle + half > 2 * FW_PI)
        first = 0;
    return first * radius <= arc->length ? first * radius : INFINITY;
}

double circles_first_overlap(const circles *all, const fw_segment *segment)
{
    double first = INFINITY;
    for (int32_t i = 0; i < all->count; i++) {
        const double x = all->items[i].x - segment->start.x, y = all->items[i].y - segment->start.y;
        const double least = all->items[i].radius + all->body - OVERLAP;
        if (least <= 0 || hypot(x, y) - segment->length > least)
            continue;
        const double at = segment->curvature == 0 ? first_on_line(segment, x, y, least)
                                                  : first_on_arc(segment, x, y, least);
        first = fmin(first, at);
    }
    return first;
}
