#include "directional/wide/wide_motions.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/trig.h"
#include "curve/build.h"

typedef enum move_kind {
    MOVE_LEFT,         ///< an arc of the turning radius
    MOVE_RIGHT,        ///< an arc of the turning radius
    MOVE_WIDE_LEFT,    ///< an arc of twice the radius, as long
    MOVE_WIDE_RIGHT,   ///< an arc of twice the radius, as long
    MOVE_LINE,         ///< a line as long as an arc
    MOVE_LONG_LINE,    ///< a line to leave open ground behind
    MOVE_SHORT_LINE,   ///< a third of a line
    MOVE_SHUFFLE_LEFT, ///< a turn on the spot by three arcs in alternating gears
    MOVE_SHUFFLE_RIGHT,
    MOVE_LONG_SHUFFLE_LEFT, ///< by five arcs, within less room
    MOVE_LONG_SHUFFLE_RIGHT,
    MOVE_KINDS
} move_kind;

enum {
    QUARTER_LEVEL = 32 ///< headings that an arc of level 0 turns: 45 degrees
};

_Static_assert((int)MOVE_KINDS == (int)WIDE_MOVES, "all kinds may be moves of one level");

static bool is_to_right(int32_t kind)
{
    return kind == MOVE_RIGHT || kind == MOVE_WIDE_RIGHT || kind == MOVE_SHUFFLE_RIGHT ||
           kind == MOVE_LONG_SHUFFLE_RIGHT;
}

/// Lengths of lines in `scale`, at level 0.
static const double line_lengths[MOVE_KINDS] = {
    [MOVE_LINE] = 0.79, [MOVE_LONG_LINE] = 1.96, [MOVE_SHORT_LINE] = 0.79 / 3
};

int32_t wide_motions_list(int32_t level, bool reverses, uint16_t *moves)
{
    int32_t count = 0;
    for (int32_t kind = 0; kind < MOVE_KINDS; kind++) {
        const bool is_wide = kind == MOVE_WIDE_LEFT || kind == MOVE_WIDE_RIGHT;
        const bool is_fine = kind >= MOVE_SHORT_LINE, is_shuffle = kind >= MOVE_SHUFFLE_LEFT;
        if ((is_fine && level == 0) || (is_shuffle && !reverses) || (is_wide && level >= WIDE_LEVELS - 2))
            continue;
        moves[count++] = (uint16_t)(level << WIDE_KIND_BITS | kind);
    }
    return count;
}

/// Where a move of one segment leads, rounded to a multiple of 2^-32 tile.
static double rounded(double distance)
{
    return (distance + 0x1.8p20) - 0x1.8p20;
}

/// The place after an arc or a line that begins in a direction, rounded.
///
/// @param ahead  length, negative in reverse
static fw_pose follow(fw_pose from, double cosine, double sine, double curvature, double ahead,
                      double turn_cosine, double turn_sine)
{
    const double along = curvature == 0 ? ahead : turn_sine / curvature;
    const double across = curvature == 0 ? 0 : (1 - turn_cosine) / curvature;
    return (fw_pose){ from.x + rounded(cosine * along - sine * across),
                      from.y + rounded(sine * along + cosine * across), from.heading + curvature * ahead };
}

/// The heading after a turn by some parts of a full turn, and the angle of the turn.
///
/// @param side  1 = to the right
static double turn_by(const wide_motions *motions, int32_t parts, int side, uint16_t *heading)
{
    const int32_t from = wide_heading_key(motions, *heading);
    const double off =
        *heading == WIDE_BEGIN ? trig_wrap(motions->angle[WIDE_BEGIN] - motions->angle[motions->nearest]) : 0;
    *heading = (uint16_t)((from + side * parts) & (WIDE_HEADINGS - 1));
    return side * parts * (TWO_PI / WIDE_HEADINGS) - off;
}

/// An arc or a line.
typedef struct single_move {
    double curvature, length;
    double sine, cosine; ///< of the turn
} single_move;

/// @param[in,out] heading  before the move, then after it
static single_move single_of(const wide_motions *motions, int32_t kind, int32_t level, bool is_reverse,
                             uint16_t *heading)
{
    const uint16_t from = *heading;
    if (kind > MOVE_WIDE_RIGHT)
        return (single_move){ .length = line_lengths[kind] * motions->scale / (1 << level), .cosine = 1 };
    const bool is_wide = kind >= MOVE_WIDE_LEFT;
    const int side = is_to_right(kind) ? 1 : -1;
    const int32_t parts = QUARTER_LEVEL >> level >> is_wide;
    const double radius = is_wide ? 2 * motions->radius : motions->radius;
    const double turn = turn_by(motions, parts, side, heading);
    single_move move = { .curvature = (turn > 0) != is_reverse ? 1 / radius : -1 / radius,
                         .length = fabs(turn) * radius,
                         .sine = side * motions->sine[parts],
                         .cosine = motions->cosine[parts] };
    if (from == WIDE_BEGIN)
        trig_sincos(turn, &move.sine, &move.cosine);
    return move;
}

static void drive_one(const wide_motions *motions, int32_t kind, int32_t level, bool is_reverse, double x,
                      double y, uint16_t *heading, fw_curve *curve)
{
    const fw_pose start = { x, y, motions->angle[*heading] };
    const single_move move = single_of(motions, kind, level, is_reverse, heading);
    curve_clear(curve);
    curve_add(curve, start, move.curvature, move.length);
    curve->segments[0].gear = is_reverse ? FW_REVERSE : FW_FORWARD;
}

