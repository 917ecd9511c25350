#pragma once

/// Prices: what others add to the costs of places while a unit searches for a way, in tiles of detour.
///
/// - A unit that stands for long in a narrow passage costs half of what it drives to make room: to the next place where
///   it blocks nobody, and back.
/// - A passage that many ways lead through costs the time for which a unit would wait there: others that are nearer to
///   it go first. So a crowd spreads over parallel passages until no other one is faster (Wardrop 1952).
///
/// A unit whose new way leads over such places goes on along it, and asks for another way round them. It takes this one
/// if that saves more than it costs. Prices are found anew for each search: a unit that leaves costs nothing.

#include "traffic/inside.h"

/// Before searches begin in a step: finds the units that stand for long in narrow passages.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result prices_look(fw_traffic *traffic);

/// Finds the prices for a unit.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result prices_find(fw_traffic *traffic, const agent *unit);

/// What the places cost over which a polyline leads, in tiles.
double prices_along(const fw_traffic *traffic, fw_pose start, const way_point *points, int32_t count);

/// The same for the path that a search has found.
double prices_of_path(const fw_traffic *traffic, const fw_path *path);

/// Keeps the places that another way should avoid: those over which a unit's way leads, and all that cost as much.
///
/// @return false: there are none, or they cost too little
bool prices_choose(fw_traffic *traffic, const agent *unit);

/// Makes an overlay that blocks the places that were kept, too.
///
/// @param[in,out] overlay  what lies over the unit's ground; null: nothing
/// @return FW_OK or FW_NO_MEMORY
fw_result prices_block(fw_traffic *traffic, const fw_overlay **overlay);

void prices_free(fw_traffic *traffic);
