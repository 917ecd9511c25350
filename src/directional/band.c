#include "directional/band.h"

#include <string.h>

#include "base/bits.h"

enum { LEAST_TABLE = 64 };

void band_free(band *of)
{
    memory_give_back(of->from, of->tiles, of->capacity, sizeof *of->tiles);
    memory_give_back(of->from, of->table, of->table_capacity, sizeof *of->table);
    *of = (band){ .from = of->from };
}

size_t band_bytes(const band *of)
{
    return of->capacity * sizeof *of->tiles + of->table_capacity * sizeof *of->table;
}

/// Room for so many tiles, with an empty table that stays half free.
static fw_result make_room(band *of, size_t tiles)
{
    size_t entries = LEAST_TABLE;
    while (entries < 2 * tiles)
        entries *= 2;
    if (memory_reserve(of->from, &of->tiles, &of->capacity, tiles, sizeof *of->tiles) != FW_OK ||
        memory_reserve(of->from, &of->table, &of->table_capacity, entries, sizeof *of->table) != FW_OK)
        return FW_NO_MEMORY;
    memset(of->table, 0, entries * sizeof *of->table);
    of->table_shift = 32 - bits_highest(entries);
    of->count = 0;
    return FW_OK;
}

/// Enters a tile unless it is there.
static void enter(band *of, int32_t x, int32_t y, int32_t point)
{
    const uint32_t mask = band_mask(of);
    uint32_t at = band_home(of, (uint32_t)y << 16 ^ (uint32_t)x);
    for (; of->table[at]; at = (at + 1) & mask) {
        const band_tile *tile = &of->tiles[of->table[at] - 1];
        if (tile->x == x && tile->y == y)
            return;
    }
    of->tiles[of->count++] = (band_tile){ x, y, point };
    of->table[at] = (uint32_t)of->count;
}

/// Enters what a square of the margin's reach covers after a step that it did not before.
static void sweep(band *of, const band_tile *from, const band_tile *to, int32_t margin, int32_t point)
{
    const int32_t dx = to->x - from->x, dy = to->y - from->y;
    for (int32_t i = -margin; dx != 0 && i <= margin; i++)
        enter(of, to->x + dx * margin, to->y + i, point);
    for (int32_t i = -margin; dy != 0 && i <= margin; i++)
        enter(of, to->x + i, to->y + dy * margin, point);
}

/// Enters the tiles around a point.
static void surround(band *of, const band_tile *points, int32_t point, int32_t reach)
{
    for (int32_t y = -reach; y <= reach; y++)
        for (int32_t x = -reach; x <= reach; x++)
            enter(of, points[point].x + x, points[point].y + y, point);
}

fw_result band_along(band *of, const band_tile *points, int32_t count, int32_t margin, int32_t turning)
{
    const size_t side = 2 * (size_t)margin + 1, wide = 2 * (size_t)turning + 1;
    if (make_room(of, side * side + (size_t)count * (2 * side + 1) + 2 * wide * wide) != FW_OK)
        return FW_NO_MEMORY;
    for (int32_t i = 0; i < count; i++)
        enter(of, points[i].x, points[i].y, i);
    surround(of, points, 0, margin);
    // A square that goes ahead of its centre meets a tile `margin` points before the centre is beside it.
    for (int32_t i = 1; i < count; i++)
        sweep(of, &points[i - 1], &points[i], margin, i + margin < count ? i + margin : count - 1);
    surround(of, points, 0, turning);
    surround(of, points, count - 1, turning);
    return FW_OK;
}
