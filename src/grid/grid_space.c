#include "grid/grid_space.h"

#include <math.h>
#include <string.h>

#include "grid/grid_moves.h"
#include "map/overlay.h"
#include "search/best_first.h"

enum {
    BLOCK_SHIFT = 4, ///< ids run through blocks of 16 x 16 tiles, which is one page of the node store
    BLOCK_MASK = (1 << BLOCK_SHIFT) - 1,
    BLOCKS_MASK = FW_MAX_SIDE / (1 << BLOCK_SHIFT) - 1, ///< blocks of a row
    ROW_SHIFT = 18,                                     ///< bits of an id below the row of blocks
    BEND_BITS = 20                                      ///< with fewer bends, g is cost * 2^BEND_BITS + bends
};

struct grid_space {
    best_first search;
    memory *from;
    grid_query ask;
    const uint8_t *terrains;              ///< row 0
    size_t stride;                        ///< bytes from row to row
    uint64_t tile_cost[FW_TERRAIN_COUNT]; ///< in 1 / cost_scale of a tile at cost 1
    uint64_t cheapest;
    ptrdiff_t tile_step[MOVE_COUNT]; ///< from tile to tile in `terrains`
    uint64_t step[MOVE_COUNT];       ///< length, in the unit of grid_distance()
    int64_t id_step[MOVE_COUNT];     ///< from id to id within a block
    bool has_rule;
    fw_corner_rule rule;                  ///< what `allowed` is filled for
    uint8_t allowed[512];                 ///< moves by the 3 x 3 free anchors around, row by row
    uint8_t useful_after[MOVE_COUNT + 1]; ///< moves worth trying after a move; the last: at the start
    uint64_t h_scale;                     ///< from grid_distance() to cost
    double cost_scale;                    ///< cost of a tile's length at cost 1
    int centre;    ///< from an anchor to the tile of the body's centre, or the one right and down of it
    bool is_even;  ///< the body's centre is a corner of tiles
    bool is_plain; ///< one goal, a layer, no overlay, no bends
    double nearest_square;
    uint32_t nearest_x, nearest_y;
    fw_node_id nearest;
    bool has_nearest;
    const grid_target *target;
    grid_waypoint *route;
    size_t route_capacity;
};

static inline fw_node_id id_of_tile(uint32_t x, uint32_t y)
{
    return (fw_node_id)(y >> BLOCK_SHIFT) << ROW_SHIFT | (fw_node_id)(x >> BLOCK_SHIFT) << 2 * BLOCK_SHIFT |
           (y & BLOCK_MASK) << BLOCK_SHIFT | (x & BLOCK_MASK);
}

static inline fw_node_id id_of_neighbour(uint32_t x, uint32_t y, int move)
{
    return id_of_tile((uint32_t)((int)x + move_dx[move]), (uint32_t)((int)y + move_dy[move]));
}

static inline uint32_t x_of_id(fw_node_id id)
{
    return ((uint32_t)id >> BLOCK_SHIFT & BLOCKS_MASK << BLOCK_SHIFT) | ((uint32_t)id & BLOCK_MASK);
}

static inline uint32_t y_of_id(fw_node_id id)
{
    return (uint32_t)(id >> ROW_SHIFT) << BLOCK_SHIFT | ((uint32_t)id >> BLOCK_SHIFT & BLOCK_MASK);
}

/// A node's tile: with fewer bends, nodes are tiles with the move that led there.
static fw_node_id tile_of_node(const grid_space *space, fw_node_id id)
{
    return space->ask.fewer_bends ? id >> 3 : id;
}

