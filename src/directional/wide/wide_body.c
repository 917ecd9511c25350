#include "directional/wide/wide_body.h"

#include <math.h>

#include "base/trig.h"
#include "base/vector.h"
#include "curve/segment.h"
#include "curve/sweep.h"
#include "curve/sweep_arc.h"
#include "curve/sweep_body.h"
#include "curve/sweep_line.h"
#include "map/overlay.h"

enum { MOST_CELLS = 1 << 24 }; ///< of a distance map; on larger maps cells are larger

/// Radius of a round body from which on cells of 4 tiles suffice; discs that cover other bodies have less room.
#define LARGE_DISC 4.9

/// Radius of the largest disc around a place that lies within the body.
static double disc_within(const sweep_body *body, body_place at)
{
    if (body->corner_count == 0)
        return fmax(0, fmin(body->half_length - fabs(at.ahead - body->ahead),
                            body->half_width - fabs(at.aside - body->aside)));
    double radius = INFINITY;
    for (int32_t i = 0; i < body->corner_count; i++) {
        const fw_corner across = sweep_body_across(body, i), corner = body->corners[i];
        const double length = sqrt(across.ahead * across.ahead + across.aside * across.aside);
        radius = fmin(radius,
                      (across.ahead * (corner.ahead - at.ahead) + across.aside * (corner.aside - at.aside)) /
                          length);
    }
    return fmax(radius, 0);
}

/// The largest disc around the pose that lies within the body.
static double inner_of(const sweep_body *body)
{
    return disc_within(body, (body_place){ 0, 0 });
}

