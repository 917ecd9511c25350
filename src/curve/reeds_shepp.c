#include "curve/reeds_shepp.h"

#include <math.h>
#include <stdbool.h>

#include "base/must_hold.h"
#include "base/trig.h"
#include "base/vector.h"
#include "curve/gear_chain.h"
#include "curve/touching_circles.h"

// If reversing costs as much as driving forward, the words below are those of Reeds & Shepp 1990. If it costs more, the
// quarter turns beside a straight part become turns by other angles, the middle two of four turns may differ, and
// beyond a penalty of 3 a short turn in reverse between two changes of gear may be the cheapest (see
// touching_circles.h).
//
// On a circle of side s (+1 right, -1 left) a body with heading h stands in the direction h - s pi/2 from the centre.
// So if a second circle touches the first one in direction d, the body's heading at the touching point is d + s pi/2,
// with s the side of the first circle.

enum { PAIRS = 4 };

/// A circle beside the start and a circle beside the goal.
typedef struct circles {
    int first, last; ///< their sides; last = 0: a goal without a heading, in place of a circle
    double distance; ///< from centre to centre, in radii
    double bearing;  ///< from the first to the last
    /// Length of the lines that touch one circle on each side, in radii; negative if there are none.
    double crossing;
    /// Of such a line from centre to centre, at a right angle to it: 2, or 1 to a goal without a heading
    double across;
    double slant; ///< angle between these lines and the line of centres
} circles;

/// Length of the line that leads `across` radii to the right while it leads from one centre to the other; negative if
/// there is none.
static inline double line_length(const circles *circles, double across)
{
    if (fabs(across) == circles->across)
        return circles->crossing;
    const double squared = circles->distance * circles->distance - across * across;
    return squared >= 0 ? sqrt(squared) : -1;
}

/// Heading along this line, which is driven in a gear.
static inline double line_heading(const circles *circles, double across, double length, fw_gear gear)
{
    double slant = 0;
    if (fabs(across) == circles->across)
        slant = across < 0 ? -circles->slant : circles->slant;
    else if (across != 0)
        slant = trig_atan2(across, length);
    return gear == FW_REVERSE ? circles->bearing + FW_PI + slant : circles->bearing - slant;
}

static inline double cost_in(const chain_search *search, fw_gear gear, double length)
{
    return gear == FW_REVERSE ? search->penalty * length : length;
}

/// Lower bound of the cost of a chain's first and last turn.
///
/// @param first  heading after the first turn
/// @param last   heading before the last turn
static inline double least_outer_turns(const chain_search *search, const circles *circles, double first,
                                       double last)
{
    const double to_goal = circles->last ? least_turn(search->frame.goal.heading - last) : 0;
    return least_turn(first - search->frame.start.heading) + to_goal;
}

static inline void add_part(gear_chain *chain, int side, double heading)
{
    chain->side[chain->count] = side;
    chain->heading[chain->count++] = heading;
}

/// Tries a chain that lacks its last turn.
static void try_with_last_turn(chain_search *search, const circles *circles, gear_chain *chain)
{
    if (circles->last)
        add_part(chain, circles->last, search->frame.goal.heading);
    chain_search_try(search, chain);
}

/// A straight part between the first and the last turn.
typedef struct plain_line {
    double length, heading;
    double bound; ///< lower bound of the cost, turns included; infinite if there is no such line
} plain_line;

static inline plain_line line_in_gear(const chain_search *search, const circles *circles, fw_gear gear)
{
    const double across = circles->last - circles->first, length = line_length(circles, across);
    if (length < 0)
        return (plain_line){ .bound = INFINITY };
    const double heading = line_heading(circles, across, length, gear);
    const double bound = cost_in(search, gear, length) + least_outer_turns(search, circles, heading, heading);
    return (plain_line){ length, heading, bound };
}

/// Tries a turn, a straight part and a turn.
static void try_line(chain_search *search, const circles *circles, const plain_line *line, fw_gear gear)
{
    gear_chain chain = { .straight = line->length, .straight_gear = gear };
    add_part(&chain, circles->first, line->heading);
    add_part(&chain, STRAIGHT, line->heading);
    try_with_last_turn(search, circles, &chain);
}

/// Tries the straight part with the least lower bound first, then the others that may still be cheaper. Those with even
/// numbers are driven forward.
static void try_lines(chain_search *search, const circles pairs[], int count)
{
    plain_line lines[2 * PAIRS];
    const int step = search->penalty < INFINITY ? 1 : 2;
    int first = 0;
    must_hold(count > 0);
    for (int i = 0; i < 2 * count; i += step) {
        lines[i] = line_in_gear(search, &pairs[i / 2], (fw_gear)(i % 2));
        first = lines[i].bound < lines[first].bound - SAME_COST ? i : first;
    }
    try_line(search, &pairs[first / 2], &lines[first], (fw_gear)(first % 2));
    for (int i = 0; i < 2 * count; i += step)
        if (i != first && lines[i].bound < search->best)
            try_line(search, &pairs[i / 2], &lines[i], (fw_gear)(i % 2));
}

