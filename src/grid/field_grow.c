#include <assert.h>

#include "grid/field_inside.h"
#include "grid/grid_moves.h"

static const uint32_t step[MOVE_COUNT] = { FIELD_STRAIGHT, FIELD_DIAGONAL, FIELD_STRAIGHT, FIELD_DIAGONAL,
                                           FIELD_STRAIGHT, FIELD_DIAGONAL, FIELD_STRAIGHT, FIELD_DIAGONAL };

/// The free tiles among the 3 x 3 tiles around a tile, row by row.
static inline size_t free_around(const layer *layer, int32_t x, int32_t y)
{
    const uint64_t *row = layer_row(layer, y) + ((x - 1) >> WORD_SHIFT);
    const int shift = (x - 1) & (WORD_BITS - 1);
    size_t around = 0;
    row -= layer->stride;
    for (int i = 0; i < 9; i += 3, row += layer->stride)
        around |= (size_t)(layer_bits_from(row, shift) & 7) << i;
    return around;
}

/// As free_around(), under an overlay, and within the bounds.
static size_t free_around_in_bounds(const grid_field *field, int32_t x, int32_t y)
{
    size_t columns = 0, around = 0;
    for (int32_t i = 0; i < 3; i++)
        columns |= (size_t)(x - 1 + i >= field->bounds.left && x - 1 + i < field->bounds.right) << i;
    for (int32_t i = 0; i < 3; i++) {
        const int32_t row = y - 1 + i;
        if (row >= field->bounds.top && row < field->bounds.bottom)
            around |= (size_t)(layer_window(field->layer, x - 1, row) &
                               overlay_free(field->overlay, field->layer->size, x - 1, row) & columns)
                      << 3 * i;
    }
    return around;
}

/// The free tiles around as the field sees them.
static inline size_t free_near(const grid_field *field, int32_t x, int32_t y)
{
    return field->overlay ? free_around_in_bounds(field, x, y) : free_around(field->layer, x, y);
}

/// All moves that may be made from a tile.
static inline uint32_t every_move(const grid_field *field, int32_t x, int32_t y)
{
    return field->useful[FIELD_EVERY_MOVE][free_near(field, x, y)];
}

/// The moves to follow from a tile.
static inline uint32_t moves_from(const grid_field *field, int32_t x, int32_t y, uint32_t arrived)
{
    const size_t around = free_near(field, x, y);
    uint32_t moves = field->useful[bits_lowest(arrived)][around];
    while (arrived &= arrived - 1)
        moves |= field->useful[bits_lowest(arrived)][around];
    return moves;
}

/// Notes a way to a tile. Of several ways of equal length all are to be followed, because each leads to other tiles in
/// canonical order.
///
/// @return false if the way need not be followed: it is longer than a known one, or is known
static inline bool arrive(const grid_field *field, field_tile *tile, uint32_t distance, int move)
{
    const uint32_t arrived = (uint32_t)FIELD_ARRIVED_ANEW << move;
    if (tile->stamp != field->stamp || distance < tile->distance)
        *tile = (field_tile){ distance, (uint16_t)arrived, field->stamp };
    else if (distance > tile->distance || (tile->arrived >> move & 1))
        return false;
    else
        tile->arrived |= (uint16_t)arrived;
    return true;
}

/// A tile that was reached and not followed yet.
typedef struct front {
    field_tile *tile; ///< null: there is none
    int32_t x, y;
} front;

/// The tile whose distance is asked for, and the work that may be done for it.
typedef struct growth_task {
    const field_tile *target;
    int32_t x, y;  ///< the tile of `target`
    bool settles;  ///< the wave must pass the target
    uint64_t left; ///< most tiles to follow
} growth_task;

/// True if the task has its answer.
static inline bool is_done(const grid_field *field, const growth_task *growth_task)
{
    return growth_task->settles ? grid_field_settled(field, growth_task->x, growth_task->y) != FIELD_UNKNOWN
                                : field_tile_is_final(field, growth_task->target);
}

