#ifndef FAIRWAY_TRAFFIC_TERRAIN_H
#define FAIRWAY_TRAFFIC_TERRAIN_H

/// @file
/// Terrain under the units of a traffic: top speeds, and overlays such as danger or one-way doors.
///
/// Costs of terrains (fw_unit_def::terrain_cost) need no call: units keep to the corners that a search has paid for,
/// and leave cheap ground only if others leave them no room there, and if that costs less than to wait.

#include "fairway/overlay.h"
#include "fairway/traffic.h"
#include "fairway/unit.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Sets the top speeds of a kind of unit on terrains. No motion that is planned from now on is faster than the terrain
/// under the body's centre allows: units brake before slow ground. They look a little around: between two knots, the
/// slowest tile in the box of the motion counts. A unit that leaves a wall or an obstacle which has come over it, or
/// steps aside for another one, may be faster.
///
/// Searches look for the cheapest way, not for the fastest one: give slow terrains a higher cost
/// (fw_unit_def::terrain_cost), such as the reciprocal of the speed.
///
/// @param traffic      the traffic
/// @param unit         kind of unit, see fw_agent_def::unit
/// @param terrain_top  [FW_TERRAIN_COUNT] tiles per second, as fw_speed_def::terrain_top; 0 = fw_agent_def::top alone
///                     limits it; [opt] null = no terrain has a top speed any more
///                     [Limits: each is 0, or 1e-3 <= top <= 1e9]
/// @return FW_OK, FW_NULL_ARGUMENT, FW_UNKNOWN_UNIT (the kind, or that of one of the units, is not on the map),
///         FW_METHOD_DOES_NOT_FIT (as fw_traffic_add()), FW_NOT_FINITE, FW_BAD_VALUE or FW_NO_MEMORY; if it is not
///         FW_OK, nothing has changed
///
/// O(terrains). What units have reserved, they drive as it was reserved: at most four seconds.
fw_result fw_traffic_set_speeds(fw_traffic *traffic, fw_unit_id unit, const double *terrain_top);

/// Lays an overlay over the ground of all units: its blocked tiles count as walls, its costs as those of terrains, and
/// no unit makes a move that it forbids, such as back through a one-way door. Its corridor limits searches only. Units
/// under way ask for new ways; those that rest on a tile that is blocked now leave it, as they leave a new wall.
///
/// An overlay of a kind of unit replaces that of all units, and an overlay of a unit replaces both. Places of
/// fw_traffic_order() and its kind regard blocked tiles; the regions with which fw_traffic_order_near() finds out what
/// is within reach do not.
///
/// @param traffic  the traffic
/// @param overlay  of the map's size; copied, so later changes of it count only after another call; [opt] null = none
/// @return FW_OK, FW_NULL_ARGUMENT, FW_WRONG_MAP (the overlay has another size), FW_UNKNOWN_UNIT (the kind of one of
///         the units was removed from the map) or FW_NO_MEMORY; if it is not FW_OK, nothing has changed
///
/// O(units) and O(content of the overlay); the next step takes O(units) as after a commit. While there is an overlay,
/// each path comes from a search of its own, never from a search backward that several units share.
fw_result fw_traffic_set_overlay(fw_traffic *traffic, const fw_overlay *overlay);

/// The same for a kind of unit, also for those that are added later.
///
/// @param traffic  the traffic
/// @param unit     kind of unit, see fw_agent_def::unit
/// @param overlay  of the map's size; copied; [opt] null = that of all units
/// @return as fw_traffic_set_overlay(); FW_UNKNOWN_UNIT or FW_METHOD_DOES_NOT_FIT also for the kind
fw_result fw_traffic_set_kind_overlay(fw_traffic *traffic, fw_unit_id unit, const fw_overlay *overlay);

/// The same for one unit, until it is removed.
///
/// @param traffic  the traffic
/// @param id       the unit
/// @param overlay  of the map's size; copied; [opt] null = that of its kind
/// @return as fw_traffic_set_overlay(); FW_UNKNOWN_UNIT also for the unit
///
/// Each such unit takes O(1) of each call that looks at the kinds of units, as most do.
fw_result fw_traffic_set_unit_overlay(fw_traffic *traffic, fw_agent_id id, const fw_overlay *overlay);

#ifdef __cplusplus
}
#endif
#endif