/// The turns between a straight part and the nearest changes of gear, its cusps. The straight part lies on the axis; so
/// q is 1 beside a forward one, and penalty * q is 1 beside one in reverse.
typedef struct cusp_turn {
    fw_gear gear; ///< of the straight part and of the turn beside it
    double price; ///< of a radius in this gear
    double angle, sine;
    double shift;       ///< across the axis, from the circle of the turn to the next one
    double second_cost; ///< of the turn between the nearest cusp and a second one, at least
} cusp_turn;

static cusp_turn cusp_turn_in(fw_gear gear, double penalty)
{
    const double cosine = gear == FW_FORWARD ? (1 - penalty) / 2 : (penalty - 1) / (2 * penalty);
    const double angle = cosine == 0 ? FW_PI / 2 : trig_acos(cosine);
    return (cusp_turn){ .gear = gear,
                        .price = gear == FW_REVERSE ? penalty : 1,
                        .angle = angle,
                        .sine = sqrt(1 - cosine * cosine),
                        .shift = 2 * (1 - cosine),
                        .second_cost = (gear == FW_REVERSE ? 1 : penalty) * 2 * (FW_PI - angle) };
}

/// The cusps at the ends of a straight part: none, one or two before it and after it.
typedef struct cusps {
    int before, after;
} cusps;

/// Tries a straight part with cusps. Between the straight part and the cusp, the unit turns on a circle that touches
/// the next one. If there are two cusps at an end, the turns beside the turn between them are on the same side.
static inline void try_cusps(chain_search *search, const circles *circles, const cusp_turn *turn, cusps cusps)
{
    const int first = circles->first, last = circles->last, count = cusps.before + cusps.after;
    const double across =
        last - first + turn->shift * (first * (cusps.before & 1) - last * (cusps.after & 1));
    const double squared = circles->distance * circles->distance - across * across;
    const double turned_along = 2 * turn->sine * count;
    const double turned = turn->price * turn->angle * ((cusps.before > 0) + (cusps.after > 0)) +
                          turn->second_cost * (cusps.before / 2 + cusps.after / 2) +
                          search->gear_change * count;
    const double most = (search->best - turned) / turn->price + turned_along;
    if (!(squared >= turned_along * turned_along && most > 0 && squared < most * most))
        return;
    const double whole = line_length(circles, across), straight = whole - turned_along;
    if (straight < 0)
        return;
    const double heading = line_heading(circles, across, whole, turn->gear);
    const double angle = turn->gear == FW_REVERSE ? -turn->angle : turn->angle;
    const double after_first = cusps.before ? heading + first * angle : heading;
    const double before_last = cusps.after ? heading - last * angle : heading;
    if (turned + turn->price * straight + least_outer_turns(search, circles, after_first, before_last) >=
        search->best)
        return;
    gear_chain chain = { .straight = straight, .straight_gear = turn->gear };
    add_part(&chain, first, after_first);
    if (cusps.before == 2)
        add_part(&chain, -first, heading - first * angle);
    if (cusps.before > 0)
        add_part(&chain, cusps.before == 2 ? first : -first, heading);
    add_part(&chain, STRAIGHT, heading);
    if (cusps.after == 2)
        add_part(&chain, last, heading + last * angle);
    if (cusps.after > 0)
        add_part(&chain, -last, before_last);
    try_with_last_turn(search, circles, &chain);
}

/// Lists the turns beside straight parts in the gears in which they may have cusps: driven forward, the cusps are too
/// far from the axis beyond a penalty of 3. Returns the number of turns.
static int list_cusp_turns(double penalty, cusp_turn turns[])
{
    int count = 0;
    if (penalty <= 3)
        turns[count++] = cusp_turn_in(FW_FORWARD, penalty);
    if (penalty < INFINITY)
        turns[count++] = cusp_turn_in(FW_REVERSE, penalty);
    return count;
}

/// Tries all straight parts that have cusps and at most MOST_PARTS parts. Only if reversing costs more, two cusps at
/// one end can be cheaper, or a cusp at each end between turns to one side.
static void try_all_cusps(chain_search *search, const circles *circles, const cusp_turn turns[], int count)
{
    const bool has_end = circles->last != 0, is_unequal = search->penalty > 1;
    for (int i = 0; i < count; i++) {
        const cusp_turn *turn = &turns[i];
        try_cusps(search, circles, turn, (cusps){ 1, 0 });
        if (has_end)
            try_cusps(search, circles, turn, (cusps){ 0, 1 });
        if (has_end && (is_unequal || circles->first != circles->last))
            try_cusps(search, circles, turn, (cusps){ 1, 1 });
        if (is_unequal)
            try_cusps(search, circles, turn, (cusps){ 2, 0 });
        if (is_unequal && has_end)
            try_cusps(search, circles, turn, (cusps){ 0, 2 });
    }
}

