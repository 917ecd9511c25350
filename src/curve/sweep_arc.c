#include "curve/sweep_arc.h"

#include <math.h>

#include "base/compiler.h"
#include "base/trig.h"
#include "base/vector.h"
#include "curve/segment.h"
#include "curve/sweep_body.h"
#include "curve/sweep_rows.h"

/// Squared distance from a point to a box. Boxes are relative to the circle's centre.
static double squared_distance(vector from, const fw_box *box)
{
    const double dx = larger(larger(box->min_x - from.x, from.x - box->max_x), 0);
    const double dy = larger(larger(box->min_y - from.y, from.y - box->max_y), 0);
    return dx * dx + dy * dy;
}

/// Squared distance from the centre to the farthest corner of a box.
static double squared_farthest(const fw_box *box)
{
    const double x = larger(-box->min_x, box->max_x), y = larger(-box->min_y, box->max_y);
    return x * x + y * y;
}

static vector corner_of(const fw_box *box, int corner)
{
    return (vector){ corner & 1 ? box->max_x : box->min_x, corner & 2 ? box->max_y : box->min_y };
}

static fw_box tile_around(const sweep_arc *arc, int32_t x, int32_t y)
{
    return (fw_box){ x - arc->centre_x, y - arc->centre_y, x + 1 - arc->centre_x, y + 1 - arc->centre_y };
}

/// A turn around the centre, in the form that passes() needs.
typedef struct turning {
    int side;            ///< 1 toward growing angles, else -1
    bool is_long;        ///< more than half a turn
    double sine, cosine; ///< of the absolute angle of the whole turn
    vector middle;       ///< the direction halfway
    double
        stray; ///< a point at distance 1 from the centre is never farther from where it is halfway; up to 1e-7
} turning;

/// The direction halfway between the ends of an arc.
static vector middle_of(const sweep_arc *arc)
{
    const vector sum = { arc->from_x + arc->to_x, arc->from_y + arc->to_y };
    const double length = vector_length(sum), sign = arc->is_long ? -1 : 1;
    return length > 0 ? (vector){ sign * sum.x / length, sign * sum.y / length }
                      : (vector){ -arc->side * arc->from_y, arc->side * arc->from_x };
}

static turning turning_of(const sweep_arc *arc)
{
    const vector middle = middle_of(arc), from = { arc->from_x, arc->from_y };
    return (turning){ .side = arc->side,
                      .is_long = arc->is_long,
                      .sine = arc->side * (arc->from_x * arc->to_y - arc->from_y * arc->to_x),
                      .cosine = arc->from_x * arc->to_x + arc->from_y * arc->to_y,
                      .middle = middle,
                      .stray = vector_length(vector_between(from, middle)) };
}

/// True if a turn that begins at vector `from` passes vector `to`: `to` lies ahead of `from`, and the end of the turn
/// lies ahead of `to`. Decided by signs of sines, which are exact even in the smallest of turns.
static bool passes(const turning *turn, vector from, vector to)
{
    const double sine = turn->side * (from.x * to.y - from.y * to.x), cosine = from.x * to.x + from.y * to.y;
    const bool end_is_ahead = turn->sine * cosine >= turn->cosine * sine;
    if (turn->is_long)
        return sine >= 0 || end_is_ahead;
    return sine >= 0 && end_is_ahead && (cosine >= 0 || turn->cosine <= 0);
}

/// The box of a turn on a circle of radius 1: it holds the ends of the turn, and the axis directions that the turn
/// passes.
static fw_box box_of_turn(const sweep_arc *arc, const turning *turn)
{
    const vector from = { arc->from_x, arc->from_y };
    return (fw_box){ passes(turn, from, (vector){ -1, 0 }) ? -1 : smaller(arc->from_x, arc->to_x),
                     passes(turn, from, (vector){ 0, -1 }) ? -1 : smaller(arc->from_y, arc->to_y),
                     passes(turn, from, (vector){ 1, 0 }) ? 1 : larger(arc->from_x, arc->to_x),
                     passes(turn, from, (vector){ 0, 1 }) ? 1 : larger(arc->from_y, arc->to_y) };
}

/// True if the arc has a point in a direction from the centre, and this point is nearer to the tile than the disc's
/// radius.
static bool disc_touches_toward(const sweep_arc *arc, const turning *turn, vector direction,
                                const fw_box *tile, double squared_radius)
{
    const double length = vector_length(direction);
    if (length == 0 || !passes(turn, (vector){ arc->from_x, arc->from_y }, direction))
        return false;
    const double scale = arc->radius / length;
    return squared_distance((vector){ direction.x * scale, direction.y * scale }, tile) < squared_radius;
}

