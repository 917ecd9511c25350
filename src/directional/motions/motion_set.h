#pragma once

/// Builds the motions of a set and their hit masks, and tells which units can have motions.

#include <stdbool.h>

#include "directional/motions/motions.h"

/// True if the body of a unit is not too long for motions.
///
/// @param[out] length  of the body, from end to end, in tiles
/// @param[out] limit   which the length must not reach
bool motions_reach(const fw_unit_def *unit, double *length, double *limit);

/// True if a unit has a turning radius. Then directional search serves it, by motions or, if its body is too long for
/// them, by the wide search alone.
bool motions_may_turn(const fw_unit_def *unit, fw_refusal *why);

/// True if a unit can have motions: it has a turning radius, and a body that is not too long.
bool motions_fit(const fw_unit_def *unit, fw_refusal *why);

/// Builds one set, in memory that a keeper gives back, also after a failure. FW_OK or FW_NO_MEMORY.
fw_result motion_set_build(memory *memory, const fw_unit_def *unit, const motion_choice *choice,
                           motion_set *set);

/// A segment of a motion that is driven from the lattice point (x, y). In reverse gear, the unit faces the other way
/// and all gears are swapped.
fw_segment motion_segment(const motion_set *set, const motion *motion, int32_t index, double x, double y,
                          fw_gear gear);
