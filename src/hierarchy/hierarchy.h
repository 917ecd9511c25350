#pragma once

/// The abstract graph of a map for one unit: clusters, the transitions between them, and the least costs within each
/// cluster from transition to transition. A table derived from the unit's layer: a commit builds the clusters that it
/// touches anew, and no others.
///
/// Costs are those of ground.h. They count from the middle of one transition's step to the middle of another's, so that
/// both clusters of a transition see the same graph, and costs add up along a path.
///
/// Source: Botea, Mueller & Schaeffer 2004 (HPA*); Harabor & Botea 2008 (HAA*).

#include <stdbool.h>
#include <stdint.h>

#include "base/journal.h"
#include "hierarchy/cluster_grid.h"
#include "hierarchy/cluster_record.h"
#include "hierarchy/ground.h"
#include "hierarchy/landmarks.h"
#include "hierarchy/wave.h"
#include "map/derived.h"

/// A cluster that a commit builds anew.
typedef struct staged_cluster {
    size_t index;
    tile_box changed;       ///< anchors; all steps that the commit changes lead from one of these to another
    cluster_record *record; ///< null: the cluster has no transitions, or is not built yet
} staged_cluster;

typedef struct hierarchy {
    cluster_grid grid;
    fw_dominance dominance; ///< strong or weak; by default, of a graph that units share: see shared_graph.c
    int32_t longest;        ///< tiles of a piece of an entrance
    /// Transitions lie where clearance is greatest, counted up to this; 0: at cheapest steps
    int32_t most_clearance;
    cluster_record **records; ///< [cluster] null where a cluster has no transitions
    journal *journal;         ///< of the graphs of all versions: clusters whose records were replaced
    uint64_t since; ///< a moment after which all clusters are noted that differ from the graph that changes
    size_t record_bytes;     ///< of all records
    size_t transition_count; ///< seen from one side
    /// [bits] records whose longest list of a side needs so many bits; nodes are numbered for the most
    size_t count_by_bits[PLACE_BITS_MOST + 1];
    uint64_t least_step; ///< about the cost of an edge on the cheapest ground
    landmarks landmarks;
    ground ground; ///< for building
    wave wave;     ///< for building
    /// While a record is built: [transition] edges that are not yet known
    uint16_t missing[MOST_TRANSITIONS];
    transition_list found;
    staged_cluster *staged;
    size_t staged_capacity, staged_count;
    bool staged_makes_cheaper; ///< the staged clusters hold ways that cost less than before
    bool staged_raises_costs;  ///< the staged clusters held ways that cost more now, or are blocked
    uint32_t staged_least;     ///< the least cost that one of the changed tiles had
} hierarchy;

/// The graph of a unit as a derived kind of map/derived.h, in hierarchy_kind.c.
extern const derived_kind hierarchy_kind;

/// A unit with a turning radius is driven along the path on the grid, which needs motions.
bool hierarchy_fits(const fw_unit_def *unit, fw_refusal *why);

/// Beside the layer, costs, corner rule, clusters, dominance and placement decide.
bool hierarchy_is_equal(const fw_unit_def *a, const fw_unit_def *b);

/// Bytes of a graph, with the landmarks that it shares with those of other versions.
size_t hierarchy_bytes(const hierarchy *table);

static inline size_t hierarchy_cluster_count(const hierarchy *table)
{
    return (size_t)table->grid.columns * (size_t)table->grid.rows;
}

/// The placement of a unit's transitions, at cheapest steps by default.
fw_placement hierarchy_placement(const fw_unit_def *unit);

/// The most tiles from an anchor, to the right or below, on which transitions and edges depend.
int32_t hierarchy_reach(const hierarchy *table, const fw_unit_def *unit);

/// Creates a graph without records. FW_OK or FW_NO_MEMORY.
fw_result hierarchy_create(memory *memory, const derived_source *source, hierarchy **created);

void hierarchy_destroy(memory *memory, void *table);

/// Puts a record, or null, into its place. Returns the one that was there.
cluster_record *hierarchy_exchange(hierarchy *table, size_t index, cluster_record *record);

/// Half of the cost of a transition's step, on a ground that holds the cluster.
static inline uint32_t transition_half(const ground *ground, const transition *transition)
{
    return ground_step_cost(ground, transition->tile, &ground->steps[transition->move]) / 2;
}
