#pragma once

/// The cheapest curve to a place.

#include "fairway/curve.h"

/// Computes the cheapest curve from a pose to a place with any heading there; fw_reeds_shepp() asks for a heading.
///
/// @param x, y              the place, in tiles
/// @param turn_radius       tiles [Limits: radius > 0]
/// @param reverse_penalty   factor on the length driven in reverse [Limits: penalty >= 1]; infinite = no reverse gear
/// @param gear_change_cost  cost of each gear change, in tiles [Limits: cost >= 0]
/// @param[out] curve        at most four segments
/// @return FW_OK, FW_NOT_FINITE or FW_BAD_VALUE
///
/// Source: Boissonnat & Bui 1994 (forward only); Soueres, Fourquet & Laumond 1994 (both gears at one cost).
fw_result curve_to_place(fw_pose start, double x, double y, double turn_radius, double reverse_penalty,
                         double gear_change_cost, fw_curve *curve);
