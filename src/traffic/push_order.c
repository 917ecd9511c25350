#include "traffic/push_order.h"

#include "traffic/gate.h"
#include "traffic/patience.h"
#include "traffic/priority.h"

/// A unit with a turning radius that has not been nearer to its goal for AGES_AFTER knots is first at pushes as if its
/// next gate or corner were nearer, by AGE_GAIN radii for each knot more.
#define AGE_GAIN 0.1

/// Length of a unit's way to its next gate or corner, less what the unit gains by waiting. A unit that waits for its
/// turn at a gate gains nothing: it would push the unit that has to go first.
static double aged(const fw_traffic *traffic, const agent *unit)
{
    if (!unit->drive || unit->pursuit.stuck <= AGES_AFTER || gate_turn_of(traffic, unit) != GATE_ENTERS)
        return unit->pursuit.to_narrow;
    return unit->pursuit.to_narrow - AGE_GAIN * radius_of(traffic, unit) * (unit->pursuit.stuck - AGES_AFTER);
}

bool agent_pushes_before(const fw_traffic *traffic, const agent *a, const agent *b)
{
    return agent_comes_before(a, aged(traffic, a), b, aged(traffic, b));
}
