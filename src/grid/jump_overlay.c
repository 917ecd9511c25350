#include "grid/jump_overlay.h"

/// Distance of a tile from the nearest tile of a box.
static uint32_t distance_to_box(const jump_goal *tile, const tile_box *box)
{
    const int32_t x = tile->x < box->left ? box->left : tile->x < box->right ? tile->x : box->right;
    const int32_t y = tile->y < box->top ? box->top : tile->y < box->bottom ? tile->y : box->bottom;
    return jump_goal_distance(tile, x, y);
}

uint32_t jump_overlay_least(const jump_space *space)
{
    uint32_t least = UINT32_MAX;
    if (space->boxes.each.count == 0)
        return least;
    const jump_goal start = jump_goal_at(space->ask.tables, space->ask.start_x, space->ask.start_y);
    for (int32_t i = 0; i < space->boxes.each.count; i++) {
        const tile_box *box = &space->boxes.each.items[i];
        const uint32_t by_box = distance_to_box(&start, box) + distance_to_box(&space->goal, box);
        least = by_box < least ? by_box : least;
    }
    return least;
}

uint32_t jump_overlay_most(const jump_space *space, uint32_t on_map)
{
    enum { AROUND_TILE = 2 * (2 * STRAIGHT_STEP - DIAGONAL_STEP) }; // for a path along a diagonal
    if (space->boxes.each.count == 0 || on_map == COST_LIMIT)
        return UINT32_MAX;
    const uint32_t around_tile = jump_is_orthogonal(space->ask.tables) ? 2 * STRAIGHT_STEP : AROUND_TILE;
    const uint64_t below = on_map + (uint64_t)overlay_boxes_breadth(&space->boxes) * around_tile + 1;
    return below < COST_LIMIT ? (uint32_t)below : UINT32_MAX;
}

jump_sight jump_overlay_sight(const jump_space *space, jump_goal *goal, grid_anchor here)
{
    const jump_query *ask = &space->ask;
    if (jump_goal_sight(goal, here.x, here.y) == JUMP_SIGHT_NONE)
        return JUMP_SIGHT_NONE;
    const jump_aim aim = jump_aim_along(ask->tables, goal->x - here.x, goal->y - here.y);
    if (overlay_boxes_spare(&space->boxes, here.x, here.y, aim.leading, aim.straight) &&
        jump_runs_are_free(ask->tables, aim.leading, aim.straight, here.x, here.y))
        return JUMP_SIGHT_LEADING_FIRST;
    if (overlay_boxes_spare(&space->boxes, here.x, here.y, aim.straight, aim.leading) &&
        jump_runs_are_free(ask->tables, aim.straight, aim.leading, here.x, here.y))
        return JUMP_SIGHT_STRAIGHT_FIRST;
    return JUMP_SIGHT_NONE;
}

/// A lower bound of the distance from a tile to the goal, or to the nearest of several.
static inline uint32_t estimate(const jump_space *space, int32_t x, int32_t y)
{
    return LIKELY(space->goals.count == 0) ? jump_goal_distance(&space->goal, x, y)
                                           : jump_goals_distance(&space->goals, x, y);
}

/// True if a path over a tile, which is a step away from the expanded node, may cost less than `below`. No other tile
/// needs to be pushed.
static ALWAYS_INLINE bool is_below(const jump_space *space, grid_anchor tile, uint32_t step,
                                   const successors *successors)
{
    return space->below == UINT32_MAX ||
           successors->from_g + step + estimate(space, tile.x, tile.y) < space->below;
}

static ALWAYS_INLINE void push(const jump_space *space, uint32_t id, grid_anchor tile, uint32_t step,
                               uint32_t via, successors *successors)
{
    push_if(space, id, tile, step, via, false, true, successors);
}

static void push_tile(const jump_space *space, int32_t x, int32_t y, uint32_t step, uint32_t via,
                      successors *successors)
{
    if (is_below(space, (grid_anchor){ x, y }, step, successors))
        push(space, TILE_ID | block_tile_id((uint32_t)x, (uint32_t)y), (grid_anchor){ x, y }, step, via,
             successors);
}

static fw_result begin_under_overlay(void *context, successors *successors)
{
    const jump_space *space = context;
    push_tile(space, space->ask.start_x, space->ask.start_y, 0, START_MOVES, successors);
    return FW_OK;
}

/// Expands a tile in a box: all moves under the overlay.
static void push_steps(const jump_space *space, grid_anchor here, successors *successors)
{
    const jump_query *ask = &space->ask;
    const layer *layer = ask->tables->rows;
    const int32_t x = here.x, y = here.y;
    const fw_overlay *overlay = ask->overlay;
    uint64_t rows[3];
    for (int32_t i = 0; i < 3; i++)
        rows[i] =
            layer_window(layer, x - 1, y - 1 + i) & overlay_free(overlay, layer->size, x - 1, y - 1 + i);
    const fw_corner_rule rule = jump_is_orthogonal(ask->tables) ? FW_CORNERS_ORTHOGONAL : FW_CORNERS_NEVER;
    uint32_t moves = moves_allowed(moves_into(rows[0], rows[1], rows[2]), rule);
    for (moves &= ~(uint32_t)overlay_forbidden(overlay, layer->size, x, y); moves; moves &= moves - 1) {
        const int move = bits_lowest(moves);
        push_tile(space, x + move_dx[move], y + move_dy[move],
                  move_is_diagonal(move) ? DIAGONAL_STEP : STRAIGHT_STEP, 1U << move, successors);
    }
}

