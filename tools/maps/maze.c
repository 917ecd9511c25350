#include <stdlib.h>

#include "tools/maps/generators.h"

/// Width of a corridor, and tiles from the start of one corridor to that of the next: the corridor and a wall.
enum { CORRIDOR = 3, PITCH = CORRIDOR + 1 };

typedef struct maze {
    io_tiles *tiles;
    int32_t columns, rows;
    int32_t *trail; ///< [cell * depth] cells from the first one to the present one
    int32_t depth;
} maze;

static const int32_t steps[4][2] = { { 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 } };

static bool is_dug(const maze *digger, int32_t column, int32_t row)
{
    return *io_tile(digger->tiles, 1 + PITCH * column, 1 + PITCH * row) != FW_BLOCKED;
}

static void dig(const maze *digger, int32_t column, int32_t row)
{
    fill_tiles(digger->tiles, 1 + PITCH * column, 1 + PITCH * row, CORRIDOR, CORRIDOR, FW_GROUND);
}

/// Digs from a cell into one of its neighbours that is not dug yet. Returns the neighbour; -1 if all are dug.
static int32_t dig_on(const maze *digger, random_source *source, int32_t cell)
{
    const int32_t column = cell % digger->columns;
    const int32_t row = cell / digger->columns;
    int choices[4];
    int count = 0;
    for (int i = 0; i < 4; i++) {
        const int32_t x = column + steps[i][0];
        const int32_t y = row + steps[i][1];
        if (x >= 0 && y >= 0 && x < digger->columns && y < digger->rows && !is_dug(digger, x, y))
            choices[count++] = i;
    }
    if (count == 0)
        return -1;
    const int32_t *step = steps[choices[random_below(source, (uint32_t)count)]];
    dig(digger, column + step[0], row + step[1]);
    fill_tiles(digger->tiles, 1 + PITCH * column + step[0] * (step[0] > 0 ? CORRIDOR : 1),
               1 + PITCH * row + step[1] * (step[1] > 0 ? CORRIDOR : 1), step[0] ? 1 : CORRIDOR,
               step[1] ? 1 : CORRIDOR, FW_GROUND);
    return (row + step[1]) * digger->columns + column + step[0];
}

/// Digs depth first, with a stack of cells instead of recursion.
bool generate_maze(io_tiles *tiles, random_source *source, const map_listener *listener)
{
    maze digger = { .tiles = tiles,
                    .columns = (tiles->width - 1) / PITCH,
                    .rows = (tiles->height - 1) / PITCH };
    if (digger.columns < 1 || digger.rows < 1)
        return true;
    digger.trail = malloc((size_t)digger.columns * (size_t)digger.rows * sizeof *digger.trail);
    if (!digger.trail)
        return false;
    dig(&digger, 0, 0);
    digger.trail[digger.depth++] = 0;
    const double cells = (double)digger.columns * digger.rows;
    for (double moves = 0; digger.depth > 0; moves++) { // one into each cell, and one back
        tell_share(listener, moves, 2 * cells);
        const int32_t next = dig_on(&digger, source, digger.trail[digger.depth - 1]);
        if (next >= 0)
            digger.trail[digger.depth++] = next;
        else
            digger.depth--;
    }
    free(digger.trail);
    return true;
}
