#include "grid/grid_plain.h"

#include "base/compiler.h"

static inline uint64_t h_at(const grid_space *space, int32_t x, int32_t y)
{
    const int32_t dx = x - space->query.goal.x;
    const int32_t dy = y - space->query.goal.y;
    const uint64_t far_x = (uint64_t)(dx < 0 ? -dx : dx);
    const uint64_t far_y = (uint64_t)(dy < 0 ? -dy : dy);
    const uint64_t both = far_x < far_y ? far_x : far_y;
    return space->prices.straight_h * (far_x + far_y) - space->prices.diagonal_h * both;
}

static uint32_t legal_moves(const grid_space *space, int32_t x, int32_t y)
{
    return moves_allowed(moves_into_free(grid_free_around(&space->query, x, y)), space->rule);
}

/// `via` of a node holds the moves to follow out of it.
static fw_result begin(void *context, successors *successors)
{
    const grid_space *space = context;
    const int32_t x = space->query.start_x;
    const int32_t y = space->query.start_y;
    const bool orthogonal = space->rule == FW_CORNERS_ORTHOGONAL;
    if ((double)grid_goal_distance(&space->query.goal, x, y, orthogonal) * (double)space->prices.h_scale >=
        (double)COST_LIMIT)
        return FW_TOO_MANY; // from here on, h is less than twice that, and does not wrap
    successor start;
    const uint16_t moves = (uint16_t)legal_moves(space, x, y);
    if (successors_reach(successors, id_of_tile((uint32_t)x, (uint32_t)y), 0, moves, false, &start))
        successors_open(successors, space, &start, h_at(space, x, y));
    return FW_OK;
}

/// A mask of patterns, from the anchors around (x, y) where the unit fits.
static tile_pattern free_pattern(const grid_query *query, int32_t x, int32_t y)
{
    static const tile_pattern spread[8] = { 0,        0x00001f, 0x001f00, 0x001f1f,
                                            0x1f0000, 0x1f001f, 0x1f1f00, 0x1f1f1f };
    const free_rows rows = grid_free_around(query, x, y);
    return spread[rows.above] | spread[rows.middle] << PATTERN_ROW | spread[rows.below] << 2 * PATTERN_ROW;
}

/// The terrain under the body's centre at an anchor.
static inline const uint8_t *centre_at(const grid_space *space, int64_t x, int64_t y)
{
    return tile_row(space->centres, (ptrdiff_t)y) + (ptrdiff_t)x + space->centre;
}

/// True if all tiles around the body's centre, a corner of tiles, that moves may cross cost the same.
static bool is_even_ground(const grid_space *space, int64_t x, int64_t y)
{
    const uint32_t all = *centre_at(space, x, y) * 0x01010101u;
    for (int64_t row = y - 2; row <= y + 1; row++)
        if (memcmp(centre_at(space, x - 2, row), &all, sizeof all) != 0)
            return false;
    return true;
}

/// The terrains under the body's centre at an anchor and around it, 0 where the unit does not fit.
static inline tile_pattern pattern_of(const grid_space *space, uint32_t x, uint32_t y)
{
    const tile_pattern terrains = pattern_around(centre_at(space, x, (int64_t)y - 1), centre_at(space, x, y),
                                                 centre_at(space, x, (int64_t)y + 1)) |
                                  space->mark;
    if (x - 1 < space->inner_width)
        return terrains; // size 1 fits on every tile whose terrain has a price, so nothing is masked
    const tile_pattern pattern =
        terrains & (free_pattern(&space->query, (int32_t)x, (int32_t)y) | space->mark);
    return space->is_even && !is_even_ground(space, x, y) ? pattern | PATTERN_PRICELESS : pattern;
}

/// True if all neighbours of a tile lie in the same block.
static inline bool is_inside_block(fw_node_id id)
{
    const fw_node_id next = id + (1 << PAGE_SHIFT) + 1; // x and y become 2 .. 7, except 0 and 7
    return (next & (PAGE_MASK - 1)) && (next >> PAGE_SHIFT & (PAGE_MASK - 1));
}

