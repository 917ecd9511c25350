#pragma once

/// Converts pieces to the areas of an area map, and their contacts to its edges.

#include "areas/area_map.h"
#include "areas/area_pieces.h"

/// Numbers the areas, and fills in `count`, `numbers` and `areas` of an area map without their edges. FW_OK,
/// FW_TOO_MANY (areas) or FW_NO_MEMORY.
fw_result area_build_areas(fw_area_map *made, const map_version *map, const map_unit *unit,
                           const area_cells *cells, const area_pieces *pieces);

/// Fills in the edges of an area map whose areas are numbered. FW_OK or FW_NO_MEMORY.
fw_result area_build_edges(fw_area_map *made, const area_pieces *pieces);
