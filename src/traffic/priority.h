#pragma once

/// Which of two units comes first.

#include "traffic/agent.h"

/// True if unit `a` has priority over unit `b`: units that have not arrived come first, then the unit whose next gate
/// or corner is nearer, then the unit with the smaller id.
bool agent_is_before(const agent *a, const agent *b);

/// True if unit `a` comes before unit `b`: it has the right of way, has not arrived yet, or less of its way is left.
bool agent_comes_before(const agent *a, double left_to_a, const agent *b, double left_to_b);
