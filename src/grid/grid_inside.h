#pragma once

/// The inside of the grid space, shared by the two instances of its loop: for plain queries, and for all others.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "grid/grid_moves.h"
#include "grid/grid_query.h"
#include "grid/grid_route.h"
#include "grid/natural_moves.h"
#include "map/overlay.h"
#include "search/best_first.h"

_Static_assert(COST_IS_WIDE, "sources that share this header agree on the width of costs");

enum {
    PAGE_SHIFT =
        SMALL_NODE_PAGE_SHIFT / 2, ///< ids count through squares of tiles, each of which is a small page
    PAGE_MASK = (1 << PAGE_SHIFT) - 1,
    PAGES_MASK = FW_MAX_SIDE / (1 << PAGE_SHIFT) - 1, ///< pages of a row
    ROW_SHIFT = 17                                    ///< bits of an id below the row of pages
};

/// The id of no tile.
#define NO_TILE UINT64_MAX

/// A move in the units of a search.
typedef struct grid_step {
    int64_t id;      ///< from id to id within a block
    uint64_t length; ///< in the unit of grid_distance()
    int32_t dx, dy;
} grid_step;

typedef struct grid_prices {
    uint64_t tile_cost[FW_TERRAIN_COUNT]; ///< in 1 / cost_scale of a tile at cost 1
    uint64_t cheapest;
    uint64_t h_scale;    ///< from grid_distance() to cost
    uint64_t bend_step;  ///< what a bend adds to g; 0 = bends do not count
    uint64_t straight_h; ///< least cost of a straight step
    uint64_t diagonal_h; ///< least difference between the costs of two straight steps and of a diagonal one
    double cost_scale;   ///< cost of a tile's length at cost 1
} grid_prices;

typedef struct grid_space {
    best_first search;
    memory *memory;
    page_pool *small, *large; ///< pools of nodes: a tile is one node, or with fewer bends eight
    natural_moves *natural;   ///< the planner's
    tile_pattern mark;        ///< mark of the unit's prices and corner rule in `natural`
    grid_query query;
    lanes kept;      ///< the copy that `query.roads` points to
    tile_box window; ///< the copy that `query.window` points to
    fw_corner_rule rule;
    fw_node_id goal_id; ///< of GRID_GOAL_ANCHOR
    tile_rows tiles;
    tile_rows centres; ///< [y] row of `tiles` under the centre of the body at an anchor in row y
    grid_prices prices;
    grid_step steps[MOVE_COUNT];
    int centre; ///< offset from an anchor to the tile of the body's centre; even sizes: right and below of it
    bool is_even;         ///< the body's centre is a corner of tiles
    bool is_plain;        ///< one goal and no overlay, roads, window or aims; bends do not count
    uint32_t inner_width; ///< for size 1: number of columns that have a column on both sides; else 0
    const grid_target *target;
    grid_run *route;
    size_t route_capacity;
} grid_space;

static inline fw_node_id id_of_tile(uint32_t x, uint32_t y)
{
    return (fw_node_id)(y >> PAGE_SHIFT) << ROW_SHIFT | (fw_node_id)(x >> PAGE_SHIFT) << 2 * PAGE_SHIFT |
           (y & PAGE_MASK) << PAGE_SHIFT | (x & PAGE_MASK);
}

static inline fw_node_id id_of_neighbour(uint32_t x, uint32_t y, int move)
{
    return id_of_tile((uint32_t)((int)x + move_dx[move]), (uint32_t)((int)y + move_dy[move]));
}

static inline uint32_t x_of_id(fw_node_id id)
{
    return ((uint32_t)id >> PAGE_SHIFT & PAGES_MASK << PAGE_SHIFT) | ((uint32_t)id & PAGE_MASK);
}

static inline uint32_t y_of_id(fw_node_id id)
{
    return (uint32_t)(id >> ROW_SHIFT) << PAGE_SHIFT | ((uint32_t)id >> PAGE_SHIFT & PAGE_MASK);
}

/// Breaks ties between nodes that are tiles: squares of 64 x 64 tiles come row by row, and the tiles of a square row by
/// row. A rank has the bits of an id in another order: the bits for the block in its square follow the bits for the
/// tile in its block.
static inline uint32_t grid_rank(const void *context, fw_node_id id)
{
    (void)context;
    _Static_assert(PAGE_SHIFT == 3, "the shifts below move the bits of such blocks");
    const uint32_t bits = (uint32_t)id;
    return (bits & 0xfff00007) | (bits >> 3 & 0x38) | (bits << 3 & 0xff1c0) | (bits >> 8 & 0xe00);
}

/// The free anchors among the 3 x 3 anchors around one: three bits a row, the lowest bit on the left.
typedef struct free_rows {
    uint64_t above, middle, below;
} free_rows;

/// As grid_free_around(), without a layer: from the terrains of the (size + 2)^2 tiles that the nine anchors need.
free_rows grid_free_on_demand(const grid_query *query, int32_t x, int32_t y);

static inline free_rows grid_free_around(const grid_query *query, int32_t x, int32_t y)
{
    if (query->on_demand)
        return grid_free_on_demand(query, x, y);
    const layer *layer = query->unit->layer;
    return (free_rows){ layer_window(layer, x - 1, y - 1) & 7, layer_window(layer, x - 1, y) & 7,
                        layer_window(layer, x - 1, y + 1) & 7 };
}

static inline uint32_t moves_into_free(free_rows rows)
{
    return moves_into(rows.above, rows.middle, rows.below);
}

static inline uint64_t cost_of_tile(const grid_space *space, int32_t x, int32_t y, bool plain)
{
    const uint64_t by_terrain = space->prices.tile_cost[tile_row(space->tiles, y)[x]];
    return plain ? by_terrain : by_terrain + overlay_cost(space->query.overlay, x, y);
}

/// Twice the mean cost under the body's centre during a move out of an anchor. Odd sizes: half of each of the two
/// tiles. Even sizes: the two tiles beside the grid line, or the tile that a diagonal move crosses, twice.
static inline uint64_t doubled_cost_of_move(const grid_space *space, uint32_t anchor_x, uint32_t anchor_y,
                                            int move, bool plain)
{
    const int32_t x = (int32_t)anchor_x + space->centre;
    const int32_t y = (int32_t)anchor_y + space->centre;
    const int dx = move_dx[move];
    const int dy = move_dy[move];
    if (!space->is_even)
        return cost_of_tile(space, x, y, plain) + cost_of_tile(space, x + dx, y + dy, plain);
    const int32_t ahead_x = x - (dx < 0);
    const int32_t ahead_y = y - (dy < 0);
    if (move_is_diagonal(move))
        return 2 * cost_of_tile(space, ahead_x, ahead_y, plain);
    return cost_of_tile(space, ahead_x, ahead_y, plain) +
           cost_of_tile(space, dx == 0 ? x - 1 : ahead_x, dy == 0 ? y - 1 : ahead_y, plain);
}

/// Sets up the rules and costs of a query, but not its search.
void grid_space_take(grid_space *space, const grid_query *query);

/// The moves out of an anchor that the map, the overlay and forbidden moves allow. The corner rule treats tiles that an
/// overlay blocks like walls, but not the border of a corridor, which is no obstacle.
uint32_t grid_moves_on_ground(const grid_space *space, int32_t x, int32_t y);

/// Lists the runs from the start of the search to a node, the last one first. FW_OK or FW_NO_MEMORY.
fw_result grid_list_runs(grid_space *space, uint32_t slot, grid_route *route);
