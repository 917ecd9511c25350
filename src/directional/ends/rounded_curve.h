#pragma once

/// Curves that end at a goal but for rounding. Where a unit is on the last arcs of its way, a pose that is rounded to
/// 32-bit floats lies beside the circle that leads to the goal, and the exact curve has a loop more. So it is with the
/// next lattice pose of the way, which other motions follow: there the curve begins beside the pose that was rounded.

#include "fairway/curve.h"

/// Replaces a curve by a line, an arc or two arcs in forward gear, if these end at the goal as arrival.h has it, and
/// are cheaper by more than rounding.
///
/// @param goal           its heading is ignored if any heading will do
/// @param[in,out] curve  the exact curve between the two poses
void rounded_curve_prefer(fw_pose from, fw_pose goal, bool any_heading, double turn_radius, fw_curve *curve);

/// The shortest line, arc or pair of arcs in forward gear that ends at a pose, and begins at a start but for rounding.
/// Returns false if there is none.
bool rounded_curve_from(fw_pose start, fw_pose pose, double turn_radius, fw_curve *curve);