/// Tries circles that touch one another.
///
/// @param count  number of links between centres; to a goal without a heading, the last link leads to the goal
/// @param link   [link * count] directions, relative to the bearing
/// @param mirror  1, or -1: the mirror image
static void try_links(chain_search *search, const circles *circles, int count, const double link[],
                      int mirror)
{
    gear_chain chain = { 0 };
    int side = circles->first;
    double before = search->frame.start.heading, bound = 0;
    for (int i = 0; i < count; i++, side = -side) {
        const double heading = circles->bearing + mirror * link[i] + side * (FW_PI / 2);
        add_part(&chain, side, heading);
        bound += least_turn(heading - before);
        before = heading;
    }
    if (bound + (circles->last ? least_turn(search->frame.goal.heading - before) : 0) < search->best)
        try_with_last_turn(search, circles, &chain);
}

static void try_both_mirrors(chain_search *search, const circles *circles, int count, const double link[])
{
    try_links(search, circles, count, link, 1);
    try_links(search, circles, count, link, -1);
}

/// Tries a word of touching circles, in both orders unless it ends at a goal without a heading.
static void try_touching(chain_search *search, const circles *circles, const touching_word *word)
{
    double link[MOST_WAYS][MOST_LINKS], turned[MOST_LINKS];
    const int ways = touching_ways(word, search->penalty, circles->distance, link), last = word->count - 2;
    for (int way = 0; way < ways; way++) {
        const int first_side = touching_side(word->beside[0]);
        try_links(search, circles, last + 1, link[way], circles->first == first_side ? 1 : -1);
        if (!circles->last)
            continue;
        for (int i = 0; i <= last; i++)
            turned[i] = link[way][last - i];
        const int last_side = touching_side(word->beside[last + 1]);
        try_links(search, circles, last + 1, turned, circles->first == last_side ? -1 : 1);
    }
}

/// Tries a word that has a turn in reverse between two changes of gear. If a turn between them has angle a, the axis
/// allows (penalty - 1) q = 2 cos(a / 2) with q <= 1 only, and a forward turn of a quarter turn or more follows.
static void try_short_reverse(chain_search *search, const circles *circles, const touching_word *word)
{
    const double penalty = search->penalty, in_reverse = sqrt(penalty < 3 ? 3 - penalty : 0);
    const double least = FW_PI / 2 + (2 * penalty - 1) * in_reverse + 2 * search->gear_change;
    if (penalty > 1 && penalty < INFINITY && least < search->best)
        try_touching(search, circles, word);
}

/// Tries three circles that touch. The middle one may lie on either side of the line of centres.
static void try_three(chain_search *search, const circles *circles)
{
    if (circles->distance > 4)
        return;
    const double base = trig_acos(circles->distance / 4);
    try_both_mirrors(search, circles, 2, (double[]){ -base, base });
}

/// Tries four circles that touch, with changes of gear before and after the middle two: the lines between the first two
/// and the last two centres are parallel (Reeds & Shepp 1990, formula 8.8).
static void try_parallel_four(chain_search *search, const circles *circles)
{
    const double distance = circles->distance, parallel = (distance * distance + 12) / (8 * distance);
    if (parallel > 1)
        return;
    const double base = trig_acos(parallel), sine = sqrt(1 - parallel * parallel);
    const double middle = trig_atan2(4 * sine, distance - 4 * parallel);
    try_both_mirrors(search, circles, 3, (double[]){ base, -middle, base });
}

/// Tries four circles that touch, with a change of gear between the middle two. If both gears cost the same, the line
/// between the middle two centres is opposite to the line of centres (formula 8.7).
static void try_opposite_four(chain_search *search, const circles *circles)
{
    static const touching_word word = { 4, { -FORWARD, FORWARD, REVERSE, -REVERSE } };
    if (circles->distance > 2)
        return;
    if (search->penalty > 1) {
        try_touching(search, circles, &word);
        return;
    }
    const double base = trig_acos((circles->distance + 2) / 4);
    try_both_mirrors(search, circles, 3, (double[]){ base, FW_PI, -base });
}

