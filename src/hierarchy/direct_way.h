#pragma once

/// Ways within a cluster that need no wave: they are as short as if there were no obstacles, all their steps cost the
/// same for each tile of length, and no other way can cost less. That is so if the cluster has no tile that costs less;
/// or if the tiles that cost less lie so far away that the ways from both ends to these are as long, together, as the
/// way itself.

#include "hierarchy/ground.h"

/// The anchors of a cluster whose steps may pay a tile that costs less than `cost`, as numbers of rows and columns in
/// the arrays of its ground. None: `right` is less than `left`.
typedef struct cheaper_anchors {
    uint32_t cost;
    int32_t left, top, right, bottom;
} cheaper_anchors;

enum { COSTS_AT_ONCE = 4 }; ///< of ways, for which cheaper anchors are remembered

/// The direct ways of the cluster that is loaded.
typedef struct direct_ways {
    const ground *ground;
    uint32_t row_factor; ///< of the ground's stride, see cluster_row_factor()
    uint32_t cheapest;   ///< no tile costs less
    cheaper_anchors cheaper[COSTS_AT_ONCE];
    int32_t cheaper_count; ///< found so far
} direct_ways;

/// The direct ways of a unit.
direct_ways direct_ways_of(const ground *ground, uint32_t cheapest);

/// Cost of such a way between two tiles of the cluster, or UINT64_MAX: the two ways that are tried, with all diagonal
/// steps first or last, are none.
uint64_t direct_way_cost(direct_ways *ways, int32_t from, int32_t to);
