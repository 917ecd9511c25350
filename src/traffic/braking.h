#pragma once

/// Reservations of units that brake to a stop.

#include "traffic/knots.h"

/// The unit brakes to a stop: along the rail `ahead` if it has parts, else straight on.
///
/// @return false if that takes too many knots
bool reservation_brake(const motion_limits *limits, int64_t first, const knot *from, const rail *ahead,
                       reservation *made);

/// The unit stops as soon as its limits allow: reservation_brake() brakes evenly over whole intervals, this one at the
/// limit in all intervals but the last. From speed v it goes v^2 / (2 * braking) and at most braking / 128 tiles more.
void reservation_halt(const motion_limits *limits, int64_t first, const knot *from, const rail *ahead,
                      reservation *made);