/// True if a disc touches a tile along an arc. The point of the arc that is nearest to the tile is one of its ends, or
/// lies in the direction of a corner of the tile or of an axis. If the arc runs into the tile, one of these points lies
/// inside: a stretch of the arc inside the tile without axis directions has a corner of the tile on either side, and
/// one of these corners is seen from the centre within the stretch.
static bool disc_touches(const sweep_body *body, const sweep_arc *arc, const turning *turn,
                         const fw_box *tile)
{
    const double radius = body->radius, outer = arc->radius + radius, inner = arc->radius - radius;
    if (squared_distance((vector){ 0, 0 }, tile) >= outer * outer)
        return false;
    if (inner > 0 && squared_farthest(tile) <= inner * inner)
        return false;
    const double squared = radius * radius;
    const vector from = { arc->from_x * arc->radius, arc->from_y * arc->radius };
    const vector to = { arc->to_x * arc->radius, arc->to_y * arc->radius };
    if (squared_distance(from, tile) < squared || squared_distance(to, tile) < squared)
        return true;
    static const vector axes[4] = { { 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 } };
    for (int i = 0; i < 4; i++)
        if (disc_touches_toward(arc, turn, corner_of(tile, i), tile, squared) ||
            disc_touches_toward(arc, turn, axes[i], tile, squared))
            return true;
    return false;
}

/// True if a point that turns around the centre crosses one side of a box.
///
/// @param squared      squared distance of the point from the centre
/// @param at           x of a vertical side, y of a horizontal one
/// @param low, high    range of the other coordinate
static bool crosses_side(const turning *turn, vector from, double squared, double at, double low, double high,
                         bool is_vertical)
{
    const double squared_root = squared - at * at;
    if (squared_root < 0)
        return false;
    const double root = sqrt(squared_root);
    const vector plus = is_vertical ? (vector){ at, root } : (vector){ root, at };
    const vector minus = is_vertical ? (vector){ at, -root } : (vector){ -root, at };
    return (root >= low && root <= high && passes(turn, from, plus)) ||
           (-root >= low && -root <= high && passes(turn, from, minus));
}

/// True if a point that turns around the centre crosses any side of a box.
static bool point_enters(const turning *turn, vector from, const fw_box *box)
{
    const double squared = vector_dot(from, from);
    if (squared_distance((vector){ 0, 0 }, box) > squared || squared_farthest(box) < squared)
        return false;
    return crosses_side(turn, from, squared, box->min_x, box->min_y, box->max_y, true) ||
           crosses_side(turn, from, squared, box->max_x, box->min_y, box->max_y, true) ||
           crosses_side(turn, from, squared, box->min_y, box->min_x, box->max_x, false) ||
           crosses_side(turn, from, squared, box->max_y, box->min_x, box->max_x, false);
}

/// A vector in the frame of a body that lies in a direction from the centre: x away from the centre, y at a right
/// angle.
static vector into_body_frame(vector direction, vector v)
{
    return (vector){ v.x * direction.x + v.y * direction.y, v.y * direction.x - v.x * direction.y };
}

static vector out_of_body_frame(vector direction, vector v)
{
    return (vector){ v.x * direction.x - v.y * direction.y, v.x * direction.y + v.y * direction.x };
}

/// True if a tile and a body at rest overlap: no axis of either separates the two rectangles.
static bool overlaps_at_rest(vector direction, const fw_box *body, const fw_box *tile)
{
    const double cosine = fabs(direction.x), sine = fabs(direction.y), half_tile = (cosine + sine) / 2;
    const double half_x = (body->max_x - body->min_x) / 2, half_y = (body->max_y - body->min_y) / 2;
    const vector body_middle = { (body->min_x + body->max_x) / 2, (body->min_y + body->max_y) / 2 };
    const vector tile_middle = { tile->min_x + 0.5, tile->min_y + 0.5 };
    const vector in_body = into_body_frame(direction, tile_middle),
                 in_world = out_of_body_frame(direction, body_middle);
    return fabs(in_body.x - body_middle.x) < half_x + half_tile &&
           fabs(in_body.y - body_middle.y) < half_y + half_tile &&
           fabs(in_world.x - tile_middle.x) < half_x * cosine + half_y * sine + 0.5 &&
           fabs(in_world.y - tile_middle.y) < half_x * sine + half_y * cosine + 0.5;
}

/// True if the body rests: then it touches what it overlaps.
static bool rests(const sweep_arc *arc)
{
    return arc->from_x == arc->to_x && arc->from_y == arc->to_y && !arc->is_long;
}