/// Tries all words to a goal with a heading.
static void try_all(chain_search *search, const circles pairs[PAIRS])
{
    static const touching_word four = { 4, { -FORWARD, FORWARD, REVERSE, FORWARD } },
                               five = { 5, { -REVERSE, -FORWARD, FORWARD, REVERSE, FORWARD } };
    cusp_turn turns[2];
    const int turn_count = list_cusp_turns(search->penalty, turns);
    try_lines(search, pairs, PAIRS);
    for (int i = 0; i < PAIRS; i++) {
        if (pairs[i].first == pairs[i].last) {
            try_three(search, &pairs[i]);
            try_short_reverse(search, &pairs[i], &five);
        } else {
            try_opposite_four(search, &pairs[i]);
            try_parallel_four(search, &pairs[i]);
            try_short_reverse(search, &pairs[i], &four);
        }
        try_all_cusps(search, &pairs[i], turns, turn_count);
    }
}

static void find_circles(const dubins_frame *frame, circles pairs[PAIRS])
{
    double x[2 * PAIRS], y[2 * PAIRS], angle[2 * PAIRS];
    for (int i = 0; i < PAIRS; i++) {
        const int first = i & 1 ? TURN_RIGHT : TURN_LEFT, last = i & 2 ? TURN_RIGHT : TURN_LEFT;
        x[i] = frame->x - last * frame->goal_sine + first * frame->start_sine;
        y[i] = frame->y + last * frame->goal_cosine - first * frame->start_cosine;
        const double squared = x[i] * x[i] + y[i] * y[i];
        const double crossing = squared >= 4 - 1e-12 ? sqrt(squared > 4 ? squared - 4 : 0) : -1;
        pairs[i] = (circles){
            .first = first, .last = last, .distance = sqrt(squared), .crossing = crossing, .across = 2
        };
        x[PAIRS + i] = crossing;
        y[PAIRS + i] = 2;
    }
    trig_atan2_each(2 * PAIRS, y, x, angle);
    for (int i = 0; i < PAIRS; i++) {
        pairs[i].bearing = pairs[i].distance == 0 ? frame->start.heading : angle[i];
        pairs[i].slant = angle[PAIRS + i];
    }
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
    chain_search search = chain_search_between(start, goal, turn_radius, reverse_penalty, gear_change_cost);
    circles pairs[PAIRS];
    find_circles(&search.frame, pairs);
    try_all(&search, pairs);
    chain_search_write(&search, curve);
    return FW_OK;
}

/// The circle on one side of the start, and a goal without a heading.
static circles circle_to_place(const dubins_frame *frame, int first)
{
    const double x = frame->x + first * frame->start_sine, y = frame->y - first * frame->start_cosine;
    // x^2 + y^2 - 1, in an order that keeps its digits for places near the start.
    const double across = frame->y * frame->start_cosine - frame->x * frame->start_sine;
    const double squared = frame->x * frame->x + frame->y * frame->y - 2 * first * across;
    const double crossing = squared >= -1e-12 ? sqrt(squared > 0 ? squared : 0) : -1;
    return (circles){ .first = first,
                      .distance = hypotenuse(x, y),
                      .bearing = trig_atan2(y, x),
                      .crossing = crossing,
                      .across = 1,
                      .slant = trig_atan2(1, crossing) };
}

/// Tries two circles that touch, with the place on the second one.
static void try_two(chain_search *search, const circles *circles)
{
    const double distance = circles->distance, cosine = (distance * distance + 3) / (4 * distance);
    if (!(cosine <= 1))
        return;
    const double sine = sqrt(1 - cosine * cosine);
    const double link[] = { trig_atan2(sine, cosine), trig_atan2(-2 * sine, distance - 2 * cosine) };
    try_both_mirrors(search, circles, 2, link);
}

fw_result curve_to_place(fw_pose start, double x, double y, double turn_radius, double reverse_penalty,
                         double gear_change_cost, fw_curve *curve)
{
    static const touching_word three = { 4, { FORWARD, REVERSE, FORWARD, ON_AXIS } };
    const fw_pose goal = { x, y, start.heading };
    const fw_result result = curve_judge_query(start, goal, turn_radius);
    if (result != FW_OK)
        return result;
    chain_search search = chain_search_between(start, goal, turn_radius, reverse_penalty, gear_change_cost);
    const circles sides[] = { circle_to_place(&search.frame, TURN_LEFT),
                              circle_to_place(&search.frame, TURN_RIGHT) };
    cusp_turn turns[2];
    const int turn_count = list_cusp_turns(reverse_penalty, turns);
    try_lines(&search, sides, 2);
    for (int i = 0; i < 2; i++) {
        try_two(&search, &sides[i]);
        try_short_reverse(&search, &sides[i], &three);
        try_all_cusps(&search, &sides[i], turns, turn_count);
    }
    chain_search_write(&search, curve);
    return FW_OK;
}
