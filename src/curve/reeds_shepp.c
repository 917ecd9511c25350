#include <assert.h>
#include <math.h>
#include <stdbool.h>

#include "base/trig.h"
#include "curve/build.h"
#include "curve/dubins.h"
#include "curve/segment.h"
#include "fairway/curve.h"

// Every word of Reeds & Shepp 1990 is a chain of circles that touch one another or are joined by a straight line,
// from a circle beside the start to one beside the goal. The chain alone gives the body's heading where circles touch
// and along the line; the gears only decide the direction in which each circle is driven. So a chain is a list of
// headings. Its cheapest gears come from one pass over its parts, which keeps two costs: the least cost of a last part
// in forward gear, and of one in reverse gear. If reversing costs more, this finds cheaper drives than the words of the
// paper, which assumes that both gears cost the same.
//
// On a circle of side s (+1 right, -1 left) a body with heading h stands in the direction h - s pi/2 from the centre.
// So if a second circle touches the first one in direction d, the body's heading at the touching point is d + s pi/2,
// with s the side of the first circle.

enum { MOST_PARTS = 5, STRAIGHT = 0 };

typedef struct chain {
    int count;
    int side[MOST_PARTS];       ///< of each part; STRAIGHT = no turn
    double heading[MOST_PARTS]; ///< at the end of each part but the last one; radians, not wrapped
    double straight;            ///< length of the straight part in radii
    fw_gear straight_gear;
} chain;

/// Two circles, one beside the start and one beside the goal.
typedef struct circles {
    int first, last; ///< their sides
    double distance; ///< from centre to centre, in radii
    double bearing;  ///< from the first to the last
    double tangent;  ///< length of the inner tangents, in radii; negative if the circles overlap
    double slant;    ///< angle between the inner tangents and the line of centres
} circles;

/// Costs that differ by less, in radii, are equal. Of chains with equal costs the first one is taken.
#define SAME_COST 1e-11

typedef struct search {
    dubins_frame frame;
    double penalty;     ///< factor on reverse lengths
    double gear_change; ///< radii
    double none;        ///< turns below this angle count as 0; radians
    double cost;        ///< least so far, in radii
    double best;        ///< a chain must cost less than this to be better, in radii
    chain found;
} search;

/// Least costs of a chain so far if its last part is driven in forward gear, and if in reverse gear; in radii.
typedef struct gear_costs {
    double forward, reverse;
} gear_costs;

static inline double least(double a, double b)
{
    return a < b ? a : b;
}

/// The nearest whole number of a value below 2^51: adding and then subtracting this constant rounds.
static inline double nearest_whole(double value)
{
    return value + 0x1.8p52 - 0x1.8p52;
}

/// The cost after driving a part.
///
/// @param forward, reverse  length of the part in each gear, in radii; infinite if the gear is not allowed
static inline gear_costs after_part(const search *search, gear_costs before, double forward, double reverse)
{
    const double into_forward = least(before.forward, before.reverse + search->gear_change);
    const double into_reverse = least(before.reverse, before.forward + search->gear_change);
    return (gear_costs){ into_forward + forward, into_reverse + search->penalty * reverse };
}

/// The angle by which a forward turn to a side changes the heading by `change`. In reverse gear, the angle is the rest
/// of a full turn, or 0. The headings of a chain differ by few full turns.
static inline double turn_to(const search *search, int side, double change)
{
    const double turn = side * change, whole_turns = (double)(int)(turn * (1 / TWO_PI));
    return full_turn(turn - whole_turns * TWO_PI, search->none);
}

/// Lower bound of the cost of a change of heading, in either gear.
static inline double least_turn(double change)
{
    return fabs(change - TWO_PI * nearest_whole(change * (1 / TWO_PI)));
}

/// Lower bound of the cost of a chain's first and last turn.
///
/// @param first  heading after the first turn
/// @param last   heading before the last turn
static inline double least_outer_turns(const search *search, double first, double last)
{
    return least_turn(first - search->frame.start.heading) + least_turn(search->frame.goal.heading - last);
}