/// Anchors that fit without a layer: the 3 x 3 around (x, y), from the terrains of the (size + 2)^2 tiles
/// there.
static uint32_t moves_into_on_demand(const grid_space *space, int32_t x, int32_t y)
{
    const grid_query *ask = &space->ask;
    const int32_t size = ask->unit->def.size;
    uint64_t rows[3] = { 7, 7, 7 };
    for (int32_t row = -1; row <= size; row++) {
        int32_t run = 0;
        uint64_t fits = 0;
        for (int32_t column = -1; column <= size; column++) {
            const uint32_t terrain = fw_map_terrain(ask->map, x + column, y + row);
            run = ask->unit->capability >> terrain & 1 ? run + 1 : 0;
            fits |= (uint64_t)(run >= size) << (column + 2 >= size ? column + 2 - size : 0);
        }
        for (int32_t anchor = -1; anchor <= 1; anchor++)
            if (row >= anchor && row < anchor + size)
                rows[anchor + 1] &= fits;
    }
    return moves_into(rows[0], rows[1], rows[2]);
}

/// Neighbours of an anchor where the unit fits.
static uint32_t moves_into_any(const grid_space *space, int32_t x, int32_t y)
{
    if (space->ask.on_demand)
        return moves_into_on_demand(space, x, y);
    const layer *on = space->ask.unit->on;
    return moves_into(layer_window(on, x - 1, y - 1), layer_window(on, x - 1, y),
                      layer_window(on, x - 1, y + 1));
}

static fw_corner_rule rule_of(const grid_space *space)
{
    return space->ask.orthogonal ? FW_CORNERS_ORTHOGONAL : space->ask.unit->def.corners;
}

/// Moves out of an anchor in all that the query asks for. What an overlay blocks has corners, as walls have; a
/// corridor has none: it only says where to go.
static uint32_t moves_of_any(const grid_space *space, int32_t x, int32_t y)
{
    const fw_overlay *overlay = space->ask.overlay;
    const int32_t size = space->ask.unit->def.size;
    const fw_corner_rule corners = rule_of(space);
    const uint32_t free = moves_into_any(space, x, y);
    const uint32_t forbidden = overlay_forbidden(space->ask.forbidden, x, y);
    if (overlay_is_empty(overlay))
        return moves_allowed(free, corners) & ~forbidden;
    const uint32_t unblocked =
        moves_into(overlay_free(overlay, size, x - 1, y - 1), overlay_free(overlay, size, x - 1, y),
                   overlay_free(overlay, size, x - 1, y + 1));
    const uint32_t within =
        moves_into(overlay_corridor(overlay, x - 1, y - 1), overlay_corridor(overlay, x - 1, y),
                   overlay_corridor(overlay, x - 1, y + 1));
    return moves_allowed(free & unblocked, corners) & within &
           ~(forbidden | overlay_forbidden(overlay, x, y));
}

static inline uint64_t cost_of_tile(const grid_space *space, size_t x, size_t y, bool plain)
{
    const uint64_t by_terrain = space->tile_cost[space->terrains[y * space->stride + x]];
    return plain ? by_terrain : by_terrain + overlay_cost(space->ask.overlay, (int32_t)x, (int32_t)y);
}

/// Twice the mean cost of the tiles under the body's centre on its way out of an anchor: half of each tile
/// for odd sizes; for even ones the two tiles beside the grid line, or the one that is crossed, both halves.
static inline uint64_t doubled_cost_of_move(const grid_space *space, uint32_t anchor_x, uint32_t anchor_y,
                                            int move, bool plain)
{
    const size_t x = anchor_x + (size_t)space->centre;
    const size_t y = anchor_y + (size_t)space->centre;
    const int dx = move_dx[move];
    const int dy = move_dy[move];
    if (!space->is_even)
        return cost_of_tile(space, x, y, plain) + cost_of_tile(space, x + (size_t)dx, y + (size_t)dy, plain);
    const size_t ahead_x = x - (dx < 0);
    const size_t ahead_y = y - (dy < 0);
    if (move_is_diagonal(move))
        return 2 * cost_of_tile(space, ahead_x, ahead_y, plain);
    return cost_of_tile(space, ahead_x, ahead_y, plain) +
           cost_of_tile(space, dx == 0 ? x - 1 : ahead_x, dy == 0 ? y - 1 : ahead_y, plain);
}

