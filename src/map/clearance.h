#pragma once

/// The clearance of tiles, and whether a unit fits at an anchor.

#include <stdbool.h>
#include <stdint.h>

#include "map/map.h"

/// fw_map_clearance(), but never more than `limit`, and never looking farther. O(limit^2)
int32_t map_clearance_up_to(const map_version *map, uint32_t capability, int32_t x, int32_t y, int32_t limit);

/// True if the unit may be anchored at this tile. Any tile. By its layer, or by looking at the tiles where it has none.
bool map_unit_fits(const map_version *map, const map_unit *unit, int32_t x, int32_t y);
