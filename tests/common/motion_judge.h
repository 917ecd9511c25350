#pragma once

/// Judges the motion of many units by their states alone, and shares nothing with the room that moves them. Between two
/// states the acceleration must be constant, or the motion a drive along lines and arcs: then positions, gaps and rates
/// are exact.

#include <stdbool.h>
#include <stdint.h>

#include "fairway/map.h"
#include "fairway/traffic.h"

typedef struct motion_judge motion_judge;

motion_judge *motion_judge_create(const fw_map *map, int32_t count);
void motion_judge_destroy(motion_judge *judge);

/// Sets what limits a unit: radius, top speed, and one limit on all accelerations.
void motion_judge_limit(motion_judge *judge, int32_t index, double radius, double top, double acceleration);

/// Sets the turning radius of a unit, in tiles: its heading changes along arcs only, and its gear only where it stands.
void motion_judge_drives(motion_judge *judge, int32_t index, double turn_radius);

/// Looks at all units, sorted by id, `dt` seconds after the last time. Fails the test if one breaks a rule.
void motion_judge_see(motion_judge *judge, const fw_agent_state *states, double dt);

/// The map has changed: bodies that touch walls from now on are excused until they have left them.
void motion_judge_excuse(motion_judge *judge);

/// Smallest gap so far, in tiles; infinite if there was none to measure.
double motion_judge_gap(const motion_judge *judge);
double motion_judge_wall_gap(const motion_judge *judge);
