#include "directional/band.h"

#include <string.h>

#include "base/bits.h"

enum { LEAST_TABLE = 64 };

void band_free(band *spent)
{
    memory_give_back(spent->memory, spent->tiles, spent->capacity, sizeof *spent->tiles);
    memory_give_back(spent->memory, spent->table, spent->table_capacity, sizeof *spent->table);
    *spent = (band){ .memory = spent->memory };
}

size_t band_bytes(const band *band)
{
    return band->capacity * sizeof *band->tiles + band->table_capacity * sizeof *band->table;
}

/// Room for so many tiles, with an empty table that stays half free.
static fw_result make_room(band *band, size_t tiles)
{
    size_t entries = LEAST_TABLE;
    while (entries < 2 * tiles)
        entries *= 2;
    if (memory_reserve(band->memory, &band->tiles, &band->capacity, tiles, sizeof *band->tiles) != FW_OK ||
        memory_reserve(band->memory, &band->table, &band->table_capacity, entries, sizeof *band->table) !=
            FW_OK)
        return FW_NO_MEMORY;
    memset(band->table, 0, entries * sizeof *band->table);
    band->table_shift = 32 - bits_highest(entries);
    band->count = 0;
    return FW_OK;
}

/// Enters a tile unless it is there.
static void enter(band *band, int32_t x, int32_t y, int32_t point)
{
    const uint32_t mask = band_mask(band);
    uint32_t at = band_home(band, (uint32_t)y << 16 ^ (uint32_t)x);
    for (; band->table[at]; at = (at + 1) & mask) {
        const band_tile *tile = &band->tiles[band->table[at] - 1];
        if (tile->x == x && tile->y == y)
            return;
    }
    band->tiles[band->count++] = (band_tile){ x, y, point };
    band->table[at] = (uint32_t)band->count;
}

/// Enters what a square of the margin's reach covers after a step that it did not before.
static void sweep(band *band, const band_tile *from, const band_tile *to, int32_t margin, int32_t point)
{
    const int32_t dx = to->x - from->x, dy = to->y - from->y;
    for (int32_t i = -margin; dx != 0 && i <= margin; i++)
        enter(band, to->x + dx * margin, to->y + i, point);
    for (int32_t i = -margin; dy != 0 && i <= margin; i++)
        enter(band, to->x + i, to->y + dy * margin, point);
}

/// Enters the tiles around a point.
static void surround(band *band, const band_tile *points, int32_t point, int32_t reach)
{
    for (int32_t y = -reach; y <= reach; y++)
        for (int32_t x = -reach; x <= reach; x++)
            enter(band, points[point].x + x, points[point].y + y, point);
}

fw_result band_along(band *band, const band_tile *points, int32_t count, int32_t margin, int32_t turning)
{
    const size_t side = 2 * (size_t)margin + 1, wide = 2 * (size_t)turning + 1;
    if (make_room(band, side * side + (size_t)count * (2 * side + 1) + 2 * wide * wide) != FW_OK)
        return FW_NO_MEMORY;
    for (int32_t i = 0; i < count; i++)
        enter(band, points[i].x, points[i].y, i);
    surround(band, points, 0, margin);
    // A square that goes ahead of its centre meets a tile `margin` points before the centre is beside it.
    for (int32_t i = 1; i < count; i++)
        sweep(band, &points[i - 1], &points[i], margin, i + margin < count ? i + margin : count - 1);
    surround(band, points, 0, turning);
    surround(band, points, count - 1, turning);
    return FW_OK;
}
