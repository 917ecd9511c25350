#ifndef GRID_JUMP_GOAL_H
#define GRID_JUMP_GOAL_H

/// @file
/// Where a jump point search ends: the first tile taken from the open list that sees the goal, because no path is
/// shorter than one diagonal and one straight run.

#include <stdlib.h>

#include "fairway/map.h"
#include "grid/grid_goal.h"
#include "grid/grid_moves.h"
#include "grid/jump_scan.h"

/// Stands for a line that was not measured yet; longer than any.
enum { JUMP_UNKNOWN = INT32_MAX };

typedef struct jump_goal {
    const jump_tables *tables;
    int32_t x, y;
    int32_t
        reach[MOVE_COUNT]; ///< free tiles before the goal on the line that this move follows, or JUMP_UNKNOWN
} jump_goal;

/// How a tile sees the goal.
typedef enum jump_sight {
    JUMP_SIGHT_NONE,
    JUMP_SIGHT_DIAGONAL_FIRST, ///< a diagonal run, then a straight one
    JUMP_SIGHT_STRAIGHT_FIRST  ///< a straight run, then a diagonal one
} jump_sight;

/// Octile distance to the goal.
static inline uint32_t jump_goal_distance(const jump_goal *goal, int32_t x, int32_t y)
{
    const int32_t dx = abs(x - goal->x);
    const int32_t dy = abs(y - goal->y);
    const int32_t both = dx < dy ? dx : dy;
    return (uint32_t)(STRAIGHT_STEP * (dx + dy) - (2 * STRAIGHT_STEP - DIAGONAL_STEP) * both);
}

/// Index of a diagonal direction in the tables.
static inline int jump_direction_of(int32_t dx, int32_t dy)
{
    return (dx < 0) | (dy < 0) << 1;
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

/// Where a path without turns other than one of 45 degrees would run from a tile to the goal.
typedef struct jump_aim {
    int32_t diagonal; ///< steps of the diagonal run
    int32_t straight; ///< steps of the straight run
    int direction;    ///< of the diagonal run: an index of the tables
    int diagonal_move;
    int straight_move;
} jump_aim;

static inline jump_aim jump_aim_at(const jump_goal *goal, int32_t x, int32_t y)
{
    static const int8_t move_of_direction[JUMP_DIAGONALS] = {
        [JUMP_SE] = 1, [JUMP_SW] = 3, [JUMP_NE] = 7, [JUMP_NW] = 5
    };
    const int32_t dx = goal->x - x;
    const int32_t dy = goal->y - y;
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

static inline bool jump_aim_diagonal_is_free(const jump_goal *goal, const jump_aim *aim, int32_t x, int32_t y)
{
    return aim->diagonal == 0 ||
           jump_free_diagonal(goal->tables, aim->direction, x, y, aim->diagonal) >= aim->diagonal;
}

static inline bool jump_aim_straight_is_free(const jump_goal *goal, const jump_aim *aim, int32_t x, int32_t y)
{
    return jump_free_straight(goal->tables, aim->straight_move, x, y, aim->straight) >= aim->straight;
}

static inline jump_goal jump_goal_at(const jump_tables *tables, int32_t x, int32_t y)
{
    jump_goal goal = { .tables = tables, .x = x, .y = y };
    for (int move = 0; move < MOVE_COUNT; move++)
        goal.reach[move] = JUMP_UNKNOWN;
    return goal;
}

/// Free tiles before the goal on the line that a move follows.
static inline int32_t jump_goal_measure(const jump_goal *goal, int move)
{
    const int back = move_opposite(move);
    if (move_is_diagonal(move))
        return jump_free_diagonal(goal->tables, jump_direction_of(move_dx[back], move_dy[back]), goal->x,
                                  goal->y, FW_MAX_SIDE);
    return jump_free_straight(goal->tables, back, goal->x, goal->y, FW_MAX_SIDE);
}

/// Are that many tiles free before the goal, on the line that a move follows? Each line is measured once, so that most
/// tiles are told by a comparison that they do not see the goal.
static inline bool jump_goal_is_reached(jump_goal *goal, int move, int32_t steps)
{
    if (steps <= goal->reach[move] && goal->reach[move] == JUMP_UNKNOWN)
        goal->reach[move] = jump_goal_measure(goal, move);
    return steps <= goal->reach[move];
}

/// Do one diagonal and one straight run lead from a tile to the goal?
static inline jump_sight jump_goal_sight(jump_goal *goal, int32_t x, int32_t y)
{
    const jump_aim aim = jump_aim_at(goal, x, y);
    if (jump_goal_is_reached(goal, aim.straight_move, aim.straight) &&
        jump_aim_diagonal_is_free(goal, &aim, x, y))
        return JUMP_SIGHT_DIAGONAL_FIRST;
    if (jump_goal_is_reached(goal, aim.diagonal_move, aim.diagonal) &&
        jump_aim_straight_is_free(goal, &aim, x, y))
        return JUMP_SIGHT_STRAIGHT_FIRST;
    return JUMP_SIGHT_NONE;
}

/// The same for a tile that is the only one to be asked about: measures nothing.
static inline jump_sight jump_goal_sight_once(const jump_goal *goal, int32_t x, int32_t y)
{
    const jump_aim aim = jump_aim_at(goal, x, y);
    const int32_t across = aim.diagonal * move_dx[aim.diagonal_move];
    const int32_t along = aim.diagonal * move_dy[aim.diagonal_move];
    if (jump_aim_diagonal_is_free(goal, &aim, x, y) &&
        jump_aim_straight_is_free(goal, &aim, x + across, y + along))
        return JUMP_SIGHT_DIAGONAL_FIRST;
    if (!jump_aim_straight_is_free(goal, &aim, x, y))
        return JUMP_SIGHT_NONE;
    return jump_aim_diagonal_is_free(goal, &aim, goal->x - across, goal->y - along)
               ? JUMP_SIGHT_STRAIGHT_FIRST
               : JUMP_SIGHT_NONE;
}

#endif
