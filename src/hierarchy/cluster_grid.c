#include "hierarchy/cluster_grid.h"

#include "search/node_store.h"

enum { SIDE_BITS = 3, BLOCK_ROW_SHIFT = 16 /**< bits of a block's column in an id */ };

_Static_assert(SIDE_BITS + PLACE_BITS_MOST <= CLUSTER_NODE_PAGE_SHIFT &&
                   CLUSTER_NODE_PAGE_SHIFT <= NODE_PAGE_SHIFT,
               "the nodes that lead into a cluster lie on one page");

cluster_grid cluster_grid_of(int32_t width, int32_t height, int32_t side)
{
    cluster_grid grid = { .width = width,
                          .height = height,
                          .side = side,
                          .columns = (width + side - 1) / side,
                          .rows = (height + side - 1) / side,
                          .row_factor = cluster_row_factor(side + 2) };
    cluster_grid_number(&grid, 0);
    return grid;
}

void cluster_grid_number(cluster_grid *grid, int place_bits)
{
    const int block_bits = NODE_PAGE_SHIFT - SIDE_BITS - place_bits;
    grid->place_bits = place_bits;
    grid->across_bits = (block_bits + 1) / 2;
    grid->down_bits = block_bits / 2;
}

fw_node_id cluster_entry_id(const cluster_grid *grid, cluster_entry entry)
{
    const uint32_t column = (uint32_t)entry.cluster.column, row = (uint32_t)entry.cluster.row;
    const uint32_t across = column & ((1u << grid->across_bits) - 1);
    const uint32_t down = row & ((1u << grid->down_bits) - 1);
    const uint32_t cell = down << grid->across_bits | across;
    const uint32_t offset =
        cell << (SIDE_BITS + grid->place_bits) | cluster_entry_rank(grid, entry.side, entry.place);
    const fw_node_id block =
        (fw_node_id)(row >> grid->down_bits) << BLOCK_ROW_SHIFT | column >> grid->across_bits;
    return block << NODE_PAGE_SHIFT | offset;
}

cluster_entry cluster_entry_of(const cluster_grid *grid, fw_node_id id)
{
    const uint32_t offset = node_offset(id, NODE_PAGE_SHIFT);
    const fw_node_id block = id >> NODE_PAGE_SHIFT;
    const uint32_t cell = offset >> (grid->place_bits + SIDE_BITS);
    const uint32_t across = cell & ((1u << grid->across_bits) - 1), down = cell >> grid->across_bits;
    const uint32_t left = (uint32_t)block & ((1u << BLOCK_ROW_SHIFT) - 1);
    return (cluster_entry){ .cluster = { (int32_t)(left << grid->across_bits | across),
                                         (int32_t)((uint32_t)(block >> BLOCK_ROW_SHIFT) << grid->down_bits |
                                                   down) },
                            .side = (int)(offset >> grid->place_bits & ((1u << SIDE_BITS) - 1)),
                            .place = (int32_t)(offset & ((1u << grid->place_bits) - 1)) };
}
