#pragma once

/// Gates: stretches of ways where two units cannot go side by side, and who passes them first.

#include "traffic/plan_task.h"

/// After the end of a unit's way has moved: the gate ahead is measured from the new end. If the search for it has come
/// to the last line of the way, it begins there again.
///
/// @param last    length of the last line before
/// @param change  length of the last line now, less the length before
void gate_move_end(agent *unit, double last, double change);

/// Looks for the next gate of a unit's way.
void gate_look_ahead(fw_traffic *traffic, agent *unit);

/// Finds out what a unit does at the gate ahead.
gate_turn gate_turn_of(const fw_traffic *traffic, const agent *unit);

/// The unit that passes a gate that was found first, and what the given unit does meanwhile.
const agent *gate_first_of(const fw_traffic *traffic, const agent *unit, gate_turn *turn);

/// What it costs to stop at a place near a gate that others enter first.
double gate_cost(const planning *task, double x, double y);
