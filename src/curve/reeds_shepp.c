#include <assert.h>
#include <math.h>
#include <stdbool.h>

#include "base/trig.h"
#include "curve/build.h"
#include "curve/dubins.h"
#include "curve/segment.h"
#include "fairway/curve.h"

// Every word of Reeds & Shepp 1990 is a chain of circles that touch one another or are joined by a straight line,
// from a circle beside the start to one beside the goal. Where circles touch, and along the line, the body's heading
// is given by the chain alone; the gears only decide which way round each circle is driven. So a chain is a list of
// headings, and its cheapest gears come from a pass over its parts with two costs: arriving in forward and in reverse
// gear. With penalties that finds cheaper drives than the words as listed in the paper, which are those for equal
// gears.
//
// On a circle of side s (+1 right, -1 left) a body with heading h stands in the direction h - s pi/2 from its centre.
// So two circles that touch, the second in direction d from the first, touch at the heading d + s pi/2, s that of the
// first.

enum { MOST_PARTS = 5, STRAIGHT = 0 };

typedef struct chain {
    int count;
    int side[MOST_PARTS];       ///< of each part; STRAIGHT = no turn
    double heading[MOST_PARTS]; ///< at the end of each part, the last one excepted; radians, not wrapped
    double straight;            ///< length of the straight part in radii
    fw_gear straight_gear;
} chain;

/// Two circles, one beside the start and one beside the goal.
typedef struct circles {
    int first, last; ///< their sides
    double distance; ///< from centre to centre, in radii
    double bearing;  ///< from the first to the last
    double tangent;  ///< length of the tangents that cross between them, in radii; negative when they overlap
    double slant;    ///< angle of these tangents to the line of centres
} circles;

typedef struct search {
    dubins_frame frame;
    double penalty;     ///< factor on reverse lengths
    double gear_change; ///< radii
    double lever;       ///< tiles that a turn by a radian moves what comes after it, at most
    double best;        ///< least cost so far, in radii
    chain found;
} search;

/// Cost of arriving in forward [0] and in reverse gear [1].
typedef struct arrival {
    double cost[2];
} arrival;

static inline double least(double a, double b)
{
    return a < b ? a : b;
}

/// Driving a part after an arrival; amounts are infinite in a gear that is not allowed.
static inline arrival after_part(const search *by, arrival before, double forward, double reverse)
{
    const double into_forward = least(before.cost[0], before.cost[1] + by->gear_change);
    const double into_reverse = least(before.cost[1], before.cost[0] + by->gear_change);
    return (arrival){ { into_forward + forward, into_reverse + by->penalty * reverse } };
}

/// The turn of a part in forward gear; in reverse it is what is missing to a full one, or none. Headings along a chain
/// are few turns apart.
static inline double turn_of_part(const search *by, const chain *along, int part, double from, double to)
{
    const double turn = along->side[part] * (to - from);
    const double whole_turns = (double)(int)(turn * (1 / TWO_PI));
    return full_turn(turn - whole_turns * TWO_PI, by->lever);
}

/// Parts of no length change no gear.
static inline arrival after_turn(const search *by, arrival before, double turn)
{
    return turn == 0 ? before : after_part(by, before, turn, TWO_PI - turn);
}

static inline arrival after_straight(const search *by, arrival before, const chain *along)
{
    if (along->straight == 0)
        return before;
    return along->straight_gear == FW_FORWARD ? after_part(by, before, along->straight, INFINITY)
                                              : after_part(by, before, INFINITY, along->straight);
}

/// The arrivals after each part.
static inline void drive_chain(const search *by, const chain *along, arrival after[MOST_PARTS + 1],
                               double amount[MOST_PARTS])
{
    double heading = by->frame.start.heading;
    after[0] = (arrival){ { 0, 0 } };
    for (int i = 0; i < along->count; i++) {
        const double next = i + 1 < along->count ? along->heading[i] : by->frame.goal.heading;
        const bool is_straight = along->side[i] == STRAIGHT;
        amount[i] = is_straight ? along->straight : turn_of_part(by, along, i, heading, next);
        after[i + 1] =
            is_straight ? after_straight(by, after[i], along) : after_turn(by, after[i], amount[i]);
        heading = next;
    }
}

static void consider(search *by, const chain *along)
{
    arrival after[MOST_PARTS + 1];
    double amount[MOST_PARTS];
    drive_chain(by, along, after, amount);
    const arrival end = after[along->count];
    const double cost = least(end.cost[0], end.cost[1]);
    if (cost < by->best) {
        by->best = cost;
        by->found = *along;
    }
}

