#include "check/contact.h"

#include <math.h>

#include "base/trig.h"
#include "fairway/pose.h"

typedef struct point {
    double x, y;
} point;

/// Corners of a tile; and most moments of a turn: its beginning and end, and two for each corner of one shape and side
/// of the other.
enum { CORNERS = 4, MOST_MOMENTS = 2 + 2 * 2 * CORNERS * BODY_CORNERS };

/// The corners of a convex shape, in order around it; or points whose hull is the shape.
typedef struct shape {
    point at[2 * BODY_CORNERS];
    int count;
} shape;

/// A crossing may lie beyond the ends of a side by this share of the side, so that rounding loses no crossing at a
/// corner.
#define SIDE_TOLERANCE 1e-9

/// How far a body may be from where it is on a flat arc, in tiles.
#define LEAST_ERROR 1e-9

/// Sets the distance from the pose to the farthest corner.
static void set_reach(body *body)
{
    body->reach = 0;
    for (int i = 0; i < body->corner_count; i++)
        body->reach = fmax(body->reach, hypot(body->corners[i].ahead, body->corners[i].aside));
}

/// A rectangle, as a polygon.
static body rectangle_of(const fw_footprint *footprint)
{
    const double half_length = fmax(footprint->length / 2 - FW_TOUCH, 0);
    const double half_width = fmax(footprint->width / 2 - FW_TOUCH, 0);
    const double front = footprint->ahead + half_length, rear = footprint->ahead - half_length;
    const double right = footprint->aside + half_width, left = footprint->aside - half_width;
    body made = { .corner_count = 4,
                  .corners = { { front, right }, { rear, right }, { rear, left }, { front, left } },
                  .axis_count = 2,
                  .axes = { { 1, 0 }, { 0, 1 } },
                  .inset = fmax(FW_TOUCH - fmin(footprint->length, footprint->width) / 2, 0),
                  .is_thin = half_length == 0 || half_width == 0 };
    set_reach(&made);
    return made;
}

/// A line across a plane: all points whose product with the unit vector is `distance`.
typedef struct border {
    body_point across;
    double distance;
} border;

/// The border of a side of a polygon that is moved inward by FW_TOUCH.
static border border_of(const fw_footprint *polygon, int32_t side)
{
    const fw_corner *from = &polygon->corners[side],
                    *to = &polygon->corners[(side + 1) % polygon->corner_count];
    const double length = hypot(to->ahead - from->ahead, to->aside - from->aside);
    const body_point across = { (to->aside - from->aside) / length, (from->ahead - to->ahead) / length };
    return (border){ across, across.ahead * from->ahead + across.aside * from->aside - FW_TOUCH };
}

/// Where two borders meet, by Cramer's rule.
static body_point meeting_of(const border *a, const border *b)
{
    const double area = a->across.ahead * b->across.aside - a->across.aside * b->across.ahead;
    return (body_point){ (a->distance * b->across.aside - a->across.aside * b->distance) / area,
                         (a->across.ahead * b->distance - a->distance * b->across.ahead) / area };
}

static body polygon_of(const fw_footprint *footprint)
{
    const int32_t count = footprint->corner_count;
    body made = { .corner_count = count, .axis_count = count + 1 };
    made.axes[count] = (body_point){ 0, 1 };
    for (int32_t i = 0; i < count; i++) {
        const border before = border_of(footprint, (i + count - 1) % count), after = border_of(footprint, i);
        made.corners[i] = meeting_of(&before, &after);
        made.axes[i] = after.across;
    }
    set_reach(&made);
    return made;
}

