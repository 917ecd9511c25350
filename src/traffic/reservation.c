#include "traffic/reservation.h"

#include <math.h>

#include "base/compiler.h"
#include "base/trig.h"
#include "base/vector.h"
#include "curve/sweep_line.h"
#include "traffic/outline.h"
#include "traffic/place.h"

/// A square that differs from a limit by more than this share does so in spite of rounding.
#define SURE 1e-6

/// Share by which rounding may exceed a limit.
#define LIMIT_NOISE 1e-8

double knot_speed(const knot *at)
{
    return hypotenuse(at->vx, at->vy);
}

double knot_driven(const knot *from, const knot *to, double share)
{
    const double speed = knot_speed(from);
    return share * FW_TRAFFIC_KNOT * (speed + (knot_speed(to) - speed) * share / 2);
}

knot knot_between(const knot *from, const knot *to, double share)
{
    const double time = share * FW_TRAFFIC_KNOT;
    const double half = share * time / 2; // half * (to - from) is a / 2 * time^2
    return (knot){ .x = from->x + from->vx * time + (to->vx - from->vx) * half,
                   .y = from->y + from->vy * time + (to->vy - from->vy) * half,
                   .vx = from->vx + (to->vx - from->vx) * share,
                   .vy = from->vy + (to->vy - from->vy) * share };
}

reservation reservation_standing(int64_t first, fw_pose pose)
{
    reservation made = { .first = first, .rail = rail_standing(pose) };
    made.knots[0] = (knot){ .x = pose.x, .y = pose.y };
    return made;
}

rail reservation_rail(const reservation *plan, int64_t first)
{
    double driven = 0;
    for (int64_t i = 0; i < first - plan->first && i < plan->count; i++)
        driven += knot_driven(&plan->knots[i], &plan->knots[i + 1], 1);
    return rail_behind(&plan->rail, driven);
}

fw_pose reservation_end(const reservation *plan)
{
    const knot *stop = reservation_stop(plan);
    const fw_pose end = rail_at(&plan->rail, rail_length(&plan->rail));
    return (fw_pose){ stop->x, stop->y, end.heading };
}

int32_t reservation_intervals(double change, double rate)
{
    const double intervals = ceil(change / (rate * FW_TRAFFIC_KNOT) - LIMIT_NOISE);
    return intervals < MOST_KNOTS + 1 ? (int32_t)intervals : MOST_KNOTS + 1;
}

void reservation_lay_on_rail(reservation *plan, const rail *rail)
{
    for (int32_t i = 0; i <= plan->count; i++) {
        const double speed = plan->knots[i].vx * (rail->gear == FW_REVERSE ? -1 : 1);
        const fw_pose pose = rail_at(rail, plan->knots[i].x);
        double sine, cosine;
        trig_sincos(pose.heading, &sine, &cosine);
        plan->knots[i] = (knot){ .x = pose.x, .y = pose.y, .vx = speed * cosine, .vy = speed * sine };
    }
    plan->rail = *rail;
    plan->bend = rail_bend(rail);
}

/// True if the velocity may change from v to w at constant acceleration in this time. The acceleration along the
/// velocity never falls, so its least value is at the start and its greatest at the end. The acceleration across the
/// velocity is greatest where the speed is least.
static bool ramp_keeps_limits(const motion_limits *limits, const knot *v, double wx, double wy, double time)
{
    const double dx = wx - v->vx, dy = wy - v->vy, change = dx * dx + dy * dy;
    const double along = larger(limits->acceleration, limits->braking), across = limits->lateral;
    const double least = smaller(smaller(limits->acceleration, limits->braking), across);
    const double most = along * along + across * across; // square: of its parts along and across w
    if (change < least * least * (time * time) * (1 - SURE))
        return true;
    if (change > most * (time * time) * (1 + SURE))
        return false;
    const double ax = dx / time, ay = dy / time, rate = hypotenuse(ax, ay);
    const double from = hypotenuse(v->vx, v->vy), to = hypotenuse(wx, wy);
    if (rate <= least)
        return true;
    const double along_from = from > SPEED_NOISE ? (ax * v->vx + ay * v->vy) / from : rate;
    const double along_to = to > SPEED_NOISE ? (ax * wx + ay * wy) / to : -rate;
    if (along_from < -limits->braking || along_to > limits->acceleration)
        return false;
    const double passed = rate > 0 ? -(ax * v->vx + ay * v->vy) / (rate * rate) : 0;
    const double at = smaller(larger(passed, 0), time);
    const double slowest = hypotenuse(v->vx + ax * at, v->vy + ay * at);
    return fabs(ax * v->vy - ay * v->vx) <= limits->lateral * slowest + SPEED_NOISE;
}

