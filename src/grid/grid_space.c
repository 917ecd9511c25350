#include "grid/grid_space.h"

#include <math.h>

#include "grid/grid_inside.h"
#include "grid/grid_plain.h"
#include "grid/overlay_moves.h"

enum { BEND_BITS = 20 /**< if bends count, g is cost * 2^BEND_BITS + bends */ };

/// The tile of a node. If bends count, a node is a tile with the move that led there.
static fw_node_id tile_of_node(const grid_space *space, fw_node_id id)
{
    return space->prices.bend_step ? id >> 3 : id;
}

free_rows grid_free_on_demand(const grid_query *query, int32_t x, int32_t y)
{
    const int32_t size = query->unit->def.size;
    free_rows rows = { 7, 7, 7 };
    for (int32_t row = -1; row <= size; row++) {
        int32_t run = 0;
        uint64_t fits = 0;
        for (int32_t column = -1; column <= size; column++) {
            const uint32_t terrain = map_terrain(query->map, x + column, y + row);
            run = query->unit->capability >> terrain & 1 ? run + 1 : 0;
            fits |= (uint64_t)(run >= size) << (column + 2 >= size ? column + 2 - size : 0);
        }
        rows.above &= row < size - 1 ? fits : 7;
        rows.middle &= row >= 0 && row < size ? fits : 7;
        rows.below &= row > 0 ? fits : 7;
    }
    return rows;
}

/// Moves out of an anchor that do not leave the window.
static uint32_t moves_in_window(const tile_box *window, int32_t x, int32_t y)
{
    uint32_t moves = FW_MOVES_ALL;
    if (x <= window->left)
        moves &= ~(uint32_t)(FW_MOVE_NW | FW_MOVE_W | FW_MOVE_SW);
    if (x >= window->right)
        moves &= ~(uint32_t)(FW_MOVE_NE | FW_MOVE_E | FW_MOVE_SE);
    if (y <= window->top)
        moves &= ~(uint32_t)(FW_MOVE_NW | FW_MOVE_N | FW_MOVE_NE);
    if (y >= window->bottom)
        moves &= ~(uint32_t)(FW_MOVE_SW | FW_MOVE_S | FW_MOVE_SE);
    return moves;
}

uint32_t grid_moves_on_ground(const grid_space *space, int32_t x, int32_t y)
{
    const fw_overlay *overlay = space->query.overlay;
    const uint32_t free = moves_into_free(grid_free_around(&space->query, x, y));
    const uint32_t moves = overlay_is_empty(overlay)
                               ? moves_allowed(free, space->rule)
                               : overlay_moves(overlay, space->query.unit->def.size, space->rule, free, x, y);
    return moves & ~(uint32_t)overlay_forbidden(space->query.forbidden, space->query.unit->def.size, x, y);
}

static fw_result begin(void *context, successors *successors)
{
    grid_space *space = context;
    const fw_node_id tile = id_of_tile((uint32_t)space->query.start_x, (uint32_t)space->query.start_y);
    const uint64_t distance = grid_goal_distance(&space->query.goal, space->query.start_x,
                                                 space->query.start_y, space->rule == FW_CORNERS_ORTHOGONAL);
    if ((double)distance * (double)space->prices.h_scale >= (double)COST_LIMIT)
        return FW_TOO_MANY; // from here on, h is less than twice that, and does not wrap
    successors_push(successors, space->prices.bend_step ? tile << 3 : tile, 0, NO_MOVE);
    return FW_OK;
}

