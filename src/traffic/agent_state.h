#pragma once

/// Where a unit is and will be, and what it does.

#include "traffic/inside.h"

/// The reservation of a unit, with its knots from the next one on.
///
/// @param room  where a unit without a turning radius unfolds its outline
static inline const reservation *agent_reservation(const fw_traffic *traffic, const agent *unit,
                                                   reservation *room)
{
    if (unit->drive)
        return &unit->drive->plan;
    reservation_unfold(&unit->plan, traffic->clock.knot + 1, &unit->to, room);
    return room;
}

/// The state of a unit at the next knot. The reservations that it may get until then all begin with this state, those
/// of a unit with a turning radius with some rounding.
static inline const knot *agent_next(const fw_traffic *traffic, const agent *unit)
{
    return unit->drive ? reservation_at(&unit->drive->plan, traffic->clock.knot + 1) : &unit->to;
}

/// Where a unit is now.
///
/// @param[out] speed  tiles per second; may be null
fw_pose agent_now(const fw_traffic *traffic, const agent *unit, double *speed);

/// The motion of a unit in the interval under way, as a reservation that ends there.
reservation agent_interval(const fw_traffic *traffic, const agent *unit);

/// The box of a body's centre in the interval under way and along a reservation from the next knot on.
fw_box agent_box(const fw_traffic *traffic, const agent *unit, const reservation *plan);

/// Where a unit will stop; without a turning radius, its heading is 0.
fw_pose agent_stop(const agent *unit);

/// What a unit does now, as its state tells.
fw_agent_activity agent_activity(const agent *unit);

/// Slot of the unit that a unit's activity is about; NO_AGENT: none.
static inline uint32_t agent_other(const agent *unit)
{
    switch (unit->activity) {
    case FW_AGENT_WAITS:
        return unit->relation.blocker;
    case FW_AGENT_YIELDS:
        return unit->relation.yields_to;
    case FW_AGENT_INFEASIBLE:
        return unit->relation.impasse;
    default:
        return NO_AGENT;
    }
}
