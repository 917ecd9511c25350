#pragma once

/// Which unit asks for a joint plan, and when.

#include "traffic/inside.h"

/// True if a unit is under way, and may ask for a joint plan of people or of cars.
static inline bool jam_may_ask(const fw_traffic *traffic, const agent *unit)
{
    return unit->jam.number == NO_JAM && unit->way.count > 0 && !agent_is_at_goal(unit) &&
           unit->relation.impasse == NO_AGENT && !unit->pursuit.faults.has_set_out &&
           !unit->pursuit.faults.lacks_first && !unit->pursuit.is_cut &&
           unit->jam.asks_from <= traffic->clock.knot;
}

/// Lets a unit that does not get on ask for a joint plan, if those that hold it do not get on either.
///
/// @param met  it meets a unit where there is no room for both
void jam_ask(fw_traffic *traffic, uint32_t slot, bool met);
