#include <stdlib.h>

#include "tools/maps/generators.h"

enum { LEAST_BLOCK = 12, MOST_BLOCK = 28, LEAST_LOT = 5, AVENUE_EVERY = 3 };

/// The streets that cross one side of the map: where each begins, and its width.
typedef struct streets {
    int32_t *begin; ///< [tile * count]
    int32_t *width;
    int32_t count;
} streets;

static bool lay_streets(random_source *source, int32_t side, streets *town)
{
    const size_t most = (size_t)side / LEAST_BLOCK + 2;
    town->begin = malloc(most * sizeof *town->begin);
    town->width = malloc(most * sizeof *town->width);
    town->count = 0;
    if (!town->begin || !town->width)
        return false;
    for (int32_t at = 0; at < side;) {
        town->begin[town->count] = at;
        town->width[town->count] = town->count % AVENUE_EVERY == 0 ? 4 : 2;
        at += town->width[town->count++] + random_between(source, LEAST_BLOCK, MOST_BLOCK);
    }
    return true;
}

static void free_streets(streets *town)
{
    free(town->begin);
    free(town->width);
}

/// Builds a house that fills most of its lot. A large house has a courtyard with a gate.
static void build_house(const io_tiles *tiles, random_source *source, int32_t x, int32_t y, int32_t width,
                        int32_t height)
{
    fill_tiles(tiles, x, y, width, height, FW_BLOCKED);
    if (width < 8 || height < 8)
        return;
    fill_tiles(tiles, x + 3, y + 3, width - 6, height - 6, FW_GROUND);
    const int32_t gate = random_between(source, 1, 2);
    if (random_below(source, 2))
        fill_tiles(tiles, x + width / 2, random_below(source, 2) ? y : y + height - 3, gate, 3, FW_GROUND);
    else
        fill_tiles(tiles, random_below(source, 2) ? x : x + width - 3, y + height / 2, 3, gate, FW_GROUND);
}

static void plant_park(const io_tiles *tiles, random_source *source, int32_t x, int32_t y, int32_t width,
                       int32_t height)
{
    for (int32_t i = 0; i < width * height / 4; i++)
        fill_tiles(tiles, x + (int32_t)random_below(source, (uint32_t)width),
                   y + (int32_t)random_below(source, (uint32_t)height), 1, 1, FW_TREE);
    fill_tiles(tiles, x + width / 3, y + height / 3, width / 4, height / 4, FW_WATER);
}

/// Splits a block into lots and puts a house on each, with an alley beside it.
static void build_block(const io_tiles *tiles, random_source *source, int32_t x, int32_t y, int32_t width,
                        int32_t height)
{
    fill_tiles(tiles, x, y, width, height, FW_GROUND);
    if (random_below(source, 9) == 0) {
        plant_park(tiles, source, x, y, width, height);
        return;
    }
    for (int32_t at_y = y + 1; at_y + LEAST_LOT <= y + height;) {
        const int32_t rows = random_between(source, LEAST_LOT, 2 * LEAST_LOT + 2);
        const int32_t depth = at_y + rows < y + height ? rows : y + height - 1 - at_y;
        for (int32_t at_x = x + 1; at_x + LEAST_LOT <= x + width;) {
            const int32_t columns = random_between(source, LEAST_LOT, 2 * LEAST_LOT + 2);
            const int32_t front = at_x + columns < x + width ? columns : x + width - 1 - at_x;
            build_house(tiles, source, at_x, at_y, front, depth);
            at_x += columns + random_between(source, 0, 2);
        }
        at_y += rows + random_between(source, 1, 2);
    }
}

static void build_city(const io_tiles *tiles, random_source *source, const streets *columns,
                       const streets *rows, const map_listener *listener)
{
    fill_tiles(tiles, 0, 0, tiles->width, tiles->height, FW_ROAD);
    for (int32_t j = 0; j < rows->count; j++) {
        tell_share(listener, j, rows->count);
        for (int32_t i = 0; i < columns->count; i++) {
            const int32_t x = columns->begin[i] + columns->width[i];
            const int32_t y = rows->begin[j] + rows->width[j];
            const int32_t end_x = i + 1 < columns->count ? columns->begin[i + 1] : tiles->width;
            const int32_t end_y = j + 1 < rows->count ? rows->begin[j + 1] : tiles->height;
            if (x < end_x && y < end_y)
                build_block(tiles, source, x, y, end_x - x, end_y - y);
        }
    }
}

bool generate_city(io_tiles *tiles, random_source *source, const map_listener *listener)
{
    streets columns = { 0 };
    streets rows = { 0 };
    const bool laid =
        lay_streets(source, tiles->width, &columns) && lay_streets(source, tiles->height, &rows);
    if (laid)
        build_city(tiles, source, &columns, &rows, listener);
    free_streets(&columns);
    free_streets(&rows);
    return laid;
}