static ALWAYS_INLINE fw_result expand(void *context, fw_node_id id, const node *node, successors *successors)
{
    grid_space *space = context;
    const grid_query *query = &space->query;
    const uint32_t x = x_of_id(tile_of_node(space, id));
    const uint32_t y = y_of_id(tile_of_node(space, id));
    const uint64_t bend_scale = space->prices.bend_step ? UINT64_C(1) << BEND_BITS : 1;
    const grid_target *target = NULL;
    if (grid_goal_holds(&query->goal, (int32_t)x, (int32_t)y, &target)) {
        const double closing = target ? target->closing_cost * space->prices.cost_scale : 0.0;
        successors_push_goal(successors, (uint64_t)closing * bend_scale);
        if (!target)
            return FW_OK;
    }
    uint32_t moves = grid_moves_on_ground(space, (int32_t)x, (int32_t)y);
    if (query->window)
        moves &= moves_in_window(query->window, (int32_t)x, (int32_t)y);
    if (query->roads && !lanes_hold(&space->kept, (int32_t)x, (int32_t)y, &moves, &successors->work))
        return FW_PENDING;
    for (; moves; moves &= moves - 1) {
        const int move = bits_lowest(moves);
        const uint64_t step = space->steps[move].length * doubled_cost_of_move(space, x, y, move, false);
        const fw_node_id tile = id_of_neighbour(x, y, move);
        if (!space->prices.bend_step)
            successors_push(successors, tile, step, (uint16_t)move);
        else
            successors_push(successors, tile << 3 | (uint32_t)move,
                            step * bend_scale +
                                (node->via != NO_MOVE && node->via != move ? space->prices.bend_step : 0),
                            (uint16_t)move);
    }
    return FW_OK;
}

/// A lower bound of the distance to the goal, by the guide and without obstacles, in the unit of grid_distance().
static uint64_t guided_distance(const grid_field *guide, int32_t x, int32_t y, uint64_t straight)
{
    const uint32_t known = grid_field_at(guide, x, y);
    const uint64_t steps = known == FIELD_UNKNOWN ? grid_field_at_least(guide, x, y) : known;
    // This scales the field's diagonal steps exactly and shortens its straight steps a little: a lower bound.
    const uint64_t least = steps * DIAGONAL_STEP / FIELD_DIAGONAL;
    return least > straight ? least : straight;
}

/// h of an anchor, in the unit of costs.
static inline uint64_t estimate_at(const grid_space *space, int32_t x, int32_t y)
{
    const bool orthogonal = space->rule == FW_CORNERS_ORTHOGONAL;
    const uint64_t distance = grid_goal_distance(&space->query.goal, x, y, orthogonal);
    const grid_field *guide = space->query.guide;
    return (guide ? guided_distance(guide, x, y, distance) : distance) * space->prices.h_scale;
}

static void estimate(void *context, successor *improved, size_t count)
{
    const grid_space *space = context;
    for (size_t i = 0; i < count; i++) {
        const fw_node_id tile = tile_of_node(space, improved[i].id);
        improved[i].h = estimate_at(space, (int32_t)x_of_id(tile), (int32_t)y_of_id(tile));
    }
}

double grid_space_estimate(const grid_space *space, int32_t x, int32_t y)
{
    return (double)estimate_at(space, x, y) * space->search.limits.trace_scale;
}

static fw_pose place(const void *context, fw_node_id id, uint16_t via)
{
    (void)via;
    const grid_space *space = context;
    const fw_node_id tile = tile_of_node(space, id);
    return fw_pose_on_tile((int32_t)x_of_id(tile), (int32_t)y_of_id(tile), space->query.unit->def.size);
}

static uint32_t bends_rank(const void *context, fw_node_id id)
{
    return grid_rank(context, id >> 3) << 3 | ((uint32_t)id & 7);
}

static const space_kind kind = { .begin = begin,
                                 .expand = expand,
                                 .estimate = estimate,
                                 .place = place,
                                 .rank = grid_rank,
                                 .page_shift = SMALL_NODE_PAGE_SHIFT };

static const space_kind bends_kind = {
    .begin = begin, .expand = expand, .estimate = estimate, .place = place, .rank = bends_rank
};

