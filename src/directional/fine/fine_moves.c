#include "directional/fine/fine_moves.h"

#include <math.h>

#include "curve/build.h"
#include "curve/segment.h"

enum {
    LEAST_PARTS = 32,
    MOST_PARTS = FINE_BEGIN,
    STRIDE_TURNS = 4,
    TURN_BITS =
        FINE_SHORT - 1 ///< bits of a move: 0 = straight on, 2k - 1 = k-th turn to the right, 2k = to the left
};

#define SHORTEST_STEP                                                                                        \
    0.3536 ///< tiles: a bit more than the diagonal of a small cell, so that lines lead out of it
#define LONGEST_STEP 2.0
#define STRIDE       1.5

#define SAME_HEADING 1e-9 ///< parts

/// The least multiple of 8 that is not less than a number.
static double up_to_eighths(double parts)
{
    return 8 * ceil(parts / 8);
}

static int32_t parts_of(double radius, fine_turns turns)
{
    // Radii that turn by less than one part within LONGEST_STEP have finer headings.
    static const int32_t most[] = {
        [FINE_TURNS_USUAL] = 48, [FINE_TURNS_SMALL] = 184, [FINE_TURNS_HALVED] = 368
    };
    const double shortest = turns == FINE_TURNS_HALVED ? SHORTEST_STEP / 2 : SHORTEST_STEP;
    const double usual = fmin(up_to_eighths(TWO_PI * radius / shortest), most[turns]);
    return (int32_t)fmax(LEAST_PARTS, fmax(usual, up_to_eighths(TWO_PI * radius / LONGEST_STEP)));
}

/// The parts of a short step in a part of a step. Where turns are tight, the parts of a step are wide.
static int32_t parts_of_step(int32_t parts, int32_t fineness)
{
    int32_t each = 1 << fineness;
    if (fineness > 0 && parts < 2 * LEAST_PARTS)
        each *= 2;
    while (each > 1 && parts * each >= MOST_PARTS)
        each /= 2;
    return each;
}

/// The number of turns by 1, 2, 4 ... parts up to so many.
static int32_t doublings_up_to(double parts)
{
    int32_t turns = 0;
    while (1 << turns <= parts)
        turns++;
    return turns;
}

fine_moves fine_moves_for(double turn_radius, fine_turns turns, double begin, int32_t fineness)
{
    const int32_t parts = parts_of(turn_radius, turns), each = parts_of_step(parts, fineness);
    fine_moves moves = {
        .radius = turn_radius, .parts = parts * each, .parts_of_step = each, .begin = begin
    };
    moves.angle = TWO_PI / moves.parts;
    const double arc = TWO_PI / parts * turn_radius, off = begin / moves.angle;
    moves.is_between_parts = fabs(off - round(off)) >= SAME_HEADING;
    moves.step = fmax(SHORTEST_STEP, arc);
    moves.step_turns = (int32_t)fmin(parts / 2, floor(moves.step / arc + 1e-9));
    moves.stride = fmax(STRIDE, moves.step);
    moves.stride_most = (int32_t)fmin(parts / 2, floor(moves.stride / arc + 1e-9));
    moves.stride_turns = moves.stride_most < STRIDE_TURNS ? moves.stride_most : STRIDE_TURNS;
    if (fineness > 0) {
        moves.short_step = fmax(2 * SHORTEST_STEP / (1 << fineness), arc / each);
        moves.short_turns = doublings_up_to(fmin(moves.parts / 2, moves.short_step * each / arc + 1e-9));
    }
    return moves;
}

bool fine_moves_suit_cells(const fine_moves *moves)
{
    return moves->step <= SHORTEST_STEP;
}

double fine_heading_of(const fine_moves *moves, fine_heading heading)
{
    return trig_wrap(heading == FINE_BEGIN ? moves->begin : heading * moves->angle);
}

/// The part that is nearest to where the search begins.
static int32_t part_of_begin(const fine_moves *moves)
{
    return (int32_t)lround(full_turn(trig_wrap(moves->begin), 0) / moves->angle) % moves->parts;
}

fine_heading fine_heading_of_begin(const fine_moves *moves)
{
    return moves->is_between_parts ? FINE_BEGIN : (fine_heading)part_of_begin(moves);
}

int32_t fine_sector_of(const fine_moves *moves, fine_heading heading, int32_t sectors)
{
    const int32_t part = heading == FINE_BEGIN ? part_of_begin(moves) : heading;
    return (int32_t)rint((double)part * sectors / moves->parts) % sectors; // halves to the even one
}

int32_t fine_moves_most(const fine_moves *moves)
{
    const int32_t steps = 3 + 2 * (moves->step_turns + moves->stride_turns),
                  most = 1 + 4 * moves->short_turns;
    return steps > most ? steps : most;
}

