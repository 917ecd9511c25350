#include "traffic/convoy_roles.h"

#include <math.h>

#include "traffic/reservation.h"

/// Members that keep abreast may be ahead of the last one by this, in radii.
#define AHEAD 2.0

/// Intervals of the longest motion of a member that is ahead. It plans again after two of them.
enum { WAITING_STOP = 4 };

convoy *convoy_numbered(const fw_traffic *traffic, uint32_t number)
{
    return &traffic->convoys.all[number - 1];
}

convoy *convoy_led_by(const fw_traffic *traffic, uint32_t slot)
{
    const uint32_t number = traffic->agents[slot].relation.convoy;
    if (number == 0)
        return NULL;
    convoy *convoy = convoy_numbered(traffic, number);
    return convoy->is_sought && convoy->leader == slot ? convoy : NULL;
}

bool convoy_waits(const fw_traffic *traffic, const agent *unit)
{
    return unit->relation.convoy > 0 && convoy_numbered(traffic, unit->relation.convoy)->is_sought &&
           convoy_numbered(traffic, unit->relation.convoy)->leader != agent_slot(traffic, unit);
}

double convoy_least_rest(const fw_traffic *traffic, const agent *unit)
{
    const convoy *convoy = unit->relation.convoy > 0 ? convoy_numbered(traffic, unit->relation.convoy) : NULL;
    if (!convoy || convoy->is_sought || unit->relation.in_way_of != NO_AGENT ||
        unit->relation.yields_to != NO_AGENT)
        return -INFINITY;
    const double most = convoy->behind - AHEAD * radius_of(traffic, unit);
    return unit->pursuit.remaining < most
               ? most - reservation_range(&unit->limits, unit->limits.top, WAITING_STOP)
               : -INFINITY;
}
