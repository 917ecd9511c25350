#include "traffic/planning.h"

/// A unit with a turning radius that has not been nearer to its goal for AGES_AFTER knots is first at pushes as if its
/// next gate or corner were nearer, by AGE_GAIN radii for each knot more.
#define AGE_GAIN 0.1
enum { AGES_AFTER = 160 };

/// True if the order of two units does not depend on their ways.
static bool is_decided(const agent *a, const agent *b, bool *a_first)
{
    *a_first = a->has_been != b->has_been ? b->has_been : b->is_at_goal;
    return a->has_been != b->has_been || a->is_at_goal != b->is_at_goal;
}

bool agent_is_before(const agent *a, const agent *b)
{
    bool a_first;
    if (is_decided(a, b, &a_first))
        return a_first;
    return a->to_narrow != b->to_narrow ? a->to_narrow < b->to_narrow : a->id < b->id;
}

/// Length of a unit's way to its next gate or corner, less what the unit gains by waiting.
static double aged(const fw_traffic *traffic, const agent *unit)
{
    const int32_t waits = unit->drive && unit->stuck > AGES_AFTER ? unit->stuck - AGES_AFTER : 0;
    return unit->to_narrow - AGE_GAIN * radius_of(traffic, unit) * waits;
}

bool agent_pushes_before(const fw_traffic *traffic, const agent *a, const agent *b)
{
    bool a_first;
    if (is_decided(a, b, &a_first))
        return a_first;
    const double age_a = aged(traffic, a), age_b = aged(traffic, b);
    return age_a != age_b ? age_a < age_b : a->id < b->id;
}
