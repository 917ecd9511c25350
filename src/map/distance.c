#include "map/distance.h"

#include <math.h>

#include "fairway/distance.h"

/// Four times the square of the distance along an axis from the middle of a tile to a tile so many steps away.
static inline uint32_t quadrupled_square(int32_t steps)
{
    const uint32_t halves = steps > 0 ? 2 * (uint32_t)steps - 1 : 0;
    return halves * halves;
}

static inline bool is_wall(uint32_t capability, uint8_t terrain)
{
    return !(capability >> terrain & 1);
}

static uint16_t *walls_of_row(const distance_rows *rows, int32_t y)
{
    return rows->walls + (size_t)(y - rows->box.top) * (size_t)rows->columns;
}

/// Walks over the rows from one side to the other and counts the steps since the last wall of each column.
///
/// @param first   row where the walk begins: as far outside of the box as walls matter
static void count_steps(const distance_rows *rows, tile_rows tiles, uint32_t capability, int32_t first,
                        int32_t last, uint16_t *steps)
{
    const int32_t down = first <= last ? 1 : -1;
    for (int32_t i = 0; i < rows->columns; i++)
        steps[i] = (uint16_t)(rows->reach + 1);
    for (int32_t y = first; y != last + down; y += down) {
        const uint8_t *terrain = tile_row(tiles, y) + rows->left;
        for (int32_t i = 0; i < rows->columns; i++) {
            const uint16_t more = (uint16_t)(steps[i] + (steps[i] <= rows->reach));
            steps[i] = is_wall(capability, terrain[i]) ? 0 : more;
        }
        if (y < rows->box.top || y > rows->box.bottom)
            continue;
        uint16_t *walls = walls_of_row(rows, y);
        for (int32_t i = 0; i < rows->columns; i++)
            walls[i] = down < 0 && walls[i] < steps[i] ? walls[i] : steps[i];
    }
}

static int32_t at_least(int32_t value, int32_t least)
{
    return value > least ? value : least;
}

static int32_t at_most(int32_t value, int32_t most)
{
    return value < most ? value : most;
}

fw_result distance_rows_open(memory *memory, const map_version *map, uint32_t capability, tile_box box,
                             double most, distance_rows *rows)
{
    const int32_t reach = most < FW_MAX_SIDE ? (int32_t)most + 2 : FW_MAX_SIDE + 1;
    const int32_t left = at_least(box.left - reach, -1), right = at_most(box.right + reach, map->width);
    const int32_t columns = right - left + 1, height = box.bottom - box.top + 1;
    *rows = (distance_rows){
        .memory = memory, .box = box, .left = left, .right = right, .columns = columns, .reach = reach
    };
    rows->walls = memory_get(memory, (size_t)columns * (size_t)height, sizeof *rows->walls);
    rows->sites = memory_get(memory, (size_t)columns, sizeof *rows->sites);
    rows->starts = memory_get(memory, (size_t)columns, sizeof *rows->starts);
    rows->row = memory_get(memory, (size_t)columns, sizeof *rows->row);
    if (!rows->walls || !rows->sites || !rows->starts || !rows->row) {
        distance_rows_close(rows);
        return FW_NO_MEMORY;
    }
    uint16_t *steps = (uint16_t *)rows->row;
    const tile_rows tiles = map_tile_rows(map);
    capability &= ~UINT32_C(1);
    count_steps(rows, tiles, capability, at_least(box.top - reach, -1), box.bottom, steps);
    count_steps(rows, tiles, capability, at_most(box.bottom + reach, map->height), box.top, steps);
    return FW_OK;
}

void distance_rows_close(distance_rows *rows)
{
    const size_t columns = (size_t)rows->columns, height = (size_t)(rows->box.bottom - rows->box.top + 1);
    memory_give_back(rows->memory, rows->walls, columns * height, sizeof *rows->walls);
    memory_give_back(rows->memory, rows->sites, columns, sizeof *rows->sites);
    memory_give_back(rows->memory, rows->starts, columns, sizeof *rows->starts);
    memory_give_back(rows->memory, rows->row, columns, sizeof *rows->row);
    *rows = (distance_rows){ 0 };
}

/// (2 d)^2 from a column of the row to the nearest wall of another column.
static uint32_t distance_to(const uint16_t *walls, int32_t column, int32_t site)
{
    return quadrupled_square(column < site ? site - column : column - site) + quadrupled_square(walls[site]);
}

/// The first column from `from` on that is nearer to the walls of column `right` than to those of `left`; `end` if
/// there is none. Because squares are convex, all later columns are nearer to `right`, too.
static int32_t border_between(const uint16_t *walls, int32_t left, int32_t right, int32_t from, int32_t end)
{
    while (from < end) {
        const int32_t middle = from + (end - from) / 2;
        if (distance_to(walls, middle, right) < distance_to(walls, middle, left))
            end = middle;
        else
            from = middle + 1;
    }
    return from;
}

