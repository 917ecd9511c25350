#ifndef DIRECTIONAL_WIDE_WIDE_GUIDE_H
#define DIRECTIONAL_WIDE_WIDE_GUIDE_H

/// @file
/// Distances, or costs, to the end of a wide search over blocks of tiles, and the way there. A* grows them from the end
/// toward the place where the search begins, only as far as the search asks.
///
/// Blocks are coarse: the way may lead through a wall within a block. This costs time, but no answer.

#include <stdbool.h>

#include "directional/guides/surcharge.h"
#include "directional/wide/distance_map.h"
#include "search/best_first.h"

_Static_assert(COST_IS_WIDE, "sources that share this header agree on the width of costs");

typedef struct wide_guide {
    best_first blocks;
    const distance_map *distances;
    const surcharge *charges; ///< of tiles; null: all cost the same
    int32_t cells;            ///< along a side of a block
    double side;              ///< of a block, in tiles
    int32_t width, height;    ///< in blocks
    uint16_t least;           ///< in the distance map, where the unit may be
    uint16_t in_the_clear;    ///< in the distance map, where all blocks around may be entered
    double x, y;              ///< the end
    double to_x, to_y;        ///< where the search begins
    bool is_dry;              ///< all blocks are known from which a way leads to the end
} wide_guide;

/// Begins to guide to a place.
///
/// @param inner       radius of a disc around the pose that lies within the body
/// @param x, y        the end
/// @param to_x, to_y  where the search begins
/// @param charges     of tiles
void wide_guide_begin(wide_guide *guide, const distance_map *distances, const surcharge *charges,
                      double inner, double turn_radius, double x, double y, double to_x, double to_y);

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

#endif
