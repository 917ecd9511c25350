#include "check/contact.h"

#include <math.h>

#include "base/trig.h"
#include "fairway/pose.h"

typedef struct point {
    double x, y;
} point;

/// Corners of a shape; and most moments of a turn: its beginning and end, and two for each corner of one shape and side
/// of the other.
enum { CORNERS = 4, MOST_MOMENTS = 2 + 2 * 2 * CORNERS * CORNERS };

/// A crossing may lie beyond the ends of a side by this share of the side, so that rounding loses no crossing at a
/// corner.
#define SIDE_TOLERANCE 1e-9

/// How far a body may be from where it is on a flat arc, in tiles.
#define LEAST_ERROR 1e-9

body body_of(const fw_footprint *footprint)
{
    if (footprint->kind == FW_FOOTPRINT_RECTANGLE) {
        const double half_length = fmax(footprint->length / 2 - FW_TOUCH, 0);
        const double half_width = fmax(footprint->width / 2 - FW_TOUCH, 0);
        const double reach = sqrt(half_length * half_length + half_width * half_width);
        return (body){ .half_length = half_length,
                       .half_width = half_width,
                       .reach = reach,
                       .inset = fmax(FW_TOUCH - fmin(footprint->length, footprint->width) / 2, 0),
                       .is_thin = half_length == 0 || half_width == 0 };
    }
    const double radius = fmax(footprint->radius - FW_TOUCH, 0);
    return (body){ .is_round = true,
                   .radius = radius,
                   .reach = radius,
                   .inset = fmax(FW_TOUCH - footprint->radius, 0),
                   .is_thin = radius == 0 };
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

/// Narrows the range [*low, *high] of t to the part where the coordinate from + t * slope lies within [min, max].
static void clip(double from, double slope, double min, double max, double *low, double *high)
{
    if (slope == 0) {
        if (from < min || from > max)
            *high = -1;
        return;
    }
    const double a = (min - from) / slope, b = (max - from) / slope;
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

/// Distance from a line to a box: 0 if they cross, else the distance of an end of the line to the box, or of a corner
/// of the box to the line.
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

/// The share of its sweep after which a turn passes an angle; more than 1 if the turn does not reach the angle.
static double share_at_angle(double from, double sweep, double angle)
{
    double ahead = sweep >= 0 ? angle - from : from - angle;
    ahead -= 2 * FW_PI * floor(ahead / (2 * FW_PI));
    return ahead <= fabs(sweep) && sweep != 0 ? ahead / fabs(sweep) : 2;
}

/// The moments, as shares of its sweep, when a turn brings a point onto the line from a to b.
///
/// @param radius, angle  the point in polar coordinates about the centre
/// @param[out] shares    [2]
/// @return number of shares
static int turn_crossings(point centre, double radius, double angle, double sweep, point a, point b,
                          double shares[2])
{
    const double dx = b.x - a.x, dy = b.y - a.y, fx = a.x - centre.x, fy = a.y - centre.y;
    const double squared = dx * dx + dy * dy, middle = fx * dx + fy * dy;
    const double discriminant = middle * middle - squared * (fx * fx + fy * fy - radius * radius);
    int count = 0;
    if (discriminant < 0 || squared == 0)
        return 0;
    for (int sign = -1; sign <= 1; sign += 2) {
        const double t = (sign * sqrt(discriminant) - middle) / squared;
        if (t < -SIDE_TOLERANCE || t > 1 + SIDE_TOLERANCE)
            continue;
        const double share = share_at_angle(angle, sweep, trig_atan2(fy + t * dy, fx + t * dx));
        if (share <= 1)
            shares[count++] = share;
    }
    return count;
}

/// Distance from a box to the point of an arc at an angle; infinite if the arc does not reach the angle.
static double distance_at_angle(const piece *arc, double angle, const fw_box *box)
{
    if (share_at_angle(arc->angle, arc->sweep, angle) > 1)
        return INFINITY;
    return distance_to_box(arc->centre_x + arc->radius * trig_cos(angle),
                           arc->centre_y + arc->radius * trig_sin(angle), box);
}

/// Distance from an arc to a box: 0 if they cross. Else the arc's nearest point is one of its ends, the point nearest
/// to a corner of the box, or a point where the arc is parallel to an axis.
static double distance_of_arc(const piece *arc, const fw_box *box)
{
    const point centre = { arc->centre_x, arc->centre_y };
    point corners[CORNERS];
    corners_of_box(box, corners);
    double shares[2];
    double least = fmin(distance_to_box(arc->x, arc->y, box), distance_to_box(arc->to_x, arc->to_y, box));
    for (int i = 0; i < CORNERS; i++) {
        const point corner = corners[i];
        if (turn_crossings(centre, arc->radius, arc->angle, arc->sweep, corner, corners[(i + 1) % CORNERS],
                           shares))
            return 0;
        const double toward = trig_atan2(corner.y - centre.y, corner.x - centre.x);
        least = fmin(least, distance_at_angle(arc, toward, box));
        least = fmin(least, distance_at_angle(arc, i * (FW_PI / 2), box));
    }
    return least;
}

/// The corners of a rectangular body at a pose, in order around it.
static void corners_of_body(const body *body, fw_pose at, double half_length, point corners[CORNERS])
{
    const double cosine = trig_cos(at.heading), sine = trig_sin(at.heading);
    const double along_x = half_length * cosine, along_y = half_length * sine;
    const double across_x = -body->half_width * sine, across_y = body->half_width * cosine;
    corners[0] = (point){ at.x + along_x + across_x, at.y + along_y + across_y };
    corners[1] = (point){ at.x - along_x + across_x, at.y - along_y + across_y };
    corners[2] = (point){ at.x - along_x - across_x, at.y - along_y - across_y };
    corners[3] = (point){ at.x + along_x - across_x, at.y + along_y - across_y };
}

/// True if the projections of two shapes on an axis do not overlap.
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

/// True if a rectangle overlaps a tile: no axis of either separates them (Ericson 2005, 4.4).
static bool rectangle_overlaps(const body *body, fw_pose at, double half_length, const point tile[CORNERS])
{
    point corners[CORNERS];
    corners_of_body(body, at, half_length, corners);
    const point along = { trig_cos(at.heading), trig_sin(at.heading) }, across = { -along.y, along.x };
    return !is_apart_along(along, corners, tile) && !is_apart_along(across, corners, tile) &&
           !is_apart_along((point){ 1, 0 }, corners, tile) && !is_apart_along((point){ 0, 1 }, corners, tile);
}

/// True if a rectangle that moves straight ahead overlaps a tile: it sweeps a longer rectangle.
static bool rectangle_hits_along_line(const body *body, const piece *line, const point tile[CORNERS])
{
    const fw_pose middle = { (line->x + line->to_x) / 2, (line->y + line->to_y) / 2,
                             line->heading + line->sweep / 2 };
    return rectangle_overlaps(body, middle, body->half_length + line->length / 2, tile);
}

/// Moments of a turn as shares of its sweep, in order.
typedef struct moments {
    double at[MOST_MOMENTS];
    int count;
} moments;

static void add_moment(moments *list, double share)
{
    int place = list->count++;
    for (; place > 0 && list->at[place - 1] > share; place--)
        list->at[place] = list->at[place - 1];
    list->at[place] = share;
}

/// Adds the moments when a turn brings a point onto a side of a shape that does not move.
static void add_crossings(moments *list, point centre, point from, double sweep, const point shape[CORNERS])
{
    const double dx = from.x - centre.x, dy = from.y - centre.y;
    const double radius = sqrt(dx * dx + dy * dy), angle = trig_atan2(dy, dx);
    for (int i = 0; i < CORNERS; i++) {
        double shares[2];
        const int count =
            turn_crossings(centre, radius, angle, sweep, shape[i], shape[(i + 1) % CORNERS], shares);
        for (int k = 0; k < count; k++)
            add_moment(list, shares[k]);
    }
}

/// True if the body stays far from a tile all along an arc. The body's centre never is farther than half the arc's
/// length from the middle between the arc's ends.
static bool stays_away(const body *body, const piece *arc, const point tile[CORNERS])
{
    const double x = (arc->x + arc->to_x) / 2, y = (arc->y + arc->to_y) / 2;
    const double dx = x - (tile[0].x + tile[2].x) / 2, dy = y - (tile[0].y + tile[2].y) / 2;
    const double far = arc->length / 2 + body->reach + 0.75; // half of a tile's diagonal is 0.71
    return dx * dx + dy * dy > far * far;
}

/// True if a rectangle that turns about a centre overlaps a tile. The overlap begins and ends at moments when a corner
/// of one shape meets a side of the other: a corner of the body meets a side of the tile, or, in the frame of the body,
/// a corner of the tile meets a side of the body. Between two such moments the shapes overlap all the time or never, so
/// one test decides. It does not matter if a meeting at the very beginning or end is missed.
static bool rectangle_hits_along_arc(const body *body, const piece *arc, const point tile[CORNERS])
{
    const fw_pose start = { arc->x, arc->y, arc->heading };
    const point centre = { arc->centre_x, arc->centre_y };
    if (stays_away(body, arc, tile))
        return false;
    moments meetings = { .at = { 0, 1 }, .count = 2 };
    point corners[CORNERS];
    corners_of_body(body, start, body->half_length, corners);
    for (int i = 0; i < CORNERS; i++) {
        add_crossings(&meetings, centre, corners[i], arc->sweep, tile);
        add_crossings(&meetings, centre, tile[i], -arc->sweep, corners);
    }
    for (int i = 1; i < meetings.count; i++) {
        const double share = (meetings.at[i - 1] + meetings.at[i]) / 2;
        const piece part = motion_part(arc, 0, share);
        const fw_pose between = { part.to_x, part.to_y, arc->heading + part.sweep };
        if (rectangle_overlaps(body, between, body->half_length, tile))
            return true;
    }
    return false;
}

/// True if a body that is larger by `more` overlaps a box along the chord of a line or a flat arc.
static bool hits_along_chord(const body *body, const piece *along, const fw_box *box, double more)
{
    if (body->is_round) {
        const double distance = distance_of_line(along, box);
        return distance < body->radius + more || distance == 0;
    }
    struct body larger = *body;
    point tile[CORNERS];
    larger.half_length += more;
    larger.half_width += more;
    corners_of_box(box, tile);
    return rectangle_hits_along_line(&larger, along, tile);
}

/// How far a body on the chord of a flat arc strays from the body on the arc, in tiles: its centre, and its corners,
/// because it has the chord's heading.
static double chord_error(const body *body, const piece *along)
{
    const double sweep = fabs(along->sweep);
    return sweep * along->length / 8 + (body->is_round ? 0 : sweep / 2 * body->reach);
}

/// True if the body overlaps a box along a line or a flat arc. Chords are short only where the body is near the box.
static bool hits_along_flat(const body *body, const piece *flat, const fw_box *box)
{
    double at = 0, step = 1;
    do {
        const double end = fmin(at + step, 1);
        const piece part = motion_part(flat, at, end);
        const double error = chord_error(body, &part);
        const bool is_exact = error <= LEAST_ERROR;
        if (!hits_along_chord(body, &part, box, is_exact ? 0 : error)) {
            at = end;
            step *= 2;
        } else if (is_exact) {
            return true;
        } else {
            step /= 2;
        }
    } while (at < 1);
    return false;
}

bool contact_along(const body *body, const piece *along, double x, double y)
{
    const fw_box box = { x + body->inset, y + body->inset, x + 1 - body->inset, y + 1 - body->inset };
    if (!along->is_arc)
        return hits_along_flat(body, along, &box);
    if (body->is_round) {
        const double distance = distance_of_arc(along, &box);
        return distance < body->radius || distance == 0;
    }
    point tile[CORNERS];
    corners_of_box(&box, tile);
    return rectangle_hits_along_arc(body, along, tile);
}
