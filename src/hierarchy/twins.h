#pragma once

/// Clusters that look the same to another class of units, which has a graph already: classes of the same size, corner
/// rule and clusters, if the cluster and the tiles around it hold no terrain that costs them different amounts. Both
/// graphs have the same transitions and edges there, so that the record is copied.

#include "hierarchy/hierarchy.h"

enum { MOST_TWINS = 8 };

/// A graph of another class.
typedef struct twin {
    const hierarchy *table;
    uint32_t differing; ///< terrains that cost the two classes different amounts, one bit each
} twin;

typedef struct twins {
    twin items[MOST_TWINS];
    int32_t count;
} twins;

/// The graphs that a new one may copy from. Valid until the map changes.
twins twins_of(const derived_source *source, const hierarchy *table);

/// The graph that has the same record of a cluster, or null.
///
/// @param reach  of hierarchy_reach()
const hierarchy *twins_find(const twins *twins, const map_version *map, const cluster_box *box,
                            int32_t reach);
