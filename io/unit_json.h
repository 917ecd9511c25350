#pragma once

/// Units as JSON: { "size": 2, "enter": {"ground": 1.0}, "footprint": {"circle": 0.9} or {"rect": [1.2,
/// 0.6]}, "turn_radius": 2.0, "reverse": true, "reverse_penalty": 2.0, "gear_change": 1.0, "corners": "never"
/// }. Every field may be left out.

#include <stdbool.h>

#include "fairway/map.h"
#include "fairway/unit.h"
#include "io/fault.h"
#include "io/json_writer.h"
#include "io/terrain_names.h"

/// Most bytes of a file of a unit.
#define IO_UNIT_MOST_BYTES ((size_t)1 << 20)

/// Names of corner rules, in the order of fw_corner_rule.
extern const char *const io_corner_names[4];

/// Reads a unit.
///
/// @param name           for faults
/// @param map            for names of terrains
/// @param[in,out] unit   the file replaces the fields that it holds
bool io_unit_read(const char *name, const char *bytes, size_t size, const fw_map *map, fw_unit_def *unit,
                  io_fault *fault);

/// The same where the names of terrains are at hand, and the map is not.
bool io_unit_read_on(const char *name, const char *bytes, size_t size, const io_terrains *terrains,
                     fw_unit_def *unit, io_fault *fault);

/// Reads a unit from a file, as io_unit_read() does.
bool io_unit_load(const char *file, const fw_map *map, fw_unit_def *unit, io_fault *fault);

/// Writes a unit as an object.
void io_unit_write(json_writer *json, const fw_map *map, const fw_unit_def *unit);
