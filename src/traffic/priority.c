#include "traffic/planning.h"

/// A unit with a turning radius that has not been nearer to its goal for AGES_AFTER knots is first at pushes as if its
/// next gate or corner were nearer, by AGE_GAIN radii for each knot more.
#define AGE_GAIN 0.1
enum { AGES_AFTER = 160 };

/// True if unit `a` comes before unit `b`: it has the right of way, has not arrived yet, or less of its way is left.
static bool comes_before(const agent *a, double left_to_a, const agent *b, double left_to_b)
{
    if (agent_gives_way(a, b) != agent_gives_way(b, a))
        return agent_gives_way(b, a);
    if (a->has_been != b->has_been)
        return b->has_been;
    if (a->is_at_goal != b->is_at_goal)
        return b->is_at_goal;
    return left_to_a != left_to_b ? left_to_a < left_to_b : a->id < b->id;
}

bool agent_is_before(const agent *a, const agent *b)
{
    return comes_before(a, a->to_narrow, b, b->to_narrow);
}

/// Length of a unit's way to its next gate or corner, less what the unit gains by waiting. A unit that waits for its
/// turn at a gate gains nothing: it would push the unit that has to go first.
static double aged(const fw_traffic *traffic, const agent *unit)
{
    if (!unit->drive || unit->stuck <= AGES_AFTER || gate_turn_of(traffic, unit) != GATE_ENTERS)
        return unit->to_narrow;
    return unit->to_narrow - AGE_GAIN * radius_of(traffic, unit) * (unit->stuck - AGES_AFTER);
}

bool agent_pushes_before(const fw_traffic *traffic, const agent *a, const agent *b)
{
    return comes_before(a, aged(traffic, a), b, aged(traffic, b));
}
