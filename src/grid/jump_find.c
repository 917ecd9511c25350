#include "grid/jump_find.h"

#include "base/compiler.h"
#include "fairway/overlay.h"
#include "grid/grid_goal.h"
#include "grid/grid_moves.h"
#include "grid/jump_scan.h"

static uint32_t free_neighbours(const jump_tables *tables, int32_t x, int32_t y)
{
    const layer *layer = tables->rows;
    return moves_into(layer_window(layer, x - 1, y - 1), layer_window(layer, x - 1, y),
                      layer_window(layer, x - 1, y + 1));
}

static inline fw_corner_rule corner_rule(const jump_tables *tables)
{
    return jump_is_orthogonal(tables) ? FW_CORNERS_ORTHOGONAL : FW_CORNERS_NEVER;
}

uint32_t jump_moves_after(const jump_tables *tables, int32_t x, int32_t y, int move)
{
    const uint32_t free = free_neighbours(tables, x, y);
    uint32_t moves = 1u << move;
    for (int side = -1; side <= 1; side += 2) {
        const int beside = (move + 2 * side) & 7;
        const int behind = (move + 3 * side) & 7;
        if (free >> beside & 1 && !(free >> behind & 1))
            moves |= 1u << beside | 1u << ((move + side) & 7);
    }
    return moves & moves_allowed(free, corner_rule(tables));
}

static inline jump_found *find_along_x(const jump_tables *tables, jump_found *next, int32_t x, int32_t y,
                                       bool west, uint32_t so_far)
{
    const jump_line_walk line = jump_line_walk_along_x(tables, x, y);
    const int32_t steps = west ? jump_steps_down(line, x) : jump_steps_up(line, x);
    *next = (jump_found){ .x = (uint16_t)(west ? x - steps : x + steps),
                          .y = (uint16_t)y,
                          .move = west ? 4 : 0,
                          .cost = so_far + (uint32_t)steps * STRAIGHT_STEP };
    return next + 1;
}

static inline jump_found *find_along_y(const jump_tables *tables, jump_found *next, int32_t x, int32_t y,
                                       bool north, uint32_t so_far)
{
    const jump_line_walk line = jump_line_walk_along_y(tables, x, y);
    const int32_t steps = north ? jump_steps_down(line, y) : jump_steps_up(line, y);
    *next = (jump_found){ .x = (uint16_t)x,
                          .y = (uint16_t)(north ? y - steps : y + steps),
                          .move = north ? 6 : 2,
                          .cost = so_far + (uint32_t)steps * STRAIGHT_STEP };
    return next + 1;
}

/// Reserves memory for all jump points to which the tiles of one word of a line can lead.
static fw_result reserve_word(memory *memory, jump_found_list *found)
{
    return MEMORY_RESERVE(memory, found->items, found->capacity, found->count + 2 * WORD_BITS + 4);
}

/// Finds the jump points that straight runs meet from the tiles of a diagonal run. Only tiles that have a jump are
/// looked at.
static ALWAYS_INLINE fw_result find_diagonal(memory *memory, const jump_tables *tables, int32_t x, int32_t y,
                                             const int direction, jump_found_list *found)
{
    const bool west = direction & 1;
    const bool north = direction & 2;
    jump_walk walk = jump_walk_from(tables, direction, x, y);
    const jump_diagonal *line = jump_walk_word(&walk);
    const int32_t bit = x & 63;
    if (line->stuck >> bit & 1)
        return FW_OK;
    int32_t first = x - bit; // tile of the word's bit 0
    uint64_t ahead = west ? bits_below(bit) : ~UINT64_C(1) << bit;
    uint64_t stuck = line->stuck & (west ? bits_below(bit + 1) : UINT64_MAX << bit);
    for (;;) {
        if (reserve_word(memory, found) != FW_OK)
            return FW_NO_MEMORY;
        jump_found *next = found->items + found->count;
        uint64_t within = ahead;
        if (stuck)
            within &= west ? UINT64_MAX << bits_highest(stuck) : stuck ^ (stuck - 1);
        for (uint64_t tiles = jump_walk_has_along_x(&walk, tables, direction, within); tiles;
             tiles &= tiles - 1) {
            const int32_t at = first + bits_lowest(tiles);
            const int32_t steps = west ? x - at : at - x;
            next = find_along_x(tables, next, at, north ? y - steps : y + steps, west,
                                (uint32_t)steps * DIAGONAL_STEP);
        }
        for (uint64_t tiles = jump_walk_has_along_y(&walk, tables, direction, within); tiles;
             tiles &= tiles - 1) {
            const int32_t at = first + bits_lowest(tiles);
            const int32_t steps = west ? x - at : at - x;
            next = find_along_y(tables, next, at, north ? y - steps : y + steps, north,
                                (uint32_t)steps * DIAGONAL_STEP);
        }
        found->count = (size_t)(next - found->items);
        if (stuck) {
            const int32_t at = first + (west ? bits_highest(stuck) : bits_lowest(stuck));
            const int32_t steps = west ? x - at : at - x;
            tile_box_widen(&found->box, tile_box_at(at, north ? y - steps : y + steps));
            return FW_OK;
        }
        first += west ? -WORD_BITS : WORD_BITS;
        line = jump_walk_on(&walk);
        ahead = UINT64_MAX;
        stuck = line->stuck;
    }
}

