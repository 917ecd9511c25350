#ifndef FAIRWAY_TRAFFIC_OBSTACLES_H
#define FAIRWAY_TRAFFIC_OBSTACLES_H

/// @file
/// Bodies that a traffic does not move: heroes, doors, bodies of a physics engine; and units that the game moves for
/// once: knockback, teleport.

#include <stdint.h>

#include "fairway/pose.h"
#include "fairway/result.h"
#include "fairway/traffic.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Number of an obstacle of a traffic, chosen by the caller, never 0. Obstacles and units are numbered on their own.
typedef uint32_t fw_obstacle_id;

/// Says where an obstacle is now: call this in each tick before fw_traffic_step() as long as the obstacle moves.
///
/// Units expect it to go on at this velocity for two seconds, and to stand then; no new reservation touches it. If it
/// does something else, or comes too late to be expected, reservations may meet it. Such a unit brakes at its limit, or
/// steps aside if it stands and does not hold, plans anew, and an event tells (FW_NEWS_EVADES). Units never overlap
/// each other, whatever obstacles do; an obstacle that drives into a unit overlaps it, and the unit does not come
/// nearer. Ways lead round the tiles under obstacles that stand, as round units that hold (fw_traffic_hold()).
///
/// @param traffic  the traffic
/// @param id       the obstacle; a new one is added
/// @param pose     position of its middle; the heading is not used
/// @param vx, vy   velocity, in tiles per second
/// @param radius   of its body, in tiles [Limits: 0 < radius <= 1024]
/// @return FW_OK, FW_NULL_ARGUMENT, FW_NOT_FINITE, FW_BAD_VALUE (id or radius), FW_TOO_MANY (more than 4096) or
///         FW_NO_MEMORY; if it is not FW_OK, nothing has changed
///
/// O(log(obstacles)), or O(obstacles) for a new one; each plan of a unit takes O(obstacles).
fw_result fw_traffic_set_obstacle(fw_traffic *traffic, fw_obstacle_id id, fw_pose pose, double vx, double vy,
                                  double radius);

/// Removes an obstacle.
///
/// @param traffic  the traffic
/// @param id       the obstacle
/// @return FW_OK, FW_NULL_ARGUMENT or FW_BAD_VALUE (there is no such obstacle)
fw_result fw_traffic_remove_obstacle(fw_traffic *traffic, fw_obstacle_id id);

/// Places a unit elsewhere, where it stands: knockback, teleport, a correction by the game's physics. It keeps its
/// order, its group and what is counted; a unit that has arrived goes back to its place; a unit without an order rests
/// where it was placed.
///
/// @param traffic  the traffic
/// @param id       the unit
/// @param pose     position of the body's centre, and the heading
/// @return FW_OK, FW_NULL_ARGUMENT, FW_UNKNOWN_UNIT (also if the kind of one of the units was removed from the map),
///         FW_NOT_FINITE, FW_OUT_OF_BOUNDS, FW_START_BLOCKED (the body would overlap a wall, or another unit stands
///         there or has reserved the place) or FW_NO_MEMORY; if it is not FW_OK, nothing has changed
fw_result fw_traffic_place(fw_traffic *traffic, fw_agent_id id, fw_pose pose);

#ifdef __cplusplus
}
#endif

#endif