/// Follows moves from a tile. The tile that is reached last is returned instead of put into a bucket, because it would
/// probably be taken next.
static inline front follow_moves(grid_field *field, front at, uint32_t moves, fw_result *result)
{
    const int32_t last = FIELD_PAGE_SIDE - 1, column = at.x & last, row = at.y & last;
    const bool is_inside = column > 0 && column < last && row > 0 && row < last;
    const uint32_t distance = at.tile->distance;
    front next = { .tile = NULL };
    for (; moves; moves &= moves - 1) {
        const int move = bits_lowest(moves), dx = move_dx[move], dy = move_dy[move];
        field_tile *to =
            is_inside ? at.tile + dy * FIELD_PAGE_SIDE + dx : field_touch(field, at.x + dx, at.y + dy);
        if (!to)
            *result = FW_NO_MEMORY;
        else if (arrive(field, to, distance + step[move], move)) {
            if (next.tile && field_wait(field, next.x, next.y, next.tile->distance) != FW_OK)
                *result = FW_NO_MEMORY;
            next = (front){ to, at.x + dx, at.y + dy };
        }
    }
    return next;
}

/// Takes a straight step to a tile on the same page; false if the tile need not be followed.
static inline bool take_step(const grid_field *field, front *at, int move)
{
    const uint32_t distance = at->tile->distance + FIELD_STRAIGHT;
    at->tile += move_dy[move] * FIELD_PAGE_SIDE + move_dx[move];
    at->x += move_dx[move];
    at->y += move_dy[move];
    return arrive(field, at->tile, distance, move);
}

/// True if a line may go on beyond a tile that it has reached. The tile then counts as followed.
static inline bool passes(const grid_field *field, front at, int move, growth_task *growth_task)
{
    if (at.tile == growth_task->target || growth_task->left == 0 ||
        field_bucket(field, at.x, at.y, at.tile->distance) != field->f)
        return false;
    at.tile->arrived &= (uint16_t) ~(1u << (move + FIELD_PENDING_SHIFT));
    growth_task->left--;
    return true;
}

/// The number of consecutive tiles of a row, from a tile on, whose next tile is free and from which no canonical path
/// turns aside; less than a word.
static inline int32_t plain_tiles(const layer *layer, int32_t x, int32_t y, int dx)
{
    const int32_t from = dx > 0 ? x - 1 : x - (WORD_BITS - 2); // one tile behind x is seen
    const uint64_t above = layer_window(layer, from, y - 1), below = layer_window(layer, from, y + 1);
    const uint64_t row = layer_window(layer, from, y);
    if (dx > 0)
        return bits_lowest(~(row >> 2) | (above >> 1 & ~above) | (below >> 1 & ~below));
    return WORD_BITS - 1 - bits_highest(~(row << 2) | (above << 1 & ~above) | (below << 1 & ~below));
}

/// Follows a row by `most` steps at most.
static inline front follow_row(const grid_field *field, front at, int move, int32_t most,
                               growth_task *growth_task)
{
    const int32_t plain = plain_tiles(field->layer, at.x, at.y, move_dx[move]);
    int32_t left = plain < most ? plain : most;
    do {
        if (!take_step(field, &at, move))
            return (front){ .tile = NULL };
    } while (--left > 0 && passes(field, at, move, growth_task));
    return at;
}

/// Follows a column by `most` steps at most.
static inline front follow_column(const grid_field *field, front at, int move, int32_t most,
                                  growth_task *growth_task)
{
    enum { SIDES = 5, AHEAD = 2 }; // of the three tiles around the column, from bit 0 on
    const int shift = (at.x - 1) & (WORD_BITS - 1);
    const ptrdiff_t stride = move_dy[move] * (ptrdiff_t)field->layer->stride;
    const uint64_t *word = layer_row(field->layer, at.y) + ((at.x - 1) >> WORD_SHIFT);
    uint64_t behind = layer_bits_from(word, shift), here = layer_bits_from(word += stride, shift);
    for (int32_t left = most; take_step(field, &at, move); left--) {
        const uint64_t ahead = layer_bits_from(word += stride, shift);
        const bool is_plain = (ahead & AHEAD) && !(here & ~behind & SIDES);
        if (left == 1 || !is_plain || !passes(field, at, move, growth_task))
            return at;
        behind = here;
        here = ahead;
    }
    return (front){ .tile = NULL };
}

