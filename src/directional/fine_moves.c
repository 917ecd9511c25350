#include "directional/fine_moves.h"

#include <math.h>

#include "curve/build.h"
#include "curve/segment.h"

enum {
    LEAST_PARTS = 16,
    USUAL_PARTS = 48, ///< finer headings are left to radii that turn by less within LONGEST_STEP
    REVERSING_PARTS = 184,
    STRIDE_TURNS = 4,
    BEARING_SHIFT = 12,
    BEARING_MASK = 3,
    TURN_BITS =
        (1 << BEARING_SHIFT) - 1 ///< of a move: 0 = straight on, 2k - 1 = to the right, 2k = to the left
};

#define SHORTEST_STEP 0.25 ///< tiles
#define LONGEST_STEP  2.0
#define STRIDE        1.5

#define SAME_BEARING 1e-9 ///< parts

/// The least multiple of 8 that is not less.
static double up_to_eighths(double parts)
{
    return 8 * ceil(parts / 8);
}

static int32_t parts_of(double radius, bool reverses)
{
    const double most = reverses ? REVERSING_PARTS : USUAL_PARTS;
    const double usual = fmin(up_to_eighths(TWO_PI * radius / SHORTEST_STEP), most);
    return (int32_t)fmax(LEAST_PARTS, fmax(usual, up_to_eighths(TWO_PI * radius / LONGEST_STEP)));
}

/// Adds a bearing, unless whole parts lead to it from an earlier one.
static void add_bearing(fine_moves *moves, double bearing)
{
    for (int32_t i = 0; i < moves->bearing_count; i++) {
        const double off = (bearing - moves->bearings[i]) / moves->angle;
        if (fabs(off - round(off)) < SAME_BEARING)
            return;
    }
    moves->bearings[moves->bearing_count++] = bearing;
}

fine_moves fine_moves_for(double turn_radius, bool reverses, double begin, const double *end)
{
    fine_moves moves = { .radius = turn_radius, .parts = parts_of(turn_radius, reverses) };
    moves.angle = TWO_PI / moves.parts;
    add_bearing(&moves, begin);
    add_bearing(&moves, 0);
    if (end)
        add_bearing(&moves, *end);
    const double arc = moves.angle * turn_radius;
    moves.step = fmax(SHORTEST_STEP, arc);
    moves.step_turns = (int32_t)fmin(moves.parts / 2, floor(moves.step / arc + 1e-9));
    moves.stride = fmax(STRIDE, moves.step);
    moves.stride_parts = (int32_t)fmin(moves.parts / 2, floor(moves.stride / arc + 1e-9));
    moves.stride_turns = moves.stride_parts < STRIDE_TURNS ? moves.stride_parts : STRIDE_TURNS;
    return moves;
}

double fine_heading_of(const fine_moves *moves, fine_heading heading)
{
    return trig_wrap(moves->bearings[heading.bearing] + heading.part * moves->angle);
}

int32_t fine_moves_most(const fine_moves *moves)
{
    return 1 + 2 * (moves->step_turns + moves->stride_turns + FINE_BEARINGS);
}

int32_t fine_moves_list(const fine_moves *moves, fine_heading from, bool stride, uint16_t *listed)
{
    const int32_t turns = stride ? moves->stride_turns : moves->step_turns;
    int32_t count = 0;
    for (int32_t turn = 0; turn <= 2 * turns; turn++)
        listed[count++] = (uint16_t)(turn | (stride ? FINE_STRIDE : 0));
    for (int32_t bearing = from.bearing + 1; bearing < moves->bearing_count && !stride; bearing++)
        for (int32_t side = 1; side <= 2; side++)
            listed[count++] = (uint16_t)(bearing << BEARING_SHIFT | side);
    return count;
}

/// How many parts a move turns by: of a stride's few turns the last is the widest.
static int32_t parts_turned(const fine_moves *moves, uint16_t move)
{
    const int32_t turn = move & TURN_BITS, nth = (turn + 1) / 2;
    const int32_t parts =
        move & FINE_STRIDE && nth > 0 ? nth * moves->stride_parts / moves->stride_turns : nth;
    return turn & 1 ? parts : -parts;
}

/// The heading after a move.
///
/// @param[out] turned  radians, to the right if positive
static fine_heading turn(const fine_moves *moves, uint16_t move, fine_heading from, double *turned)
{
    const int32_t bearing = move >> BEARING_SHIFT & BEARING_MASK;
    if (bearing == 0) {
        const int32_t parts = parts_turned(moves, move);
        *turned = parts * moves->angle;
        return (fine_heading){ (uint16_t)((from.part + parts + moves->parts) % moves->parts), from.bearing };
    }
    const double off =
        full_turn(trig_wrap(fine_heading_of(moves, from) - moves->bearings[bearing]), 0) / moves->angle;
    const int32_t part = (int32_t)floor(off) + ((move & TURN_BITS) == 1);
    *turned = (part - off) * moves->angle;
    return (fine_heading){ (uint16_t)(part % moves->parts), (uint8_t)bearing };
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
    const double length = move & FINE_STRIDE ? moves->stride : moves->step;
    double turned;
    *heading = turn(moves, move, *heading, &turned);
    const double arc = fabs(turned) * moves->radius, side = (turned > 0) == (gear == FW_FORWARD) ? 1 : -1;
    curve_clear(curve);
    fw_pose to = append(curve, from, side / moves->radius, arc, gear);
    to.heading = fine_heading_of(moves, *heading);
    return append(curve, to, 0, length - arc, gear);
}
