#pragma once

/// What is left of the way of a unit with a turning radius.

#include "traffic/plan_task.h"

/// Length of the way from a pose, for a unit with a turning radius that has a way. A tile in reverse counts more than a
/// tile.
double driving_rest(const planning *task, fw_pose pose);

/// True if walls let the unit drive from a pose to a corner of its way, with one turn, or the unit makes room.
bool driving_sees_way(const planning *task, fw_pose pose);

/// The pose at which curves begin: in reverse gear, the unit drives as if it faced the other way.
fw_pose driving_facing(fw_pose pose, fw_gear gear);