/// Steps along a straight line to the border of the page.
static inline int32_t steps_on_page(int32_t x, int32_t y, int move)
{
    const int32_t last = FIELD_PAGE_SIDE - 1, column = x & last, row = y & last;
    return move == 0 ? last - column : move == 2 ? last - row : move == 4 ? column : row;
}

/// Follows the ways that arrived at a tile. If only one straight move leads on, as from most tiles, it is followed as a
/// line.
static inline front follow_from(grid_field *field, front at, uint32_t arrived, growth_task *growth_task,
                                fw_result *result)
{
    const uint32_t moves = moves_from(field, at.x, at.y, arrived);
    const int move = bits_lowest(moves | 1u << MOVE_COUNT);
    const bool is_line = moves == 1u << move && !move_is_diagonal(move) && !field->overlay;
    const int32_t most = is_line ? steps_on_page(at.x, at.y, move) : 0;
    if (most == 0)
        return follow_moves(field, at, moves, result);
    return move_dy[move] ? follow_column(field, at, move, most, growth_task)
                         : follow_row(field, at, move, most, growth_task);
}

/// Follows a tile, then the tile that was reached last, and so on as long as that tile is in the current bucket.
static fw_result follow(grid_field *field, front at, growth_task *growth_task)
{
    fw_result result = FW_OK;
    bool is_over = false;
    while (result == FW_OK && at.tile) {
        const uint32_t pending = at.tile->arrived >> FIELD_PENDING_SHIFT;
        if (!pending)
            return FW_OK; // followed already, from a shorter way
        if (is_over || growth_task->left == 0 ||
            field_bucket(field, at.x, at.y, at.tile->distance) != field->f)
            return field_wait(field, at.x, at.y, at.tile->distance);
        at.tile->arrived &= FIELD_ARRIVED;
        is_over = at.tile == growth_task->target || --growth_task->left == 0;
        at = follow_from(field, at, pending, growth_task, &result);
    }
    return result;
}

/// The cost of a tile, in 1 / FIELD_COST_ONE of the cheapest terrain.
static inline uint32_t cost_of(const grid_field *field, int32_t x, int32_t y)
{
    const field_costs *costs = &field->costs;
    uint64_t paid = costs->terrain_cost[costs->terrains[(size_t)y * costs->stride + (size_t)x]];
    if (costs->overlay)
        paid += (uint64_t)overlay_cost(costs->overlay, x, y) * FIELD_COST_ONE / costs->cheapest;
    return paid < FIELD_MOST_EXPENSIVE ? (uint32_t)paid : FIELD_MOST_EXPENSIVE;
}

/// Follows all moves from a tile if tiles differ in cost: a step pays half of the cost of each of its two tiles.
static fw_result follow_by_cost(grid_field *field, front at, growth_task *growth_task)
{
    field_tile *tile = at.tile;
    assert(tile); // what waits was touched
    const uint32_t distance = tile->distance;
    if (!(tile->arrived >> FIELD_PENDING_SHIFT))
        return FW_OK; // followed already, from a shorter way
    if (field_bucket(field, at.x, at.y, distance) > field->f)
        return field_wait(field, at.x, at.y, distance); // the ring did not reach so far
    tile->arrived &= FIELD_ARRIVED;
    growth_task->left--;
    const uint32_t here = cost_of(field, at.x, at.y);
    for (uint32_t moves = every_move(field, at.x, at.y); moves; moves &= moves - 1) {
        const int move = bits_lowest(moves);
        const int32_t x = at.x + move_dx[move], y = at.y + move_dy[move];
        const uint32_t way = step[move] * (here + cost_of(field, x, y)) / (2 * FIELD_COST_ONE);
        const uint32_t reached = way < FIELD_FARTHEST - distance ? distance + way : FIELD_FARTHEST;
        field_tile *to = field_touch(field, x, y);
        if (!to || (arrive(field, to, reached, move) && field_wait(field, x, y, reached) != FW_OK))
            return FW_NO_MEMORY;
    }
    return FW_OK;
}

