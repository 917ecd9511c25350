#include "check/contact.h"

#include <math.h>

#include "base/trig.h"
#include "fairway/pose.h"

typedef struct point {
    double x, y;
} point;

enum { CORNERS = 4 };

body body_of(const fw_footprint *footprint)
{
    if (footprint->kind == FW_FOOTPRINT_RECTANGLE) {
        const double half_length = fmax(footprint->length / 2 - FW_TOUCH, 0);
        const double half_width = fmax(footprint->width / 2 - FW_TOUCH, 0);
        const double reach = sqrt(half_length * half_length + half_width * half_width);
        return (body){ .half_length = half_length, .half_width = half_width, .reach = reach };
    }
    const double radius = fmax(footprint->radius - FW_TOUCH, 0);
    return (body){
        .is_round = true, .radius = radius, .reach = radius, .inset = fmax(FW_TOUCH - footprint->radius, 0)
    };
}

body body_point(void)
{
    return (body){ .is_round = true, .inset = FW_TOUCH };
}

static double square_of(double value)
{
    return value * value;
}

static double distance_to_box(double x, double y, const fw_box *box)
{
    const double dx = fmax(fmax(box->min_x - x, x - box->max_x), 0);
    const double dy = fmax(fmax(box->min_y - y, y - box->max_y), 0);
    return sqrt(dx * dx + dy * dy);
}

static void corners_of_box(const fw_box *box, point corners[CORNERS])
{
    corners[0] = (point){ box->min_x, box->min_y };
    corners[1] = (point){ box->max_x, box->min_y };
    corners[2] = (point){ box->max_x, box->max_y };
    corners[3] = (point){ box->min_x, box->max_y };
}

/// Narrows the part [*low, *high] of a line to where one of its coordinates, from + t * by, lies within [min, max].
static void clip(double from, double by, double min, double max, double *low, double *high)
{
    if (by == 0) {
        if (from < min || from > max)
            *high = -1;
        return;
    }
    const double a = (min - from) / by, b = (max - from) / by;
    *low = fmax(*low, fmin(a, b));
    *high = fmin(*high, fmax(a, b));
}

static bool line_crosses_box(const piece *line, const fw_box *box)
{
    double low = 0, high = 1;
    clip(line->x, line->to_x - line->x, box->min_x, box->max_x, &low, &high);
    clip(line->y, line->to_y - line->y, box->min_y, box->max_y, &low, &high);
    return low <= high;
}

static double distance_to_line(point from, const piece *line)
{
    const double dx = line->to_x - line->x, dy = line->to_y - line->y, squared = dx * dx + dy * dy;
    const double along = (from.x - line->x) * dx + (from.y - line->y) * dy;
    const double share = squared > 0 ? fmin(fmax(along / squared, 0), 1) : 0;
    return sqrt(square_of(line->x + share * dx - from.x) + square_of(line->y + share * dy - from.y));
}

/// Where they do not cross, an end of the line is nearest to the box, or a corner of the box to the line.
static double distance_of_line(const piece *line, const fw_box *box)
{
    if (line_crosses_box(line, box))
        return 0;
    double least = fmin(distance_to_box(line->x, line->y, box), distance_to_box(line->to_x, line->to_y, box));
    point corners[CORNERS];
    corners_of_box(box, corners);
    for (int i = 0; i < CORNERS; i++)
        least = fmin(least, distance_to_line(corners[i], line));
    return least;
}

/// Does a turn from one angle by `sweep` pass another angle?
static bool sweep_passes(double from, double sweep, double angle)
{
    double ahead = sweep >= 0 ? angle - from : from - angle;
    ahead -= 2 * FW_PI * floor(ahead / (2 * FW_PI));
    return ahead <= fabs(sweep);
}

/// Does a point that is turned about a centre cross the line from a to b?
static bool turn_crosses(point centre, double radius, double angle, double sweep, point a, point b)
{
    const double dx = b.x - a.x, dy = b.y - a.y, fx = a.x - centre.x, fy = a.y - centre.y;
    const double squared = dx * dx + dy * dy, middle = fx * dx + fy * dy;
    const double rest = middle * middle - squared * (fx * fx + fy * fy - radius * radius);
    if (rest < 0 || squared == 0)
        return false;
    for (int sign = -1; sign <= 1; sign += 2) {
        const double t = (sign * sqrt(rest) - middle) / squared;
        if (t >= 0 && t <= 1 && sweep_passes(angle, sweep, trig_atan2(fy + t * dy, fx + t * dx)))
            return true;
    }
    return false;
}

/// Distance from a box to the place on an arc at an angle; infinite where the arc does not get there.
static double distance_at_angle(const piece *arc, double angle, const fw_box *box)
{
    if (!sweep_passes(arc->angle, arc->sweep, angle))
        return INFINITY;
    return distance_to_box(arc->centre_x + arc->radius * trig_cos(angle),
                           arc->centre_y + arc->radius * trig_sin(angle), box);
}