fw_result grid_space_create(memory *memory, page_pool *small, page_pool *large, struct memory *shared,
                            natural_moves **natural, grid_space **created)
{
    if (!*natural && !(*natural = natural_moves_create(shared)))
        return FW_NO_MEMORY;
    grid_space *space = memory_get_zeroed(memory, 1, sizeof *space);
    if (!space)
        return FW_NO_MEMORY;
    best_first_init(&space->search, memory, small);
    space->memory = memory;
    space->small = small;
    space->large = large;
    space->natural = *natural;
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
    memory_give_back(space->memory, space->route, space->route_capacity, sizeof *space->route);
    memory_give_back(space->memory, space, 1, sizeof *space);
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

/// Sets the unit's terrain costs, divided by their greatest common divisor, so that sums stay small.
static void set_costs(grid_space *space)
{
    const map_unit *unit = space->query.unit;
    uint32_t divisor = overlay_has_costs(space->query.overlay) ? 1 : 0;
    for (int terrain = 0; terrain < FW_TERRAIN_COUNT; terrain++)
        divisor = common_divisor(unit->terrain_cost[terrain], divisor);
    for (int terrain = 0; terrain < FW_TERRAIN_COUNT; terrain++)
        space->prices.tile_cost[terrain] = unit->terrain_cost[terrain] / divisor;
    space->prices.cheapest = unit->cheapest / divisor;
    space->prices.cost_scale = 2.0 * STRAIGHT_STEP * COST_ONE / divisor;
    const bool bends_count = space->query.fewer_bends || space->query.bend_cost > 0.0;
    const uint64_t charge =
        (uint64_t)(space->query.bend_cost * space->prices.cost_scale * (double)(1 << BEND_BITS));
    space->prices.bend_step =
        bends_count ? charge + 1 : 0; // of paths that are as cheap, the one with the fewest bends
    space->prices.h_scale = 2 * space->prices.cheapest * (bends_count ? UINT64_C(1) << BEND_BITS : 1);
    space->prices.straight_h = STRAIGHT_STEP * space->prices.h_scale;
    space->prices.diagonal_h = space->rule == FW_CORNERS_ORTHOGONAL
                                   ? 0
                                   : (2 * STRAIGHT_STEP - DIAGONAL_STEP) * space->prices.h_scale;
}

static void set_steps(grid_space *space)
{
    for (int move = 0; move < MOVE_COUNT; move++)
        space->steps[move] = (grid_step){ .id = move_dy[move] * (1 << PAGE_SHIFT) + move_dx[move],
                                          .length = move_is_diagonal(move) ? DIAGONAL_STEP : STRAIGHT_STEP,
                                          .dx = move_dx[move],
                                          .dy = move_dy[move] };
}

void grid_space_take(grid_space *space, const grid_query *query)
{
    space->query = *query;
    space->rule = query->is_orthogonal ? FW_CORNERS_ORTHOGONAL : query->unit->def.corners;
    space->tiles = map_tile_rows(query->map);
    space->is_even = query->unit->def.size % 2 == 0;
    space->centre = query->unit->def.size / 2;
    space->centres = (tile_rows){ space->tiles.row + space->centre };
    set_costs(space);
    set_steps(space);
}

void grid_space_reset(grid_space *space, const grid_query *query, const search_limits *limits)
{
    grid_space_take(space, query);
    if (query->roads) {
        space->kept = *query->roads;
        space->query.roads = &space->kept;
    }
    if (query->window) {
        space->window = *query->window;
        space->query.window = &space->window;
    }
    const int32_t width = map_width(query->map);
    space->inner_width = query->unit->def.size == 1 && width > 2 ? (uint32_t)width - 2 : 0;
    const bool is_flow = query->goal.kind == GRID_GOAL_NOWHERE;
    space->is_plain = (query->goal.kind == GRID_GOAL_ANCHOR || is_flow) && overlay_is_empty(query->overlay) &&
                      !query->forbidden && !query->roads && !query->window && !space->prices.bend_step &&
                      query->aims.count == 0;
    space->goal_id = is_flow ? NO_TILE : id_of_tile((uint32_t)query->goal.x, (uint32_t)query->goal.y);
    space->target = NULL;
    search_limits bounded = *limits;
    const double tile = space->prices.cost_scale * (space->prices.bend_step ? (double)(1 << BEND_BITS) : 1.0);
    bounded.max_cost = limits_max_cost(query->max_distance, tile);
    bounded.trace_scale = 1.0 / tile;
    const uint64_t least_step = space->prices.straight_h;
    if (is_flow && space->is_plain)
        space->prices.straight_h = space->prices.diagonal_h = 0;
    node_store_use(&space->search.nodes, space->prices.bend_step ? space->large : space->small);
    if (space->is_plain)
        grid_plain_reset(space, &bounded, least_step);
    else if (space->prices.bend_step)
        best_first_reset(&space->search, &bends_kind, &bounded, least_step);
    else
        best_first_reset(&space->search, &kind, &bounded, least_step);
}

fw_result grid_space_run(grid_space *space, uint64_t work)
{
    if (space->is_plain)
        return grid_plain_run(space, work);
    const uint64_t spent = space->search.count.work,
                   end = work < UINT64_MAX - spent ? spent + work : UINT64_MAX;
    fw_result result;
    do { // the search returns FW_PENDING while it looks for the exit of a road
        const uint64_t left = end - space->search.count.work;
        result = space->prices.bend_step ? best_first_run(&space->search, &bends_kind, space, left)
                                         : best_first_run(&space->search, &kind, space, left);
    } while (result == FW_PENDING && space->search.count.work < end);
    return result;
}

bool grid_space_was_held(const grid_space *space)
{
    return space->query.roads && space->kept.has_held;
}

/// Slot of the last node of a route.
static uint32_t slot_of_end(const grid_space *space, grid_end end)
{
    switch (end) {
    case GRID_END_GOAL:
        return space->search.goal_parent;
    case GRID_END_BEST:
        return best_first_best(&space->search);
    case GRID_END_NEAREST:
        break;
    }
    double square;
    return near_nodes_cheapest(&space->search.nodes, &space->query.aims, place, space, &square);
}

static grid_anchor anchor_of_slot(const grid_space *space, uint32_t slot)
{
    const fw_node_id tile = tile_of_node(space, node_id_of(&space->search.nodes, slot));
    return (grid_anchor){ (int32_t)x_of_id(tile), (int32_t)y_of_id(tile) };
}

fw_result grid_list_runs(grid_space *space, uint32_t slot, grid_route *route)
{
    const bool adds_costs = overlay_has_costs(space->query.overlay);
    uint64_t doubled[2] = { 0 }; // straight, diagonal
    int32_t count = 0;
    grid_anchor anchor = anchor_of_slot(space, slot);
    route->end = anchor;
    while ((slot = node_of(&space->search.nodes, slot)->parent) != NO_SLOT) {
        const grid_anchor before = anchor_of_slot(space, slot);
        const int move = move_towards(anchor.x - before.x, anchor.y - before.y);
        if (grid_runs_add(space->memory, &space->route, &space->route_capacity, &count, move) != FW_OK)
            return FW_NO_MEMORY;
        doubled[move_is_diagonal(move)] += doubled_cost_of_move(space, (uint32_t)anchor.x, (uint32_t)anchor.y,
                                                                move_opposite(move), !adds_costs);
        anchor = before;
    }
    route->start = anchor;
    route->runs = space->route;
    route->count = count;
    route->cost =
        ((double)doubled[0] + (double)doubled[1] * sqrt(2.0)) * STRAIGHT_STEP / space->prices.cost_scale;
    route->target = NULL;
    return FW_OK;
}

fw_result grid_space_route(grid_space *space, grid_end end, grid_route *route)
{
    const uint32_t slot = slot_of_end(space, end);
    if (slot == NO_SLOT)
        return FW_NOT_FOUND;
    const fw_result listed = grid_list_runs(space, slot, route);
    if (listed != FW_OK)
        return listed;
    grid_runs_reverse(space->route, route->count);
    if (end == GRID_END_GOAL && space->query.goal.kind == GRID_GOAL_SET)
        grid_goal_holds(&space->query.goal, route->end.x, route->end.y, &route->target);
    return FW_OK;
}

void grid_space_statistics(const grid_space *space, fw_statistics *statistics)
{
    *statistics = space->search.count;
    statistics->pages = space->search.nodes.page_count;
    statistics->bound = space->search.limits.weight;
}

double grid_space_progress(const grid_space *space)
{
    return best_first_progress(&space->search);
}
