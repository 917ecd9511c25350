#include "check/motion.h"

#include <math.h>

#include "base/trig.h"
#include "fairway/map.h"

/// Arcs of a larger radius (tiles) are flat, because rounding errors of a circle of this size are larger than 1e-9.
#define LARGEST_RADIUS 1e7

/// How far a flat arc may stray from a line that stands for it, in tiles.
#define LARGEST_SAGITTA 1e-9

/// A line or a flat arc that starts on a map has left the map after this many tiles.
#define FARTHEST (4.0 * FW_MAX_SIDE)

static bool is_flat(const fw_segment *segment)
{
    return fabs(segment->curvature) * LARGEST_RADIUS < 1;
}

/// Distance along the heading: negative in reverse.
static double signed_distance(const fw_segment *segment, double distance)
{
    return segment->gear == FW_REVERSE ? -distance : distance;
}

/// Follows the chord from the start, which keeps its digits for curvatures of any size.
fw_pose motion_at(const fw_segment *segment, double distance)
{
    const double ahead = signed_distance(segment, distance), turn = segment->curvature * ahead;
    const double half = turn / 2;
    const double chord = fabs(half) < 1e-4 ? ahead * (1 - half * half / 6) : ahead * trig_sin(half) / half;
    const double heading = segment->start.heading;
    return (fw_pose){ segment->start.x + chord * trig_cos(heading + half),
                      segment->start.y + chord * trig_sin(heading + half), heading + turn };
}

/// A piece of an arc without its ends. The circle's centre lies to the right of a body that turns toward growing
/// heading, else to the left.
static piece arc_from(const fw_segment *segment, double from, double length)
{
    const fw_pose start = segment->start;
    const double signed_radius = 1 / segment->curvature;
    const double side = segment->curvature > 0 ? FW_PI / 2 : -FW_PI / 2;
    const double turned = segment->curvature * signed_distance(segment, from);
    return (piece){ .from = from,
                    .length = length,
                    .heading = start.heading + turned,
                    .is_arc = true,
                    .centre_x = start.x - signed_radius * trig_sin(start.heading),
                    .centre_y = start.y + signed_radius * trig_cos(start.heading),
                    .radius = fabs(signed_radius),
                    .angle = start.heading - side + turned,
                    .sweep = segment->curvature * signed_distance(segment, length) };
}

static void find_ends(piece *arc)
{
    arc->x = arc->centre_x + arc->radius * trig_cos(arc->angle);
    arc->y = arc->centre_y + arc->radius * trig_sin(arc->angle);
    arc->to_x = arc->centre_x + arc->radius * trig_cos(arc->angle + arc->sweep);
    arc->to_y = arc->centre_y + arc->radius * trig_sin(arc->angle + arc->sweep);
}

fw_segment motion_rest(const fw_segment *segment, double distance)
{
    fw_segment rest = *segment;
    if (distance > 0) {
        const double skipped = fmin(distance, segment->length);
        rest.start = motion_at(segment, skipped);
        rest.length -= skipped;
    }
    return rest;
}

static double covered_length(const fw_segment *segment)
{
    const double circle = 2 * FW_PI / fabs(segment->curvature);
    return fmin(segment->length, is_flat(segment) ? FARTHEST : circle);
}

double motion_straight_length(const fw_segment *segment)
{
    const double curvature = fabs(segment->curvature);
    return is_flat(segment) && curvature > 0 ? sqrt(8 * LARGEST_SAGITTA / curvature) : INFINITY;
}

int64_t motion_piece_count(const fw_segment *segment, double longest)
{
    const double piece_length =
        is_flat(segment) ? longest : fmin(longest, FW_PI / 2 / fabs(segment->curvature));
    const double count = ceil(covered_length(segment) / piece_length);
    return count < 1 ? 1 : (int64_t)count;
}

piece motion_piece(const fw_segment *segment, double longest, int64_t index)
{
    const double length = covered_length(segment) / (double)motion_piece_count(segment, longest);
    const double from = length * (double)index;
    if (!is_flat(segment)) {
        piece arc = arc_from(segment, from, length);
        find_ends(&arc);
        return arc;
    }
    const fw_pose begin = motion_at(segment, from), end = motion_at(segment, from + length);
    return (piece){ .from = from,
                    .length = length,
                    .x = begin.x,
                    .y = begin.y,
                    .heading = begin.heading,
                    .to_x = end.x,
                    .to_y = end.y,
                    .sweep = segment->curvature * signed_distance(segment, length) };
}

/// The place on a line, or on a flat arc, after a share of it: beside the chord by length * sweep / 2 * share * (1 -
/// share).
static void find_place(const piece *flat, double share, double *x, double *y)
{
    const double dx = flat->to_x - flat->x, dy = flat->to_y - flat->y;
    const double aside = flat->sweep / 2 * share * (1 - share);
    *x = flat->x + share * dx + aside * dy;
    *y = flat->y + share * dy - aside * dx;
}

piece motion_part(const piece *whole, double from, double to)
{
    piece part = *whole;
    part.from += from * whole->length;
    part.length *= to - from;
    part.sweep *= to - from;
    part.heading += from * whole->sweep;
    part.angle += from * whole->sweep;
    if (whole->is_arc) {
        find_ends(&part);
    } else {
        find_place(whole, from, &part.x, &part.y);
        find_place(whole, to, &part.to_x, &part.to_y);
    }
    return part;
}

piece motion_turn(fw_pose at, double sweep)
{
    return (piece){ .x = at.x,
                    .y = at.y,
                    .heading = at.heading,
                    .to_x = at.x,
                    .to_y = at.y,
                    .is_arc = true,
                    .centre_x = at.x,
                    .centre_y = at.y,
                    .sweep = sweep };
}

fw_box motion_box(const piece *piece)
{
    const double bulge = fabs(piece->sweep) * piece->length / 8;
    return (fw_box){ fmin(piece->x, piece->to_x) - bulge, fmin(piece->y, piece->to_y) - bulge,
                     fmax(piece->x, piece->to_x) + bulge, fmax(piece->y, piece->to_y) + bulge };
}
