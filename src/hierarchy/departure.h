#pragma once

/// The transitions through which a path may leave a cluster: those of the graph, or those under the overlay.

#include "hierarchy/abstract_space.h"

/// The transitions of a cluster. Under an overlay, valid until another cluster is loaded.
typedef struct cluster_exits {
    const transition *transitions;
    const uint16_t *first; ///< the transitions across a side are first[side] .. first[side + 1] - 1
    /// Of the graph; null: the overlay has changed the cluster, or it has no transitions.
    const cluster_record *record;
    bool have_landmarks; ///< the transitions may have distances from landmarks
    bool is_changed;     ///< the overlay has changed the cluster; its ground was loaded into `within`
} cluster_exits;

/// A cluster, and the transitions through which a path may leave it.
typedef struct departure {
    cluster_at cluster;
    cluster_box box;
    cluster_exits exits;
} departure;

departure departure_from(abstract_space *space, cluster_at cluster);

/// The graph's record of a cluster on the map without the overlay; null: it has no transitions.
static inline const cluster_record *departure_record(const abstract_space *space, cluster_at cluster)
{
    return space->ask.table->records[cluster_index(&space->grid, cluster)];
}
