#pragma once

/// A quadtree over the squares of an area map: four squares that lie together become one, again and again, if the unit
/// fits on all of their tiles, or on none.
///
/// Pinter 2001 names quadtrees among the partitions that path-finding works on.

#include "areas/area_pieces.h"
#include "map/layer.h"

/// Tells for each square which one counts for it: the first one of the leaf that it belongs to.
///
/// @param[out] leaves  [square * columns * rows], to be given to quadtree_free(); null after a failure
/// @return FW_OK or FW_NO_MEMORY
fw_result quadtree_cut(memory *memory, const layer *layer, const area_cells *cells, uint32_t **leaves);

/// @param leaves  null does nothing
void quadtree_free(memory *memory, const area_cells *cells, uint32_t *leaves);
