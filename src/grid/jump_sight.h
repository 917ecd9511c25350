#pragma once

/// Decides if a tile sees another: if two runs lead there, a leading run that is diagonal, or vertical on four
/// neighbours, and a straight one, along the row on four neighbours. No path between the tiles is shorter.

#include <stdlib.h>

#include "curve/path.h"
#include "grid/grid_moves.h"
#include "grid/jump_scan.h"

/// The order of the two runs by which a tile sees another.
typedef enum jump_sight {
    JUMP_SIGHT_NONE,
    JUMP_SIGHT_LEADING_FIRST, ///< as paths run between jump points
    JUMP_SIGHT_STRAIGHT_FIRST
} jump_sight;

/// The two runs from a tile to another; either may have no steps.
typedef struct jump_aim {
    path_run leading, straight;
} jump_aim;

/// Index of a diagonal direction in the tables.
static inline int jump_direction_of(int32_t dx, int32_t dy)
{
    return (dx < 0) | (dy < 0) << 1;
}

static inline jump_aim jump_aim_along(const jump_tables *tables, int32_t dx, int32_t dy)
{
    static const int8_t along_x[JUMP_DIAGONALS] = { 0, 4, 0, 4 }, along_y[JUMP_DIAGONALS] = { 2, 2, 6, 6 },
                        along_both[JUMP_DIAGONALS] = { 1, 3, 7, 5 };
    const int32_t far_x = abs(dx);
    const int32_t far_y = abs(dy);
    const int direction = jump_direction_of(dx, dy);
    if (jump_is_orthogonal(tables))
        return (jump_aim){ .leading = { along_y[direction], far_y },
                           .straight = { along_x[direction], far_x } };
    const int32_t both = far_x < far_y ? far_x : far_y;
    return (jump_aim){ .leading = { along_both[direction], both },
                       .straight = { far_x > far_y ? along_x[direction] : along_y[direction],
                                     far_x + far_y - 2 * both } };
}

/// Steps that are free from (x, y) on in the direction of a move; counts no further than a word beyond `enough`.
static inline int32_t jump_free_along(const jump_tables *tables, int move, int32_t x, int32_t y,
                                      int32_t enough)
{
    static const int8_t direction_of_diagonal[JUMP_DIAGONALS] = { JUMP_SE, JUMP_SW, JUMP_NW, JUMP_NE };
    if (move_is_diagonal(move))
        return jump_free_diagonal(tables, direction_of_diagonal[move >> 1], x, y, enough);
    const bool upright = move & 2;
    const uint64_t *line = upright ? jump_column(tables, x) : layer_row(tables->rows, y);
    const int32_t along = upright ? y : x;
    return move & 4 ? jump_free_down(line, along, enough) : jump_free_up(line, along, enough);
}

static inline bool jump_run_is_free(const jump_tables *tables, path_run run, int32_t x, int32_t y)
{
    return run.steps == 0 || jump_free_along(tables, run.direction, x, y, run.steps) >= run.steps;
}

static inline bool jump_runs_are_free(const jump_tables *tables, path_run first, path_run second, int32_t x,
                                      int32_t y)
{
    return jump_run_is_free(tables, first, x, y) &&
           jump_run_is_free(tables, second, x + first.steps * move_dx[first.direction],
                            y + first.steps * move_dy[first.direction]);
}

/// Keeps the runs, of two, that have steps.
///
/// @return how many
static inline int32_t jump_keep_runs(path_run first, path_run second, path_run runs[2])
{
    const int32_t count = first.steps > 0;
    runs[0] = first;
    runs[count] = second;
    return count + (second.steps > 0);
}

/// The result of jump_look() if the tile does not see the other one.
enum { JUMP_HIDDEN = -1 };

/// Looks from (x, y) for the tile that is (dx, dy) away.
///
/// @param[out] runs  the runs that lead there; untouched if the tile is hidden
/// @return number of runs, or JUMP_HIDDEN
static inline int32_t jump_look(const jump_tables *tables, int32_t x, int32_t y, int32_t dx, int32_t dy,
                                path_run runs[2])
{
    const jump_aim aim = jump_aim_along(tables, dx, dy);
    if (jump_runs_are_free(tables, aim.leading, aim.straight, x, y))
        return jump_keep_runs(aim.leading, aim.straight, runs);
    if (jump_runs_are_free(tables, aim.straight, aim.leading, x, y))
        return jump_keep_runs(aim.straight, aim.leading, runs);
    return JUMP_HIDDEN;
}
