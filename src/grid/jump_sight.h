#ifndef GRID_JUMP_SIGHT_H
#define GRID_JUMP_SIGHT_H

/// @file
/// Do two runs lead from a tile to another, a leading one that is diagonal, or up or down on four neighbours, and a
/// straight one, along the row on four neighbours? No path between them is shorter.

#include <stdlib.h>

#include "grid/grid_moves.h"
#include "grid/jump_scan.h"

/// How a tile sees another.
typedef enum jump_sight {
    JUMP_SIGHT_NONE,
    JUMP_SIGHT_LEADING_FIRST, ///< as paths run between jump points
    JUMP_SIGHT_STRAIGHT_FIRST
} jump_sight;

/// Where the two runs from a tile to another would go.
typedef struct jump_aim {
    int32_t leading;  ///< steps of the leading run
    int32_t straight; ///< steps of the straight run
    int leading_move;
    int straight_move;
} jump_aim;

/// Index of a diagonal direction in the tables.
static inline int jump_direction_of(int32_t dx, int32_t dy)
{
    return (dx < 0) | (dy < 0) << 1;
}

static inline jump_aim jump_aim_along(const jump_tables *tables, int32_t dx, int32_t dy)
{
    static const int8_t move_of_direction[JUMP_DIAGONALS] = {
        [JUMP_SE] = 1, [JUMP_SW] = 3, [JUMP_NE] = 7, [JUMP_NW] = 5
    };
    const int32_t far_x = abs(dx);
    const int32_t far_y = abs(dy);
    const int along_x = (dx < 0) << 2, along_y = 2 + ((dy < 0) << 2);
    if (jump_is_orthogonal(tables))
        return (jump_aim){
            .leading = far_y, .straight = far_x, .leading_move = along_y, .straight_move = along_x
        };
    const int32_t both = far_x < far_y ? far_x : far_y;
    return (jump_aim){ .leading = both,
                       .straight = far_x + far_y - 2 * both,
                       .leading_move = move_of_direction[jump_direction_of(dx, dy)],
                       .straight_move = far_x > far_y ? along_x : along_y };
}

/// Steps that are free from (x, y) on in the direction of a move; counts no further than a word beyond `enough`.
static inline int32_t jump_free_along(const jump_tables *tables, int move, int32_t x, int32_t y,
                                      int32_t enough)
{
    switch (move) {
    case 0:
        return jump_free_up(tables->rows, x, y, enough);
    case 2:
        return jump_free_up(&tables->columns, y, x, enough);
    case 4:
        return jump_free_down(tables->rows, x, y, enough);
    case 6:
        return jump_free_down(&tables->columns, y, x, enough);
    default:
        return jump_free_diagonal(tables, jump_direction_of(move_dx[move], move_dy[move]), x, y, enough);
    }
}

/// Are so many steps free from (x, y) on?
static inline bool jump_run_is_free(const jump_tables *tables, int move, int32_t x, int32_t y, int32_t steps)
{
    return steps == 0 || jump_free_along(tables, move, x, y, steps) >= steps;
}

/// How a tile sees another.
static inline jump_sight jump_sight_between(const jump_tables *tables, int32_t x, int32_t y, int32_t to_x,
                                            int32_t to_y)
{
    const jump_aim aim = jump_aim_along(tables, to_x - x, to_y - y);
    const int32_t dx = aim.leading * move_dx[aim.leading_move];
    const int32_t dy = aim.leading * move_dy[aim.leading_move];
    if (jump_run_is_free(tables, aim.leading_move, x, y, aim.leading) &&
        jump_run_is_free(tables, aim.straight_move, x + dx, y + dy, aim.straight))
        return JUMP_SIGHT_LEADING_FIRST;
    if (jump_run_is_free(tables, aim.straight_move, x, y, aim.straight) &&
        jump_run_is_free(tables, aim.leading_move, to_x - dx, to_y - dy, aim.leading))
        return JUMP_SIGHT_STRAIGHT_FIRST;
    return JUMP_SIGHT_NONE;
}

#endif
