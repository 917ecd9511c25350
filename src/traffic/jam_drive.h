#pragma once

/// How the members of a jam drive along their paths of the plan.

#include "traffic/inside.h"

/// Plans the motion of a unit in a jam from the next knot on. At the end of its path, the unit leaves the jam or rests.
/// While the plan is being made, the unit keeps its reservation.
void jam_drive(fw_traffic *traffic, uint32_t slot);
