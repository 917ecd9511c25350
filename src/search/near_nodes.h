#pragma once

/// The nodes of a search that lie nearest to some poses, and the cheapest of them. For searches that end somewhere else
/// because they cannot reach their goal.

#include <math.h>

#include "search/node_store.h"

_Static_assert(COST_IS_WIDE, "sources that share this header agree on the width of costs");

/// The poses near which a search is to end.
typedef struct search_aims {
    const fw_pose *items; ///< [count]
    int32_t count;
    double tolerance; ///< places count as equally near if their distances differ by no more, in tiles
} search_aims;

/// Square of the distance from a place to the nearest aim.
double search_aims_square(const search_aims *aims, double x, double y);

/// The greatest square of a distance that counts as equally near as the least distance.
///
/// @param least  square of that distance
static inline double search_aims_limit(double least, double tolerance)
{
    const double reach = sqrt(least) + tolerance;
    return fmax(least, reach * reach); // rounding must not exclude the least distance
}

/// The place of a node, as space_kind::place.
typedef fw_pose node_place_fn(const void *context, fw_node_id id, uint16_t via);

/// The cheapest of the expanded nodes that are equally near to the aims. Of several, the nearest; then the one with the
/// least y, then x, then id. O(nodes * aims)
///
/// @param[out] square  square of the least distance of an expanded node; infinite: there is none
/// @return slot; NO_SLOT: there is no expanded node
uint32_t near_nodes_cheapest(const node_store *nodes, const search_aims *aims, node_place_fn *place,
                             const void *context, double *square);