static fw_result begin(void *context, successors *out)
{
    grid_space *space = context;
    const fw_node_id tile = id_of_tile((uint32_t)space->ask.start_x, (uint32_t)space->ask.start_y);
    const uint64_t distance = grid_goal_distance(&space->ask.goal, space->ask.start_x, space->ask.start_y,
                                                 rule_of(space) == FW_CORNERS_ORTHOGONAL);
    if ((double)distance * (double)space->h_scale >= (double)COST_LIMIT)
        return FW_TOO_MANY; // from here on, h is less than twice that, and does not wrap
    successors_push(out, space->ask.fewer_bends ? tile << 3 : tile, 0, NO_MOVE);
    return FW_OK;
}

/// Pushes the moves of a plain query. Costs of odd sizes: half of the tile here and half of the one there.
///
/// @param inside  all neighbours lie in the same block
static inline __attribute__((always_inline)) void push_moves(const grid_space *space, fw_node_id id,
                                                             uint32_t x, uint32_t y, uint32_t moves, bool odd,
                                                             bool inside, successors *out)
{
    const size_t centre = (y + (size_t)space->centre) * space->stride + x + (size_t)space->centre;
    const uint8_t *terrain = space->terrains + centre;
    const uint64_t here = odd ? space->tile_cost[*terrain] : 0;
    for (; moves; moves &= moves - 1) {
        const int move = bits_lowest(moves);
        const uint64_t doubled = odd ? here + space->tile_cost[terrain[space->tile_step[move]]]
                                     : doubled_cost_of_move(space, x, y, move, true);
        if (inside)
            successors_push_near(out, id + (fw_node_id)space->id_step[move], space->step[move] * doubled,
                                 (uint16_t)move);
        else
            successors_push(out, id_of_neighbour(x, y, move), space->step[move] * doubled, (uint16_t)move);
    }
}

/// Three bits of a row from a bit of its first word on.
static inline size_t three_from(const uint64_t *word, int shift)
{
    return (size_t)(word[0] >> shift | word[1] << 1 << (WORD_BITS - 1 - shift)) & 7;
}

static inline __attribute__((always_inline)) fw_result expand_plain(void *context, fw_node_id id,
                                                                    const node *from, successors *out)
{
    const grid_space *space = context;
    const uint32_t x = x_of_id(id);
    const uint32_t y = y_of_id(id);
    if ((int32_t)x == space->ask.goal.x && (int32_t)y == space->ask.goal.y) {
        successors_push_goal(out, 0);
        return FW_OK;
    }
    const layer *on = space->ask.unit->on;
    const uint64_t *row = layer_row(on, (int32_t)y) + (((int32_t)x - 1) >> WORD_SHIFT);
    const int shift = (int)((x - 1) & 63);
    const size_t around = (three_from(row - on->stride, shift) | three_from(row, shift) << 3 |
                           three_from(row + on->stride, shift) << 6);
    const uint32_t moves = space->allowed[around] & space->useful_after[from->via];
    const bool inside = ((x + 1) & BLOCK_MASK) > 1 && ((y + 1) & BLOCK_MASK) > 1;
    if (!space->is_even && inside)
        push_moves(space, id, x, y, moves, true, true, out);
    else
        push_moves(space, id, x, y, moves, !space->is_even, false, out);
    return FW_OK;
}

/// Square of the distance from a body's centre to the nearest of the poses aimed at.
static double square_to_aims(const grid_space *space, uint32_t x, uint32_t y)
{
    const grid_query *ask = &space->ask;
    const fw_pose centre = fw_pose_on_tile((int32_t)x, (int32_t)y, ask->unit->def.size);
    double least = INFINITY;
    for (int32_t i = 0; i < ask->aim_count; i++) {
        const double dx = centre.x - ask->aims[i].x;
        const double dy = centre.y - ask->aims[i].y;
        least = fmin(least, dx * dx + dy * dy);
    }
    return least;
}

