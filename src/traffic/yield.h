#pragma once

/// Units that meet where they cannot pass each other.

#include "traffic/inside.h"

/// If two units meet where they cannot pass each other, the unit with the shorter way to a refuge gives way. If neither
/// unit finds a refuge, they ask for a joint plan: people see jam_ask.h, others turn_plans.h.
void yield_if_met(fw_traffic *traffic, uint32_t slot);

/// True if a unit need not yield any longer: the unit that it yields to has passed, or does not come any more.
bool yield_is_over(const fw_traffic *traffic, const agent *unit);

/// Ends the yielding of a unit: its goal is its own one again, and the unit needs a way there.
void yield_end(agent *unit);

/// Ends all yielding and all impasses between a unit and others, before the unit gets another order or is removed.
void yield_forget(fw_traffic *traffic, uint32_t slot);

/// Lets all units that could not pass each other try again.
void yield_retry(fw_traffic *traffic);
