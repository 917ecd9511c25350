#ifndef HIERARCHY_DIRECT_WAY_H
#define HIERARCHY_DIRECT_WAY_H

/// @file
/// Ways within a cluster that need no wave: they are as short as if there were no obstacles, and lead over the cheapest
/// tiles of the cluster only, so that no other way costs less.

#include "hierarchy/ground.h"

/// The least cost of a tile that steps within the cluster may pay.
uint32_t direct_way_cheapest(const ground *ground);

/// Cost of such a way between two tiles of the cluster, or UINT64_MAX: the two ways that are tried, with all diagonal
/// steps first or last, are none.
///
/// @param cheapest  of direct_way_cheapest()
uint64_t direct_way_cost(const ground *ground, uint32_t cheapest, int32_t from, int32_t to);

#endif