/// The velocity to hold so that the unit is displaced by (dx, dy).
static void solve_hold(const phases *share, const knot *from, double dx, double dy, double *vx, double *vy)
{
    const double ramp = share->ramp * FW_TRAFFIC_KNOT / 2;
    const double rest = ramp + (share->hold + share->brake / 2.0) * FW_TRAFFIC_KNOT;
    *vx = (dx - from->vx * ramp) / rest;
    *vy = (dy - from->vy * ramp) / rest;
}

/// Divides `total` intervals so that ramp and brake are as short as the limits allow.
///
/// @param[in,out] made  the held velocity and the phases become known
static bool divide(const motion_limits *limits, const knot *from, double dx, double dy, int32_t total,
                   outline *made)
{
    int32_t ramp = 1, brake = 1;
    while (ramp + brake <= total) {
        made->share = (phases){ (uint8_t)ramp, (uint8_t)(total - ramp - brake), (uint8_t)brake };
        solve_hold(&made->share, from, dx, dy, &made->vx, &made->vy);
        const double speed = hypotenuse(made->vx, made->vy);
        if (speed > limits->top * (1 + LIMIT_NOISE / 100))
            return false;
        const int32_t least = reservation_intervals(speed, limits->braking);
        const double time = ramp * FW_TRAFFIC_KNOT * (1 + LIMIT_NOISE);
        const bool is_ramp = ramp_keeps_limits(limits, from, made->vx, made->vy, time);
        if (is_ramp && least <= brake)
            return true;
        ramp += !is_ramp;
        brake = least > brake ? least : brake;
    }
    return false;
}

bool reservation_reach(const motion_limits *limits, int64_t first, const knot *from, double x, double y,
                       int32_t longest, reservation *made)
{
    const double dx = x - from->x, dy = y - from->y;
    const double least = hypotenuse(dx, dy) / (limits->top * FW_TRAFFIC_KNOT);
    outline found = { .first = first, .from_vx = from->vx, .from_vy = from->vy, .stop_x = x, .stop_y = y };
    if (least > longest)
        return false;
    for (int32_t total = least > 2 ? (int32_t)ceil(least) : 2; total <= longest; total++)
        if (divide(limits, from, dx, dy, total, &found)) {
            reservation_begin(&found, from->x, from->y, made);
            return true;
        }
    return false;
}

/// True if the unit does not drive arcs faster than its lateral limit allows.
static bool is_slow_in_bends(const reservation *line, const rail *rail, double most)
{
    const double straight = rail_straight(rail);
    for (int32_t i = 0; i < line->count; i++)
        if (line->knots[i].vx > most * (1 + LIMIT_NOISE) && line->knots[i + 1].x > straight)
            return false;
    return true;
}

bool reservation_drive(const motion_limits *limits, int64_t first, const rail *rail, double speed,
                       int32_t longest, reservation *made)
{
    const double bend = rail_bend(rail), length = rail_length(rail);
    motion_limits slow = *limits;
    if (bend > 0)
        slow.top = fmin(slow.top, sqrt(limits->lateral / bend));
    const knot from = { .vx = speed };
    if (!reservation_reach(&slow, first, &from, length, 0, longest, made))
        return false;
    for (int32_t i = 0; i < made->count; i++)
        if (made->knots[i].vx < 0)
            return false;
    if (!is_slow_in_bends(made, rail, slow.top))
        return false;
    reservation_lay_on_rail(made, rail);
    return true;
}