/// The cost after a turn. A part of length 0 does not change the gear.
static inline gear_costs after_turn(const search *search, gear_costs before, double turn)
{
    return turn == 0 ? before : after_part(search, before, turn, TWO_PI - turn);
}

static inline gear_costs after_straight(const search *search, gear_costs before, double length, fw_gear gear)
{
    if (length == 0)
        return before;
    return gear == FW_FORWARD ? after_part(search, before, length, INFINITY)
                              : after_part(search, before, INFINITY, length);
}

static inline gear_costs after_first_turn(const search *search, int side, double heading)
{
    return after_turn(search, (gear_costs){ 0, 0 },
                      turn_to(search, side, heading - search->frame.start.heading));
}

/// True if a chain that has cost this much so far cannot be cheaper than the best one.
static inline bool is_too_expensive(const search *search, gear_costs at)
{
    return least(at.forward, at.reverse) >= search->best;
}

/// Adds the last turn of a chain; true if the chain is the best so far.
static inline bool is_new_best(search *search, gear_costs at, int side, double heading)
{
    if (is_too_expensive(search, at))
        return false;
    const gear_costs end =
        after_turn(search, at, turn_to(search, side, search->frame.goal.heading - heading));
    if (is_too_expensive(search, end))
        return false;
    search->cost = least(end.forward, end.reverse);
    search->best = search->cost - SAME_COST;
    return true;
}

/// Heading along the inner tangent from a circle on `side` to one on the other side.
static inline double along_tangent(const circles *circles, int side, fw_gear gear)
{
    return gear == FW_REVERSE ? circles->bearing + FW_PI - side * circles->slant
                              : circles->bearing + side * circles->slant;
}

/// Heading along a line that is parallel to the line of centres.
static inline double along_centres(const circles *circles, fw_gear gear)
{
    return gear == FW_REVERSE ? circles->bearing + FW_PI : circles->bearing;
}

/// Heading along the straight part of turn, straight, turn.
static inline double along_straight(const search *search, const circles *circles, fw_gear gear)
{
    if (circles->first != circles->last)
        return along_tangent(circles, circles->first, gear);
    return circles->distance == 0 ? search->frame.start.heading : along_centres(circles, gear);
}

static inline double straight_of(const circles *circles)
{
    return circles->first != circles->last ? circles->tangent : circles->distance;
}

/// Tries a turn, a straight part and a turn.
static void try_straight(search *search, const circles *circles, fw_gear gear)
{
    const double straight = straight_of(circles), heading = along_straight(search, circles, gear);
    const gear_costs turned = after_first_turn(search, circles->first, heading);
    if (is_new_best(search, after_straight(search, turned, straight, gear), circles->last, heading))
        search->found = (chain){ .count = 3,
                                 .side = { circles->first, STRAIGHT, circles->last },
                                 .heading = { heading, heading },
                                 .straight = straight,
                                 .straight_gear = gear };
}

/// Tries the straight part with the least lower bound first, then the others that may still be cheaper.
static void try_straights(search *search, const circles pairs[4])
{
    double bound[8];
    int first = 0;
    for (int i = 0; i < 8; i++) {
        const circles *circles = &pairs[i / 2];
        const double straight = straight_of(circles),
                     heading = along_straight(search, circles, (fw_gear)(i % 2));
        bound[i] = straight < 0 ? INFINITY : straight + least_outer_turns(search, heading, heading);
        first = bound[i] < bound[first] - SAME_COST ? i : first;
    }
    try_straight(search, &pairs[first / 2], (fw_gear)(first % 2));
    for (int i = 0; i < 8; i++)
        if (i != first && bound[i] < search->best)
            try_straight(search, &pairs[i / 2], (fw_gear)(i % 2));
}

