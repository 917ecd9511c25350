#include "check/circles.h"

#include <math.h>

#include "base/trig.h"

/// A body may overlap a circle by this much: FW_FOREST_TOUCH, as paths may, and as much again for rounding.
#define OVERLAP (2 * FW_FOREST_TOUCH)

/// A smaller curvature counts as 0, because products with it lose digits.
#define FLATTEST 1e-150

/// The length of a turn whose angle has this cosine, and this sine divided by the curvature.
static double turn_length(double curvature, double sine_over_curvature, double cosine)
{
    return curvature > 0 ? trig_atan2(curvature * sine_over_curvature, cosine) / curvature
                         : sine_over_curvature;
}

/// The distance along a segment at which it first comes nearer to (x, y) than `least`; infinite if it does not. (x, y)
/// is relative to the segment's start.
///
/// No step subtracts a radius from a distance to the centre, so flat arcs keep their digits, and a line is an arc of
/// curvature 0.
static double first_nearer(const fw_segment *segment, double x, double y, double least)
{
    double sine, cosine;
    trig_sincos(segment->start.heading, &sine, &cosine);
    const double gear = segment->gear == FW_REVERSE ? -1 : 1;
    const double side = segment->curvature * gear < 0 ? -1 : 1; // of the motion, where the centre lies
    const double curvature = fabs(segment->curvature) < FLATTEST ? 0 : fabs(segment->curvature);
    const double along = gear * (x * cosine + y * sine), aside = side * gear * (y * cosine - x * sine);
    // The point as seen from the centre, in radii, where the segment starts at (0, 1).
    const double from_x = curvature * along, from_y = 1 - curvature * aside;
    const double apart = sqrt(from_x * from_x + from_y * from_y);
    const double outside = (curvature * (along * along + aside * aside) - 2 * aside) / (apart + 1);
    if (!(fabs(outside) < least))
        return INFINITY;
    const double half_chord = sqrt((least - outside) * (least + outside) / apart) / 2;
    const double half_sine = curvature * half_chord;
    if (half_sine >= 1)
        return 0; // all of the circle is near
    const double middle = turn_length(curvature, along, from_y);
    const double half = 2 * turn_length(curvature, half_chord, sqrt((1 - half_sine) * (1 + half_sine)));
    const double circle = 2 * FW_PI / curvature;
    const double first = middle > half ? middle - half : middle + half > 0 ? 0 : middle - half + circle;
    return first <= segment->length ? first : INFINITY;
}

double circles_first_overlap(const circles *all, const fw_segment *segment)
{
    double first = INFINITY;
    for (int32_t i = 0; i < all->count; i++) {
        const double x = all->items[i].x - segment->start.x, y = all->items[i].y - segment->start.y;
        const double least = all->items[i].radius + all->body - OVERLAP;
        if (least <= 0 || hypot(x, y) - segment->length > least)
            continue;
        first = fmin(first, first_nearer(segment, x, y, least));
    }
    return first;
}