static fine_pace pace_of(uint16_t move)
{
    return move & FINE_SHORT ? FINE_PACE_SHORT : move & FINE_STRIDE ? FINE_PACE_STRIDE : FINE_PACE_STEP;
}

/// The parts of the nth turn to a side; the few turns of a stride are spread evenly up to its widest turn.
static int32_t parts_of_turn(const fine_moves *moves, fine_pace pace, int32_t nth)
{
    if (nth == 0)
        return 0;
    switch (pace) {
    case FINE_PACE_SHORT:
        return 1 << (nth - 1);
    case FINE_PACE_STRIDE:
        return nth * moves->stride_most / moves->stride_turns * moves->parts_of_step;
    case FINE_PACE_STEP:
        break;
    }
    return nth * moves->parts_of_step;
}

/// The number of parts by which a move turns.
static int32_t parts_turned(const fine_moves *moves, uint16_t move)
{
    const int32_t turn = move & TURN_BITS, parts = parts_of_turn(moves, pace_of(move), (turn + 1) / 2);
    return turn & 1 ? parts : -parts;
}

static double length_of(const fine_moves *moves, fine_pace pace)
{
    return pace == FINE_PACE_SHORT    ? moves->short_step
           : pace == FINE_PACE_STRIDE ? moves->stride
                                      : moves->step;
}

/// True if the arc of the nth turn is shorter than the move, so that the move with the line differs from the move
/// without it. From a heading between two parts, arcs are shorter.
static bool has_line_after_turn(const fine_moves *moves, fine_heading heading, fine_pace pace, int32_t nth)
{
    const double arc = parts_of_turn(moves, pace, nth) * moves->angle * moves->radius;
    return heading == FINE_BEGIN || length_of(moves, pace) - arc > NO_PART;
}

int32_t fine_moves_list(const fine_moves *moves, fine_heading heading, fine_pace pace, uint16_t *listed)
{
    const int32_t turns[] = { [FINE_PACE_SHORT] = moves->short_turns,
                              [FINE_PACE_STEP] = moves->step_turns,
                              [FINE_PACE_STRIDE] = moves->stride_turns };
    static const uint16_t bits[] = { [FINE_PACE_SHORT] = FINE_SHORT, [FINE_PACE_STRIDE] = FINE_STRIDE };
    const int32_t alone[] = { [FINE_PACE_SHORT] = 1, // the first turn that is also a move without the line
                              [FINE_PACE_STEP] = moves->step_turns,
                              [FINE_PACE_STRIDE] = INT32_MAX };
    int32_t count = 0;
    for (int32_t turn = 0; turn <= 2 * turns[pace]; turn++)
        listed[count++] = (uint16_t)(turn | bits[pace]);
    for (int32_t nth = alone[pace]; nth <= turns[pace]; nth++)
        for (int32_t turn = 2 * nth - 1; has_line_after_turn(moves, heading, pace, nth) && turn <= 2 * nth;
             turn++)
            listed[count++] = (uint16_t)(turn | bits[pace] | FINE_ARC);
    return count;
}

/// The heading after a move. From a heading between two parts, the first part of the turn is only the rest of the part.
///
/// @param[out] turned  radians, to the right if positive
static fine_heading turn(const fine_moves *moves, uint16_t move, fine_heading from, double *turned)
{
    const int32_t parts = parts_turned(moves, move);
    *turned = parts * moves->angle;
    if (parts == 0)
        return from;
    int32_t part = from;
    if (from == FINE_BEGIN) {
        const double off = full_turn(trig_wrap(moves->begin), 0) / moves->angle;
        part = (int32_t)floor(off) + (parts < 0);
        *turned = (part + parts - off) * moves->angle;
    }
    return (fine_heading)((part + parts + moves->parts) % moves->parts);
}

/// Appends a segment to a move, unless it has no length.
static fw_pose append(fw_curve *curve, fw_pose from, double curvature, double length, fw_gear gear)
{
    if (length <= NO_PART)
        return from;
    const fw_segment segment = { .start = from, .curvature = curvature, .length = length, .gear = gear };
    curve->segments[curve->count++] = segment;
    curve->length += length;
    return segment_end(&segment);
}

fw_pose fine_move_drive(const fine_moves *moves, uint16_t move, fw_pose from, fine_heading *heading,
                        fw_curve *curve)
{
    const fw_gear gear = move & FINE_REVERSE ? FW_REVERSE : FW_FORWARD;
    double turned;
    *heading = turn(moves, move, *heading, &turned);
    const double arc = fabs(turned) * moves->radius, side = (turned > 0) == (gear == FW_FORWARD) ? 1 : -1;
    const double length = move & FINE_ARC ? arc : length_of(moves, pace_of(move));
    curve_clear(curve);
    fw_pose to = append(curve, from, side / moves->radius, arc, gear);
    to.heading = fine_heading_of(moves, *heading);
    return append(curve, to, 0, length - arc, gear);
}