/// Finds the jump points that runs along rows meet from the tiles of a run up or down a column, for four neighbours.
static fw_result find_aside(memory *memory, const jump_tables *tables, int32_t x, int32_t y, bool north,
                            jump_found_list *found)
{
    const int32_t bit = y & 63;
    const uint64_t *free = jump_column(tables, x) + (y >> WORD_SHIFT);
    jump_aside_walk walk = jump_aside_walk_from(tables, x, y);
    int32_t first = y - bit; // tile of the word's bit 0
    uint64_t ahead = north ? bits_below(bit) : ~UINT64_C(1) << bit;
    for (;;) {
        if (reserve_word(memory, found) != FW_OK)
            return FW_NO_MEMORY;
        const uint64_t blocked = ~*free & ahead;
        uint64_t within = ahead;
        if (blocked)
            within &= north ? ~bits_below(bits_highest(blocked) + 1) : bits_below(bits_lowest(blocked));
        jump_found *next = found->items + found->count;
        for (int west = 0; west < 2 && within; west++)
            for (uint64_t tiles = jump_aside_walk_has(&walk, tables, west, within); tiles;
                 tiles &= tiles - 1) {
                const int32_t at = first + bits_lowest(tiles);
                next = find_along_x(tables, next, x, at, west,
                                    (uint32_t)(north ? y - at : at - y) * STRAIGHT_STEP);
            }
        found->count = (size_t)(next - found->items);
        if (blocked) {
            tile_box_widen(&found->box,
                           tile_box_at(x, first + (north ? bits_highest(blocked) : bits_lowest(blocked))));
            return FW_OK;
        }
        first += north ? -WORD_BITS : WORD_BITS;
        free += north ? -1 : 1;
        jump_aside_walk_on(&walk, north ? -1 : 1);
        ahead = UINT64_MAX;
    }
}

/// The straight moves, among some, of which a run from a tile meets a jump point. On four neighbours, those along rows.
static uint32_t moves_that_meet(const jump_tables *tables, int32_t x, int32_t y, uint32_t moves)
{
    uint32_t meet = 0;
    if (jump_is_orthogonal(tables)) {
        const jump_aside_walk aside = jump_aside_walk_from(tables, x, y);
        const uint64_t row = UINT64_C(1) << (y & 63);
        meet |= jump_aside_walk_has(&aside, tables, false, row) ? FW_MOVE_E : 0;
        meet |= jump_aside_walk_has(&aside, tables, true, row) ? FW_MOVE_W : 0;
        return meet & moves;
    }
    const uint64_t column = UINT64_C(1) << (x & 63);
    if (moves & (FW_MOVE_E | FW_MOVE_S)) {
        const jump_walk walk = jump_walk_from(tables, JUMP_SE, x, y);
        meet |= jump_walk_has_along_x(&walk, tables, JUMP_SE, column) ? FW_MOVE_E : 0;
        meet |= jump_walk_has_along_y(&walk, tables, JUMP_SE, column) ? FW_MOVE_S : 0;
    }
    if (moves & (FW_MOVE_W | FW_MOVE_N)) {
        const jump_walk walk = jump_walk_from(tables, JUMP_NW, x, y);
        meet |= jump_walk_has_along_x(&walk, tables, JUMP_NW, column) ? FW_MOVE_W : 0;
        meet |= jump_walk_has_along_y(&walk, tables, JUMP_NW, column) ? FW_MOVE_N : 0;
    }
    return meet & moves;
}

static fw_result find_straight(memory *memory, const jump_tables *tables, int32_t x, int32_t y,
                               uint32_t moves, jump_found_list *found)
{
    if (reserve_word(memory, found) != FW_OK)
        return FW_NO_MEMORY;
    const uint32_t meet = moves_that_meet(tables, x, y, moves);
    jump_found *next = found->items;
    if (meet & FW_MOVE_E)
        next = find_along_x(tables, next, x, y, false, 0);
    if (meet & FW_MOVE_S)
        next = find_along_y(tables, next, x, y, false, 0);
    if (meet & FW_MOVE_W)
        next = find_along_x(tables, next, x, y, true, 0);
    if (meet & FW_MOVE_N)
        next = find_along_y(tables, next, x, y, true, 0);
    found->count = (size_t)(next - found->items);
    return FW_OK;
}

fw_result jump_find(memory *memory, const jump_tables *tables, int32_t x, int32_t y, uint32_t moves,
                    jump_found_list *found)
{
    found->count = 0;
    found->box = (tile_box){ x - 1, y - 1, x + 1, y + 1 }; // the moves were chosen by the tiles around
    if (jump_is_orthogonal(tables)) {
        fw_result result = find_straight(memory, tables, x, y, moves & (FW_MOVE_E | FW_MOVE_W), found);
        if (result == FW_OK && moves & FW_MOVE_S)
            result = find_aside(memory, tables, x, y, false, found);
        if (result == FW_OK && moves & FW_MOVE_N)
            result = find_aside(memory, tables, x, y, true, found);
        return result;
    }
    fw_result result = find_straight(memory, tables, x, y, moves, found);
    if (result == FW_OK && moves & FW_MOVE_SE)
        result = find_diagonal(memory, tables, x, y, JUMP_SE, found);
    if (result == FW_OK && moves & FW_MOVE_SW)
        result = find_diagonal(memory, tables, x, y, JUMP_SW, found);
    if (result == FW_OK && moves & FW_MOVE_NW)
        result = find_diagonal(memory, tables, x, y, JUMP_NW, found);
    if (result == FW_OK && moves & FW_MOVE_NE)
        result = find_diagonal(memory, tables, x, y, JUMP_NE, found);
    return result;
}