/// Keeps the expanded anchor whose centre is nearest to what is aimed at, ties by y, then x.
static void keep_nearest(grid_space *space, fw_node_id id, uint32_t x, uint32_t y)
{
    const double square = square_to_aims(space, x, y);
    if (space->has_nearest) {
        if (square > space->nearest_square)
            return;
        if (square == space->nearest_square &&
            (y > space->nearest_y || (y == space->nearest_y && x >= space->nearest_x)))
            return;
    }
    space->has_nearest = true;
    space->nearest_square = square;
    space->nearest = id;
    space->nearest_x = x;
    space->nearest_y = y;
}

static fw_result expand_any(void *context, fw_node_id id, const node *from, successors *out)
{
    grid_space *space = context;
    const grid_query *ask = &space->ask;
    const uint32_t x = x_of_id(tile_of_node(space, id));
    const uint32_t y = y_of_id(tile_of_node(space, id));
    if (ask->aim_count > 0)
        keep_nearest(space, id, x, y);
    const uint64_t bend_scale = ask->fewer_bends ? UINT64_C(1) << BEND_BITS : 1;
    const grid_target *target = NULL;
    if (grid_goal_holds(&ask->goal, (int32_t)x, (int32_t)y, &target)) {
        const double closing = target ? target->closing_cost * space->cost_scale : 0.0;
        successors_push_goal(out, (uint64_t)closing * bend_scale);
        if (!target)
            return FW_OK;
    }
    for (uint32_t moves = moves_of_any(space, (int32_t)x, (int32_t)y); moves; moves &= moves - 1) {
        const int move = bits_lowest(moves);
        const uint64_t step = space->step[move] * doubled_cost_of_move(space, x, y, move, false);
        const fw_node_id tile = id_of_neighbour(x, y, move);
        if (!ask->fewer_bends)
            successors_push(out, tile, step, (uint16_t)move);
        else
            successors_push(out, tile << 3 | (uint32_t)move,
                            step * bend_scale + (from->via != NO_MOVE && from->via != move), (uint16_t)move);
    }
    return FW_OK;
}

static inline __attribute__((always_inline)) void estimate_plain(void *context, successor *improved,
                                                                 size_t count)
{
    const grid_space *space = context;
    const bool orthogonal = rule_of(space) == FW_CORNERS_ORTHOGONAL;
    const int32_t goal_x = space->ask.goal.x;
    const int32_t goal_y = space->ask.goal.y;
    const uint64_t h_scale = space->h_scale;
    for (size_t i = 0; i < count; i++) {
        const int32_t dx = (int32_t)x_of_id(improved[i].id) - goal_x;
        const int32_t dy = (int32_t)y_of_id(improved[i].id) - goal_y;
        improved[i].h = grid_distance(dx, dy, orthogonal) * h_scale;
    }
}

static void estimate_any(void *context, successor *improved, size_t count)
{
    const grid_space *space = context;
    const bool orthogonal = rule_of(space) == FW_CORNERS_ORTHOGONAL;
    for (size_t i = 0; i < count; i++) {
        const fw_node_id tile = tile_of_node(space, improved[i].id);
        improved[i].h =
            grid_goal_distance(&space->ask.goal, (int32_t)x_of_id(tile), (int32_t)y_of_id(tile), orthogonal) *
            space->h_scale;
    }
}

static fw_pose place(const void *context, fw_node_id id, uint16_t via)
{
    (void)via;
    const grid_space *space = context;
    const fw_node_id tile = tile_of_node(space, id);
    return fw_pose_on_tile((int32_t)x_of_id(tile), (int32_t)y_of_id(tile), space->ask.unit->def.size);
}

static const space_kind plain_kind = {
    .begin = begin, .expand = expand_plain, .estimate = estimate_plain, .place = place
};
static const space_kind any_kind = {
    .begin = begin, .expand = expand_any, .estimate = estimate_any, .place = place
};

