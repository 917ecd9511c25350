#include "curve/eased_curve.h"

#include <math.h>

#include "base/trig.h"
#include "base/vector.h"
#include "curve/segment.h"
#include "fairway/pose.h"

/// Largest angle of a transition curve, in radians.
#define MOST_TURN (FW_PI / 2)

/// Angles that are smaller (radians) are 0, and shares that are smaller come from rounding.
#define NO_TURN 1e-9

/// Turns by smaller angles (radians) are nothing but rounding errors: the far end of the longest line stays in place.
#define ROUNDING_TURN 1e-13

/// The angle between the lines of a corner is at least this, in radians.
#define SHARPEST 0.1

/// A turn to the right.
typedef struct turn {
    double angle;  ///< radians
    double rise;   ///< length of the transition curve at each end that has one, in tiles
    double circle; ///< length of the arc along the circle, in tiles
    double top;    ///< greatest curvature, in 1/tile
    int steps;     ///< arcs of a transition curve
    bool begins_straight, ends_straight;
} turn;

/// A curve before it is drawn: a line, a turn, a line, a turn.
typedef struct plan {
    double before; ///< length of the line before the first turn
    turn turns[2];
    int sides[2];   ///< 1 = right, -1 = left
    double between; ///< length of the line behind the first turn
    double heading; ///< of this line
    int turn_count;
} plan;

static vector turned(vector place, double sine, double cosine)
{
    return (vector){ place.x * cosine - place.y * sine, place.x * sine + place.y * cosine };
}

/// End of a transition curve from curvature 0, at the origin, to `top`.
static vector end_of_rise(double length, double top, int steps)
{
    vector end = { 0, 0 };
    const double step = length / steps;
    for (int i = 0; i < steps; i++) {
        const double before = top * length / 2 * i * i / ((double)steps * steps);
        const double half = top * (i + 0.5) / steps * step / 2;
        double sine, cosine;
        trig_sincos(before + half, &sine, &cosine);
        const double chord = half < 1e-8 ? step : step * trig_sin(half) / half;
        end.x += chord * cosine;
        end.y += chord * sine;
    }
    return end;
}

easement easement_of(double rate, double radius)
{
    easement made = { .rate = rate, .radius = fmax(radius, 1 / sqrt(2 * MOST_TURN * rate)) };
    made.length = 1 / (rate * made.radius);
    made.turn = made.length / (2 * made.radius);
    const vector end = end_of_rise(made.length, 1 / made.radius, STEERING_STEPS);
    made.ahead = end.x - made.radius * trig_sin(made.turn);
    made.aside = end.y + made.radius * trig_cos(made.turn);
    return made;
}

static double turn_length(const turn *turn)
{
    return turn->rise * (turn->begins_straight + turn->ends_straight) + turn->circle;
}

/// Distance between both ends of a turn that rises over one tile and then falls.
static double chord_of_short_turn(double angle, int steps)
{
    const vector top = end_of_rise(1, angle, steps);
    return 2 * (top.x * trig_cos(angle / 2) + top.y * trig_sin(angle / 2));
}

/// A turn that rises and falls so that its ends have a given distance.
static bool plan_short_turn(const easement *easement, double chord, turn *turn)
{
    const double share = turn->angle / easement->turn * 1.1;
    turn->steps = (int)fmin(ceil(fmax(share, NO_TURN) * STEERING_STEPS), STEERING_STEPS);
    turn->rise = chord / chord_of_short_turn(turn->angle, turn->steps);
    turn->top = turn->angle / turn->rise;
    turn->circle = 0;
    return turn->top <= easement->rate * turn->rise * (1 + NO_TURN);
}