int32_t wide_body_cell(const sweep_body *body, const layer *open)
{
    const double inner = inner_of(body);
    int32_t side = inner >= LARGE_DISC && body->is_round ? 4 : inner >= 2.5 ? 2 : 1;
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

/// Covers the rectangle around the body by discs that are little wider than it, and fills the body with discs.
static void cover_rectangle(wide_body *wide)
{
    const sweep_body *body = &wide->body;
    const double longer = fmax(body->half_length, body->half_width),
                 shorter = fmin(body->half_length, body->half_width);
    const int32_t count = (int32_t)fmin(ceil(2 * longer / fmax(shorter, longer / 64)), BODY_DISCS);
    const double half_cell = longer / count;
    wide->count = count;
    wide->radius = hypotenuse(half_cell, shorter);
    place_row(body, longer - half_cell, count, wide->cover);
    place_row(body, longer - shorter, count, wide->cores);
    for (int32_t i = 0; i < count; i++)
        wide->core[i] = disc_within(body, wide->cores[i]);
}

wide_body wide_body_of(const sweep_body *body, const distance_map *distances)
{
    wide_body wide = { .body = *body, .distances = distances, .inner = inner_of(body), .count = 1 };
    wide.core[0] = wide.inner;
    wide.radius = body->radius;
    if (!body->is_round)
        cover_rectangle(&wide);
    for (int32_t i = 0; i < wide.count; i++) {
        const body_place at = wide.cover[i];
        wide.outermost = fmax(wide.outermost, sqrt(at.ahead * at.ahead + at.aside * at.aside));
    }
    wide.piece = fmin(fmax(4 * body->reach, 6), 24);
    return wide;
}

/// A pose with its direction.
typedef struct body_pose {
    double x, y, cosine, sine;
} body_pose;

/// The bound of the distance map at a place of the body.
static inline double distance_at(const wide_body *wide, const body_pose *pose, body_place place)
{
    return distance_map_at(wide->distances, pose->x + place.ahead * pose->cosine - place.aside * pose->sine,
                           pose->y + place.ahead * pose->sine + place.aside * pose->cosine);
}

/// True if nothing is so near a pose that the body may touch it before it has driven a length.
///
/// @param faster  by how much the middles of the discs may be faster than the pose
static bool has_room(const wide_body *wide, const body_pose *pose, double length, double faster)
{
    const bool is_clear = distance_map_at(wide->distances, pose->x, pose->y) - wide->body.reach >= length;
    if (is_clear || wide->body.is_round)
        return is_clear;
    for (int32_t i = 0; i < wide->count; i++)
        if (distance_at(wide, pose, wide->cover[i]) - wide->radius < length * faster)
            return false;
    return true;
}

double wide_body_room(const wide_body *wide, double x, double y, double cosine, double sine)
{
    const body_pose pose = { x, y, cosine, sine };
    double least = INFINITY;
    for (int32_t i = 0; i < wide->count; i++)
        least = fmin(least, distance_at(wide, &pose, wide->cores[i]) - wide->core[i]);
    return least;
}

/// True if a disc within the body surely touches something. A blocked cell holds a blocked tile, so something blocked
/// is at most two diagonals of a cell farther away than the bound of the map, and than its error within the cell. The
/// bound is no less than minus half a diagonal, so small discs tell nothing.
static bool touches_surely(const wide_body *wide, const body_pose *pose)
{
    const double error = 2.83 * wide->distances->source.side;
    for (int32_t i = 0; i < wide->count; i++)
        if (wide->core[i] > 0.75 * error && distance_at(wide, pose, wide->cores[i]) + error < wide->core[i])
            return true;
    return false;
}

typedef struct body_drive {
    const wide_body *wide;
    const sweep_ground *ground;
    const sweep_body *body; ///< faces along the segment
    sweep_body room;
    double curvature;
    double radius; ///< of an arc; negative if it turns to the left
    double x, y;   ///< centre of an arc
    bool is_reverse;
    double faster; ///< how much faster than the pose the middles of discs may be
} body_drive;

static void drive_begin(body_drive *drive, const wide_body *wide, const sweep_ground *ground,
                        const fw_segment *segment, const body_pose *start)
{
    *drive = (body_drive){ .wide = wide,
                           .ground = ground,
                           .curvature = segment->curvature,
                           .is_reverse = segment->gear == FW_REVERSE,
                           .faster = 1 + fabs(segment->curvature) * wide->outermost };
    drive->body = sweep_body_along(&wide->body, segment, &drive->room);
    if (drive->curvature == 0)
        return;
    drive->radius = 1 / drive->curvature;
    drive->x = start->x - drive->radius * start->sine;
    drive->y = start->y + drive->radius * start->cosine;
}

/// The pose after a part of the segment.
static body_pose pose_after(const body_drive *drive, const body_pose *start, const fw_segment *segment,
                            double length)
{
    const double ahead = segment_signed(segment, length);
    body_pose pose = *start;
    if (drive->curvature == 0) {
        pose.x += ahead * pose.cosine;
        pose.y += ahead * pose.sine;
        return pose;
    }
    trig_sincos(segment->start.heading + drive->curvature * ahead, &pose.sine, &pose.cosine);
    pose.x = drive->x + drive->radius * pose.sine;
    pose.y = drive->y - drive->radius * pose.cosine;
    return pose;
}

/// The pose in the middle between two poses of the segment, less than half a turn apart.
static body_pose middle_between(const body_drive *drive, const body_pose *from, const body_pose *to)
{
    if (drive->curvature == 0)
        return (body_pose){ (from->x + to->x) / 2, (from->y + to->y) / 2, from->cosine, from->sine };
    const double cosine = from->cosine + to->cosine, sine = from->sine + to->sine;
    const double scale = 1 / hypotenuse(cosine, sine);
    body_pose middle = { .cosine = cosine * scale, .sine = sine * scale };
    middle.x = drive->x + drive->radius * middle.sine;
    middle.y = drive->y - drive->radius * middle.cosine;
    return middle;
}

/// A short piece of a segment, and a rectangle in the body's frame in the middle of the piece that holds what the body
/// covers along it.
typedef struct body_piece {
    const body_drive *drive;
    body_pose from, to, middle;
    sweep_arc arc;        ///< if the segment is curved
    double x, y;          ///< the middle of the rectangle
    double along, across; ///< half extents of the rectangle
} body_piece;

static body_piece piece_between(const body_drive *drive, const body_pose *from, const body_pose *middle,
                                const body_pose *to, double length)
{
    const sweep_body *body = &drive->wide->body;
    const double half = length / 2, curvature = fabs(drive->curvature), side = drive->curvature > 0 ? 1 : -1;
    body_piece piece = { .drive = drive, .from = *from, .middle = *middle, .to = *to };
    piece.arc = (sweep_arc){ .centre_x = drive->x,
                             .centre_y = drive->y,
                             .radius = fabs(drive->radius),
                             .from_x = side * from->sine,
                             .from_y = -side * from->cosine,
                             .to_x = side * to->sine,
                             .to_y = -side * to->cosine,
                             .side = (drive->curvature > 0) != drive->is_reverse ? 1 : -1 };
    piece.x = middle->x + body->ahead * middle->cosine - body->aside * middle->sine;
    piece.y = middle->y + body->ahead * middle->sine + body->aside * middle->cosine;
    piece.along = body->half_length + half * (1 + curvature * body->reach);
    piece.across = body->half_width + half * curvature * (body->reach + half);
    return piece;
}

static bool piece_touches(const body_piece *piece, int32_t x, int32_t y)
{
    const double dx = x + 0.5 - piece->x, dy = y + 0.5 - piece->y;
    const double along = dx * piece->middle.cosine + dy * piece->middle.sine,
                 across = dy * piece->middle.cosine - dx * piece->middle.sine;
    const double tile = (fabs(piece->middle.cosine) + fabs(piece->middle.sine)) / 2;
    if (fabs(along) > piece->along + tile || fabs(across) > piece->across + tile)
        return false;
    const body_drive *drive = piece->drive;
    return drive->curvature != 0 ? sweep_arc_touches(drive->body, &piece->arc, x, y)
                                 : sweep_line_touches(drive->body, piece->from.x, piece->from.y, piece->to.x,
                                                      piece->to.y, x, y);
}

/// The blocked tiles of 64 columns of a row, from a column on the map or beside it on; all tiles outside are blocked.
static inline uint64_t blocked_from(const sweep_ground *ground, int32_t x, int32_t y)
{
    if (y < 0 || y >= ground->open->height)
        return UINT64_MAX;
    const uint64_t blocked = ~layer_window(ground->open, x, y);
    return ground->overlay ? blocked | overlay_blocked(ground->overlay, x, y) : blocked;
}

/// True if the body, which touches nothing where the piece begins, touches nothing along it. Then the first tile that
/// it would touch has a free neighbour, so only such blocked tiles are tested.
static bool piece_is_free(const sweep_ground *ground, const body_piece *piece)
{
    enum { INNER = WORD_BITS - 2 }; // columns whose neighbours are known, too
    const double cosine = fabs(piece->middle.cosine), sine = fabs(piece->middle.sine);
    const double wide = piece->along * cosine + piece->across * sine,
                 high = piece->along * sine + piece->across * cosine;
    const int32_t left = (int32_t)fmax(floor(piece->x - wide), -1),
                  top = (int32_t)fmax(floor(piece->y - high), -1),
                  right = (int32_t)fmin(floor(piece->x + wide), ground->open->width),
                  bottom = (int32_t)fmin(floor(piece->y + high), ground->open->height);
    for (int32_t first = left; first <= right; first += INNER) {
        const int32_t columns = right - first + 1 < INNER ? right - first + 1 : INNER;
        const uint64_t wanted = bits_below(columns) << 1;
        uint64_t above = blocked_from(ground, first - 1, top - 1), row = blocked_from(ground, first - 1, top);
        for (int32_t y = top; y <= bottom; y++) {
            const uint64_t below = blocked_from(ground, first - 1, y + 1);
            uint64_t bits = row & ~(above & below & row << 1 & row >> 1) & wanted;
            for (; bits; bits &= bits - 1)
                if (piece_touches(piece, first - 1 + bits_lowest(bits), y))
                    return false;
            above = row;
            row = below;
        }
    }
    return true;
}

/// True if the body, which touches nothing at the first of two poses of the segment, touches nothing between them.
static bool is_free_between(const body_drive *drive, const body_pose *from, const body_pose *to,
                            double length)
{
    const body_pose middle = middle_between(drive, from, to);
    if (has_room(drive->wide, &middle, length / 2, drive->faster))
        return true;
    if (touches_surely(drive->wide, &middle))
        return false;
    if (length <= drive->wide->piece) {
        const body_piece piece = piece_between(drive, from, &middle, to, length);
        return piece_is_free(drive->ground, &piece);
    }
    return is_free_between(drive, from, &middle, length / 2) &&
           is_free_between(drive, &middle, to, length / 2);
}

/// True if the body, which touches nothing where the segment begins, touches nothing along it.
static bool touches_nothing(const wide_body *wide, const sweep_ground *ground, const fw_segment *segment)
{
    body_pose start = { .x = segment->start.x, .y = segment->start.y };
    body_drive drive;
    trig_sincos(segment->start.heading, &start.sine, &start.cosine);
    drive_begin(&drive, wide, ground, segment, &start);
    const body_pose end = pose_after(&drive, &start, segment, segment->length);
    if (touches_surely(wide, &end))
        return false;
    body_pose from = start;
    const double turn = fabs(segment->curvature) * segment->length;
    const int32_t parts = 1 + (int32_t)(turn * (2 / FW_PI)); // each turns less than a quarter
    for (int32_t i = 1; i <= parts; i++) {
        const body_pose to =
            i == parts ? end : pose_after(&drive, &start, segment, segment->length * i / parts);
        if (!is_free_between(&drive, &from, &to, segment->length / parts))
            return false;
        from = to;
    }
    return true;
}

bool wide_body_may_drive(const wide_body *wide, const sweep_ground *ground, const fw_segment *segments,
                         int32_t count, unsigned ends)
{
    for (int32_t i = 0; i < count; i++)
        if (!touches_nothing(wide, ground, &segments[i]))
            return false;
    return passage_is_free(&ground->passage, segments, count, ends);
}
