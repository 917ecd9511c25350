#pragma once

/// How a map is cut into square clusters, and how the nodes of the abstract graph are numbered.
///
/// Two clusters are neighbours on a side (E, S, W, N) or at a corner. Sides and corners of a cluster have the numbers
/// of the moves that lead there. A node is a transition, seen from the cluster that the transition leads into: its id
/// holds this cluster, the side through which the cluster is entered, and the place in the list of this side.

#include <stdint.h>

#include "fairway/space.h"
#include "grid/grid_moves.h"

enum { CLUSTER_LEAST = 4, CLUSTER_MOST = 64, PLACE_BITS_MOST = 6 };

_Static_assert(CLUSTER_MOST <= 1 << PLACE_BITS_MOST, "each tile along a side may have a transition");

typedef struct cluster_grid {
    int32_t width, height; ///< of the map, in tiles
    int32_t side;          ///< of a cluster, in tiles; clusters at the right and lower border may be smaller
    int32_t columns, rows; ///< of clusters
    uint32_t row_factor;   ///< see cluster_row_factor()
    int place_bits;        ///< bits of a place in the list of a side
    int across_bits; ///< bits of a cluster's column within a block of clusters that share a page of nodes
    int down_bits;   ///< bits of its row within the block
} cluster_grid;

/// A cluster by its column and row.
typedef struct cluster_at {
    int32_t column, row;
} cluster_at;

typedef struct cluster_box {
    int32_t x, y, width, height;
} cluster_box;

/// A node, taken apart.
typedef struct cluster_entry {
    cluster_at cluster; ///< the cluster that is entered
    int side;           ///< its side or corner through which the cluster is entered
    int32_t place;      ///< in the list of this side
} cluster_entry;

/// Cuts a map into clusters. Nodes are numbered for one transition across each side.
///
/// @param side  CLUSTER_LEAST .. CLUSTER_MOST
cluster_grid cluster_grid_of(int32_t width, int32_t height, int32_t side);

/// Numbers the nodes anew, so that a side has room for 2^place_bits transitions. The less room, the nearer to each
/// other the nodes lie in memory.
///
/// @param place_bits  0 .. PLACE_BITS_MOST
void cluster_grid_number(cluster_grid *grid, int place_bits);

/// Bits that number so many places.
static inline int cluster_place_bits(int32_t count)
{
    int bits = 0;
    while (1 << bits < count)
        bits++;
    return bits;
}

static inline cluster_at cluster_of_tile(const cluster_grid *grid, int32_t x, int32_t y)
{
    return (cluster_at){ x / grid->side, y / grid->side };
}

static inline size_t cluster_index(const cluster_grid *grid, cluster_at cluster)
{
    return (size_t)cluster.row * (size_t)grid->columns + (size_t)cluster.column;
}

/// The cluster that cluster_index() gives a number.
static inline cluster_at cluster_with_index(const cluster_grid *grid, size_t index)
{
    const size_t columns = (size_t)grid->columns;
    return (cluster_at){ (int32_t)(index % columns), (int32_t)(index / columns) };
}

static inline cluster_box cluster_box_of(const cluster_grid *grid, cluster_at cluster)
{
    const int32_t x = cluster.column * grid->side, y = cluster.row * grid->side;
    return (cluster_box){ x, y, grid->width - x < grid->side ? grid->width - x : grid->side,
                          grid->height - y < grid->side ? grid->height - y : grid->side };
}

static inline bool cluster_box_holds(const cluster_box *box, int32_t x, int32_t y)
{
    return x >= box->x && y >= box->y && x < box->x + box->width && y < box->y + box->height;
}

/// The tiles of a cluster along a side; at a corner it is one tile.
static inline cluster_box cluster_box_side(const cluster_box *box, int side)
{
    cluster_box edge = *box;
    if (move_dx[side] != 0) {
        edge.x = move_dx[side] > 0 ? box->x + box->width - 1 : box->x;
        edge.width = 1;
    }
    if (move_dy[side] != 0) {
        edge.y = move_dy[side] > 0 ? box->y + box->height - 1 : box->y;
        edge.height = 1;
    }
    return edge;
}

/// The neighbour on a side or at a corner; it may lie outside the map.
static inline cluster_at cluster_beside(cluster_at cluster, int side)
{
    return (cluster_at){ cluster.column + move_dx[side], cluster.row + move_dy[side] };
}

static inline bool cluster_exists(const cluster_grid *grid, cluster_at cluster)
{
    return cluster.column >= 0 && cluster.row >= 0 && cluster.column < grid->columns &&
           cluster.row < grid->rows;
}

static inline bool cluster_is_same(cluster_at a, cluster_at b)
{
    return a.column == b.column && a.row == b.row;
}

enum { ROW_FACTOR_SHIFT = 20 };

_Static_assert((CLUSTER_MOST + 2) * (CLUSTER_MOST + 2) * (CLUSTER_MOST + 2) < 1 << ROW_FACTOR_SHIFT,
               "the error of the factor, for all tiles, is less than a row");

/// By what cluster_row() multiplies.
///
/// @param stride  tiles of a row in the arrays of a cluster with its frame
static inline uint32_t cluster_row_factor(int32_t stride)
{
    return (1u << ROW_FACTOR_SHIFT) / (uint32_t)stride + 1;
}

/// The row of a tile in the arrays of a cluster with its frame: tile / stride, by a multiplication.
static inline int32_t cluster_row(uint32_t row_factor, int32_t tile)
{
    return (int32_t)((uint32_t)tile * row_factor >> ROW_FACTOR_SHIFT);
}

/// The same, for clusters of the grid.
static inline int32_t cluster_grid_row(const cluster_grid *grid, int32_t tile)
{
    return cluster_row(grid->row_factor, tile);
}

/// Where a node comes among those that lead into the same cluster. These lie on one page of the node store, side by
/// side: CLUSTER_NODE_PAGE_SHIFT.
static inline uint32_t cluster_entry_rank(const cluster_grid *grid, int side, int32_t place)
{
    return (uint32_t)side << grid->place_bits | (uint32_t)place;
}

/// The id of a node. Nodes of clusters that lie together have ids that lie together.
fw_node_id cluster_entry_id(const cluster_grid *grid, cluster_entry entry);

cluster_entry cluster_entry_of(const cluster_grid *grid, fw_node_id id);
