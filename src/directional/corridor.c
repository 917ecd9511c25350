#include "directional/corridor.h"

#include <string.h>

#include "base/bits.h"

enum { LEAST_TABLE = 64 };

/// Empties the corridor and reserves memory for a number of tiles. At most half of the table is ever in use, so that
/// every search for a free entry ends.
static fw_result make_room(corridor *corridor, size_t tiles)
{
    size_t entries = LEAST_TABLE;
    while (entries < 2 * tiles)
        entries *= 2;
    if (MEMORY_RESERVE(corridor->memory, corridor->tiles, corridor->capacity, tiles) != FW_OK ||
        MEMORY_RESERVE(corridor->memory, corridor->table, corridor->table_capacity, entries) != FW_OK)
        return FW_NO_MEMORY;
    memset(corridor->table, 0, entries * sizeof *corridor->table);
    corridor->table_shift = 32 - bits_highest(entries);
    corridor->count = 0;
    return FW_OK;
}

/// Enters a tile, unless it was entered for an earlier point.
static void enter(corridor *corridor, int32_t x, int32_t y, int32_t point)
{
    uint32_t *entry = corridor_entry(corridor, x, y);
    if (*entry)
        return;
    corridor->tiles[corridor->count++] = (corridor_tile){ x, y, point };
    *entry = (uint32_t)corridor->count;
}

/// Enters the tiles that a square around the path newly covers when its centre steps from one point to the next: a row,
/// a column or both.
static void sweep(corridor *corridor, const corridor_tile *from, const corridor_tile *to, int32_t margin,
                  int32_t point)
{
    const int32_t dx = to->x - from->x, dy = to->y - from->y;
    for (int32_t i = -margin; dx != 0 && i <= margin; i++)
        enter(corridor, to->x + dx * margin, to->y + i, point);
    for (int32_t i = -margin; dy != 0 && i <= margin; i++)
        enter(corridor, to->x + i, to->y + dy * margin, point);
}

static void surround(corridor *corridor, int32_t point, int32_t reach)
{
    for (int32_t y = -reach; y <= reach; y++)
        for (int32_t x = -reach; x <= reach; x++)
            enter(corridor, corridor->points[point].x + x, corridor->points[point].y + y, point);
}

fw_result corridor_begin(corridor *corridor, const corridor_tile *points, int32_t count, int32_t margin,
                         int32_t turning)
{
    const size_t side = 2 * (size_t)margin + 1, wide = 2 * (size_t)turning + 1;
    corridor->points = points;
    corridor->point_count = count;
    corridor->margin = margin;
    corridor->turning = turning;
    corridor->step = 0;
    return make_room(corridor, side * side + (size_t)count * (2 * side + 1) + 2 * wide * wide);
}

/// Enters the tiles of the margin that the square around a point newly covers. They lie at the square's front, beside
/// the point that the path reaches `margin` points later.
static void widen(corridor *corridor, int32_t point)
{
    const corridor_tile *centre = &corridor->points[point];
    const int32_t ahead = point + corridor->margin, last = corridor->point_count - 1;
    if (point == 0)
        surround(corridor, 0, corridor->margin);
    else
        sweep(corridor, centre - 1, centre, corridor->margin, ahead < last ? ahead : last);
}

/// The first entry of a tile counts. So the tiles of the path are entered before those of the margin: each path tile
/// keeps the index of its own point.
bool corridor_fill(corridor *corridor, int32_t points)
{
    const int32_t count = corridor->point_count, end = 2 * count;
    for (; points > 0 && corridor->step < end; points--, corridor->step++) {
        const corridor_tile *point = &corridor->points[corridor->step % count];
        if (corridor->step < count)
            enter(corridor, point->x, point->y, corridor->step);
        else
            widen(corridor, corridor->step - count);
    }
    if (corridor->step != end)
        return corridor->step > end;
    surround(corridor, 0, corridor->turning);
    surround(corridor, count - 1, corridor->turning);
    corridor->step++;
    return true;
}