body body_of(const fw_footprint *footprint)
{
    if (footprint->kind == FW_FOOTPRINT_POLYGON)
        return polygon_of(footprint);
    if (footprint->kind == FW_FOOTPRINT_RECTANGLE)
        return rectangle_of(footprint);
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

static shape shape_of_box(const fw_box *box)
{
    return (shape){ .at = { { box->min_x, box->min_y },
                            { box->max_x, box->min_y },
                            { box->max_x, box->max_y },
                            { box->min_x, box->max_y } },
                    .count = CORNERS };
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
    const shape corners = shape_of_box(box);
    for (int i = 0; i < CORNERS; i++)
        least = fmin(least, distance_to_line(corners.at[i], line));
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
    const shape corners = shape_of_box(box);
    double shares[2];
    double least = fmin(distance_to_box(arc->x, arc->y, box), distance_to_box(arc->to_x, arc->to_y, box));
    for (int i = 0; i < CORNERS; i++) {
        const point corner = corners.at[i];
        if (turn_crossings(centre, arc->radius, arc->angle, arc->sweep, corner, corners.at[(i + 1) % CORNERS],
                           shares))
            return 0;
        const double toward = trig_atan2(corner.y - centre.y, corner.x - centre.x);
        least = fmin(least, distance_at_angle(arc, toward, box));
        least = fmin(least, distance_at_angle(arc, i * (FW_PI / 2), box));
    }
    return least;
}

/// Adds the corners of a body at a pose.
static void add_corners(const body *body, fw_pose at, shape *shape)
{
    const double cosine = trig_cos(at.heading), sine = trig_sin(at.heading);
    for (int i = 0; i < body->corner_count; i++) {
        const body_point *corner = &body->corners[i];
        shape->at[shape->count++] = (point){ at.x + corner->ahead * cosine - corner->aside * sine,
                                             at.y + corner->ahead * sine + corner->aside * cosine };
    }
}

/// True if the projections of two shapes on an axis do not overlap.
///
/// @param more  a is larger by this on all sides
static bool is_apart_along(point axis, const shape *a, double more, const shape *b)
{
    double low[2] = { INFINITY, INFINITY }, high[2] = { -INFINITY, -INFINITY };
    for (int i = 0; i < a->count; i++) {
        const double along = a->at[i].x * axis.x + a->at[i].y * axis.y;
        low[0] = fmin(low[0], along);
        high[0] = fmax(high[0], along);
    }
    for (int i = 0; i < b->count; i++) {
        const double along = b->at[i].x * axis.x + b->at[i].y * axis.y;
        low[1] = fmin(low[1], along);
        high[1] = fmax(high[1], along);
    }
    return high[0] + more <= low[1] || high[1] <= low[0] - more;
}

/// True if a body that moves straight from one place to another, at one heading, overlaps a tile: no axis of the hull
/// of both places, or of the tile, separates the shapes (Ericson 2005, 4.4).
///
/// @param more  the body is larger by this on all sides
static bool polygon_overlaps(const body *body, fw_pose from, fw_pose to, double more, const shape *tile)
{
    shape hull = { .count = 0 };
    add_corners(body, from, &hull);
    if (from.x != to.x || from.y != to.y)
        add_corners(body, to, &hull);
    const double cosine = trig_cos(from.heading), sine = trig_sin(from.heading);
    for (int i = 0; i < body->axis_count; i++) {
        const body_point *across = &body->axes[i];
        const point axis = { across->ahead * cosine - across->aside * sine,
                             across->ahead * sine + across->aside * cosine };
        if (is_apart_along(axis, &hull, more, tile))
            return false;
    }
    return !is_apart_along((point){ 1, 0 }, &hull, more, tile) &&
           !is_apart_along((point){ 0, 1 }, &hull, more, tile);
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
static void add_crossings(moments *list, point centre, point from, double sweep, const shape *shape)
{
    const double dx = from.x - centre.x, dy = from.y - centre.y;
    const double radius = sqrt(dx * dx + dy * dy), angle = trig_atan2(dy, dx);
    for (int i = 0; i < shape->count; i++) {
        double shares[2];
        const int count = turn_crossings(centre, radius, angle, sweep, shape->at[i],
                                         shape->at[(i + 1) % shape->count], shares);
        for (int k = 0; k < count; k++)
            add_moment(list, shares[k]);
    }
}

/// True if the body stays far from a tile all along an arc. The unit's pose never is farther than half the arc's length
/// from the middle between the arc's ends.
static bool stays_away(const body *body, const piece *arc, const shape *tile)
{
    const double x = (arc->x + arc->to_x) / 2, y = (arc->y + arc->to_y) / 2;
    const double dx = x - (tile->at[0].x + tile->at[2].x) / 2, dy = y - (tile->at[0].y + tile->at[2].y) / 2;
    const double far = arc->length / 2 + body->reach + 0.75; // half of a tile's diagonal is 0.71
    return dx * dx + dy * dy > far * far;
}

/// True if a polygon that turns about a centre overlaps a tile. The overlap begins and ends at moments when a corner of
/// one shape meets a side of the other: a corner of the body meets a side of the tile, or, in the frame of the body, a
/// corner of the tile meets a side of the body. Between two such moments the shapes overlap all the time or never, so
/// one test decides. It does not matter if a meeting at the very beginning or end is missed.
static bool polygon_hits_along_arc(const body *body, const piece *arc, const shape *tile)
{
    const fw_pose start = { arc->x, arc->y, arc->heading };
    const point centre = { arc->centre_x, arc->centre_y };
    if (stays_away(body, arc, tile))
        return false;
    moments meetings = { .at = { 0, 1 }, .count = 2 };
    shape corners = { .count = 0 };
    add_corners(body, start, &corners);
    for (int i = 0; i < corners.count; i++)
        add_crossings(&meetings, centre, corners.at[i], arc->sweep, tile);
    for (int i = 0; i < tile->count; i++)
        add_crossings(&meetings, centre, tile->at[i], -arc->sweep, &corners);
    for (int i = 1; i < meetings.count; i++) {
        const double share = (meetings.at[i - 1] + meetings.at[i]) / 2;
        const piece part = motion_part(arc, 0, share);
        const fw_pose between = { part.to_x, part.to_y, arc->heading + part.sweep };
        if (polygon_overlaps(body, between, between, 0, tile))
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
    const double heading = along->heading + along->sweep / 2;
    const shape tile = shape_of_box(box);
    return polygon_overlaps(body, (fw_pose){ along->x, along->y, heading },
                            (fw_pose){ along->to_x, along->to_y, heading }, more, &tile);
}

/// How far a body on the chord of a flat arc strays from the body on the arc, in tiles: its pose, and its corners,
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
    const shape tile = shape_of_box(&box);
    return polygon_hits_along_arc(body, along, &tile);
}
