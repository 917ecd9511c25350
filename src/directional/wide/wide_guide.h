#pragma once

/// Distances, or costs, to the end of a wide search over blocks of tiles, and the way there. A* grows them from the end
/// toward the place where the search begins, only as far as the search asks.
///
/// Blocks are coarse: the way may lead through a wall within a block. This costs time, but no answer.

#include <stdbool.h>

#include "directional/guides/surcharge.h"
#include "directional/wide/distance_map.h"
#include "search/best_first.h"

_Static_assert(COST_IS_WIDE, "sources that share this header agree on the width of costs");

/// The blocks of a map, and where a unit may go from each to the next one. They serve all guides of the unit.
typedef struct wide_blocks {
    memory *memory;
    const distance_map *distances;
    uint64_t made;         ///< distance_map::made of the map that the ways were found in; 0: none
    int32_t cells;         ///< along a side of a block
    double side;           ///< of a block, in tiles
    int32_t width, height; ///< in blocks
    uint16_t least;        ///< in the distance map, where the unit may be
    uint16_t in_the_clear; ///< in the distance map, where all blocks around may be entered
    uint8_t *ways;         ///< [block * width * height] a bit for each direction; 0: not known yet
    size_t capacity;       ///< of `ways`
} wide_blocks;

/// Prepares the blocks for a unit. What is known of the same map stays known.
///
/// @param inner  radius of a disc around the pose that lies within the body
/// @param scale  turning radius, or more if the body is long
/// @return FW_OK or FW_NO_MEMORY
fw_result wide_blocks_set(wide_blocks *blocks, const distance_map *distances, double inner, double scale);

typedef struct wide_guide {
    best_first search;
    const wide_blocks *blocks;
    const surcharge *charges; ///< of tiles; null: all cost the same
    cost straight, diagonal;  ///< of a step to the next block
    double x, y;              ///< the end
    int32_t to_x, to_y;       ///< block where the search begins
    bool is_dry;              ///< all blocks are known from which a way leads to the end
} wide_guide;

/// Begins to guide to a place.
///
/// @param x, y        the end
/// @param to_x, to_y  where the search begins
void wide_guide_begin(wide_guide *guide, const wide_blocks *blocks, const surcharge *charges, double x,
                      double y, double to_x, double to_y);

/// Grows the distances until the block of a place is known.
///
/// @param[in,out] work  most blocks to expand
/// @return FW_OK: it is known, or no way leads there; FW_PENDING or FW_NO_MEMORY
fw_result wide_guide_know(wide_guide *guide, double x, double y, uint64_t *work);

/// A place on the way from another place.
typedef struct guide_point {
    double x, y;
    double left; ///< cost from there to the end, in tiles; infinite: no way is known
    double rate; ///< cost of a tile of length on the way there
} guide_point;

/// The first place on the way from a place that is farther away than some distance, or the end.
guide_point wide_guide_ahead(const wide_guide *guide, double x, double y, double distance);