/// Pushes the tiles that moves lead to. All three flags are constants of the callers.
///
/// @param natural  only natural moves may follow; otherwise all moves but the way back
/// @param odd      odd size: a step pays half of the cost of each of its two tiles
/// @param inside   all neighbours lie in the same block
static ALWAYS_INLINE void push_moves(const grid_space *space, fw_node_id id, uint32_t moves, bool natural,
                                     bool odd, bool inside, successors *successors)
{
    const uint32_t x = x_of_id(id);
    const uint32_t y = y_of_id(id);
    const uint64_t price = odd ? space->prices.tile_cost[*centre_at(space, x, y)] : 0;
    for (; moves; moves &= moves - 1) {
        const int move = bits_lowest(moves);
        const grid_step *step = &space->steps[move];
        const uint32_t to_x = x + (uint32_t)step->dx;
        const uint32_t to_y = y + (uint32_t)step->dy;
        const uint64_t doubled = odd ? price + space->prices.tile_cost[*centre_at(space, to_x, to_y)]
                                     : doubled_cost_of_move(space, x, y, move, true);
        const uint32_t next = natural
                                  ? natural_moves_after(space->natural, pattern_of(space, to_x, to_y), move)
                                  : 0xffu & ~(1u << move_opposite(move));
        successor to;
        if (successors_reach(successors, inside ? id + (fw_node_id)step->id : id_of_tile(to_x, to_y),
                             step->length * doubled, (uint16_t)next, inside, &to))
            successors_open(successors, space, &to, h_at(space, (int32_t)to_x, (int32_t)to_y));
    }
}

static ALWAYS_INLINE fw_result expand(const grid_space *space, fw_node_id id, uint32_t moves, bool natural,
                                      successors *successors)
{
    if (id == space->goal_id) {
        successors_push_goal(successors, 0);
        return FW_OK;
    }
    if (!space->is_even && is_inside_block(id))
        push_moves(space, id, moves, natural, true, true, successors);
    else
        push_moves(space, id, moves, natural, !space->is_even, false, successors);
    return FW_OK;
}

static ALWAYS_INLINE fw_result expand_naturally(void *context, fw_node_id id, const node *node,
                                                successors *successors)
{
    return expand(context, id, node->via, true, successors);
}

static fw_result expand_onward(void *context, fw_node_id id, const node *node, successors *successors)
{
    const uint32_t legal = legal_moves(context, (int32_t)x_of_id(id), (int32_t)y_of_id(id));
    return expand(context, id, node->via & legal, false, successors);
}

static fw_pose place(const void *context, fw_node_id id, uint16_t via)
{
    (void)via;
    const grid_space *space = context;
    return fw_pose_on_tile((int32_t)x_of_id(id), (int32_t)y_of_id(id), space->query.unit->def.size);
}

static const space_kind exact_kind = { .begin = begin,
                                       .expand = expand_naturally,
                                       .place = place,
                                       .stacks = true,
                                       .page_shift = SMALL_NODE_PAGE_SHIFT,
                                       .reopens = true,
                                       .merges = true };

/// For a weighted h: closed nodes stay closed although cheaper paths to them may exist. Pruning by natural moves is
/// valid only for cheapest paths, so all moves are followed.
static const space_kind weighted_kind = { .begin = begin,
                                          .expand = expand_onward,
                                          .place = place,
                                          .rank = grid_rank,
                                          .page_shift = SMALL_NODE_PAGE_SHIFT };

void grid_plain_reset(grid_space *space, const search_limits *limits, uint64_t least_step)
{
    best_first_reset(&space->search, limits->weight == 1.0 ? &exact_kind : &weighted_kind, limits,
                     least_step);
}

fw_result grid_plain_run(grid_space *space, uint64_t work)
{
    if (space->search.limits.weight != 1.0)
        return best_first_run(&space->search, &weighted_kind, space, work);
    space->mark = natural_moves_mark(space->natural, space->prices.tile_cost, space->rule);
    return best_first_run(&space->search, &exact_kind, space, work);
}