/// Tries three circles that touch. The middle one may lie on either side of the line of centres.
static void try_three(search *search, const circles *circles)
{
    if (circles->distance > 4)
        return;
    const double base = trig_acos(circles->distance / 4), quarter = circles->first * FW_PI / 2;
    for (int mirror = -1; mirror <= 1; mirror += 2) {
        const double first = circles->bearing + mirror * base + quarter,
                     second = circles->bearing - mirror * base - quarter;
        if (least_turn(second - first) + least_outer_turns(search, first, second) >= search->best)
            continue;
        const gear_costs turned = after_first_turn(search, circles->first, first);
        if (is_new_best(search, after_turn(search, turned, turn_to(search, -circles->first, second - first)),
                        circles->last, second))
            search->found = (chain){ .count = 3,
                                     .side = { circles->first, -circles->first, circles->first },
                                     .heading = { first, second } };
    }
}

/// Tries four circles that touch.
///
/// @param to_second, to_third, to_last  direction from each centre to the next, relative to the line of centres
static void try_four(search *search, const circles *circles, double to_second, double to_third,
                     double to_last)
{
    const int side = circles->first;
    const double quarter = side * FW_PI / 2;
    const double first = circles->bearing + to_second + quarter,
                 second = circles->bearing + to_third - quarter;
    const double third = circles->bearing + to_last + quarter;
    if (least_turn(second - first) + least_turn(third - second) + least_outer_turns(search, first, third) >=
        search->best)
        return;
    gear_costs at = after_first_turn(search, side, first);
    at = after_turn(search, at, turn_to(search, -side, second - first));
    at = after_turn(search, at, turn_to(search, side, third - second));
    if (is_new_best(search, at, -side, third))
        search->found =
            (chain){ .count = 4, .side = { side, -side, side, -side }, .heading = { first, second, third } };
}

/// Tries the chains of four circles in which the turns on the middle two are equal: the line between the middle two
/// centres is opposite to the line of centres (formula 8.7), or the lines between the first two and the last two are
/// parallel (8.8).
static void try_fours(search *search, const circles *circles)
{
    const double distance = circles->distance, opposite = (distance + 2) / 4;
    const double parallel = (distance * distance + 12) / (8 * distance);
    if (opposite <= 1) {
        const double base = trig_acos(opposite);
        try_four(search, circles, base, FW_PI, -base);
        try_four(search, circles, -base, FW_PI, base);
    }
    if (parallel <= 1) {
        const double base = trig_acos(parallel), sine = sqrt(1 - parallel * parallel);
        const double middle = trig_atan2(4 * sine, distance - 4 * parallel);
        try_four(search, circles, base, -middle, base);
        try_four(search, circles, -base, middle, -base);
    }
}

/// The cost after a quarter turn next to a straight part, in the gear of the straight part or in the other gear.
static inline gear_costs after_quarter(const search *search, gear_costs before, fw_gear gear)
{
    return gear == FW_FORWARD ? after_part(search, before, FW_PI / 2, 3 * FW_PI / 2)
                              : after_part(search, before, 3 * FW_PI / 2, FW_PI / 2);
}

/// Tries a quarter turn on a circle that touches the first one, then a straight part, which becomes shorter by 2 radii
/// (formulas 8.9 and 8.10).
static void try_quarter_first(search *search, const circles *circles, double straight, fw_gear gear)
{
    const int side = circles->first;
    const double along =
        circles->last == side ? along_tangent(circles, -side, gear) : along_centres(circles, gear);
    const double touch = along + (gear == FW_REVERSE ? -side : side) * (FW_PI / 2);
    if (straight + FW_PI / 2 + least_outer_turns(search, touch, along) >= search->best)
        return;
    gear_costs at = after_quarter(search, after_first_turn(search, side, touch), gear);
    at = after_straight(search, at, straight, gear);
    if (is_new_best(search, at, circles->last, along))
        search->found = (chain){ .count = 4,
                                 .side = { side, -side, STRAIGHT, circles->last },
                                 .heading = { touch, along, along },
                                 .straight = straight,
                                 .straight_gear = gear };
}

