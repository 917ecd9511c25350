#ifndef GRID_JUMP_SIGHT_H
#define GRID_JUMP_SIGHT_H

/// @file
/// Does one diagonal and one straight run lead from a tile to another? No path between them is shorter.

#include <stdlib.h>

#include "grid/grid_moves.h"
#include "grid/jump_scan.h"

/// How a tile sees another.
typedef enum jump_sight {
    JUMP_SIGHT_NONE,
    JUMP_SIGHT_DIAGONAL_FIRST, ///< a diagonal run, then a straight one
    JUMP_SIGHT_STRAIGHT_FIRST  ///< a straight run, then a diagonal one
} jump_sight;

/// Where the two runs from a tile to another would go.
typedef struct jump_aim {
    int32_t diagonal; ///< steps of the diagonal run
    int32_t straight; ///< steps of the straight run
    int direction;    ///< of the diagonal run: an index of the tables
    int diagonal_move;
    int straight_move;
} jump_aim;

/// Index of a diagonal direction in the tables.
static inline int jump_direction_of(int32_t dx, int32_t dy)
{
    return (dx < 0) | (dy < 0) << 1;
}

static inline jump_aim jump_aim_along(int32_t dx, int32_t dy)
{
    static const int8_t move_of_direction[JUMP_DIAGONALS] = {
        [JUMP_SE] = 1, [JUMP_SW] = 3, [JUMP_NE] = 7, [JUMP_NW] = 5
    };
    const int32_t far_x = abs(dx);
    const int32_t far_y = abs(dy);
    const int32_t both = far_x < far_y ? far_x : far_y;
    const int direction = jump_direction_of(dx, dy);
    return (jump_aim){ .diagonal = both,
                       .straight = far_x + far_y - 2 * both,
                       .direction = direction,
                       .diagonal_move = move_of_direction[direction],
                       .straight_move = far_x > far_y ? (dx < 0) << 2 : 2 + ((dy < 0) << 2) };
}

/// Free tiles beyond (x, y) in the direction of a straight move.
static inline int32_t jump_free_straight(const jump_tables *tables, int move, int32_t x, int32_t y,
                                         int32_t enough)
{
    switch (move) {
    case 0:
        return jump_free_up(tables->rows, x, y, enough);
    case 2:
        return jump_free_up(&tables->columns, y, x, enough);
    case 4:
        return jump_free_down(tables->rows, x, y, enough);
    default:
        return jump_free_down(&tables->columns, y, x, enough);
    }
}

static inline bool jump_aim_diagonal_is_free(const jump_tables *tables, const jump_aim *aim, int32_t x,
                                             int32_t y)
{
    return aim->diagonal == 0 ||
           jump_free_diagonal(tables, aim->direction, x, y, aim->diagonal) >= aim->diagonal;
}

static inline bool jump_aim_straight_is_free(const jump_tables *tables, const jump_aim *aim, int32_t x,
                                             int32_t y)
{
    return aim->straight == 0 ||
           jump_free_straight(tables, aim->straight_move, x, y, aim->straight) >= aim->straight;
}

/// How a tile sees another.
static inline jump_sight jump_sight_between(const jump_tables *tables, int32_t x, int32_t y, int32_t to_x,
                                            int32_t to_y)
{
    const jump_aim aim = jump_aim_along(to_x - x, to_y - y);
    const int32_t across = aim.diagonal * move_dx[aim.diagonal_move];
    const int32_t along = aim.diagonal * move_dy[aim.diagonal_move];
    if (jump_aim_diagonal_is_free(tables, &aim, x, y) &&
        jump_aim_straight_is_free(tables, &aim, x + across, y + along))
        return JUMP_SIGHT_DIAGONAL_FIRST;
    if (jump_aim_straight_is_free(tables, &aim, x, y) &&
        jump_aim_diagonal_is_free(tables, &aim, to_x - across, to_y - along))
        return JUMP_SIGHT_STRAIGHT_FIRST;
    return JUMP_SIGHT_NONE;
}

#endif
