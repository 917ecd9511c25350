#pragma once

/// The least cost between two transitions of a cluster, in 32 bits: a cost, or the statement that no way within the
/// cluster joins the transitions. The functions below tell them apart, so that the statement is never taken for a cost.
///
/// Costs below 2^31 are exact. Higher ones are rounded up to a multiple of 64, by less than 2^-25 of their size: the
/// graph never promises a way that costs less than the cheapest one. The longest way within the largest cluster fits.

#include <stdbool.h>
#include <stdint.h>

#include "base/compiler.h"
#include "base/must_hold.h"
#include "hierarchy/ground.h"

typedef struct cluster_edge {
    uint32_t code;
} cluster_edge;

/// Bits of a code: the mark of a cost that is rounded up, and by how much such a cost is shifted.
enum { CLUSTER_EDGE_EXACT = 31, CLUSTER_EDGE_ROUNDED = 6 };

/// No way passes a tile twice, and each pays two tiles of the highest cost for each step at most.
_Static_assert((uint64_t)CLUSTER_MOST *CLUSTER_MOST * 2 * GROUND_DIAGONAL * COST_MOST <
                   (uint64_t)((UINT32_C(1) << CLUSTER_EDGE_EXACT) - 2) << CLUSTER_EDGE_ROUNDED,
               "every cost within a cluster fits below the codes that are no costs");

/// An edge between transitions that no way joins.
static inline cluster_edge cluster_edge_none(void)
{
    return (cluster_edge){ UINT32_MAX };
}

/// An edge that is still to be found.
static inline cluster_edge cluster_edge_missing(void)
{
    return (cluster_edge){ UINT32_MAX - 1 };
}

static inline bool cluster_edge_is_none(cluster_edge edge)
{
    return edge.code == cluster_edge_none().code;
}

static inline bool cluster_edge_is_missing(cluster_edge edge)
{
    return edge.code == cluster_edge_missing().code;
}

static inline cluster_edge cluster_edge_of(uint64_t cost)
{
    if (cost >> CLUSTER_EDGE_EXACT == 0)
        return (cluster_edge){ (uint32_t)cost };
    const uint64_t rounded = (cost + (1u << CLUSTER_EDGE_ROUNDED) - 1) >> CLUSTER_EDGE_ROUNDED;
    const cluster_edge edge = { (uint32_t)rounded | UINT32_C(1) << CLUSTER_EDGE_EXACT };
    must_hold(rounded >> CLUSTER_EDGE_EXACT == 0 && edge.code < cluster_edge_missing().code);
    return edge;
}

/// The cost of an edge that is not missing.
///
/// @param without  if no way joins the transitions
static ALWAYS_INLINE uint64_t cluster_edge_cost_or(cluster_edge edge, uint64_t without)
{
    must_hold(!cluster_edge_is_missing(edge));
    if (LIKELY(edge.code >> CLUSTER_EDGE_EXACT == 0))
        return edge.code;
    const uint64_t rounded = edge.code & ~(UINT32_C(1) << CLUSTER_EDGE_EXACT);
    return cluster_edge_is_none(edge) ? without : rounded << CLUSTER_EDGE_ROUNDED;
}

/// The cost of an edge that is neither none nor missing.
static inline uint64_t cluster_edge_cost(cluster_edge edge)
{
    must_hold(!cluster_edge_is_none(edge));
    return cluster_edge_cost_or(edge, 0);
}
