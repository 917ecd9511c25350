#include "grid/field_grow.h"

#include "base/must_hold.h"
#include "grid/field.h"
#include "grid/field_prices.h"
#include "grid/grid_moves.h"

static const uint32_t step[MOVE_COUNT] = { FIELD_STRAIGHT, FIELD_DIAGONAL, FIELD_STRAIGHT, FIELD_DIAGONAL,
                                           FIELD_STRAIGHT, FIELD_DIAGONAL, FIELD_STRAIGHT, FIELD_DIAGONAL };

/// The free tiles among the 3 x 3 tiles around a tile, row by row.
static inline size_t free_around(const layer *layer, int32_t x, int32_t y)
{
    size_t around = 0;
    for (int32_t i = 0; i < 3; i++)
        around |= (size_t)(layer_window(layer, x - 1, y - 1 + i) & 7) << 3 * i;
    return around;
}

/// As free_around(), under an overlay, and within the bounds.
static size_t free_around_in_bounds(const grid_field *field, int32_t x, int32_t y)
{
    size_t columns = 0, around = 0;
    for (int32_t i = 0; i < 3; i++)
        columns |= (size_t)(x - 1 + i >= field->bounds.left && x - 1 + i <= field->bounds.right) << i;
    for (int32_t i = 0; i < 3; i++) {
        const int32_t row = y - 1 + i;
        if (row >= field->bounds.top && row <= field->bounds.bottom)
            around |= (size_t)(layer_window(field->layer, x - 1, row) &
                               overlay_free(field->overlay, field->layer->size, x - 1, row) & columns)
                      << 3 * i;
    }
    return around;
}

/// True if neither the overlay nor the bounds change anything in a square of tiles or beside it.
static inline bool is_unchanged(const grid_field *field, int32_t left, int32_t top, int32_t side)
{
    const tile_box *bounds = &field->bounds, *changed = &field->changed;
    const int32_t right = left + side - 1, bottom = top + side - 1;
    const bool is_apart =
        left > changed->right || right < changed->left || top > changed->bottom || bottom < changed->top;
    return is_apart && left > bounds->left && right < bounds->right && top > bounds->top &&
           bottom < bounds->bottom;
}