/// Finds the stretches of a row, each with the column whose walls are nearest to it. Returns the number of stretches;
/// 0 if no wall is within reach.
static int32_t find_stretches(const distance_rows *rows, const uint16_t *walls)
{
    int32_t count = 0;
    for (int32_t column = 0; column < rows->columns; column++) {
        if (walls[column] > rows->reach)
            continue;
        while (count > 0 && distance_to(walls, rows->starts[count - 1], column) <
                                distance_to(walls, rows->starts[count - 1], rows->sites[count - 1]))
            count--;
        const int32_t start = count == 0 ? 0
                                         : border_between(walls, rows->sites[count - 1], column,
                                                          rows->starts[count - 1], rows->columns);
        if (start == rows->columns)
            continue;
        rows->sites[count] = column;
        rows->starts[count++] = start;
    }
    return count;
}

const uint32_t *distance_row(distance_rows *rows, int32_t y)
{
    const uint16_t *walls = walls_of_row(rows, y);
    const int32_t count = find_stretches(rows, walls), offset = rows->box.left - rows->left;
    const int32_t end = offset + rows->box.right - rows->box.left + 1;
    if (count == 0)
        for (int32_t column = offset; column < end; column++)
            rows->row[column - offset] = FARTHER_THAN_REACH;
    for (int32_t i = 0; i < count; i++) {
        const int32_t last = at_most(i + 1 < count ? rows->starts[i + 1] : rows->columns, end);
        for (int32_t column = at_least(rows->starts[i], offset); column < last; column++)
            rows->row[column - offset] = distance_to(walls, column, rows->sites[i]);
    }
    return rows->row;
}

fw_result fw_map_distances(const fw_map *map, uint32_t capability, int32_t x, int32_t y, int32_t width,
                           int32_t height, double most, const fw_allocator *allocator, float *distances,
                           size_t stride)
{
    const map_version *version = map_version_of(map);
    if (!version || !distances)
        return FW_NULL_ARGUMENT;
    if (width < 1 || height < 1 || stride < (size_t)width)
        return FW_BAD_SIZE;
    if (x < 0 || y < 0 || width > version->width - x || height > version->height - y)
        return FW_OUT_OF_BOUNDS;
    if (!(most > 0))
        return FW_BAD_VALUE;
    memory memory;
    distance_rows rows;
    memory_init(&memory, allocator);
    const tile_box box = { x, y, x + width - 1, y + height - 1 };
    if (distance_rows_open(&memory, version, capability, box, most, &rows) != FW_OK)
        return FW_NO_MEMORY;
    for (int32_t i = 0; i < height; i++) {
        const uint32_t *quadrupled = distance_row(&rows, y + i);
        float *to = distances + (size_t)i * stride;
        for (int32_t column = 0; column < width; column++)
            to[column] = (float)fmin(sqrt((double)quadrupled[column]) / 2, most);
    }
    distance_rows_close(&rows);
    return FW_OK;
}

static double square_to_tile(double x, double y, int32_t column, int32_t row)
{
    const double dx = fmax(fmax(column - x, x - (column + 1)), 0), dy = fmax(fmax(row - y, y - (row + 1)), 0);
    return dx * dx + dy * dy;
}

/// The smaller one of a square and the squares of the distances to the walls in a row of tiles.
static double nearest_in_row(const map_version *map, uint32_t capability, double x, double y, int32_t row,
                             int32_t left, int32_t right, int32_t step, double best)
{
    for (int32_t column = left; column <= right; column += step)
        if (is_wall(capability, map_terrain(map, column, row)))
            best = fmin(best, square_to_tile(x, y, column, row));
    return best;
}

fw_result fw_map_distance(const fw_map *map, uint32_t capability, double x, double y, double *distance)
{
    const map_version *version = map_version_of(map);
    if (!version || !distance)
        return FW_NULL_ARGUMENT;
    if (!isfinite(x) || !isfinite(y))
        return FW_NOT_FINITE;
    *distance = 0;
    if (!(x > 0 && y > 0 && x < version->width && y < version->height))
        return FW_OK;
    const int32_t column = (int32_t)x, row = (int32_t)y;
    const double inside = fmin(fmin(x - column, column + 1 - x), fmin(y - row, row + 1 - y));
    capability &= ~UINT32_C(1);
    double best = INFINITY; // of squares
    for (int32_t ring = 0; ring == 0 || best > (ring - 1 + inside) * (ring - 1 + inside); ring++)
        for (int32_t i = -ring; i <= ring; i++)
            best = nearest_in_row(version, capability, x, y, row + i, column - ring, column + ring,
                                  i == -ring || i == ring ? 1 : 2 * ring, best);
    *distance = sqrt(best);
    return FW_OK;
}