/// Moves that may follow those by which a tile was reached, in diagonal-first order, or vertical-first on four
/// neighbours.
static uint32_t moves_after(const jump_space *space, grid_anchor here, uint32_t via)
{
    const bool is_orthogonal = jump_is_orthogonal(space->ask.tables);
    const fw_corner_rule rule = is_orthogonal ? FW_CORNERS_ORTHOGONAL : FW_CORNERS_NEVER;
    uint32_t moves = via & START_MOVES ? moves_allowed(ALL_MOVES, rule) : 0;
    for (via &= ALL_MOVES; via; via &= via - 1) {
        const int move = bits_lowest(via);
        if (is_orthogonal && (move & 3) == 2)
            moves |= 1U << move | FW_MOVE_E | FW_MOVE_W;
        else if (move_is_diagonal(move))
            moves |= 1U << move | 1U << ((move + 1) & 7) | 1U << ((move + 7) & 7);
        else
            moves |= jump_moves_after(space->ask.tables, here.x, here.y, move);
    }
    return moves;
}

/// The moves that paths that cost less than `below` may begin with.
static uint32_t moves_below(const jump_space *space, grid_anchor here, uint32_t moves,
                            const successors *successors)
{
    for (uint32_t rest = moves; rest; rest &= rest - 1) {
        const int move = bits_lowest(rest);
        const grid_anchor next = { here.x + move_dx[move], here.y + move_dy[move] };
        if (!is_below(space, next, move_is_diagonal(move) ? DIAGONAL_STEP : STRAIGHT_STEP, successors))
            moves &= ~(1U << move);
    }
    return moves;
}

/// True if the runs to a jump point enter no box.
static inline bool spares_boxes(const jump_space *space, grid_anchor from, grid_anchor to)
{
    const overlay_boxes *boxes = &space->boxes;
    if (overlay_boxes_are_apart(boxes, from.x, from.y, to.x, to.y))
        return true;
    const jump_aim aim = jump_aim_along(space->ask.tables, to.x - from.x, to.y - from.y);
    return overlay_boxes_spare_runs(boxes, from.x, from.y, aim.leading, aim.straight);
}

/// Pushes a jump point unless the runs to it enter a box.
static fw_result push_past_boxes(jump_space *space, grid_anchor here, const jump_found *to,
                                 successors *successors)
{
    const grid_anchor tile = { to->x, to->y };
    if (!is_below(space, tile, to->cost, successors) || !spares_boxes(space, here, tile))
        return FW_OK;
    const uint32_t id = space->is_bare ? block_tile_id(to->x, to->y)
                                       : jump_graph_vertex(space->graph, space->ask.tables, to->x, to->y);
    if (!id && !space->is_bare)
        return FW_NO_MEMORY;
    push(space, id, tile, to->cost, 1U << (to->move >> 1), successors);
    return FW_OK;
}

/// Pushes the tiles at which runs enter boxes.
static fw_result push_entries(jump_space *space, grid_anchor here, uint32_t moves, successors *successors)
{
    jump_found_list *found = &space->ahead;
    found->count = 0;
    if (overlay_boxes_enter(space->memory, &space->boxes, space->ask.tables, here.x, here.y, moves, found) !=
        FW_OK)
        return FW_NO_MEMORY;
    for (const jump_found *it = found->items; it < found->items + found->count; it++)
        push_tile(space, it->x, it->y, it->cost, 1U << it->move, successors);
    return FW_OK;
}

/// Expands a tile outside of the boxes.
static fw_result expand_tile(jump_space *space, grid_anchor here, uint32_t via, successors *successors)
{
    const uint32_t moves = moves_below(space, here, moves_after(space, here, via), successors);
    jump_found_list *found = &space->ahead;
    const bool is_found = via & START_MOVES && space->has_looked_ahead;
    if (!is_found && jump_find(space->memory, space->ask.tables, here.x, here.y, moves, found) != FW_OK)
        return FW_NO_MEMORY;
    space->has_looked_ahead = false;
    for (size_t i = 0; i < found->count; i++)
        if (push_past_boxes(space, here, &found->items[i], successors) != FW_OK)
            return FW_NO_MEMORY;
    return push_entries(space, here, moves, successors);
}