/// Plans a turn around a circle, by an angle. Returns false if there is none.
static bool plan_turn(const easement *easement, double angle, wheels begin, wheels end, turn *turn)
{
    turn->angle = angle > 2 * FW_PI - NO_TURN ? 0 : angle;
    turn->begins_straight = begin == WHEELS_STRAIGHT;
    turn->ends_straight = end == WHEELS_STRAIGHT;
    const double rises = (turn->begins_straight + turn->ends_straight) * easement->turn;
    const double rest = turn->angle - rises;
    turn->rise = easement->length;
    turn->top = 1 / easement->radius;
    turn->steps = STEERING_STEPS;
    turn->circle = fmax(rest, 0) * easement->radius;
    if (rest >= -NO_TURN)
        return true;
    if (!turn->begins_straight || !turn->ends_straight)
        return false;
    const double away = sqrt(easement->ahead * easement->ahead + easement->aside * easement->aside);
    const double chord = 2 * away * trig_sin(turn->angle / 2 + trig_atan2(easement->ahead, easement->aside));
    return plan_short_turn(easement, chord, turn);
}

/// An angle within [0, 2 pi).
static double full_angle(double angle)
{
    const double wrapped = trig_wrap(angle);
    return wrapped < 0 ? wrapped + 2 * FW_PI : wrapped;
}

/// The centre of the circle of a turn that begins at a pose (`toward` 1), or ends there (-1).
static vector centre_of(const easement *easement, const eased_end *end, int side, int toward)
{
    const bool is_straight = end->wheels == WHEELS_STRAIGHT;
    const vector place = { is_straight ? toward * easement->ahead : 0,
                           side * (is_straight ? easement->aside : easement->radius) };
    const vector centre = turned(place, end->sine, end->cosine);
    return (vector){ end->at.x + centre.x, end->at.y + centre.y };
}

/// Plans a turn, a line and a turn.
static bool plan_two_turns(const easement *easement, const eased_end *from, const eased_end *to,
                           eased_form form, plan *plan)
{
    const int first = form == EASED_LEFT_LEFT || form == EASED_LEFT_RIGHT ? -1 : 1;
    const int second = form == EASED_LEFT_LEFT || form == EASED_RIGHT_LEFT ? -1 : 1;
    if (from->wheels == -first || to->wheels == -second)
        return false;
    const vector begin = centre_of(easement, from, first, 1), end = centre_of(easement, to, second, -1);
    const double dx = end.x - begin.x, dy = end.y - begin.y;
    const double across = first == second ? 0 : 2 * easement->aside;
    const double square = dx * dx + dy * dy - across * across;
    const double along = square > 0 ? sqrt(square) : 0;
    plan->between = along - 2 * easement->ahead;
    if (plan->between < 0)
        return false;
    plan->before = 0;
    plan->heading = trig_atan2(dy, dx) + (across > 0 ? first * trig_atan2(across, along) : 0);
    plan->sides[0] = first;
    plan->sides[1] = second;
    plan->turn_count = 2;
    return plan_turn(easement, full_angle(first * (plan->heading - from->at.heading)), from->wheels,
                     WHEELS_STRAIGHT, &plan->turns[0]) &&
           plan_turn(easement, full_angle(second * (to->at.heading - plan->heading)), WHEELS_STRAIGHT,
                     to->wheels, &plan->turns[1]);
}

/// The way that a turn to the right covers, seen from its start.
static vector way_of_turn(const easement *easement, const turn *turn)
{
    double sine, cosine;
    if (turn->circle > 0) {
        trig_sincos(turn->angle, &sine, &cosine);
        const vector end = turned((vector){ easement->ahead, -easement->aside }, sine, cosine);
        return (vector){ easement->ahead + end.x, easement->aside + end.y };
    }
    const double chord = turn->rise * chord_of_short_turn(turn->angle, turn->steps);
    trig_sincos(turn->angle / 2, &sine, &cosine);
    return (vector){ chord * cosine, chord * sine };
}

