#include "grid/lanes.h"

#include <math.h>

#include "grid/grid_moves.h"

/// The anchors on roads among the 3 x 3 anchors around one: three bits a row, the lowest bit on the left.
typedef struct road_rows {
    uint32_t row[3];
} road_rows;

static uint32_t tiles_of_row(const road_rules *roads, int32_t x, int32_t y, int32_t count)
{
    uint32_t tiles = 0;
    for (int32_t i = 0; i < count; i++)
        tiles |= (uint32_t)road_has_tile(roads, x + i, y) << i;
    return tiles;
}

/// The anchors on roads around an anchor. The body's centre lies in a tile if the size is odd, and where four tiles
/// meet if the size is even.
static road_rows rows_around(const road_rules *roads, int32_t size, int32_t x, int32_t y)
{
    const int32_t meets = size % 2 == 0, count = 3 + meets;
    const int32_t left = x + size / 2 - 1 - meets, top = y + size / 2 - 1 - meets;
    uint32_t tiles[4];
    road_rows rows;
    for (int32_t i = 0; i < count; i++)
        tiles[i] = tiles_of_row(roads, left, top + i, count);
    for (int32_t i = 0; i < 3; i++) {
        const uint32_t both = tiles[i] & tiles[i + meets];
        rows.row[i] = both & both >> meets & 7;
    }
    return rows;
}

/// True if a unit of a size is on a road when it stands on anchor (x, y).
static bool holds_anchor(const road_rules *roads, int32_t size, int32_t x, int32_t y)
{
    const int32_t right = x + size / 2, bottom = y + size / 2;
    if (!road_has_tile(roads, right, bottom))
        return false;
    return size % 2 || (road_has_tile(roads, right - 1, bottom) && road_has_tile(roads, right, bottom - 1) &&
                        road_has_tile(roads, right - 1, bottom - 1));
}

enum {
    ANCHORS_A_WORK = 16,  ///< anchors that count as one unit of work
    ANCHORS_A_STEP = 1024 ///< anchors that are looked at before the search may pause
};

static double square_to_goal(const lanes *lanes, int32_t x, int32_t y)
{
    const double dx = x + 0.5 * lanes->size - lanes->goal.x, dy = y + 0.5 * lanes->size - lanes->goal.y;
    return dx * dx + dy * dy;
}

/// Makes an anchor the exit if it is on a road and nearer than the exit so far. Ties are broken by the least y, then
/// the least x.
static void consider(lanes *lanes, int32_t x, int32_t y, double square)
{
    if (x < 0 || y < 0 || square > lanes->exit_square)
        return;
    if (square == lanes->exit_square && (y > lanes->exit_y || (y == lanes->exit_y && x >= lanes->exit_x)))
        return;
    if (!holds_anchor(&lanes->roads, lanes->size, x, y))
        return;
    lanes->exit_x = x;
    lanes->exit_y = y;
    lanes->exit_square = square;
}

/// Looks for an exit along a row of anchors, from the goal's column outward, until anchors are farther away than the
/// exit so far. Returns the number of anchors that were looked at.
static int32_t look_along(lanes *lanes, int32_t column, int32_t y)
{
    const int32_t width = map_width(lanes->roads.map);
    for (int32_t away = 0;; away++) {
        const double left = square_to_goal(lanes, column - away, y),
                     right = square_to_goal(lanes, column + away, y);
        if ((left > lanes->exit_square || column - away < 0) &&
            (right > lanes->exit_square || column + away >= width))
            return 2 * away + 1;
        consider(lanes, column - away, y, left);
        consider(lanes, column + away, y, right);
    }
}

/// Continues to look for the exit, row by row away from the goal. The exit is at first the anchor (x, y), which is on a
/// road; rows farther from the goal than the exit so far are not looked at.
static void look_for_exit(lanes *lanes, int32_t x, int32_t y, uint64_t *work)
{
    const int32_t column = (int32_t)floor(lanes->goal.x - 0.5 * lanes->size + 0.5);
    const int32_t row = (int32_t)floor(lanes->goal.y - 0.5 * lanes->size + 0.5);
    int32_t seen = 0;
    if (lanes->away == 0) {
        lanes->exit_square = square_to_goal(lanes, x, y);
        lanes->exit_x = x;
        lanes->exit_y = y;
        seen += look_along(lanes, column, row);
        lanes->away = 1;
    }
    for (; lanes->away - 1 <= sqrt(lanes->exit_square) && seen < ANCHORS_A_STEP; lanes->away++)
        seen += look_along(lanes, column, row - lanes->away) + look_along(lanes, column, row + lanes->away);
    lanes->has_found = lanes->away - 1 > sqrt(lanes->exit_square);
    *work += (uint64_t)(seen / ANCHORS_A_WORK);
}

bool lanes_hold(lanes *lanes, int32_t x, int32_t y, uint32_t *moves, uint64_t *work)
{
    const road_rows rows = rows_around(&lanes->roads, lanes->size, x, y);
    const uint32_t kept = *moves & moves_into(rows.row[0], rows.row[1], rows.row[2]);
    if (!(rows.row[1] >> 1 & 1) || kept == *moves)
        return true;
    if (lanes->has_exit && !lanes->has_found)
        look_for_exit(lanes, x, y, work);
    if (lanes->has_exit && !lanes->has_found)
        return false;
    if (lanes->has_exit && x == lanes->exit_x && y == lanes->exit_y)
        return true;
    lanes->has_held = true;
    *moves = kept;
    return true;
}