void reservation_ranges(const motion_limits *limits, double speed, const int32_t *counts, int32_t number,
                        double *ranges)
{
    const int32_t ramp = speed < limits->top * (1 - LIMIT_NOISE)
                             ? reservation_intervals(limits->top - speed, limits->acceleration)
                             : 1;
    const int32_t brake = reservation_intervals(limits->top, limits->braking);
    for (int32_t i = 0; i < number; i++) {
        const int32_t hold = counts[i] - ramp - brake;
        const double time = FW_TRAFFIC_KNOT * counts[i];
        ranges[i] =
            hold >= 0
                ? FW_TRAFFIC_KNOT *
                      (ramp * (speed + limits->top) / 2 + hold * limits->top + brake * limits->top / 2) *
                      (1 - LIMIT_NOISE)
                : smaller(limits->top, smaller(limits->acceleration, limits->braking) * time / 2) * time / 2;
    }
}

double reservation_range(const motion_limits *limits, double speed, int32_t count)
{
    double range;
    reservation_ranges(limits, speed, &count, 1, &range);
    return range;
}

int32_t reservation_ramp(const motion_limits *limits, const knot *from, double dx, double dy)
{
    const double vx = limits->top * dx, vy = limits->top * dy;
    int32_t ramp = 1;
    while (ramp < MOST_KNOTS &&
           !ramp_keeps_limits(limits, from, vx, vy, ramp * FW_TRAFFIC_KNOT * (1 + LIMIT_NOISE)))
        ramp++;
    return ramp;
}

int32_t reservation_braking(const motion_limits *limits)
{
    return reservation_intervals(limits->top, limits->braking);
}

heading reservation_heading(const motion_limits *limits, int32_t ramp, int32_t brake, int32_t count)
{
    const int32_t most = count - brake > 1 ? count - brake : 1;
    const int32_t rises = ramp < most ? ramp : most, hold = count - rises - brake;
    if (hold < 0)
        return (heading){ .speed = 1, .time = reservation_range(limits, 0, count) };
    const double before = rises * FW_TRAFFIC_KNOT / 2;
    const double rest = (before + (hold + brake / 2.0) * FW_TRAFFIC_KNOT) * (1 - LIMIT_NOISE);
    return (heading){ .before = before, .speed = limits->top, .time = rest };
}

double reservation_most_gain(const motion_limits *limits, double speed, double along, int32_t brake,
                             int32_t count)
{
    const double headed = limits->top * along;
    const int32_t most = count - brake;
    if (most < 1)
        return limits->top * FW_TRAFFIC_KNOT * count;
    // The place is a linear function of the ramp: it is farthest with the shortest or with the longest one.
    const double least = speed + headed * (2 * count - 1 - brake);
    const double other = speed * most + headed * (2 * count - most - brake);
    return FW_TRAFFIC_KNOT / 2 * (least > other ? least : other) + LIMIT_NOISE * limits->top * count;
}

static bend bend_of(const knot *from, const knot *to)
{
    const double half = FW_TRAFFIC_KNOT / 2;
    return (bend){ from->x, from->y, from->x + from->vx * half, from->y + from->vy * half, to->x, to->y };
}

/// The same motion on the chord of an arc.
///
/// @param[out] height  no place of the arc is farther from the body's place on the chord at the same time
NEVER_INLINE static bend chord_of(const knot *from, const knot *to, double curvature, double *height)
{
    const double speed = knot_speed(from), sum = speed + knot_speed(to);
    const double length = sum * FW_TRAFFIC_KNOT / 2, share = sum > 0 ? speed / sum : 0;
    *height = length * length * curvature / 8;
    return (bend){ from->x, from->y, from->x + (to->x - from->x) * share, from->y + (to->y - from->y) * share,
                   to->x,   to->y };
}

/// The motion between two knots, on a chord if the unit drives an arc.
static inline bend motion_of(const knot *from, const knot *to, double curvature, double *height)
{
    *height = 0;
    return curvature > 0 ? chord_of(from, to, curvature, height) : bend_of(from, to);
}

/// The relative motion of two units, of which one may drive an arc.
static bend relative_motion(const reservation *a, const reservation *b, int64_t index, double *height)
{
    double height_a, height_b;
    const bend p = motion_of(reservation_at(a, index), reservation_at(a, index + 1), a->bend, &height_a);
    const bend q = motion_of(reservation_at(b, index), reservation_at(b, index + 1), b->bend, &height_b);
    *height = height_a + height_b;
    return (bend){ p.x0 - q.x0, p.y0 - q.y0, p.x1 - q.x1, p.y1 - q.y1, p.x2 - q.x2, p.y2 - q.y2 };
}