/// Tries a straight part, then a quarter turn on a circle that touches the last one: try_quarter_first() reversed.
static void try_quarter_last(search *search, const circles *circles, double straight, fw_gear gear)
{
    const int side = circles->last;
    const double along =
        circles->first == side ? along_tangent(circles, side, gear) : along_centres(circles, gear);
    const double touch = along - (gear == FW_REVERSE ? -side : side) * (FW_PI / 2);
    if (straight + FW_PI / 2 + least_outer_turns(search, along, touch) >= search->best)
        return;
    gear_costs at = after_straight(search, after_first_turn(search, circles->first, along), straight, gear);
    at = after_quarter(search, at, gear);
    if (is_new_best(search, at, side, touch))
        search->found = (chain){ .count = 4,
                                 .side = { circles->first, STRAIGHT, -side, side },
                                 .heading = { along, along, touch },
                                 .straight = straight,
                                 .straight_gear = gear };
}

/// Tries a quarter turn at both ends of the straight part (formula 8.11).
static void try_two_quarters(search *search, const circles *circles, double straight, fw_gear gear)
{
    const int side = circles->first;
    const double along = along_tangent(circles, -side, gear);
    const double touch = along + (gear == FW_REVERSE ? -side : side) * (FW_PI / 2);
    if (straight + FW_PI + least_outer_turns(search, touch, touch) >= search->best)
        return;
    gear_costs at = after_quarter(search, after_first_turn(search, side, touch), gear);
    at = after_quarter(search, after_straight(search, at, straight, gear), gear);
    if (is_new_best(search, at, -side, touch))
        search->found = (chain){ .count = 5,
                                 .side = { side, -side, STRAIGHT, side, -side },
                                 .heading = { touch, along, along, touch },
                                 .straight = straight,
                                 .straight_gear = gear };
}

static void try_quarters(search *search, const circles *circles, fw_gear gear)
{
    const bool is_same_side = circles->first == circles->last;
    const double straight = (is_same_side ? circles->tangent : circles->distance) - 2;
    if (straight >= 0 && straight + FW_PI / 2 < search->best) {
        try_quarter_first(search, circles, straight, gear);
        try_quarter_last(search, circles, straight, gear);
    }
    if (!is_same_side && circles->tangent >= 4 && circles->tangent - 4 + FW_PI < search->best)
        try_two_quarters(search, circles, circles->tangent - 4, gear);
}

static void find_circles(const dubins_frame *frame, circles pairs[4])
{
    double x[8], y[8], angle[8];
    for (int i = 0; i < 4; i++) {
        const int first = i & 1 ? TURN_RIGHT : TURN_LEFT, last = i & 2 ? TURN_RIGHT : TURN_LEFT;
        x[i] = frame->x - last * frame->goal_sine + first * frame->start_sine;
        y[i] = frame->y + last * frame->goal_cosine - first * frame->start_cosine;
        const double squared = x[i] * x[i] + y[i] * y[i];
        const double tangent = squared >= 4 - 1e-12 ? sqrt(squared > 4 ? squared - 4 : 0) : -1;
        pairs[i] = (circles){ .first = first, .last = last, .distance = sqrt(squared), .tangent = tangent };
        x[4 + i] = tangent;
        y[4 + i] = 2;
    }
    trig_atan2_each(8, y, x, angle);
    for (int i = 0; i < 4; i++) {
        pairs[i].bearing = angle[i];
        pairs[i].slant = angle[4 + i];
    }
}

static void try_all(search *search)
{
    circles pairs[4];
    find_circles(&search->frame, pairs);
    try_straights(search, pairs);
    for (int i = 0; i < 4; i++) {
        if (pairs[i].first == pairs[i].last)
            try_three(search, &pairs[i]);
        else
            try_fours(search, &pairs[i]);
        try_quarters(search, &pairs[i], FW_FORWARD);
        try_quarters(search, &pairs[i], FW_REVERSE);
    }
}

