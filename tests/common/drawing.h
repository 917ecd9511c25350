#pragma once

/// Maps from ASCII drawings, and random ones, for tests.

#include <stdint.h>

#include "base/random.h"
#include "fairway/map.h"

/// A committed map from rows of equal length: `.` ground, `#` or `@` blocked, and the letters of map files
/// (S swamp, W water, s shallow, T tree, R road, d sand).
fw_map *map_from_drawing(const char *const *rows, int32_t height);

/// The same for an array of rows.
#define DRAWN(rows) map_from_drawing((rows), (int32_t)(sizeof(rows) / sizeof *(rows)))

/// A map of free ground.
fw_map *open_map(int32_t width, int32_t height);

/// A committed map where each tile is blocked with a probability of `blocked_percent`, and otherwise one of
/// the terrains 1 .. `terrains`.
fw_map *map_at_random(random_source *source, int32_t width, int32_t height, uint32_t blocked_percent,
                      uint32_t terrains);

/// The default unit, of another size.
fw_unit_def unit_of_size(int32_t size);

/// A unit of a size that enters these terrains, one bit each, at cost 1.
fw_unit_def unit_entering(int32_t size, uint32_t capability);

/// Adds a unit to a map, which must succeed.
fw_unit_id add_unit(fw_map *map, fw_unit_def def);
