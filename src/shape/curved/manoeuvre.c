#include "shape/curved/manoeuvre.h"

#include <math.h>

#include "base/trig.h"
#include "curve/segment.h"

/// Three-point turns end slightly beside the place where they begin. So the turn before them aims at a point beside the
/// target. This point is corrected at most MOST_AIMS times, until the three-point turns end within SAME_PLACE (tiles)
/// of the target.
#define SAME_PLACE 1e-9
enum { MOST_AIMS = 12 };

static void add(drawn_manoeuvre *drawn, const fw_segment *segment)
{
    if (segment->length > 0)
        drawn->segments[drawn->count++] = *segment;
}

static void add_curve(drawn_manoeuvre *drawn, const fw_curve *curve)
{
    for (int32_t i = 0; i < curve->count; i++)
        add(drawn, &curve->segments[i]);
}

/// The pose `distance` tiles behind a pose.
static fw_pose step_back(fw_pose from, double distance)
{
    double sine, cosine;
    if (distance == 0)
        return from;
    trig_sincos(from.heading, &sine, &cosine);
    return (fw_pose){ from.x - distance * cosine, from.y - distance * sine, from.heading };
}

static bool turn(fw_pose from, manoeuvre_target to, double radius, fw_side side, drawn_manoeuvre *drawn)
{
    fw_curve curve;
    if (fw_turn_then_straight(from, to.x, to.y, radius, side, &curve) != FW_OK)
        return false;
    add_curve(drawn, &curve);
    return true;
}

static bool arrive(fw_pose from, manoeuvre_target to, const manoeuvre *manoeuvre, drawn_manoeuvre *drawn)
{
    fw_curve curve;
    const fw_pose goal = { to.x, to.y, to.heading };
    if (fw_dubins(from, goal, manoeuvre->radius, manoeuvre->word, &curve) != FW_OK)
        return false;
    add_curve(drawn, &curve);
    return true;
}

/// Adds three-point turns: forward, in reverse to the other side, and forward as far as at first. If half of a turn is
/// driven in reverse, the body ends nearly where it began; if less, it ends farther ahead. The last forward arc of a
/// turn and the first one of the next turn are one arc.
///
/// @param reverse_share  share of the turn that is driven in reverse
static fw_pose turn_by_three_points(fw_pose from, double angle, int32_t times, double reverse_share,
                                    double radius, drawn_manoeuvre *drawn)
{
    const double whole = times ? fabs(angle) / times * radius : 0;
    const double outer = (1 - reverse_share) / 2 * whole;
    const double bend = (angle < 0 ? -1 : 1) / radius;
    fw_pose at = from;
    for (int32_t arc = 0; arc <= 2 * times; arc++) {
        const bool is_forward = arc % 2 == 0, is_outer = arc == 0 || arc == 2 * times;
        const fw_segment segment = { .start = at,
                                     .curvature = is_forward ? bend : -bend,
                                     .length = is_outer     ? outer
                                               : is_forward ? 2 * outer
                                                            : reverse_share * whole,
                                     .gear = is_forward ? FW_FORWARD : FW_REVERSE };
        add(drawn, &segment);
        at = segment_end(&segment);
    }
    at.heading = trig_wrap(at.heading);
    return at;
}

/// The end of a manoeuvre; `start` if it has no segments.
static fw_pose end_of(const drawn_manoeuvre *drawn, fw_pose start)
{
    return drawn->count ? segment_end(&drawn->segments[drawn->count - 1]) : start;
}

static bool back_up(fw_pose from, manoeuvre_target to, const manoeuvre *manoeuvre, drawn_manoeuvre *drawn)
{
    const double angle = trig_wrap(trig_atan2(to.y - from.y, to.x - from.x) - from.heading);
    const fw_pose turned = turn_by_three_points(from, angle, manoeuvre->times, manoeuvre->reverse_share,
                                                manoeuvre->radius, drawn);
    const int32_t first = drawn->count;
    manoeuvre_target aim = to;
    for (int tries = 0; tries < MOST_AIMS; tries++) {
        drawn->count = first;
        if (!turn(turned, aim, manoeuvre->radius, FW_SIDE_SHORTER, drawn))
            return false;
        if (manoeuvre->times_at_end == 0)
            return true;
        const fw_pose arrived = end_of(drawn, turned);
        const fw_pose end = turn_by_three_points(arrived, trig_wrap(to.heading - arrived.heading),
                                                 manoeuvre->times_at_end, 0.5, manoeuvre->radius, drawn);
        if (fabs(end.x - to.x) <= SAME_PLACE && fabs(end.y - to.y) <= SAME_PLACE)
            return true;
        aim.x += to.x - end.x;
        aim.y += to.y - end.y;
    }
    return false;
}

static bool turn_on_the_spot(fw_pose from, manoeuvre_target to, drawn_manoeuvre *drawn)
{
    fw_segment line;
    segment_set_line(&line, from.x, from.y, to.x, to.y);
    add(drawn, &line);
    return true;
}

bool manoeuvre_draw(const manoeuvre *manoeuvre, fw_pose from, manoeuvre_target to, drawn_manoeuvre *drawn)
{
    const fw_pose begin = step_back(from, manoeuvre->lead);
    drawn->count = 0;
    switch (manoeuvre->kind) {
    case MANOEUVRE_TURN:
        return turn(begin, to, manoeuvre->radius, manoeuvre->side, drawn);
    case MANOEUVRE_ARRIVE:
        return arrive(begin, to, manoeuvre, drawn);
    case MANOEUVRE_BACK_UP:
        return back_up(begin, to, manoeuvre, drawn);
    case MANOEUVRE_SPOT:
        return turn_on_the_spot(begin, to, drawn);
    case MANOEUVRE_STAND:
        break;
    }
    return false;
}