/// A straight part of this length cannot be part of anything cheaper.
static bool is_too_long(const search *by, double length, fw_gear gear)
{
    return length * (gear == FW_REVERSE ? by->penalty : 1) >= by->best;
}

/// Turn, straight, turn.
static void try_straight(search *by, const circles *on, fw_gear gear)
{
    const double back = gear == FW_REVERSE ? FW_PI : 0;
    const bool crosses = on->first != on->last;
    const double straight = crosses ? on->tangent : on->distance;
    if (straight < 0 || is_too_long(by, straight, gear))
        return;
    const double slant = crosses ? on->first * (gear == FW_REVERSE ? -on->slant : on->slant) : 0;
    const double heading = on->distance == 0 ? by->frame.start.heading : on->bearing + back + slant;
    consider(by, &(chain){ .count = 3,
                           .side = { on->first, STRAIGHT, on->last },
                           .heading = { heading, heading },
                           .straight = straight,
                           .straight_gear = gear });
}

/// Three circles that touch; the middle one stands on either side of the line of centres.
static void try_three(search *by, const circles *on)
{
    if (on->distance > 4)
        return;
    const double base = trig_acos(on->distance / 4), quarter = on->first * FW_PI / 2;
    for (int mirror = -1; mirror <= 1; mirror += 2)
        consider(by, &(chain){ .count = 3,
                               .side = { on->first, -on->first, on->first },
                               .heading = { on->bearing + mirror * base + quarter,
                                            on->bearing - mirror * base - quarter } });
}

static void consider_four(search *by, const circles *on, double first, double middle, double last)
{
    const double quarter = on->first * FW_PI / 2;
    consider(by, &(chain){ .count = 4,
                           .side = { on->first, -on->first, on->first, -on->first },
                           .heading = { on->bearing + first + quarter, on->bearing + middle - quarter,
                                        on->bearing + last + quarter } });
}

/// Four circles that touch, the turns on the middle two being equal: the middle line runs against the line of centres
/// (formula 8.7), or the first and the last line are parallel (8.8).
static void try_four(search *by, const circles *on)
{
    const double distance = on->distance, against = (distance + 2) / 4;
    const double parallel = (distance * distance + 12) / (8 * distance);
    for (int mirror = -1; mirror <= 1; mirror += 2) {
        if (against <= 1) {
            const double base = mirror * trig_acos(against);
            consider_four(by, on, base, FW_PI, -base);
        }
        if (parallel <= 1) {
            const double base = mirror * trig_acos(parallel);
            const double sine = mirror * sqrt(1 - parallel * parallel);
            consider_four(by, on, base, trig_atan2(-4 * sine, distance - 4 * parallel), base);
        }
    }
}

/// A quarter turn on a circle that touches the first or the last one, joined to the other one by a straight part,
/// which is thereby 2 radii shorter (formulas 8.9 and 8.10).
static void try_quarter(search *by, const circles *on, fw_gear gear, bool at_start)
{
    const bool crosses = on->first == on->last;
    const double straight = (crosses ? on->tangent : on->distance) - 2;
    if (!(straight >= 0) || is_too_long(by, straight + FW_PI / 2, FW_FORWARD) ||
        is_too_long(by, straight, gear))
        return;
    const int backward = gear == FW_REVERSE ? -1 : 1, touched = at_start ? on->first : on->last;
    const double slant = crosses ? -touched * (at_start ? 1 : -1) * backward * on->slant : 0;
    const double heading = on->bearing + (gear == FW_REVERSE ? FW_PI : 0) + slant;
    const double quarter = touched * backward * FW_PI / 2;
    chain along = { .count = 4, .straight = straight, .straight_gear = gear };
    if (at_start) {
        along.side[0] = on->first, along.side[1] = -on->first, along.side[3] = on->last;
        along.heading[0] = heading + quarter, along.heading[1] = along.heading[2] = heading;
    } else {
        along.side[0] = on->first, along.side[2] = -on->last, along.side[3] = on->last;
        along.heading[0] = along.heading[1] = heading, along.heading[2] = heading - quarter;
    }
    consider(by, &along);
}

/// A quarter turn at both ends of the straight part (formula 8.11).
static void try_two_quarters(search *by, const circles *on, fw_gear gear)
{
    const double straight = on->tangent - 4;
    if (!(straight >= 0) || is_too_long(by, straight + FW_PI, FW_FORWARD) || is_too_long(by, straight, gear))
        return;
    const int backward = gear == FW_REVERSE ? -1 : 1, side = on->first;
    const double heading = on->bearing + (gear == FW_REVERSE ? FW_PI : 0) - side * backward * on->slant;
    const double quarter = side * backward * FW_PI / 2;
    consider(by, &(chain){ .count = 5,
                           .side = { side, -side, STRAIGHT, side, -side },
                           .heading = { heading + quarter, heading, heading, heading + quarter },
                           .straight = straight,
                           .straight_gear = gear });
}

