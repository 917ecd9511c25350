#ifndef FAIRWAY_HIERARCHY_H
#define FAIRWAY_HIERARCHY_H

/// @file
/// The hierarchy: a graph of clusters for searches on large maps whose terrains differ in cost.
///
/// FW_HIERARCHY searches a graph of the transitions between square clusters, and refines the result to tiles. It
/// finds a path if and only if there is one. On maps of up to 64 x 64 tiles it is the cheapest one, unless it comes in
/// legs (fw_request::segment). On larger maps it may be more expensive, without a bound: by .1 % on average where
/// terrains lie in patches. Where each tile has terrain of its own, on maps of 150 to 250 tiles, paths are 1.2 % more
/// expensive on average at costs of 1, 2 and 4, and 14 % at worst of 18,000. At costs of 1/16 beside 255, they cost
/// twice as much on average, and 94 times at worst (bench_hierarchy_rough; docs/hierarchy.md).
///
/// Units with a turning radius drive along the path, as FW_HYBRID drives along its path on the grid. If that fails,
/// FW_DIRECTIONAL searches from start to goal. So they find a path if FW_HYBRID does. Sources: Botea, Mueller &
/// Schaeffer 2004 (HPA*), Harabor & Botea 2008 (HAA*).
///
/// The graph is built for a unit if FW_HIERARCHY is among its methods; units with the same size, terrain costs, corner
/// rule, clusters, dominance and placement share it. A commit builds anew the clusters that it touches. Landmarks make
/// searches faster; if a commit lowers a cost or frees a tile, they are not used until fw_map_prepare() refreshes them.
/// fw_map_prepare_step() does both in slices, for maps so large that building takes seconds.
///
/// Units may share one graph, see FW_ABSTRACTION_SHARED. Each unit that is added to it builds the graph anew, at once;
/// fw_map_prepare() does so, too, if a unit has been removed. FW_ASTAR then answers requests with any overlay.
///
/// FW_ASTAR answers requests with an overlay that forbids moves, and requests that combine any overlay with
/// fw_request::nearest; the path's summary says so. FW_AUTO and FW_GRID use the hierarchy only if
/// fw_request::allow_longer is set.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fairway/map.h"
#include "fairway/result.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The graph of clusters of a unit.
typedef struct fw_cluster_summary {
    int32_t side; ///< of a cluster, in tiles
    /// Strong or weak; of a graph that units share: theirs, FW_DOMINANCE_DEFAULT included
    fw_dominance dominance;
    fw_placement placement;     ///< cheapest or clearance
    size_t clusters;            ///< number of clusters that have transitions
    size_t transitions;         ///< number of steps between clusters that the graph knows
    size_t edges;               ///< number of paths that the graph knows between two transitions of a cluster
    size_t bytes;               ///< memory
    bool has_landmarks;         ///< false: fw_map_prepare() would make searches faster
    fw_abstraction abstraction; ///< the graph is that of the unit, or one that units share
    int32_t kinds; ///< number of kinds of units, by size and terrain costs, that the graph serves
} fw_cluster_summary;

/// Summarises the graph of clusters of a unit. Takes time that grows with the size of the map.
///
/// @param map           committed map
/// @param id            the unit
/// @param[out] summary  the summary
/// @return FW_OK, FW_NULL_ARGUMENT, FW_UNKNOWN_UNIT or FW_NOT_PREPARED
fw_result fw_map_clusters(const fw_map *map, fw_unit_id id, fw_cluster_summary *summary);

/// fw_map_clusters() for programs whose headers may be of another minor version, see docs/abi.md.
///
/// @param map, id  as for fw_map_clusters()
/// @param[out] summary  as many bytes of it as the program's header has
/// @param bytes  sizeof *summary
/// @return as fw_map_clusters()
fw_result fw_map_get_clusters(const fw_map *map, fw_unit_id id, fw_cluster_summary *summary, size_t bytes);

#ifdef __cplusplus
}
#endif
#endif