/// Takes a place from the first bucket that holds any.
static inline field_place take_next(grid_field *field)
{
    const uint32_t turned = field->f % FIELD_BUCKETS;
    const uint64_t ahead = field->used >> turned | field->used << 1 << (FIELD_BUCKETS - 1 - turned);
    field->f += (uint32_t)bits_lowest(ahead);
    const uint32_t bucket = field->f % FIELD_BUCKETS;
    const uint32_t taken = field->first[bucket];
    field_place *place = &field->places[taken];
    const field_place next = *place;
    field->first[bucket] = next.next;
    if (next.next == FIELD_NO_PLACE)
        field->used &= ~(UINT64_C(1) << bucket);
    place->next = field->free_places;
    field->free_places = taken;
    return next;
}

/// Follows tiles until the target's distance is known, the work is used up, or f has grown beyond `until`.
static fw_result grow(grid_field *field, growth_task *growth_task, uint32_t until)
{
    fw_result result = FW_OK;
    while (result == FW_OK && field->used && field->f <= until && !is_done(field, growth_task)) {
        if (growth_task->left == 0)
            return FW_PENDING;
        const field_place place = take_next(field);
        const front at = { grid_field_tile(field, place.x, place.y), place.x, place.y };
        result = field->has_costs ? follow_by_cost(field, at, growth_task) : follow(field, at, growth_task);
    }
    return result;
}

/// The f up to which the field may grow before more origins must be put into buckets.
static uint32_t until_origins(const grid_field *field)
{
    return field->origin_f == UINT32_MAX     ? UINT32_MAX
           : field->origin_f > FIELD_BUCKETS ? field->origin_f - FIELD_BUCKETS
                                             : 0;
}

/// Puts the origins into buckets whose f the ring can hold now.
static fw_result admit_origins(grid_field *field)
{
    if (!field->used)
        field->f = field->origin_f;
    while (field->origin_f - field->f < FIELD_BUCKETS) {
        const field_origin *next = &field->origins[field->next_origin];
        if (field_wait(field, next->x, next->y, next->distance) != FW_OK)
            return FW_NO_MEMORY;
        field->next_origin++;
        field->origin_f =
            field->next_origin < field->origin_count ? field->origins[field->next_origin].f : UINT32_MAX;
    }
    return FW_OK;
}

/// Grows the field until a tile's distance is known or, if `settles`, until the wave has passed the tile.
static fw_result run(grid_field *field, int32_t x, int32_t y, bool settles, uint64_t *work)
{
    growth_task growth_task = {
        .target = field_touch(field, x, y), .x = x, .y = y, .settles = settles, .left = *work
    };
    if (!growth_task.target)
        return FW_NO_MEMORY;
    fw_result result = grow(field, &growth_task, until_origins(field));
    while (result == FW_OK && field->origin_f != UINT32_MAX && !is_done(field, &growth_task)) {
        result = admit_origins(field);
        if (result == FW_OK)
            result = grow(field, &growth_task, until_origins(field));
    }
    *work = growth_task.left;
    return result;
}

fw_result grid_field_reach(grid_field *field, int32_t x, int32_t y, uint64_t *work)
{
    return run(field, x, y, false, work);
}

fw_result grid_field_settle(grid_field *field, int32_t x, int32_t y, uint64_t *work)
{
    return run(field, x, y, true, work);
}
