#include "curve/gear_chain.h"

#include "base/must_hold.h"
#include "base/trig.h"
#include "curve/segment.h"

/// Least costs of a chain so far if its last part is driven in forward gear, and if in reverse gear; in radii.
typedef struct gear_costs {
    double forward, reverse;
} gear_costs;

static inline double least(double a, double b)
{
    return a < b ? a : b;
}

/// The angle by which a forward turn to a side changes the heading by `change`. In reverse gear, the angle is the rest
/// of a full turn, or 0. The headings of a chain differ by few full turns.
static inline double turn_to(const chain_search *search, int side, double change)
{
    const double turn = side * change, whole_turns = (double)(int)(turn * (1 / TWO_PI));
    return full_turn(turn - whole_turns * TWO_PI, search->none);
}

/// The amount of a part in forward gear: an angle, or the length of the straight part.
static inline double amount_of(const chain_search *search, const gear_chain *chain, int i)
{
    if (chain->side[i] == STRAIGHT)
        return chain->straight;
    const double before = i > 0 ? chain->heading[i - 1] : search->frame.start.heading;
    return turn_to(search, chain->side[i], chain->heading[i] - before);
}

/// The costs after driving a part too. A part of length 0 does not change the gear; a straight part has only one gear.
static inline gear_costs after_part(const chain_search *search, gear_costs before, const gear_chain *chain,
                                    int i, double amount)
{
    if (amount == 0)
        return before;
    const bool is_straight = chain->side[i] == STRAIGHT;
    const double into_forward = least(before.forward, before.reverse + search->gear_change);
    const double into_reverse = least(before.reverse, before.forward + search->gear_change);
    const double forward = is_straight && chain->straight_gear == FW_REVERSE ? INFINITY : amount;
    const double in_reverse = is_straight ? amount : TWO_PI - amount;
    const double reverse = is_straight && chain->straight_gear == FW_FORWARD ? INFINITY : in_reverse;
    return (gear_costs){ into_forward + forward, into_reverse + search->penalty * reverse };
}

void chain_search_try(chain_search *search, const gear_chain *chain)
{
    gear_costs at = { 0, 0 };
    for (int i = 0; i < chain->count; i++) {
        at = after_part(search, at, chain, i, amount_of(search, chain, i));
        if (least(at.forward, at.reverse) >= search->best)
            return;
    }
    search->cost = least(at.forward, at.reverse);
    search->best = search->cost - SAME_COST;
    search->found = *chain;
}

/// Chooses the gears, from the last part back to the first: the gear of the cheaper gear_costs, forward on a tie.
static void choose_gears(const chain_search *search, const gear_costs after[], const double amount[],
                         int count, fw_gear gears[])
{
    must_hold(count > 0 && count <= MOST_PARTS);
    fw_gear gear = after[count].reverse < after[count].forward ? FW_REVERSE : FW_FORWARD;
    for (int i = count - 1; i >= 0; i--) {
        gears[i] = gear;
        const double to_forward = gear == FW_FORWARD ? 0 : search->gear_change;
        const double to_reverse = gear == FW_REVERSE ? 0 : search->gear_change;
        if (amount[i] > 0)
            gear = after[i].reverse + to_reverse < after[i].forward + to_forward ? FW_REVERSE : FW_FORWARD;
    }
}

static fw_pose mirrored(fw_pose pose)
{
    return (fw_pose){ pose.x, 0 - pose.y, 0 - pose.heading };
}

static void mirror_curve(fw_curve *curve)
{
    for (int32_t i = 0; i < curve->count; i++) {
        curve->segments[i].start = mirrored(curve->segments[i].start);
        curve->segments[i].curvature = 0 - curve->segments[i].curvature; // no negative zero
    }
}

void chain_search_write(const chain_search *search, fw_curve *curve)
{
    const gear_chain *chain = &search->found;
    const double radius = search->frame.radius;
    gear_costs after[MOST_PARTS + 1] = { { 0, 0 } };
    double amount[MOST_PARTS];
    fw_gear gears[MOST_PARTS];
    for (int i = 0; i < chain->count; i++) {
        amount[i] = amount_of(search, chain, i);
        after[i + 1] = after_part(search, after[i], chain, i, amount[i]);
    }
    choose_gears(search, after, amount, chain->count, gears);
    curve_clear(curve);
    fw_pose at = search->frame.start;
    for (int i = 0; i < chain->count; i++) {
        const bool is_straight = chain->side[i] == STRAIGHT;
        const bool keeps_amount = is_straight || gears[i] == FW_FORWARD || amount[i] == 0;
        const double part = keeps_amount ? amount[i] : TWO_PI - amount[i];
        if (is_straight ? part * radius < NO_PART : part < search->none)
            continue;
        curve_add(curve, at, chain->side[i] / radius, part * radius);
        fw_segment *segment = &curve->segments[curve->count - 1];
        segment->gear = gears[i];
        at = segment_end(segment);
    }
    curve->cost = search->cost * radius;
    if (search->is_mirrored)
        mirror_curve(curve);
}

static bool lies_left(const dubins_frame *frame)
{
    const double across = frame->radius * (frame->y * frame->start_cosine - frame->x * frame->start_sine);
    return fabs(across) > NO_PART ? across < 0 : trig_wrap(frame->goal.heading - frame->start.heading) < 0;
}

chain_search chain_search_between(fw_pose start, fw_pose goal, double turn_radius, double penalty,
                                  double gear_change)
{
    chain_search search = { .frame = dubins_between(start, goal, turn_radius),
                            .penalty = penalty,
                            .gear_change = gear_change / turn_radius,
                            .best = INFINITY };
    dubins_frame *frame = &search.frame;
    search.is_mirrored = lies_left(frame);
    if (search.is_mirrored) {
        frame->start = mirrored(frame->start);
        frame->goal = mirrored(frame->goal);
        frame->y = 0 - frame->y;
        frame->start_sine = 0 - frame->start_sine;
        frame->goal_sine = 0 - frame->goal_sine;
    }
    search.none = NO_PART / (turn_radius * (1 + sqrt(frame->x * frame->x + frame->y * frame->y)));
    return search;
}