/// True if the velocity keeps its direction between two knots.
static bool is_straight(const knot *from, const knot *to)
{
    return fabs(from->vx * to->vy - from->vy * to->vx) <= SPEED_NOISE &&
           from->vx * to->vx + from->vy * to->vy >= 0;
}

/// True if the speed is so high that rounding errors do not change its direction.
static bool moves(const knot *at)
{
    return at->vx * at->vx + at->vy * at->vy > 1e-8;
}

bool reservation_is_on_free_ground(const sweep_ground *ground, const sweep_body *body,
                                   const reservation *plan, int64_t first)
{
    const int64_t begin = first > plan->first ? first - plan->first : 0;
    if (plan->rail.count > 0) {
        const rail ahead = reservation_rail(plan, first);
        return rail_is_free(ground, body, &ahead);
    }
    for (int64_t i = begin; i < plan->count;) {
        const knot *from = &plan->knots[i], *to = &plan->knots[i + 1];
        const bend line = bend_of(from, to);
        if (is_straight(from, to)) {
            while (++i < plan->count && moves(to) && is_straight(to, &plan->knots[i + 1]))
                to = &plan->knots[i + 1];
            if (!sweep_line_is_free(ground, body, from->x, from->y, to->x, to->y))
                return false;
            continue;
        }
        if (!sweep_line_is_free(ground, body, line.x0, line.y0, line.x1, line.y1) ||
            !sweep_line_is_free(ground, body, line.x1, line.y1, line.x2, line.y2) ||
            !sweep_line_is_free(ground, body, line.x0, line.y0, line.x2, line.y2))
            return false;
        i++;
    }
    return true;
}

/// Square of the distance from the origin to a line from (x0, y0) to (x1, y1).
static double square_to_line(double x0, double y0, double x1, double y1)
{
    const double dx = x1 - x0, dy = y1 - y0;
    const double square = dx * dx + dy * dy, along = -(x0 * dx + y0 * dy);
    if (along <= 0 || square == 0)
        return x0 * x0 + y0 * y0;
    if (along >= square)
        return x1 * x1 + y1 * y1;
    const double across = x0 * dy - y0 * dx;
    return across * across / square;
}

/// True if the origin lies inside the triangle.
static bool triangle_holds_origin(const bend *sides)
{
    const double a = sides->x0 * sides->y1 - sides->y0 * sides->x1;
    const double b = sides->x1 * sides->y2 - sides->y1 * sides->x2;
    const double c = sides->x2 * sides->y0 - sides->y2 * sides->x0;
    return (a > 0 && b > 0 && c > 0) || (a < 0 && b < 0 && c < 0);
}

/// Distance that two bodies must keep: a little room, unless they are nearer already.
static double least_distance(double radii, double square)
{
    const double enough = radii + PAIR_ROOM + 1e-6;
    if (square > enough * enough)
        return radii + PAIR_ROOM;
    const double now = sqrt(square),
                 near = now - 1e-9 > radii - FW_TOUCH / 2 ? now - 1e-9 : radii - FW_TOUCH / 2;
    return near < radii + PAIR_ROOM ? near : radii + PAIR_ROOM;
}

/// True if a line square to the first point of a motion separates the motion from a circle around the origin.
///
/// @param square  of the circle's radius
static bool is_beyond(const bend *way, double square)
{
    const double away = way->x0 * way->x0 + way->y0 * way->y0;
    const double along =
        smaller(way->x0 * way->x1 + way->y0 * way->y1, way->x0 * way->x2 + way->y0 * way->y2);
    return away >= square && along > 0 && along * along > square * away * (1 + SURE);
}

bool bend_is_apart(const bend *way, double square)
{
    if (is_beyond(way, square))
        return true;
    return square_to_line(way->x0, way->y0, way->x1, way->y1) >= square &&
           square_to_line(way->x1, way->y1, way->x2, way->y2) >= square &&
           square_to_line(way->x0, way->y0, way->x2, way->y2) >= square && !triangle_holds_origin(way);
}

