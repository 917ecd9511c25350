#include "directional/wide/wide_body.h"

#include <math.h>

#include "base/trig.h"
#include "curve/segment.h"

enum { MOST_CELLS = 1 << 24 }; ///< of a distance map; on larger maps cells are larger

/// The largest disc around the pose of a polygon that lies within it.
static double inner_of_polygon(const sweep_body *body)
{
    double inner = INFINITY;
    for (int32_t i = 0; i < body->corner_count; i++) {
        const fw_corner across = sweep_body_across(body, i), corner = body->corners[i];
        const double length = sqrt(across.ahead * across.ahead + across.aside * across.aside);
        inner = fmin(inner, (across.ahead * corner.ahead + across.aside * corner.aside) / length);
    }
    return fmax(inner, 0);
}

/// The largest disc around the pose that lies within the body.
static double inner_of(const sweep_body *body)
{
    if (body->corner_count > 0)
        return inner_of_polygon(body);
    return fmax(0, fmin(body->half_length - fabs(body->ahead), body->half_width - fabs(body->aside)));
}

int32_t wide_body_cell(const sweep_body *body, const layer *open)
{
    const double inner = inner_of(body);
    int32_t side = inner >= 2.5 ? 2 : 1;
    while ((int64_t)(open->width / side) * (open->height / side) > MOST_CELLS)
        side *= 2;
    return side;
}

/// Places discs in a row along the longer axis of the rectangle around the body, from one end of a line to the other.
static void place_row(const sweep_body *body, double half_line, int32_t count, body_place *places)
{
    const bool is_long = body->half_length >= body->half_width;
    for (int32_t i = 0; i < count; i++) {
        const double along = count > 1 ? half_line * (2.0 * i / (count - 1) - 1) : 0;
        places[i] = (body_place){ body->ahead + (is_long ? along : 0), body->aside + (is_long ? 0 : along) };
    }
}

/// Covers a rectangle by discs that are little wider than the rectangle, and fills it with discs as wide as it.
static void cover_rectangle(wide_body *wide)
{
    const sweep_body *body = &wide->body;
    const double longer = fmax(body->half_length, body->half_width),
                 shorter = fmin(body->half_length, body->half_width);
    const int32_t count = (int32_t)fmin(ceil(2 * longer / fmax(shorter, longer / 64)), BODY_DISCS);
    const double half_cell = longer / count;
    wide->count = count;
    wide->radius = sqrt(half_cell * half_cell + shorter * shorter);
    place_row(body, longer - half_cell, count, wide->cover);
    if (body->corner_count > 0)
        return;
    wide->core_count = count;
    wide->core = shorter;
    place_row(body, longer - shorter, count, wide->cores);
}

wide_body wide_body_of(const sweep_body *body, const distance_map *distances)
{
    wide_body wide = { .body = *body, .distances = distances, .inner = inner_of(body), .count = 1 };
    wide.core = wide.inner;
    wide.core_count = 1;
    wide.radius = body->radius;
    if (!body->is_round)
        cover_rectangle(&wide);
    for (int32_t i = 0; i < wide.count; i++) {
        const body_place at = wide.cover[i];
        wide.outermost = fmax(wide.outermost, sqrt(at.ahead * at.ahead + at.aside * at.aside));
    }
    wide.piece = fmin(fmax(body->reach / 4, 1), 8);
    return wide;
}

/// A pose with its direction.
typedef struct body_pose {
    double x, y, cosine, sine;
} body_pose;

static body_pose pose_along(const fw_segment *segment, double distance)
{
    const fw_pose at = segment_pose_at(segment, distance);
    body_pose pose = { .x = at.x, .y = at.y };
    trig_sincos(at.heading, &pose.sine, &pose.cosine);
    return pose;
}

/// The bound of the distance map at a place of the body.
static inline double distance_at(const wide_body *wide, const body_pose *pose, body_place place)
{
    return distance_map_at(wide->distances, pose->x + place.ahead * pose->cosine - place.aside * pose->sine,
                           pose->y + place.ahead * pose->sine + place.aside * pose->cosine);
}

/// Tiles that the body may drive from a pose, whatever is near; 0 or less: something may be in the way.
///
/// @param faster  by how much the middles of the discs may be faster than the pose
static double reach_from(const wide_body *wide, const body_pose *pose, double faster)
{
    const double around = distance_map_at(wide->distances, pose->x, pose->y) - wide->body.reach;
    if (around > 0 || wide->body.is_round)
        return around;
    double least = INFINITY;
    for (int32_t i = 0; i < wide->count; i++)
        least = fmin(least, distance_at(wide, pose, wide->cover[i]) - wide->radius);
    return least / faster;
}

/// True if a disc within the body surely touches something. A blocked cell holds a blocked tile, so something blocked
/// is at most two diagonals of a cell farther away than the bound of the map, and than its error within the cell.
static bool touches_surely(const wide_body *wide, const body_pose *pose)
{
    const double error = 2.83 * wide->distances->source.side;
    for (int32_t i = 0; i < wide->core_count; i++)
        if (distance_at(wide, pose, wide->cores[i]) + error < wide->core)
            return true;
    return false;
}

static fw_segment part_of(const fw_segment *segment, double from, double length)
{
    fw_segment part = *segment;
    part.start = segment_pose_at(segment, from);
    part.length = length;
    return part;
}

/// True if the body touches nothing along a segment.
static bool touches_nothing(const wide_body *wide, const sweep_ground *alone, const fw_segment *segment)
{
    const double least = 0.25 * wide->distances->source.side, length = segment->length;
    const double faster = 1 + fabs(segment->curvature) * wide->outermost;
    const body_pose end = pose_along(segment, length);
    if (touches_surely(wide, &end))
        return false;
    for (double at = 0;;) {
        const body_pose pose = pose_along(segment, at);
        const double ahead = reach_from(wide, &pose, faster);
        if (at + ahead >= length)
            return true;
        if (ahead >= least) {
            at += ahead;
            continue;
        }
        if (touches_surely(wide, &pose))
            return false;
        const double piece = fmin(wide->piece, length - at);
        const fw_segment part = part_of(segment, at, piece);
        if (!sweep_segment_is_free(alone, &wide->body, &part))
            return false;
        at += piece;
        if (at >= length)
            return true;
    }
}

bool wide_body_may_drive(const wide_body *wide, const sweep_ground *ground, const fw_segment *segments,
                         int32_t count, unsigned ends)
{
    const sweep_ground alone = sweep_ground_alone(ground);
    for (int32_t i = 0; i < count; i++)
        if (!touches_nothing(wide, &alone, &segments[i]))
            return false;
    return passage_is_free(&ground->passage, segments, count, ends);
}
