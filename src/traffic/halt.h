#pragma once

/// Units that stop: because they are told to, or because a promise was broken.

#include "traffic/inside.h"

/// The motion of a unit that brakes at its limit from the next knot on, whatever is in its way.
reservation halt_motion(const fw_traffic *traffic, const agent *unit);

/// Lets a unit brake at its limit from the next knot on. Others that would run into it brake, too.
///
/// @return false: walls or units are in the way, and nothing has changed
bool halt_brake(fw_traffic *traffic, uint32_t slot);

/// Takes a unit's order away: it stops as soon as it can. There must be room for its way.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result halt_order(fw_traffic *traffic, uint32_t slot);

/// True if a unit that brakes at its limit from the next knot on stops no sooner.
bool halt_brakes_already(const fw_traffic *traffic, const agent *unit);

/// At a knot: lets a unit brake that was told to stop and could not brake yet, or notes that it has stopped. One that
/// had arrived, or has no order, and has not got back there for a minute rests where it is.
///
/// @return FW_OK
fw_result halt_look(fw_traffic *traffic, uint32_t slot);
