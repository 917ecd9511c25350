#pragma once

/// The graph of the components of blocks, for readers of other rooms. A reader may replace the records of some blocks
/// by records of its own.

#include <stddef.h>

#include "map/layer.h"
#include "regions/region_block.h"

typedef struct regions regions;

/// A border component: block << BLOCK_BORDER_SHIFT | component.
typedef uint32_t node_id;

static inline uint32_t node_block(node_id node)
{
    return node >> BLOCK_BORDER_SHIFT;
}

static inline int node_component(node_id node)
{
    return (int)(node & (BLOCK_BORDER_MAX - 1));
}

/// Most neighbours of a border component: one at every other tile of each side, and one at each corner.
enum { NEIGHBOURS_MAX = SIDE_COUNT * BLOCK_SIDE / 2 + 4 };

/// The record of a block.
const region_block *regions_record(const regions *regions, uint32_t block);

/// Words of a layer that a block covers.
block_rows regions_rows(const regions *regions, const layer *layer, uint32_t block);

/// Returns the record that counts for a block.
typedef const region_block *region_view_fn(const void *context, uint32_t block);

/// Lists the border components of other blocks that touch these side masks of a block. One may be listed twice.
///
/// @param[out] found  [NEIGHBOURS_MAX]
/// @return number of components
int regions_neighbours_in(const regions *regions, region_view_fn *view, const void *context, uint32_t block,
                          const side_masks *sides, node_id *found);