static circles circles_of(const dubins_frame *frame, int first, int last)
{
    const double x = frame->x - last * frame->goal_sine + first * frame->start_sine;
    const double y = frame->y + last * frame->goal_cosine - first * frame->start_cosine;
    const double squared = x * x + y * y;
    const double tangent = squared >= 4 - 1e-12 ? sqrt(squared > 4 ? squared - 4 : 0) : -1;
    return (circles){ .first = first,
                      .last = last,
                      .distance = sqrt(squared),
                      .bearing = trig_atan2(y, x),
                      .tangent = tangent,
                      .slant = tangent >= 0 ? trig_atan2(2, tangent) : 0 };
}

static void try_all(search *by)
{
    circles pairs[4];
    for (int i = 0; i < 4; i++)
        pairs[i] = circles_of(&by->frame, i & 1 ? TURN_RIGHT : TURN_LEFT, i & 2 ? TURN_RIGHT : TURN_LEFT);
    for (int i = 0; i < 4; i++)
        for (int gear = FW_FORWARD; gear <= FW_REVERSE; gear++)
            try_straight(by, &pairs[i], (fw_gear)gear);
    for (int i = 0; i < 4; i++) {
        const bool is_same_side = pairs[i].first == pairs[i].last;
        if (is_same_side)
            try_three(by, &pairs[i]);
        else
            try_four(by, &pairs[i]);
        for (int gear = FW_FORWARD; gear <= FW_REVERSE; gear++) {
            try_quarter(by, &pairs[i], (fw_gear)gear, true);
            try_quarter(by, &pairs[i], (fw_gear)gear, false);
            if (!is_same_side)
                try_two_quarters(by, &pairs[i], (fw_gear)gear);
        }
    }
}

/// Gears from the last part back to the first: the one that the cheaper arrival came from. On a tie forward.
static void choose_gears(const search *by, const arrival after[], const double amount[], int count,
                         fw_gear gears[])
{
    assert(count > 0 && count <= MOST_PARTS);
    int gear = after[count].cost[1] < after[count].cost[0];
    for (int i = count - 1; i >= 0; i--) {
        gears[i] = (fw_gear)gear;
        const double staying = after[i].cost[gear], changing = after[i].cost[1 - gear] + by->gear_change;
        if (amount[i] > 0 && (changing < staying || (changing == staying && gear == FW_REVERSE)))
            gear = 1 - gear;
    }
}

static void write_curve(const search *by, fw_curve *curve)
{
    const chain *along = &by->found;
    arrival after[MOST_PARTS + 1];
    double amount[MOST_PARTS];
    fw_gear gears[MOST_PARTS];
    drive_chain(by, along, after, amount);
    choose_gears(by, after, amount, along->count, gears);
    curve_clear(curve);
    fw_pose at = by->frame.start;
    for (int i = 0; i < along->count; i++) {
        const bool is_straight = along->side[i] == STRAIGHT;
        const double part =
            is_straight || gears[i] == FW_FORWARD || amount[i] == 0 ? amount[i] : TWO_PI - amount[i];
        if (part * by->frame.radius < NO_PART)
            continue;
        curve_add(curve, at, along->side[i] / by->frame.radius, part * by->frame.radius);
        curve->segments[curve->count - 1].gear = gears[i];
        at = segment_end(&curve->segments[curve->count - 1]);
    }
    curve->cost = by->best * by->frame.radius;
}

fw_result fw_reeds_shepp(fw_pose start, fw_pose goal, double turn_radius, double reverse_penalty,
                         double gear_change_cost, fw_curve *curve)
{
    if (!curve)
        return FW_NULL_ARGUMENT;
    const fw_result result = curve_judge_query(start, goal, turn_radius);
    if (result != FW_OK)
        return result;
    if (!isfinite(reverse_penalty) || !isfinite(gear_change_cost))
        return FW_NOT_FINITE;
    if (reverse_penalty < 1 || gear_change_cost < 0)
        return FW_BAD_VALUE;
    search by = { .frame = dubins_between(start, goal, turn_radius),
                  .penalty = reverse_penalty,
                  .gear_change = gear_change_cost / turn_radius,
                  .best = INFINITY };
    const double away = sqrt(by.frame.x * by.frame.x + by.frame.y * by.frame.y);
    by.lever = turn_radius * (1 + away);
    try_all(&by);
    write_curve(&by, curve);
    return FW_OK;
}
