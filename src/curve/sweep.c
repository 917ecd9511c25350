#include "curve/sweep.h"

#include <math.h>

#include "base/trig.h"
#include "curve/segment.h"
#include "curve/sweep_arc.h"
#include "curve/sweep_body.h"
#include "curve/sweep_ground.h"
#include "curve/sweep_line.h"

/// Longest piece of an arc that is swept at once, in tiles, or the reach of the body if that is longer. The boxes of
/// longer pieces hold many tiles far from the arc.
#define LONGEST_PIECE 8.0

/// Arcs of a larger radius are followed by chords, because rounding errors of such circles are larger than CHORD_ERROR.
#define FLAT_RADIUS 1e6

/// What a body on a chord may touch or miss of what it touches on the arc, in tiles.
#define CHORD_ERROR 1e-9

/// A flat arc that starts on a map has left the map after this many tiles.
#define FARTHEST (4.0 * FW_MAX_SIDE)

/// The part of a segment from a distance on, `length` tiles long.
static fw_segment piece_of(const fw_segment *segment, double from, double length)
{
    fw_segment piece = *segment;
    piece.start = segment_pose_at(segment, from);
    piece.length = length;
    return piece;
}

static bool arc_is_free(const sweep_ground *ground, const sweep_body *body, const fw_segment *segment)
{
    const double circle = 2 * FW_PI / fabs(segment->curvature);
    const double length = fmin(segment->length, circle);
    const double longest = fmin(fmax(LONGEST_PIECE, body->reach), circle * 0.75);
    const double count = fmax(ceil(length / longest), 1);
    for (double i = 0; i < count; i++) {
        const fw_segment piece = count > 1 ? piece_of(segment, length * i / count, length / count) : *segment;
        const sweep_arc arc = sweep_arc_of(&piece);
        if (!sweep_arc_is_free(ground, body, &arc))
            return false;
    }
    return true;
}

/// How far a body on a chord strays from the body on the arc, in tiles: its centre, and its corners, because it has the
/// chord's heading.
static double chord_error(const sweep_body *body, double curvature, double length)
{
    const double angle = curvature * length;
    return angle * length / 8 + (body->is_round ? 0 : angle / 2 * body->reach);
}

/// @param ahead  -1 in reverse, else 1
static bool chord_is_free(const sweep_ground *ground, const sweep_body *body, fw_pose from, fw_pose to,
                          double ahead)
{
    double sine, cosine;
    trig_sincos((from.heading + to.heading) / 2, &sine, &cosine);
    return sweep_straight_is_free(ground, body, from.x, from.y, ahead * cosine, ahead * sine,
                                  pose_distance(from, to));
}

/// Sweeps chords of a flat arc that are short only where the body is near something: if a body that is larger by the
/// error of a chord touches nothing along it, the body touches nothing along the arc.
static bool flat_arc_is_free(const sweep_ground *ground, const sweep_body *body, const fw_segment *segment)
{
    const double curvature = fabs(segment->curvature), length = fmin(segment->length, FARTHEST);
    fw_pose from = segment->start;
    double at = 0, step = length;
    do {
        step = fmin(step, length - at);
        const double error = chord_error(body, curvature, step);
        const bool is_exact = error <= CHORD_ERROR;
        const sweep_body swept = is_exact ? *body : sweep_body_grown(body, error);
        const fw_pose to = segment_pose_at(segment, at + step);
        if (chord_is_free(ground, &swept, from, to, segment_signed(segment, 1))) {
            from = to;
            at += step;
            step *= 2;
        } else if (is_exact) {
            return false;
        } else {
            step /= 2;
        }
    } while (at < length);
    return true;
}

/// A turn on the spot, or a body at rest, is an arc of radius 0, along which the body faces.
bool sweep_turn_is_free(const sweep_ground *ground, const sweep_body *body, fw_pose pose, double turn)
{
    double sine, cosine, turn_sine, turn_cosine;
    trig_sincos(pose.heading, &sine, &cosine);
    trig_sincos(turn, &turn_sine, &turn_cosine);
    const int side = turn >= 0 ? 1 : -1;
    const sweep_arc arc = { .centre_x = pose.x,
                            .centre_y = pose.y,
                            .from_x = side * sine,
                            .from_y = -side * cosine,
                            .to_x = side * (sine * turn_cosine + cosine * turn_sine),
                            .to_y = side * (sine * turn_sine - cosine * turn_cosine),
                            .side = side,
                            .is_long = fabs(turn) > FW_PI };
    return sweep_arc_is_free(ground, body, &arc);
}

const sweep_body *sweep_body_along(const sweep_body *body, const fw_segment *segment, sweep_body *room)
{
    if (segment->gear == FW_FORWARD || !sweep_body_has_front(body))
        return body;
    *room = sweep_body_turned(body);
    return room;
}

/// True if a body that drives a segment touches no blocked tile. The ground has no forbidden moves.
static bool segment_touches_nothing(const sweep_ground *ground, const sweep_body *body,
                                    const fw_segment *segment)
{
    sweep_body room;
    body = sweep_body_along(body, segment, &room);
    if (segment->curvature == 0) {
        double sine, cosine;
        trig_sincos(segment->start.heading, &sine, &cosine);
        return sweep_straight_is_free(ground, body, segment->start.x, segment->start.y,
                                      segment_signed(segment, 1) * cosine, segment_signed(segment, 1) * sine,
                                      segment->length);
    }
    const bool is_flat = fabs(segment->curvature) * FLAT_RADIUS < 1;
    return is_flat ? flat_arc_is_free(ground, body, segment) : arc_is_free(ground, body, segment);
}

bool sweep_segment_is_free(const sweep_ground *ground, const sweep_body *body, const fw_segment *segment)
{
    if (!ground->passage.overlay)
        return segment_touches_nothing(ground, body, segment);
    return sweep_segments_are_free(ground, body, segment, 1, 0);
}

bool sweep_segments_are_free(const sweep_ground *ground, const sweep_body *body, const fw_segment *segments,
                             int32_t count, unsigned ends)
{
    const sweep_ground alone = sweep_ground_alone(ground);
    for (int32_t i = 0; i < count; i++)
        if (!segment_touches_nothing(&alone, body, &segments[i]))
            return false;
    return passage_is_free(&ground->passage, segments, count, ends);
}
