#ifndef FAIRWAY_TRAFFIC_ORDERS_H
#define FAIRWAY_TRAFFIC_ORDERS_H

/// @file
/// What a game tells the units of a traffic besides where to go: to stop, to hold, to gather near a place that may be
/// taken or blocked, to follow others, and to go along several places.

#include <stdbool.h>
#include <stdint.h>

#include "fairway/result.h"
#include "fairway/traffic.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Takes a unit's order away: it brakes at its limit from the next knot on, and stands where it comes to rest. So from
/// speed v at the next knot it goes v^2 / (2 * braking) and at most braking / 128 tiles more. Units behind it that
/// would run into it brake, too. If a unit or a wall on the straight line does not let it brake so soon, it follows its
/// reservation, and tries again at each knot. Until it rests, it is FW_AGENT_MOVES; then FW_AGENT_STANDS. A unit that
/// rests may be asked to make room for others, see fw_traffic_hold().
///
/// @param traffic  the traffic
/// @param id       the unit
/// @return FW_OK, FW_NULL_ARGUMENT, FW_UNKNOWN_UNIT (also if the kind of one of the units was removed from the map) or
///         FW_NO_MEMORY; if it is not FW_OK, nothing has changed
///
/// O(units near, and near those that brake, too).
fw_result fw_traffic_stop(fw_traffic *traffic, fw_agent_id id);

/// Lets a unit hold: where it rests, it stays, and no other unit makes it step aside. A unit that it stops for a second
/// asks for a way on which the tiles under all units that hold and rest count as blocked. If there is none, that unit
/// waits, and its state and the event name the one that holds (fw_agent_state::other). Orders, walls and
/// fw_traffic_clear_rect() move a unit that holds; it holds again where it comes to rest.
///
/// @param traffic  the traffic
/// @param id       the unit
/// @param holds    false: it makes room for others again, as it does when it is added
/// @return FW_OK, FW_NULL_ARGUMENT or FW_UNKNOWN_UNIT
fw_result fw_traffic_hold(fw_traffic *traffic, fw_agent_id id, bool holds);

/// Lets a unit halt as by fw_traffic_stop() when a unit of some sides comes near while it is under way: attack-move. An
/// event tells (FW_NEWS_HALTS), and names the other one. This holds for all its later orders, too.
///
/// @param traffic  the traffic
/// @param id       the unit
/// @param sides    for units of these sides, see fw_traffic_set_sides(); 0: for none
/// @param radius   greatest distance of the bodies' middles, in tiles [Limits: radius >= 0]
/// @return FW_OK, FW_NULL_ARGUMENT, FW_UNKNOWN_UNIT, FW_NOT_FINITE or FW_BAD_VALUE (radius)
///
/// Each quarter of a second of such a unit takes O(units within the radius).
fw_result fw_traffic_halt_near(fw_traffic *traffic, fw_agent_id id, uint32_t sides, double radius);

/// Orders a group of units to a point that need not be free: a wall may be there, or it may be out of reach. The order
/// of each unit goes to the place nearest to the point where its body may stand and to which it can get (of places that
/// are as near but for a quarter of a tile, one on its side), or where a larger unit of the group goes, if it can get
/// there, too. There, all get places of their own, by each unit's own
/// radius, beside others that stand there, as in fw_traffic_order(). A unit that may stand nowhere gets the point
/// itself, and becomes FW_AGENT_BLOCKED.
///
/// @param traffic  the traffic
/// @param ids      [id * count] units, none of them twice
/// @param count    number of units [Limits: count >= 0]
/// @param x, y     the point, in tiles
/// @return FW_OK, FW_NULL_ARGUMENT, FW_UNKNOWN_UNIT, FW_NOT_FINITE, FW_OUT_OF_BOUNDS, FW_BAD_VALUE (count, or a unit is
///         named twice) or FW_NO_MEMORY. If the result is not FW_OK, no unit has a new order
///
/// O(count log(count)), and for each kind and region of units a search as in fw_map_nearest_free().
fw_result fw_traffic_order_near(fw_traffic *traffic, const fw_agent_id *ids, int32_t count, double x,
                                double y);

/// Lets a unit follow another one at a distance, until it gets another order or the other one is removed. While it is
/// as near as wanted, it is FW_AGENT_STANDS or FW_AGENT_ARRIVED; when the other one has moved away, it goes to the
/// nearest place at this distance. So a column is a chain of units that follow each other.
///
/// @param traffic   the traffic
/// @param id        the unit
/// @param other     the unit that it follows
/// @param distance  of the bodies' middles, in tiles [Limits: distance >= 0]; at least 1.2 sums of radii
/// @return FW_OK, FW_NULL_ARGUMENT, FW_UNKNOWN_UNIT (also if the kind of one of the units was removed from the map),
///         FW_NOT_FINITE, FW_BAD_VALUE (distance, or both are the same) or FW_NO_MEMORY; if it is not FW_OK, nothing
///         has changed
fw_result fw_traffic_follow(fw_traffic *traffic, fw_agent_id id, fw_agent_id other, double distance);

/// Orders a unit to several places, one after the other. It goes on to the next place when it comes near one, within
/// two radii or the way that it takes to brake, without a stop; and from a place that it cannot get to. At the last
/// place it arrives. Another order ends all of this.
///
/// @param traffic  the traffic
/// @param id       the unit
/// @param places   [pose * count] in tiles; the headings are not used
/// @param count    number of places [Limits: 1 <= count <= 4096]
/// @return as fw_traffic_order(); FW_BAD_VALUE or FW_TOO_MANY (count)
///
/// O(count), and O(places that all units have before them) at each place.
fw_result fw_traffic_order_along(fw_traffic *traffic, fw_agent_id id, const fw_pose *places, int32_t count);

#ifdef __cplusplus
}
#endif

#endif