/// True if a rectangle touches a tile along an arc. If both are apart at the beginning, they first touch where a corner
/// of one meets a side of the other: a corner of the body turns into the tile, or, in the frame of the body, a corner
/// of the tile turns into the body, in the opposite direction. If a corner lies on a side at the beginning, up to
/// rounding, the contact is found where the corner leaves again, or by the tests at the end and in the middle.
///
/// Seen from the centre, a body that turns to the right has its front at greater angles, and its right side nearer.
static bool rectangle_touches(const sweep_body *body, const sweep_arc *arc, const turning *turn,
                              const fw_box *tile)
{
    const double half_length = larger(body->half_length, 0), half_width = larger(body->half_width, 0);
    const double middle_x = arc->radius - arc->side * body->aside, middle_y = arc->side * body->ahead;
    const fw_box shape = { middle_x - half_width, middle_y - half_length, middle_x + half_width,
                           middle_y + half_length };
    const double nearest = larger(shape.min_x, 0);
    if (squared_distance((vector){ 0, 0 }, tile) >= squared_farthest(&shape) ||
        squared_farthest(tile) <= nearest * nearest)
        return false;
    const vector from = { arc->from_x, arc->from_y }, to = { arc->to_x, arc->to_y };
    if (rests(arc))
        return overlaps_at_rest(from, &shape, tile);
    const double stray = (turn->stray + 1e-7) * (arc->radius + body->reach);
    const fw_box around = { shape.min_x - stray, shape.min_y - stray, shape.max_x + stray,
                            shape.max_y + stray };
    if (!overlaps_at_rest(turn->middle, &around, tile))
        return false;
    if (overlaps_at_rest(from, &shape, tile) || overlaps_at_rest(to, &shape, tile) ||
        overlaps_at_rest(turn->middle, &shape, tile))
        return true;
    turning back = *turn;
    back.side = -turn->side;
    for (int i = 0; i < 4; i++) {
        const vector body_corner = out_of_body_frame(from, corner_of(&shape, i));
        const vector tile_corner = into_body_frame(from, corner_of(tile, i));
        if (point_enters(turn, body_corner, tile) || point_enters(&back, tile_corner, &shape))
            return true;
    }
    return false;
}

/// A vector of a body, from its pose, in the body's frame on an arc.
static vector on_arc(const sweep_arc *arc, fw_corner v)
{
    return (vector){ -arc->side * v.aside, arc->side * v.ahead };
}

/// A corner of a polygon in the body's frame on an arc.
static vector corner_on_arc(const sweep_body *body, const sweep_arc *arc, int32_t index)
{
    const vector corner = on_arc(arc, body->corners[index % body->corner_count]);
    return (vector){ arc->radius + corner.x, corner.y };
}

/// True if a polygon at rest lies on one side of a tile along an axis of the map.
static bool is_beside(const sweep_body *body, const sweep_arc *arc, vector direction, const fw_box *tile)
{
    fw_box box = EMPTY_BOX;
    for (int32_t i = 0; i < body->corner_count; i++) {
        const vector at = out_of_body_frame(direction, corner_on_arc(body, arc, i));
        box_take_in(&box, at.x, at.y);
    }
    return box.min_x >= tile->max_x || box.max_x <= tile->min_x || box.min_y >= tile->max_y ||
           box.max_y <= tile->min_y;
}

/// True if a tile and a polygon at rest overlap: no side of either separates them.
static bool polygon_overlaps_at_rest(const sweep_body *body, const sweep_arc *arc, vector direction,
                                     const fw_box *tile)
{
    const vector middle = into_body_frame(direction, (vector){ tile->min_x + 0.5, tile->min_y + 0.5 });
    for (int32_t i = 0; i < body->corner_count; i++) {
        const vector normal = on_arc(arc, sweep_body_across(body, i)), corner = corner_on_arc(body, arc, i);
        const vector across = out_of_body_frame(direction, normal);
        const double away = (middle.x - corner.x) * normal.x + (middle.y - corner.y) * normal.y;
        if (away >= (fabs(across.x) + fabs(across.y)) / 2)
            return false;
    }
    return !is_beside(body, arc, direction, tile);
}

/// True if a point that turns around the centre crosses the line between two points.
static bool crosses_line(const turning *turn, vector from, vector a, vector b)
{
    const vector along = vector_between(a, b);
    const double squared = vector_dot(along, along), middle = vector_dot(a, along);
    const double square = middle * middle - squared * (vector_dot(a, a) - vector_dot(from, from));
    if (square < 0)
        return false;
    for (int sign = -1; sign <= 1; sign += 2) {
        const double share = (sign * sqrt(square) - middle) / squared;
        if (share >= 0 && share <= 1 && passes(turn, from, vector_beyond(a, along, share)))
            return true;
    }
    return false;
}