/// Pushes the jump points that follow an arrival at a vertex, by the graph or by the tables, unless the runs to them
/// enter a box.
static fw_result push_ahead(jump_space *space, grid_anchor here, uint32_t vertex, uint32_t direction,
                            successors *successors)
{
    const jump_tables *tables = space->ask.tables;
    if (space->is_bare) {
        jump_found_list *found = &space->graph->found;
        const uint32_t moves = jump_moves_after(tables, here.x, here.y, (int)(2 * direction));
        if (jump_find(space->memory, tables, here.x, here.y, moves, found) != FW_OK)
            return FW_NO_MEMORY;
        for (const jump_found *it = found->items; it < found->items + found->count; it++)
            if (spares_boxes(space, here, (grid_anchor){ it->x, it->y }))
                push_if(space, block_tile_id(it->x, it->y), (grid_anchor){ it->x, it->y }, it->cost,
                        1U << (it->move >> 1), true, true, successors);
        return FW_OK;
    }
    const jump_edge *list = jump_graph_list(space->graph, tables, vertex, direction);
    if (!list)
        return FW_NO_MEMORY;
    for (const jump_edge *edge = list + 1; edge < list + 1 + list->to; edge++) {
        const grid_anchor to = tile_of_vertex(space, edge->to >> 2);
        if (spares_boxes(space, here, to))
            push_if(space, edge->to >> 2, to, edge->cost, 1U << (edge->to & 3), true, true, successors);
    }
    return FW_OK;
}

/// Expands a vertex: its edges hold unless they enter a box.
static fw_result expand_vertex(jump_space *space, grid_anchor here, uint32_t vertex, uint32_t via,
                               successors *successors)
{
    const bool is_orthogonal = jump_is_orthogonal(space->ask.tables); // then runs lead to both sides
    uint32_t moves = 0;
    for (; via; via &= via - 1) {
        const uint32_t direction = (uint32_t)bits_lowest(via);
        if (push_ahead(space, here, vertex, direction, successors) != FW_OK)
            return FW_NO_MEMORY;
        if (is_orthogonal || overlay_boxes_are_beyond(&space->boxes, here.x, here.y, (int)(2 * direction)))
            moves |= jump_moves_after(space->ask.tables, here.x, here.y, (int)(2 * direction));
    }
    return moves ? push_entries(space, here, moves, successors) : FW_OK;
}

static inline bool is_in_box(const jump_space *space, grid_anchor here)
{
    return !overlay_boxes_are_apart(&space->boxes, here.x, here.y, here.x, here.y) &&
           overlay_boxes_hold(&space->boxes, here.x, here.y);
}

/// True if a tile in a box is a goal, or a tile outside sees it.
static inline bool sees(const jump_space *space, jump_goal *goal, grid_anchor here, bool in_box)
{
    return in_box ? here.x == goal->x && here.y == goal->y
                  : jump_overlay_sight(space, goal, here) != JUMP_SIGHT_NONE;
}

/// jump_overlay_goal() of several goals.
static NEVER_INLINE jump_goal *nearest_seen(const jump_space *space, grid_anchor here, bool in_box,
                                            uint32_t *distance)
{
    jump_goal *nearest = NULL;
    *distance = COST_LIMIT;
    for (jump_goal *goal = space->goals.items; goal < space->goals.items + space->goals.count; goal++) {
        const uint32_t away = jump_goal_distance(goal, here.x, here.y);
        if (away >= *distance || !sees(space, goal, here, in_box))
            continue;
        *distance = away;
        nearest = goal;
    }
    return nearest;
}

jump_goal *jump_overlay_goal(jump_space *space, grid_anchor here)
{
    uint32_t distance;
    return space->goals.count > 0 ? nearest_seen(space, here, is_in_box(space, here), &distance)
                                  : &space->goal;
}

/// Ends the search where a tile sees a goal, unless another goal may be nearer to the tile.
static inline bool reaches_goal(jump_space *space, grid_anchor here, bool in_box, successors *successors)
{
    uint32_t distance;
    if (LIKELY(space->goals.count == 0)) {
        if (!sees(space, &space->goal, here, in_box))
            return false;
        successors_push_goal(successors, jump_goal_distance(&space->goal, here.x, here.y));
        return true;
    }
    if (!nearest_seen(space, here, in_box, &distance))
        return false;
    successors_push_goal(successors, distance);
    return distance <= jump_goals_distance(&space->goals, here.x, here.y);
}

static fw_result expand_under_overlay(void *context, fw_node_id id, const node *node, successors *successors)
{
    jump_space *space = context;
    const grid_anchor here = tile_of(space, id);
    const bool in_box = is_in_box(space, here);
    if (reaches_goal(space, here, in_box, successors))
        return FW_OK;
    if (in_box) {
        push_steps(space, here, successors);
        return FW_OK;
    }
    return id & TILE_ID ? expand_tile(space, here, node->via, successors)
                        : expand_vertex(space, here, (uint32_t)id, node->via, successors);
}

static const space_kind overlay_kind = { .begin = begin_under_overlay,
                                         .expand = expand_under_overlay,
                                         .place = jump_node_pose,
                                         .stacks = true,
                                         .page_shift = SMALL_NODE_PAGE_SHIFT,
                                         .reopens = true,
                                         .merges = true };

fw_result jump_overlay_run(jump_space *space, uint64_t work, uint64_t *left)
{
    return best_first_serve(&space->search, &overlay_kind, space, work, left);
}