/// The free tiles around a tile, under the overlay if there is one.
static inline size_t free_near(const grid_field *field, int32_t x, int32_t y)
{
    return !field->overlay || is_unchanged(field, x, y, 1) ? free_around(field->layer, x, y)
                                                           : free_around_in_bounds(field, x, y);
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

/// Notes that a move reached a tile. If several moves reach it at the same distance, all must be followed, because each
/// leads to other tiles in canonical order. Returns false if the move need not be followed: the tile has a shorter
/// distance, or the move is known.
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

/// A tile that was reached but not followed yet.
typedef struct open_tile {
    field_tile *tile; ///< null: there is none
    int32_t x, y;
} open_tile;

/// The task of growing the field until the distance of a tile is known.
typedef struct growth_task {
    const field_tile *target;
    int32_t x, y;  ///< the tile of `target`
    bool settles;  ///< the wave must pass the target
    uint64_t left; ///< most tiles to follow
} growth_task;

static inline bool is_done(const grid_field *field, const growth_task *task)
{
    return task->settles ? grid_field_settled(field, task->x, task->y) != FIELD_UNKNOWN
                         : field_tile_is_final(field, task->target);
}

/// True if all tiles around a tile lie in the same block.
static inline bool is_inside_block(int32_t x, int32_t y)
{
    const int32_t last = BLOCK_SIDE - 1, column = x & last, row = y & last;
    return column > 0 && column < last && row > 0 && row < last;
}

/// Follows moves from a tile. The tile that is reached last is returned instead of put into a bucket, because it would
/// probably be taken next.
static inline open_tile follow_moves(grid_field *field, open_tile current, uint32_t moves, fw_result *result)
{
    const bool is_inside = is_inside_block(current.x, current.y);
    const uint32_t distance = current.tile->distance;
    open_tile next = { .tile = NULL };
    for (; moves; moves &= moves - 1) {
        const int move = bits_lowest(moves), dx = move_dx[move], dy = move_dy[move];
        field_tile *to = is_inside ? current.tile + dy * BLOCK_SIDE + dx
                                   : field_touch(field, current.x + dx, current.y + dy);
        if (!to)
            *result = FW_NO_MEMORY;
        else if (arrive(field, to, distance + step[move], move)) {
            if (next.tile && field_wait(field, next.x, next.y, next.tile->distance) != FW_OK)
                *result = FW_NO_MEMORY;
            next = (open_tile){ to, current.x + dx, current.y + dy };
        }
    }
    return next;
}

/// Takes a straight step to a tile on the same page; false if that tile need not be followed.
static inline bool take_step(const grid_field *field, open_tile *current, int move)
{
    const uint32_t distance = current->tile->distance + FIELD_STRAIGHT;
    current->tile += move_dy[move] * BLOCK_SIDE + move_dx[move];
    current->x += move_dx[move];
    current->y += move_dy[move];
    return arrive(field, current->tile, distance, move);
}

/// True if a line may go on beyond a tile that it has reached. The tile then counts as followed.
static inline bool passes(const grid_field *field, open_tile current, int move, growth_task *task)
{
    if (current.tile == task->target || task->left == 0 ||
        field_bucket(field, current.x, current.y, current.tile->distance) != field->f)
        return false;
    current.tile->arrived &= (uint16_t) ~(1u << (move + FIELD_PENDING_SHIFT));
    task->left--;
    return true;
}

/// Number of tiles in a row, from a tile on, whose next tile is free and from which no canonical path turns off;
/// fewer than the bits of a word.
static inline int32_t plain_tiles(const layer *layer, int32_t x, int32_t y, int dx)
{
    const int32_t from = dx > 0 ? x - 1 : x - (WORD_BITS - 2); // the windows contain one tile behind x
    const uint64_t above = layer_window(layer, from, y - 1), below = layer_window(layer, from, y + 1);
    const uint64_t row = layer_window(layer, from, y);
    if (dx > 0)
        return bits_lowest(~(row >> 2) | (above >> 1 & ~above) | (below >> 1 & ~below));
    return WORD_BITS - 1 - bits_highest(~(row << 2) | (above << 1 & ~above) | (below << 1 & ~below));
}

/// Follows a row by at most `most` steps.
static inline open_tile follow_row(const grid_field *field, open_tile current, int move, int32_t most,
                                   growth_task *task)
{
    const int32_t plain = plain_tiles(field->layer, current.x, current.y, move_dx[move]);
    int32_t left = plain < most ? plain : most;
    do {
        if (!take_step(field, &current, move))
            return (open_tile){ .tile = NULL };
    } while (--left > 0 && passes(field, current, move, task));
    return current;
}

/// Follows a column by at most `most` steps.
static inline open_tile follow_column(const grid_field *field, open_tile current, int move, int32_t most,
                                      growth_task *task)
{
    enum { SIDES = 5, AHEAD = 2 }; // of the three tiles around the column, from bit 0 on
    const int32_t step_y = move_dy[move], x = current.x - 1;
    int32_t y = current.y + step_y;
    uint64_t behind = layer_window(field->layer, x, current.y), middle = layer_window(field->layer, x, y);
    for (int32_t left = most; take_step(field, &current, move); left--) {
        const uint64_t ahead = layer_window(field->layer, x, y += step_y);
        const bool is_plain = (ahead & AHEAD) && !(middle & ~behind & SIDES);
        if (left == 1 || !is_plain || !passes(field, current, move, task))
            return current;
        behind = middle;
        middle = ahead;
    }
    return (open_tile){ .tile = NULL };
}

/// Steps along a straight line to the border of the page.
static inline int32_t steps_on_page(int32_t x, int32_t y, int move)
{
    const int32_t last = BLOCK_SIDE - 1, column = x & last, row = y & last;
    return move == 0 ? last - column : move == 2 ? last - row : move == 4 ? column : row;
}

/// Follows a tile that some moves have reached. If a single straight move leads on, as from most tiles, it is followed
/// as a line.
static inline open_tile follow_from(grid_field *field, open_tile current, uint32_t arrived, growth_task *task,
                                    fw_result *result)
{
    const uint32_t moves = moves_from(field, current.x, current.y, arrived);
    const int move = bits_lowest(moves | 1u << MOVE_COUNT);
    const bool is_line = moves == 1u << move && !move_is_diagonal(move) &&
                         (!field->overlay ||
                          is_unchanged(field, current.x & ~BLOCK_MASK, current.y & ~BLOCK_MASK, BLOCK_SIDE));
    const int32_t most = is_line ? steps_on_page(current.x, current.y, move) : 0;
    if (most == 0)
        return follow_moves(field, current, moves, result);
    return move_dy[move] ? follow_column(field, current, move, most, task)
                         : follow_row(field, current, move, most, task);
}

/// Follows a tile, then the tile that was reached last, and so on while that tile belongs to the current bucket.
static fw_result follow(grid_field *field, open_tile current, growth_task *task)
{
    fw_result result = FW_OK;
    bool is_over = false;
    while (result == FW_OK && current.tile) {
        const uint32_t pending = current.tile->arrived >> FIELD_PENDING_SHIFT;
        if (!pending)
            return FW_OK; // already followed at a shorter distance
        if (is_over || task->left == 0 ||
            field_bucket(field, current.x, current.y, current.tile->distance) != field->f)
            return field_wait(field, current.x, current.y, current.tile->distance);
        current.tile->arrived &= FIELD_ARRIVED;
        is_over = current.tile == task->target || --task->left == 0;
        current = follow_from(field, current, pending, task, &result);
    }
    return result;
}

/// Notes that a move reached a tile, if tiles differ in cost: then all moves from a tile are followed at once, whatever
/// reached it. Returns true if the tile must wait to be followed.
static inline bool arrive_by_cost(const grid_field *field, field_tile *tile, uint32_t distance, int move)
{
    if (tile->stamp == field->stamp && tile->distance <= distance) {
        const bool waits = tile->arrived >> FIELD_PENDING_SHIFT;
        if (tile->distance == distance)
            tile->arrived |= (uint16_t)((waits ? FIELD_ARRIVED_ANEW : 1) << move);
        return false;
    }
    *tile = (field_tile){ distance, (uint16_t)(FIELD_ARRIVED_ANEW << move), field->stamp };
    return true;
}

/// The moves by which a tile may be left cheaply, if tiles differ in cost: all but those that lead back beside the tile
/// from which one of the moves came that reached it, since that tile is next to theirs.
static inline uint32_t moves_onward(uint32_t arrived)
{
    enum { BACK = 7 << 3, ALL = 0xff };
    const uint32_t back = (uint32_t)BACK << bits_lowest(arrived);
    return arrived == ALL ? ALL : ALL & ~(back | back >> MOVE_COUNT); // all: an origin
}

/// Follows all moves from a tile if tiles differ in cost: a step pays half of the cost of each of its two tiles.
static fw_result follow_by_cost(grid_field *field, open_tile current, growth_task *task)
{
    field_tile *tile = current.tile;
    must_hold(tile); // a tile in a bucket was touched
    const uint32_t distance = tile->distance;
    if (!(tile->arrived >> FIELD_PENDING_SHIFT))
        return FW_OK; // already followed at a shorter distance
    if (field_bucket(field, current.x, current.y, distance) > field->f)
        return field_wait(field, current.x, current.y, distance); // its own bucket lay beyond the ring
    tile->arrived &= FIELD_ARRIVED;
    task->left--;
    field_page *page = field_prices_page(field, current.x, current.y);
    const uint32_t price = page->prices[field_index(current.x, current.y)];
    const uint16_t stamp = field->stamp;
    const bool is_inside = is_inside_block(current.x, current.y);
    uint32_t moves = every_move(field, current.x, current.y) & moves_onward(tile->arrived);
    for (; moves; moves &= moves - 1) {
        const int move = bits_lowest(moves);
        const int32_t x = current.x + move_dx[move], y = current.y + move_dy[move];
        field_page *there = is_inside ? page : field_prices_page(field, x, y);
        if (!there)
            return FW_NO_MEMORY;
        const size_t to = field_index(x, y);
        if (there->tiles[to].stamp == stamp && there->tiles[to].distance < distance)
            continue; // most tiles behind the wave
        const uint32_t length = step[move] * (price + there->prices[to]) / (2 * FIELD_COST_ONE);
        const uint32_t reached = length < FIELD_FARTHEST - distance ? distance + length : FIELD_FARTHEST;
        if (arrive_by_cost(field, &there->tiles[to], reached, move) &&
            field_wait(field, x, y, reached) != FW_OK)
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
    field_place *place = &field->places.all[taken];
    const field_place next = *place;
    field->first[bucket] = next.next;
    if (next.next == FIELD_NO_PLACE)
        field->used &= ~(UINT64_C(1) << bucket);
    place->next = field->places.free;
    field->places.free = taken;
    return next;
}

/// Follows tiles until the task is done, its work is used up, or f is greater than `until`.
static fw_result grow(grid_field *field, growth_task *task, uint32_t until)
{
    fw_result result = FW_OK;
    while (result == FW_OK && field->used && field->f <= until && !is_done(field, task)) {
        if (task->left == 0)
            return FW_PENDING;
        const field_place place = take_next(field);
        const open_tile current = { grid_field_tile(field, place.x, place.y), place.x, place.y };
        result = field->has_costs ? follow_by_cost(field, current, task) : follow(field, current, task);
    }
    return result;
}

/// The f up to which the field may grow before more origins must be put into buckets.
static uint32_t until_origins(const grid_field *field)
{
    return field->origins.f == UINT32_MAX     ? UINT32_MAX
           : field->origins.f > FIELD_BUCKETS ? field->origins.f - FIELD_BUCKETS
                                              : 0;
}

/// Puts the origins into buckets whose f the ring can hold now.
static fw_result admit_origins(grid_field *field)
{
    if (!field->used)
        field->f = field->origins.f;
    while (field->origins.f - field->f < FIELD_BUCKETS) {
        const field_origin *next = &field->origins.all[field->origins.next];
        if (field_wait(field, next->x, next->y, next->distance) != FW_OK)
            return FW_NO_MEMORY;
        field->origins.next++;
        field->origins.f = field->origins.next < field->origins.count
                               ? field->origins.all[field->origins.next].f
                               : UINT32_MAX;
    }
    return FW_OK;
}

/// Grows the field until a tile's distance is known or, if `settles`, until the wave has passed the tile.
static fw_result run(grid_field *field, int32_t x, int32_t y, bool settles, uint64_t *work)
{
    growth_task task = {
        .target = field_touch(field, x, y), .x = x, .y = y, .settles = settles, .left = *work
    };
    if (!task.target)
        return FW_NO_MEMORY;
    fw_result result = grow(field, &task, until_origins(field));
    while (result == FW_OK && field->origins.f != UINT32_MAX && !is_done(field, &task)) {
        result = admit_origins(field);
        if (result == FW_OK)
            result = grow(field, &task, until_origins(field));
    }
    *work = task.left;
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
