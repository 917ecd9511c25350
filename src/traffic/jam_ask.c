#include "traffic/jam_ask.h"

#include "traffic/one_way.h"
#include "traffic/patience.h"
#include "traffic/rally.h"

/// Units that hold each other in a row at most.
enum { MOST_HOLDERS = 16 };

/// True if a unit is held by others that do not get on: by one that goes nowhere, or by units that hold each other in a
/// ring.
static bool is_held(const fw_traffic *traffic, const agent *unit)
{
    const agent *held = unit;
    for (int32_t i = 0; i < MOST_HOLDERS; i++) {
        const uint32_t slot = held->relation.met != NO_AGENT ? held->relation.met : held->relation.blocker;
        if (slot == NO_AGENT)
            return unit->pursuit.stalled >= PLANS_ALONE_AFTER;
        const agent *holder = &traffic->agents[slot];
        if (holder->drive || agent_is_firm(holder))
            return false;
        if (rally_spares(held, holder))
            return unit->pursuit.stalled >= PLANS_ALONE_AFTER;
        if (agent_goes_nowhere(holder) || holder == unit)
            return true;
        if (holder->pursuit.stalled < PLANS_JOINTLY_AFTER ||
            outline_end(&holder->plan) > traffic->clock.knot + 1)
            return false;
        held = holder;
    }
    return true;
}

void jam_ask(fw_traffic *traffic, uint32_t slot, bool met)
{
    const agent *unit = &traffic->agents[slot];
    const bool stands =
        unit->pursuit.stalled >= PLANS_JOINTLY_AFTER && outline_end(&unit->plan) <= traffic->clock.knot + 1;
    if (traffic->joint.asker == NO_AGENT && !unit->drive && jam_may_ask(traffic, unit) &&
        (met || (stands && is_held(traffic, unit))) && !one_way_waits(traffic, unit))
        traffic->joint.asker = slot;
}