/// Computes the lengths of the best chain's parts in forward gear, and the costs after each part.
static void drive_found(const search *search, gear_costs after[MOST_PARTS + 1], double amount[MOST_PARTS])
{
    const chain *along = &search->found;
    double heading = search->frame.start.heading;
    after[0] = (gear_costs){ 0, 0 };
    for (int i = 0; i < along->count; i++) {
        const double next = i + 1 < along->count ? along->heading[i] : search->frame.goal.heading;
        const bool is_straight = along->side[i] == STRAIGHT;
        amount[i] = is_straight ? along->straight : turn_to(search, along->side[i], next - heading);
        after[i + 1] = is_straight ? after_straight(search, after[i], along->straight, along->straight_gear)
                                   : after_turn(search, after[i], amount[i]);
        heading = next;
    }
}

/// Chooses the gears, from the last part back to the first: the gear of the cheaper gear_costs, forward on a tie.
static void choose_gears(const search *search, const gear_costs after[], const double amount[], int count,
                         fw_gear gears[])
{
    assert(count > 0 && count <= MOST_PARTS);
    fw_gear gear = after[count].reverse < after[count].forward ? FW_REVERSE : FW_FORWARD;
    for (int i = count - 1; i >= 0; i--) {
        gears[i] = gear;
        const double to_forward = gear == FW_FORWARD ? 0 : search->gear_change;
        const double to_reverse = gear == FW_REVERSE ? 0 : search->gear_change;
        if (amount[i] > 0)
            gear = after[i].reverse + to_reverse < after[i].forward + to_forward ? FW_REVERSE : FW_FORWARD;
    }
}

static void write_curve(const search *search, fw_curve *curve)
{
    const chain *along = &search->found;
    gear_costs after[MOST_PARTS + 1];
    double amount[MOST_PARTS];
    fw_gear gears[MOST_PARTS];
    drive_found(search, after, amount);
    choose_gears(search, after, amount, along->count, gears);
    curve_clear(curve);
    fw_pose at = search->frame.start;
    for (int i = 0; i < along->count; i++) {
        const bool is_straight = along->side[i] == STRAIGHT;
        const bool keeps_amount = is_straight || gears[i] == FW_FORWARD || amount[i] == 0;
        const double part = keeps_amount ? amount[i] : TWO_PI - amount[i];
        if (is_straight ? part * search->frame.radius < NO_PART : part < search->none)
            continue;
        curve_add(curve, at, along->side[i] / search->frame.radius, part * search->frame.radius);
        fw_segment *segment = &curve->segments[curve->count - 1];
        segment->gear = gears[i];
        at = segment_end(segment);
    }
    curve->cost = search->cost * search->frame.radius;
}

static fw_pose mirrored(fw_pose pose)
{
    return (fw_pose){ pose.x, 0 - pose.y, 0 - pose.heading };
}

/// True if the goal lies to the left of the start, or lies straight ahead or behind and faces left. Then the query is
/// mirrored before the search, and the curve after it, so that mirrored queries get mirrored curves.
static bool lies_left(fw_pose start, fw_pose goal)
{
    double sine, cosine;
    trig_sincos(start.heading, &sine, &cosine);
    const double across = (goal.y - start.y) * cosine - (goal.x - start.x) * sine;
    return fabs(across) > NO_PART ? across < 0 : trig_wrap(goal.heading - start.heading) < 0;
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
    const bool is_mirrored = lies_left(start, goal);
    search search = { .frame = is_mirrored ? dubins_between(mirrored(start), mirrored(goal), turn_radius)
                                           : dubins_between(start, goal, turn_radius),
                      .penalty = reverse_penalty,
                      .gear_change = gear_change_cost / turn_radius,
                      .best = INFINITY };
    const double away = sqrt(search.frame.x * search.frame.x + search.frame.y * search.frame.y);
    search.none = NO_PART / (turn_radius * (1 + away));
    try_all(&search);
    write_curve(&search, curve);
    for (int32_t i = 0; i < curve->count && is_mirrored; i++) {
        curve->segments[i].start = mirrored(curve->segments[i].start);
        curve->segments[i].curvature = 0 - curve->segments[i].curvature; // no negative zero
    }
    return FW_OK;
}
