#include "common/changed_tiles.h"

#include <stdlib.h>
#include <string.h>

#include "common/unit.h"

enum { SIDE = 16 /**< of a block */, RECENT = 64 /**< commits */ };

changed_tiles changed_tiles_of(const fw_map *map)
{
    changed_tiles made = { .width = fw_map_width(map), .height = fw_map_height(map) };
    const size_t count = (size_t)made.width * (size_t)made.height;
    made.terrains = calloc(count, sizeof *made.terrains);
    made.version = calloc(count, sizeof *made.version);
    assert_true(made.terrains && made.version);
    changed_tiles_note(&made, map);
    for (size_t i = 0; i < count; i++)
        made.version[i] = fw_map_version(map);
    return made;
}

void changed_tiles_free(changed_tiles *tiles)
{
    free(tiles->terrains);
    free(tiles->version);
}

void changed_tiles_note(changed_tiles *tiles, const fw_map *map)
{
    const uint64_t version = tiles->newest = fw_map_version(map);
    for (int32_t y = 0; y < tiles->height; y++)
        for (int32_t x = 0; x < tiles->width; x++) {
            const int32_t tile = y * tiles->width + x;
            const uint8_t now = fw_map_terrain(map, x, y);
            tiles->version[tile] = now == tiles->terrains[tile] ? tiles->version[tile] : version;
            tiles->terrains[tile] = now;
        }
}

bool rect_holds(const fw_tile_rect *rect, int32_t x, int32_t y)
{
    return x >= rect->x && x < rect->x + rect->width && y >= rect->y && y < rect->y + rect->height;
}

/// Number of tiles in blocks in which a tile has changed after a version.
static int64_t tiles_of_changed_blocks(const changed_tiles *all, uint64_t since)
{
    int64_t count = 0;
    for (int32_t top = 0; top < all->height; top += SIDE)
        for (int32_t left = 0; left < all->width; left += SIDE) {
            bool is_changed = false;
            int64_t tiles = 0;
            for (int32_t y = top; y < top + SIDE && y < all->height; y++)
                for (int32_t x = left; x < left + SIDE && x < all->width; x++, tiles++)
                    is_changed |= all->version[y * all->width + x] > since;
            count += is_changed ? tiles : 0;
        }
    return count;
}

/// The smallest rectangle around the tiles that have changed after a version.
static fw_tile_rect hull_of_changes(const changed_tiles *tiles, uint64_t since)
{
    int32_t left = INT32_MAX, top = INT32_MAX, right = -1, bottom = -1;
    for (int32_t i = 0; i < tiles->width * tiles->height; i++) {
        const int32_t x = i % tiles->width, y = i / tiles->width;
        if (tiles->version[i] <= since)
            continue;
        left = x < left ? x : left;
        right = x > right ? x : right;
        top = y < top ? y : top;
        bottom = y > bottom ? y : bottom;
    }
    return right < 0 ? (fw_tile_rect){ 0, 0, 0, 0 }
                     : (fw_tile_rect){ left, top, right - left + 1, bottom - top + 1 };
}

/// Rectangles lie on the map and come in order.
///
/// @param[out] times  [tile] counts in how many of them each tile lies
/// @return number of their tiles
static int64_t count_tiles(const changed_tiles *tiles, const fw_tile_rect *rects, int32_t count,
                           uint8_t *times)
{
    int64_t area = 0;
    for (int32_t i = 0; i < count; i++) {
        const fw_tile_rect *rect = &rects[i];
        assert_true(rect->width > 0 && rect->height > 0 && rect->x >= 0 && rect->y >= 0 &&
                    rect->x + rect->width <= tiles->width && rect->y + rect->height <= tiles->height);
        if (i > 0)
            assert_true(rect->y > rects[i - 1].y || (rect->y == rects[i - 1].y && rect->x > rects[i - 1].x));
        area += (int64_t)rect->width * rect->height;
        for (int32_t y = rect->y; y < rect->y + rect->height; y++)
            for (int32_t x = rect->x; x < rect->x + rect->width; x++)
                times[y * tiles->width + x]++;
    }
    return area;
}

void assert_changes_are_right(const changed_tiles *tiles, const fw_map *map, uint64_t since)
{
    const int32_t columns = (tiles->width + SIDE - 1) / SIDE, rows = (tiles->height + SIDE - 1) / SIDE;
    const int32_t most = (columns * rows + 1) / 2, all = tiles->width * tiles->height;
    fw_tile_rect *rects = calloc((size_t)most, sizeof *rects);
    uint8_t *times = calloc((size_t)all, sizeof *times);
    assert_true(rects && times);
    int32_t count = -1;
    assert_int_equal(fw_map_changes_since(map, since, rects, most, &count), FW_OK);
    assert_true(count_tiles(tiles, rects, count, times) <= tiles_of_changed_blocks(tiles, since));
    const fw_tile_rect hull = hull_of_changes(tiles, since);
    const bool is_recent = tiles->newest - since <= RECENT;
    for (int32_t i = 0; i < all; i++) {
        assert_true(times[i] <= 1);
        assert_true(times[i] == 1 || tiles->version[i] <= since || tiles->version[i] > fw_map_version(map));
        if (is_recent && times[i])
            assert_true(rect_holds(&hull, i % tiles->width, i / tiles->width));
    }
    free(rects);
    free(times);
}
