#pragma once

/// How a unit gets a way.

#include "traffic/inside.h"

/// Makes the path that was found the way of a unit, without a lane.
fw_result way_take_path(fw_traffic *traffic, agent *unit);

/// Gives a unit a way straight to its goal.
fw_result way_set_line(fw_traffic *traffic, agent *unit);

/// After a unit has got another way: what is measured along it begins anew, such as the next gate and progress.
void way_begin(fw_traffic *traffic, agent *unit);

/// Length of a unit's way from where the unit will stop; infinite if the unit has lost its way.
double way_length_left(fw_traffic *traffic, agent *unit);

/// Replaces the way of a unit. If the new one ends elsewhere, the unit's progress is measured along it from now on. A
/// line on which the unit has set out counts as no way.
///
/// @param set  sets the new way, which ends at `goal`
fw_result way_replace(fw_traffic *traffic, agent *unit, fw_pose goal,
                      fw_result (*set)(fw_traffic *traffic, agent *unit));