fw_result grid_space_create(memory *from, page_pool *pool, grid_space **created)
{
    grid_space *space = memory_get_zeroed(from, 1, sizeof *space);
    if (!space)
        return FW_NO_MEMORY;
    best_first_init(&space->search, from, pool);
    space->from = from;
    if (best_first_reserve(&space->search, MOVE_COUNT) != FW_OK) {
        grid_space_destroy(space);
        return FW_NO_MEMORY;
    }
    *created = space;
    return FW_OK;
}

void grid_space_destroy(grid_space *space)
{
    if (!space)
        return;
    best_first_free(&space->search);
    memory_give_back(space->from, space->route, space->route_capacity, sizeof *space->route);
    memory_give_back(space->from, space, 1, sizeof *space);
}

size_t grid_space_bytes(const grid_space *space)
{
    return best_first_bytes(&space->search) + sizeof *space + space->route_capacity * sizeof *space->route;
}

size_t grid_space_page_bytes(void)
{
    return sizeof(node_page);
}

static uint32_t common_divisor(uint32_t a, uint32_t b)
{
    while (b) {
        const uint32_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/// Takes over the unit's terrain costs, divided by what they have in common, so that sums stay small.
static void set_costs(grid_space *space)
{
    const map_unit *unit = space->ask.unit;
    uint32_t divisor = overlay_has_costs(space->ask.overlay) ? 1 : 0;
    for (int terrain = 0; terrain < FW_TERRAIN_COUNT; terrain++)
        divisor = common_divisor(unit->terrain_cost[terrain], divisor);
    for (int terrain = 0; terrain < FW_TERRAIN_COUNT; terrain++)
        space->tile_cost[terrain] = unit->terrain_cost[terrain] / divisor;
    space->cheapest = unit->cheapest / divisor;
    space->cost_scale = 2.0 * STRAIGHT_STEP * COST_ONE / divisor;
    space->h_scale = 2 * space->cheapest * (space->ask.fewer_bends ? UINT64_C(1) << BEND_BITS : 1);
}

/// Which moves a plain query tries after a move. For odd sizes, the tile behind the move and its two neighbours there
/// were reached from the parent directly, for less: each tile on the way costs half its cost at entering and leaving.
static void set_moves(grid_space *space)
{
    for (int move = 0; move < MOVE_COUNT; move++) {
        const uint32_t back = 1u << move_opposite(move);
        const uint32_t beside = (back << 1 | back >> 7 | back >> 1 | back << 7) & 0xff;
        space->useful_after[move] = (uint8_t) ~(space->is_even ? back : back | beside);
        space->tile_step[move] = move_dy[move] * (ptrdiff_t)space->stride + move_dx[move];
        space->step[move] = move_is_diagonal(move) ? DIAGONAL_STEP : STRAIGHT_STEP;
        space->id_step[move] = move_dy[move] * (1 << BLOCK_SHIFT) + move_dx[move];
    }
    space->useful_after[NO_MOVE] = FW_MOVES_ALL;
}

/// Fills the table of a corner rule, which stays from query to query.
static void set_corner_rule(grid_space *space, fw_corner_rule rule)
{
    if (space->has_rule && space->rule == rule)
        return;
    for (unsigned around = 0; around < 512; around++)
        space->allowed[around] =
            (uint8_t)moves_allowed(moves_into(around & 7, around >> 3 & 7, around >> 6), rule);
    space->rule = rule;
    space->has_rule = true;
}

void grid_space_reset(grid_space *space, const grid_query *query, const search_limits *limits)
{
    space->ask = *query;
    space->terrains = map_terrain_row(query->map, 0);
    space->stride =
        fw_map_height(query->map) > 1 ? (size_t)(map_terrain_row(query->map, 1) - space->terrains) : 0;
    space->is_even = query->unit->def.size % 2 == 0;
    space->centre = query->unit->def.size / 2;
    space->is_plain = query->goal.kind == GRID_GOAL_ANCHOR && overlay_is_empty(query->overlay) &&
                      !query->forbidden && !query->orthogonal && !query->on_demand && !query->fewer_bends &&
                      !query->aim_count;
    space->has_nearest = false;
    space->target = NULL;
    set_costs(space);
    set_moves(space);
    set_corner_rule(space, query->unit->def.corners);
    search_limits bounded = *limits;
    const double most =
        query->max_distance * space->cost_scale * (double)space->h_scale / (double)(2 * space->cheapest);
    bounded.max_cost = query->max_distance > 0 ? (most < (double)COST_LIMIT ? (uint64_t)most + 1 : 0) : 0;
    bounded.trace_scale = 1.0 / (space->cost_scale * (query->fewer_bends ? (double)(1 << BEND_BITS) : 1.0));
    best_first_reset(&space->search, &plain_kind, &bounded, STRAIGHT_STEP * space->h_scale);
}

fw_result grid_space_run(grid_space *space, uint64_t work)
{
    if (space->is_plain)
        return best_first_run(&space->search, &plain_kind, space, work);
    return best_first_run(&space->search, &any_kind, space, work);
}

/// Slot of the last node of a route.
static uint32_t slot_of_end(const grid_space *space, grid_end end)
{
    switch (end) {
    case GRID_END_GOAL:
        return space->search.goal_parent;
    case GRID_END_BEST:
        return space->search.best;
    case GRID_END_NEAREST:
        break;
    }
    if (!space->has_nearest)
        return NO_SLOT;
    node_store *nodes = (node_store *)&space->search.nodes;
    const node_page *page = node_store_page(nodes, space->nearest);
    return page->index << NODE_PAGE_SHIFT | (uint32_t)(space->nearest & (NODE_PAGE_SIZE - 1));
}

fw_result grid_space_route(grid_space *space, grid_end end, grid_route *route)
{
    uint32_t slot = slot_of_end(space, end);
    if (slot == NO_SLOT)
        return FW_NOT_FOUND;
    const node_store *nodes = &space->search.nodes;
    uint64_t straight = 0;
    uint64_t diagonal = 0;
    size_t count = 0;
    int last_move = -1;
    while (slot != NO_SLOT) {
        const node *it = node_of(nodes, slot);
        const fw_node_id tile = tile_of_node(space, node_id_of(nodes, slot));
        const grid_waypoint here = { (int32_t)x_of_id(tile), (int32_t)y_of_id(tile) };
        if (it->via != last_move || it->parent == NO_SLOT) {
            if (memory_reserve(space->from, &space->route, &space->route_capacity, count + 1,
                               sizeof *space->route) != FW_OK)
                return FW_NO_MEMORY;
            space->route[count++] = here;
        }
        if (it->parent != NO_SLOT) {
            const int back = move_opposite(it->via);
            const uint64_t doubled = doubled_cost_of_move(space, (uint32_t)here.x, (uint32_t)here.y, back,
                                                          !overlay_has_costs(space->ask.overlay));
            *(move_is_diagonal(it->via) ? &diagonal : &straight) += doubled;
        }
        last_move = it->via;
        slot = it->parent;
    }
    for (size_t i = 0; i < count / 2; i++) {
        const grid_waypoint swapped = space->route[i];
        space->route[i] = space->route[count - 1 - i];
        space->route[count - 1 - i] = swapped;
    }
    const double tiles =
        ((double)straight + (double)diagonal * sqrt(2.0)) * STRAIGHT_STEP / space->cost_scale;
    *route = (grid_route){ .points = space->route, .count = (int32_t)count, .cost = tiles };
    if (end == GRID_END_GOAL && space->ask.goal.kind == GRID_GOAL_SET)
        grid_goal_holds(&space->ask.goal, space->route[count - 1].x, space->route[count - 1].y,
                        &route->target);
    return FW_OK;
}

void grid_space_statistics(const grid_space *space, fw_statistics *statistics)
{
    *statistics = space->search.count;
    statistics->pages = space->search.nodes.page_count;
    statistics->bytes = grid_space_bytes(space);
    statistics->bound = space->search.limits.weight;
}

double grid_space_progress(const grid_space *space)
{
    return best_first_progress(&space->search);
}