/// Where they do not cross, the place on the arc that is nearest to the box is one of its ends, one that is nearest to
/// a corner, or one where it runs along an axis.
static double distance_of_arc(const piece *arc, const fw_box *box)
{
    const point centre = { arc->centre_x, arc->centre_y };
    point corners[CORNERS];
    corners_of_box(box, corners);
    double least = fmin(distance_to_box(arc->x, arc->y, box), distance_to_box(arc->to_x, arc->to_y, box));
    for (int i = 0; i < CORNERS; i++) {
        const point corner = corners[i];
        if (turn_crosses(centre, arc->radius, arc->angle, arc->sweep, corner, corners[(i + 1) % CORNERS]))
            return 0;
        const double toward = trig_atan2(corner.y - centre.y, corner.x - centre.x);
        least = fmin(least, distance_at_angle(arc, toward, box));
        least = fmin(least, distance_at_angle(arc, i * (FW_PI / 2), box));
    }
    return least;
}

/// A rectangle at rest: corners in order around it.
static void corners_of_body(const body *of, fw_pose at, double half_length, point corners[CORNERS])
{
    const double cosine = trig_cos(at.heading), sine = trig_sin(at.heading);
    const double along_x = half_length * cosine, along_y = half_length * sine;
    const double across_x = -of->half_width * sine, across_y = of->half_width * cosine;
    corners[0] = (point){ at.x + along_x + across_x, at.y + along_y + across_y };
    corners[1] = (point){ at.x - along_x + across_x, at.y - along_y + across_y };
    corners[2] = (point){ at.x - along_x - across_x, at.y - along_y - across_y };
    corners[3] = (point){ at.x + along_x - across_x, at.y + along_y - across_y };
}

/// Is there a gap between two shapes, seen along an axis?
static bool is_apart_along(point axis, const point a[CORNERS], const point b[CORNERS])
{
    double low[2] = { INFINITY, INFINITY }, high[2] = { -INFINITY, -INFINITY };
    for (int i = 0; i < CORNERS; i++) {
        const double along_a = a[i].x * axis.x + a[i].y * axis.y, along_b = b[i].x * axis.x + b[i].y * axis.y;
        low[0] = fmin(low[0], along_a);
        high[0] = fmax(high[0], along_a);
        low[1] = fmin(low[1], along_b);
        high[1] = fmax(high[1], along_b);
    }
    return high[0] <= low[1] || high[1] <= low[0];
}

/// Rectangles overlap unless an axis of one of them separates them (Ericson 2005, 4.4).
static bool rectangle_overlaps(const body *of, fw_pose at, double half_length, const point tile[CORNERS])
{
    point corners[CORNERS];
    corners_of_body(of, at, half_length, corners);
    const point along = { trig_cos(at.heading), trig_sin(at.heading) }, across = { -along.y, along.x };
    return !is_apart_along(along, corners, tile) && !is_apart_along(across, corners, tile) &&
           !is_apart_along((point){ 1, 0 }, corners, tile) && !is_apart_along((point){ 0, 1 }, corners, tile);
}

/// Moving straight ahead, a rectangle covers a longer rectangle.
static bool rectangle_hits_along_line(const body *of, const piece *line, const point tile[CORNERS])
{
    const fw_pose middle = { (line->x + line->to_x) / 2, (line->y + line->to_y) / 2, line->heading };
    return rectangle_overlaps(of, middle, of->half_length + line->length / 2, tile);
}

/// Does a point that is turned about a centre enter a shape that stands outside of it at first?
static bool turn_enters(point centre, point from, double sweep, const point shape[CORNERS])
{
    const double dx = from.x - centre.x, dy = from.y - centre.y;
    const double radius = sqrt(dx * dx + dy * dy), angle = trig_atan2(dy, dx);
    for (int i = 0; i < CORNERS; i++)
        if (turn_crosses(centre, radius, angle, sweep, shape[i], shape[(i + 1) % CORNERS]))
            return true;
    return false;
}

/// Two shapes that are apart and turn about a centre first touch where a corner of one meets a side of the other: a
/// corner of the body a side of the tile, or, seen from the body, a corner of the tile a side of the body.
static bool rectangle_hits_along_arc(const body *of, const piece *arc, const point tile[CORNERS])
{
    const fw_pose start = { arc->x, arc->y, arc->heading };
    const point centre = { arc->centre_x, arc->centre_y };
    if (rectangle_overlaps(of, start, of->half_length, tile))
        return true;
    point corners[CORNERS];
    corners_of_body(of, start, of->half_length, corners);
    for (int i = 0; i < CORNERS; i++)
        if (turn_enters(centre, corners[i], arc->sweep, tile) ||
            turn_enters(centre, tile[i], -arc->sweep, corners))
            return true;
    return false;
}

bool contact_along(const body *of, const piece *along, int64_t x, int64_t y)
{
    const double left = (double)x, top = (double)y;
    const fw_box box = { left + of->inset, top + of->inset, left + 1 - of->inset, top + 1 - of->inset };
    if (of->is_round) {
        const double distance = along->is_arc ? distance_of_arc(along, &box) : distance_of_line(along, &box);
        return distance < of->radius || distance == 0;
    }
    point tile[CORNERS];
    corners_of_box(&box, tile);
    return along->is_arc ? rectangle_hits_along_arc(of, along, tile)
                         : rectangle_hits_along_line(of, along, tile);
}
