#pragma once

/// What a unit does next: it goes on, waits, pushes, or gives way.

#include "traffic/inside.h"

/// Plans the motion of a unit from the next knot on.
void agent_plan(fw_traffic *traffic, uint32_t slot);
