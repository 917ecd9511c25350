#include "curve/segment.h"

#include "base/box.h"

/// A smaller curvature counts as 0, because products with it lose digits.
#define FLATTEST 1e-150

/// sin(x) / x, also if x is small or 0.
static double sine_over(double x)
{
    return fabs(x) < 1e-8 ? 1.0 : trig_sin(x) / x;
}

/// Follows the chord, whose direction differs from the start heading by half of the arc's angle. This is stable for
/// curvatures of any size.
fw_pose segment_pose_at(const fw_segment *segment, double distance)
{
    const fw_pose start = segment->start;
    const double ahead = segment_signed(segment, distance);
    const double half = segment->curvature * ahead / 2;
    double sine, cosine;
    trig_sincos(start.heading + half, &sine, &cosine);
    const double chord = segment->curvature == 0 ? ahead : ahead * sine_over(half);
    return (fw_pose){ start.x + chord * cosine, start.y + chord * sine, start.heading + 2 * half };
}

/// The extreme points of an arc are its ends and the points where its heading is a multiple of a quarter turn.
void segment_widen_box(const fw_segment *segment, fw_box *box)
{
    const fw_pose start = segment->start, end = segment_end(segment);
    box_take_in(box, start.x, start.y);
    box_take_in(box, end.x, end.y);
    if (segment->curvature == 0)
        return;
    const double from = fmin(start.heading, end.heading), to = fmax(start.heading, end.heading);
    const double first = ceil(from / (FW_PI / 2));
    for (int i = 0; i < 4 && (first + i) * (FW_PI / 2) <= to; i++) {
        const double ahead = ((first + i) * (FW_PI / 2) - start.heading) / segment->curvature;
        const fw_pose reach = segment_pose_at(segment, fabs(ahead));
        box_take_in(box, reach.x, reach.y);
    }
}

static double nearest_on_line(const fw_segment *line, double x, double y)
{
    double sine, cosine;
    trig_sincos(line->start.heading, &sine, &cosine);
    const double ahead = (x - line->start.x) * cosine + (y - line->start.y) * sine;
    return fmin(fmax(segment_signed(line, ahead), 0), line->length);
}

/// The nearest point of the whole circle lies in the direction from the centre to the point. If the arc does not
/// contain it, the nearer end of the arc is nearest.
static double nearest_on_arc(const fw_segment *arc, double x, double y)
{
    double sine, cosine;
    trig_sincos(arc->start.heading, &sine, &cosine);
    const double bend = arc->curvature, from_x = x - arc->start.x, from_y = y - arc->start.y;
    // The point relative to the centre, in radii, so that flat arcs keep their digits.
    const double along = bend * (from_x * cosine + from_y * sine);
    const double toward_start = bend * (from_x * sine - from_y * cosine) + 1;
    const double circle = 2 * FW_PI / fabs(bend);
    double distance = segment_signed(arc, trig_atan2(along, toward_start) / bend);
    if (distance < 0)
        distance += circle;
    if (distance <= arc->length)
        return distance;
    const bool start_is_nearer = circle - distance <= distance - arc->length;
    return start_is_nearer ? 0 : arc->length;
}

double segment_nearest(const fw_segment *segment, double x, double y, double *away)
{
    const bool is_line = fabs(segment->curvature) < FLATTEST;
    const double distance = is_line ? nearest_on_line(segment, x, y) : nearest_on_arc(segment, x, y);
    const fw_pose nearest = segment_pose_at(segment, distance);
    *away = hypotenuse(nearest.x - x, nearest.y - y);
    return distance;
}