bool reservations_are_apart(const reservation *a, const reservation *b, double radii, double speeds,
                            int64_t first)
{
    const int64_t end_a = a->first + a->count, end_b = b->first + b->count;
    const int64_t end = end_a > end_b ? end_a : end_b;
    const double most = speeds * FW_TRAFFIC_KNOT * (1 + LIMIT_NOISE);
    double least = 0;
    for (int64_t i = first; i < end || i == first;) {
        const knot *p = reservation_at(a, i), *q = reservation_at(b, i);
        const double dx = p->x - q->x, dy = p->y - q->y, square = dx * dx + dy * dy;
        if (i == first)
            least = least_distance(radii, square);
        if (square < least * least)
            return false;
        if (square >= (least + most) * (least + most)) {
            const double passed =
                (sqrt(square) - least) / most; // in so many intervals, the bodies cannot come together
            i += passed < 1 ? 1 : passed < MOST_KNOTS ? (int64_t)passed : MOST_KNOTS;
            continue;
        }
        double height = 0;
        const bend way = relative_motion(a, b, i, &height);
        if (!bend_is_apart(&way, (least + height) * (least + height)))
            return false;
        i++;
    }
    return true;
}

/// Halvings that find out if a motion comes near the origin; then 1/4096 of an interval counts as near.
enum { NEARNESS_HALVINGS = 12 };

/// True if a motion keeps a distance from the origin, whatever the triangle of its control points does.
static bool bend_keeps_away(const bend *way, double square, int halvings)
{
    if (bend_is_apart(way, square))
        return true;
    const bend first = { way->x0,
                         way->y0,
                         (way->x0 + way->x1) / 2,
                         (way->y0 + way->y1) / 2,
                         (way->x0 + 2 * way->x1 + way->x2) / 4,
                         (way->y0 + 2 * way->y1 + way->y2) / 4 };
    const bend second = { first.x2, first.y2, (way->x1 + way->x2) / 2, (way->y1 + way->y2) / 2,
                          way->x2,  way->y2 };
    return halvings > 0 && first.x2 * first.x2 + first.y2 * first.y2 >= square &&
           bend_keeps_away(&first, square, halvings - 1) && bend_keeps_away(&second, square, halvings - 1);
}

bool reservations_never_touch(const reservation *a, const reservation *b, double radii, int64_t first)
{
    const int64_t end_a = a->first + a->count, end_b = b->first + b->count;
    for (int64_t i = first; i < (end_a > end_b ? end_a : end_b) || i == first; i++) {
        double height = 0;
        const bend way = relative_motion(a, b, i, &height);
        if (!bend_keeps_away(&way, (radii + height) * (radii + height), NEARNESS_HALVINGS))
            return false;
    }
    return true;
}

void interval_widen(fw_box *box, const knot *from, const knot *to, double curvature)
{
    double height;
    const bend way = motion_of(from, to, curvature, &height);
    box_take_in(box, way.x0 - height, way.y0 - height);
    box_take_in(box, way.x0 + height, way.y0 + height);
    box_take_in(box, way.x1 - height, way.y1 - height);
    box_take_in(box, way.x1 + height, way.y1 + height);
    box_take_in(box, way.x2 - height, way.y2 - height);
    box_take_in(box, way.x2 + height, way.y2 + height);
}

fw_box reservation_box(const reservation *plan, int64_t first)
{
    const knot *at = reservation_at(plan, first);
    const knot *end = reservation_stop(plan);
    fw_box box = { at->x, at->y, at->x, at->y };
    if (plan->bend > 0) {
        for (; at < end; at++)
            interval_widen(&box, at, at + 1, plan->bend);
        return box;
    }
    double min_x = at->x, min_y = at->y, max_x = at->x, max_y = at->y;
    for (; at < end; at++) { // the same without arcs, which have a height
        const double x = at->x + at->vx * (FW_TRAFFIC_KNOT / 2), y = at->y + at->vy * (FW_TRAFFIC_KNOT / 2);
        min_x = smaller(min_x, smaller(x, at[1].x));
        min_y = smaller(min_y, smaller(y, at[1].y));
        max_x = larger(max_x, larger(x, at[1].x));
        max_y = larger(max_y, larger(y, at[1].y));
    }
    return (fw_box){ min_x, min_y, max_x, max_y };
}