/// Plans a line, the tightest turn, and a line.
static bool plan_corner(const easement *easement, const eased_end *from, const eased_end *to, plan *plan)
{
    const double angle = trig_wrap(to->at.heading - from->at.heading);
    turn *turn = &plan->turns[0];
    if (from->wheels != WHEELS_STRAIGHT || to->wheels != WHEELS_STRAIGHT || fabs(angle) < NO_TURN ||
        fabs(angle) > FW_PI - SHARPEST)
        return false;
    plan->sides[0] = angle > 0 ? 1 : -1;
    plan->turn_count = 1;
    plan->heading = to->at.heading;
    turn->angle = fabs(angle);
    turn->begins_straight = turn->ends_straight = true;
    if (turn->angle > 2 * easement->turn) {
        plan_turn(easement, turn->angle, WHEELS_STRAIGHT, WHEELS_STRAIGHT, turn);
    } else {
        turn->circle = 0;
        turn->rise = sqrt(turn->angle / easement->rate);
        turn->top = turn->angle / turn->rise;
        turn->steps = (int)ceil(fmin(turn->top * easement->radius, 1) * STEERING_STEPS);
    }
    const vector way = way_of_turn(easement, turn);
    const vector goal =
        turned((vector){ to->at.x - from->at.x, to->at.y - from->at.y }, -from->sine, from->cosine);
    plan->between = (plan->sides[0] * goal.y - way.y) / trig_sin(turn->angle);
    plan->before = goal.x - way.x - plan->between * trig_cos(turn->angle);
    return plan->before >= 0 && plan->between >= 0;
}

static bool make_plan(const easement *easement, const eased_end *from, const eased_end *to, eased_form form,
                      plan *plan)
{
    return form == EASED_CORNER ? plan_corner(easement, from, to, plan)
                                : plan_two_turns(easement, from, to, form, plan);
}

double eased_length(const easement *easement, const eased_end *from, const eased_end *to, eased_form form)
{
    plan plan;
    if (!make_plan(easement, from, to, form, &plan))
        return INFINITY;
    double length = plan.before + plan.between;
    for (int i = 0; i < plan.turn_count; i++)
        length += turn_length(&plan.turns[i]);
    return length;
}

/// Appends a segment; if it goes on with the same curvature, the last one becomes longer.
static void draw_segment(eased_curve *drawn, double curvature, double length)
{
    fw_segment *last = drawn->count ? &drawn->segments[drawn->count - 1] : NULL;
    if (!(length > 0))
        return;
    if (last && last->curvature == curvature)
        last->length += length;
    else
        drawn->segments[drawn->count++] =
            (fw_segment){ .start = drawn->end, .curvature = curvature, .length = length };
    drawn->end = segment_end(&drawn->segments[drawn->count - 1]);
}

/// True if a turn is nothing but rounding errors. Programs that divide by a curvature of 1e-14 lose all digits.
static bool is_line(const turn *turn)
{
    return turn->angle < ROUNDING_TURN && turn->begins_straight && turn->ends_straight;
}

static void draw_turn(eased_curve *drawn, const turn *turn, int side)
{
    const double step = turn->rise / turn->steps, top = is_line(turn) ? 0 : side * turn->top;
    for (int i = 0; i < turn->steps && turn->begins_straight; i++)
        draw_segment(drawn, top * (i + 0.5) / turn->steps, step);
    draw_segment(drawn, top, turn->circle);
    for (int i = turn->steps - 1; i >= 0 && turn->ends_straight; i--)
        draw_segment(drawn, top * (i + 0.5) / turn->steps, step);
}

void eased_draw(const easement *easement, const eased_end *from, const eased_end *to, eased_form form,
                eased_curve *drawn)
{
    plan plan;
    drawn->count = 0;
    drawn->end = from->at;
    if (!make_plan(easement, from, to, form, &plan))
        return;
    draw_segment(drawn, 0, plan.before);
    draw_turn(drawn, &plan.turns[0], plan.sides[0]);
    draw_segment(drawn, 0, plan.between);
    if (plan.turn_count > 1)
        draw_turn(drawn, &plan.turns[1], plan.sides[1]);
}