fw_pose wide_motions_end(const wide_motions *motions, uint16_t move, double x, double y, uint16_t *heading)
{
    const int32_t kind = move & ((1 << WIDE_KIND_BITS) - 1), level = move >> WIDE_KIND_BITS & 7;
    const uint16_t from = *heading;
    fw_pose end = { x, y, 0 };
    if (kind >= MOVE_SHUFFLE_LEFT) {
        turn_by(motions, QUARTER_LEVEL >> level, is_to_right(kind) ? 1 : -1, heading);
    } else {
        const bool is_reverse = move & WIDE_REVERSE;
        const single_move single = single_of(motions, kind, level, is_reverse, heading);
        end = follow(end, motions->cosine[from], motions->sine[from], single.curvature,
                     is_reverse ? -single.length : single.length, single.cosine, single.sine);
    }
    end.heading = motions->angle[*heading];
    return end;
}

/// The inner arcs of a shuffle of three or five arcs: all arcs add up to the turn, and their chords along the middle
/// heading to 0. With s the sine of half an inner arc, the latter says 2 s = sin(turn / 2) for three arcs, and
/// 4 s - 8 s^3 = sin(turn / 2) for five; the least positive root counts.
static double shuffle_inner(double turn, int32_t count)
{
    const double sine = trig_sin(turn / 2), third = (trig_acos(-0.375 * sqrt(6) * sine) - TWO_PI) / 3;
    const double half = count == 3 ? sine / 2 : sqrt(2.0 / 3) * trig_cos(third);
    return 2 * trig_atan2(half, sqrt(1 - half * half));
}

/// Sets what depends on no unit.
static void set_headings(wide_motions *motions)
{
    for (int32_t i = 0; i < WIDE_HEADINGS; i++)
        motions->angle[i] = (i <= WIDE_HEADINGS / 2 ? i : i - WIDE_HEADINGS) * (TWO_PI / WIDE_HEADINGS);
    trig_sincos_each(WIDE_HEADINGS, motions->angle, motions->sine, motions->cosine);
    for (int32_t i = 0; i < WIDE_LEVELS; i++) {
        const double turn = (QUARTER_LEVEL >> i) * (TWO_PI / WIDE_HEADINGS);
        motions->inner[i][0] = shuffle_inner(turn, 3);
        motions->inner[i][1] = shuffle_inner(turn, 5);
    }
    motions->has_headings = true;
}

void wide_motions_set(wide_motions *motions, double radius, double scale, double begin)
{
    if (!motions->has_headings)
        set_headings(motions);
    motions->radius = radius;
    motions->scale = scale;
    motions->angle[WIDE_BEGIN] = trig_wrap(begin);
    trig_sincos(motions->angle[WIDE_BEGIN], &motions->sine[WIDE_BEGIN], &motions->cosine[WIDE_BEGIN]);
    const double parts = motions->angle[WIDE_BEGIN] * (WIDE_HEADINGS / TWO_PI);
    motions->nearest = 2 * (int32_t)floor(parts / 2 + 0.5) & (WIDE_HEADINGS - 1);
    memset(motions->price, 0, sizeof motions->price);
}

/// Drives a turn on the spot.
static void drive_shuffle(const wide_motions *motions, int32_t kind, int32_t level, bool is_reverse, double x,
                          double y, uint16_t *heading, fw_curve *curve)
{
    const int side = is_to_right(kind) ? 1 : -1;
    const int32_t count = kind >= MOVE_LONG_SHUFFLE_LEFT ? 5 : 3;
    const uint16_t from = *heading;
    const double turn = fabs(turn_by(motions, QUARTER_LEVEL >> level, side, heading));
    const double inner = from == WIDE_BEGIN ? shuffle_inner(turn, count) : motions->inner[level][count == 5];
    const double ends = (turn - (count - 2) * inner) / 2;
    fw_pose pose = { x, y, motions->angle[from] };
    double cosine = motions->cosine[from], sine = motions->sine[from];
    curve_clear(curve);
    for (int32_t i = 0; i < count; i++) {
        const bool backs = is_reverse != (i % 2 == 1);
        const double arc = i == 0 || i == count - 1 ? ends : inner;
        const double curvature = (side > 0) != backs ? 1 / motions->radius : -1 / motions->radius;
        const double length = arc * motions->radius;
        double turn_sine, turn_cosine;
        curve_add(curve, pose, curvature, length);
        curve->segments[curve->count - 1].gear = backs ? FW_REVERSE : FW_FORWARD;
        trig_sincos(side * arc, &turn_sine, &turn_cosine);
        pose = follow(pose, cosine, sine, curvature, backs ? -length : length, turn_cosine, turn_sine);
        const double turned = cosine * turn_cosine - sine * turn_sine;
        sine = sine * turn_cosine + cosine * turn_sine;
        cosine = turned;
    }
}

void wide_motions_drive(const wide_motions *motions, uint16_t move, double x, double y, uint16_t heading,
                        fw_curve *curve)
{
    const int32_t kind = move & ((1 << WIDE_KIND_BITS) - 1), level = move >> WIDE_KIND_BITS & 7;
    const bool is_reverse = move & WIDE_REVERSE;
    if (kind >= MOVE_SHUFFLE_LEFT)
        drive_shuffle(motions, kind, level, is_reverse, x, y, &heading, curve);
    else
        drive_one(motions, kind, level, is_reverse, x, y, &heading, curve);
}