/// As rectangle_touches(), for a polygon. Not inlined, so that rectangles stay fast.
static NEVER_INLINE bool polygon_touches(const sweep_body *body, const sweep_arc *arc, const turning *turn,
                                         const fw_box *tile)
{
    const vector from = { arc->from_x, arc->from_y }, to = { arc->to_x, arc->to_y };
    if (rests(arc))
        return polygon_overlaps_at_rest(body, arc, from, tile);
    if (polygon_overlaps_at_rest(body, arc, from, tile) || polygon_overlaps_at_rest(body, arc, to, tile) ||
        polygon_overlaps_at_rest(body, arc, turn->middle, tile))
        return true;
    turning back = *turn;
    back.side = -turn->side;
    for (int32_t i = 0; i < body->corner_count; i++) {
        const vector corner = corner_on_arc(body, arc, i), next = corner_on_arc(body, arc, i + 1);
        if (point_enters(turn, out_of_body_frame(from, corner), tile))
            return true;
        for (int k = 0; k < 4; k++)
            if (crosses_line(&back, into_body_frame(from, corner_of(tile, k)), corner, next))
                return true;
    }
    return false;
}

static bool touches(const sweep_body *body, const sweep_arc *arc, const turning *turn, int32_t x, int32_t y)
{
    const fw_box tile = tile_around(arc, x, y);
    return body->radius > 0 ? disc_touches(body, arc, turn, &tile)
                            : rectangle_touches(body, arc, turn, &tile) &&
                                  (body->corner_count == 0 || polygon_touches(body, arc, turn, &tile));
}

bool sweep_arc_touches(const sweep_body *body, const sweep_arc *arc, int32_t x, int32_t y)
{
    const turning turn = turning_of(arc);
    return touches(body, arc, &turn, x, y);
}

/// The column (or row) of a position, clamped to the layer and its padding of one tile.
static int32_t clamped_tile(double position, int32_t side)
{
    const double tile = smaller(larger(position, -1), side);
    return tile < 0 ? -1 : (int32_t)tile;
}

/// Finds a box that the body stays within; false if the body is found to leave the map. The box of a disc is exact, so
/// it decides this. The box of a rectangle may be larger than necessary; it is clamped to the map and the tiles around
/// the map, which count as blocked.
static bool find_box(const sweep_ground *ground, const sweep_body *body, const sweep_arc *arc,
                     const turning *turn, tile_box *box)
{
    const fw_box unit = box_of_turn(arc, turn);
    const double left = arc->centre_x + arc->radius * unit.min_x - body->reach;
    const double right = arc->centre_x + arc->radius * unit.max_x + body->reach;
    const double top = arc->centre_y + arc->radius * unit.min_y - body->reach;
    const double bottom = arc->centre_y + arc->radius * unit.max_y + body->reach;
    if (body->is_round)
        return box_on_map(ground, left, top, right, bottom, box);
    const int32_t width = ground->open->width, height = ground->open->height;
    *box = (tile_box){ clamped_tile(left, width), clamped_tile(top, height), clamped_tile(right, width),
                       clamped_tile(bottom, height) };
    const double x = arc->centre_x + arc->radius * arc->from_x, y = arc->centre_y + arc->radius * arc->from_y;
    return x >= 0 && y >= 0 && x <= width && y <= height;
}

bool sweep_arc_is_free(const sweep_ground *ground, const sweep_body *body, const sweep_arc *arc)
{
    const turning turn = turning_of(arc);
    tile_box box;
    if (!find_box(ground, body, arc, &turn, &box))
        return false;
    if (box.right - box.left < WORD_BITS && blocked_columns(ground, &box) == 0)
        return true;
    for (int32_t left = box.left; left <= box.right; left += WORD_BITS) {
        const tile_box part = box_part(&box, left);
        box_rows rows = box_rows_of(ground, &part);
        for (int32_t y = box.top; y <= box.bottom; y++)
            for (uint64_t bits = box_rows_next(&rows); bits; bits &= bits - 1)
                if (touches(body, arc, &turn, left + bits_lowest(bits), y))
                    return false;
    }
    return true;
}

/// The circle's centre lies to the right of a body that turns toward growing heading when driven forward, else to the
/// left.
sweep_arc sweep_arc_of(const fw_segment *segment)
{
    const fw_pose start = segment->start;
    const double turn = segment->curvature * segment_signed(segment, segment->length);
    const double signed_radius = 1 / segment->curvature, side = segment->curvature > 0 ? 1 : -1;
    double sine, cosine, turn_sine, turn_cosine;
    trig_sincos(start.heading, &sine, &cosine);
    trig_sincos(turn, &turn_sine, &turn_cosine);
    const double from_x = side * sine, from_y = -side * cosine;
    return (sweep_arc){ .centre_x = start.x - signed_radius * sine,
                        .centre_y = start.y + signed_radius * cosine,
                        .radius = fabs(signed_radius),
                        .from_x = from_x,
                        .from_y = from_y,
                        .to_x = from_x * turn_cosine - from_y * turn_sine,
                        .to_y = from_y * turn_cosine + from_x * turn_sine,
                        .side = turn >= 0 ? 1 : -1,
                        .is_long = fabs(turn) > FW_PI };
}
