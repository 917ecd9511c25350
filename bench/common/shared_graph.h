#ifndef BENCH_COMMON_SHARED_GRAPH_H
#define BENCH_COMMON_SHARED_GRAPH_H

/// @file
/// HAA* as Harabor & Botea 2008 have it: one abstract graph of a map for all kinds of units, a kind being a size and a
/// capability with its costs. Nodes are the transitions of any kind; nodes and edges are annotated with the kinds that
/// may use them. Clusters, entrances and costs are those of the library's hierarchy, which has a graph for each unit.
///
/// *Initial abstraction*: an edge for each kind and each two nodes of a cluster. *Strong dominance*: of edges with
/// equal ends and costs one is left, annotated with all of their kinds. (In the article this is a capability and a
/// clearance. Where terrains differ in cost, a way need not cost a smaller unit what it costs a larger one; so kinds
/// are listed.)
/// *Weak dominance*: of two transitions between the same clusters the one for fewer kinds goes, if each of its kinds
/// reaches the other one within both clusters. No kind may cut corners.

#include <stdbool.h>
#include <stdint.h>

#include "hierarchy/ground.h"
#include "hierarchy/wave.h"

enum { KINDS_MOST = 16, SIDES = 4, SHARED_LANDMARKS = 8 };

/// Ways out of a cluster: a transition, seen from the cluster. Both clusters list those of a border in the same order.
typedef struct shared_node {
    uint16_t tile;  ///< in the arrays of the cluster's ground
    uint16_t kinds; ///< bits of those that may make the step
    uint32_t first; ///< its edges end before those of the next node
} shared_node;

/// The least cost for some kinds from a node of a cluster to another one, from middle to middle of their steps.
typedef struct shared_edge {
    uint32_t cost;
    uint16_t kinds;
    uint16_t to; ///< node of the cluster
} shared_edge;

typedef struct shared_cluster {
    uint16_t count;
    uint16_t first[SIDES + 1]; ///< nodes of E, S, W, N
    uint32_t edges_before;     ///< of the initial abstraction, each counted once
    shared_node *nodes;        ///< [count + 1]
    shared_edge *edges;        ///< both directions
} shared_cluster;

typedef struct shared_graph {
    const map_version *map;
    int kind_count;
    ground_rules rules[KINDS_MOST];
    const map_unit *units[KINDS_MOST];
    cluster_grid grid;
    int32_t longest, most_clearance; ///< as for entrances_find()
    int32_t weak_within;             ///< tiles, see shared_graph_build()
    shared_cluster *clusters;
    uint32_t *bases; ///< [cluster + 1] number of its first node among those of all
    uint16_t *
        distances; ///< [node * SHARED_LANDMARKS] over the edges of all kinds, in units of 2^shift; null: none
    int shift;
} shared_graph;

/// Builds the graph; gives up without memory. Clusters have `side` tiles.
///
/// @param weak_within  weak dominance between transitions at most so many tiles apart; 0: strong dominance
void shared_graph_build(shared_graph *graph, const map_version *map, const map_unit *const *units, int count,
                        int32_t side, int32_t longest, int32_t most_clearance, int32_t weak_within);
void shared_graph_free(shared_graph *graph);

/// Builds the clusters anew that an edit has changed, for a newer version of the map. Landmarks are dropped.
///
/// @param changed  the tiles of the edit
void shared_graph_repair(shared_graph *graph, const map_version *map, tile_box changed);

/// Finds landmarks: they hold for all kinds.
void shared_graph_find_landmarks(shared_graph *graph);

/// Sizes of a graph. Edges are counted once for both directions.
typedef struct shared_size {
    size_t nodes, edges, edges_before;
    size_t bytes, landmark_bytes;
} shared_size;

shared_size shared_graph_size(const shared_graph *graph);

/// The answer to a query, and what it took.
typedef struct shared_answer {
    uint64_t cost;                ///< of ABSTRACT_TILE; WAVE_UNKNOWN: no way
    uint64_t expanded, looked_at; ///< nodes; edges
} shared_answer;

/// Memory of searches.
typedef struct shared_search {
    memory memory;
    cluster_wave over;
    size_t count;
    struct shared_place *places;
    struct shared_entry *heap;
    size_t heap_count, heap_room;
    uint32_t stamp;
    size_t *way; ///< [way_count] clusters of the last way, from the goal's on
    size_t way_count;
} shared_search;

void shared_search_create(shared_search *search, const shared_graph *graph);
void shared_search_free(shared_search *search);

/// The least cost on the graph between two anchors where a unit of a kind fits: start and goal are joined to the
/// transitions of their clusters, then A* goes over the edges that are annotated with the kind.
shared_answer shared_search_ask(shared_search *search, const shared_graph *graph, int kind, int32_t start_x,
                                int32_t start_y, int32_t goal_x, int32_t goal_y);

#endif
