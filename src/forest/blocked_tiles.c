#include "forest/blocked_tiles.h"

/// Longest wall, in tiles; longer borders become several walls. A short wall is within one reach of a near viewpoint.
enum { MOST_WALL_LENGTH = 8 };

static bool is_blocked(const blocked_tiles *tiles, int32_t x, int32_t y)
{
    return x < 0 || y < 0 || x >= tiles->width || y >= tiles->height ||
           tiles->are_blocked[(size_t)y * (size_t)tiles->width + (size_t)x];
}

bool blocked_tiles_at(const blocked_tiles *tiles, double x, double y)
{
    if (tiles->width == 0)
        return false;
    return x < 0 || y < 0 || x >= tiles->width || y >= tiles->height ||
           is_blocked(tiles, (int32_t)x, (int32_t)y);
}

void blocked_tiles_free(memory *memory, blocked_tiles *tiles)
{
    const size_t area = (size_t)tiles->width * (size_t)tiles->height;
    memory_give_back(memory, tiles->walls, tiles->wall_capacity, sizeof *tiles->walls);
    memory_give_back(memory, tiles->are_blocked, area, sizeof *tiles->are_blocked);
}

static fw_result add_wall(memory *memory, blocked_tiles *tiles, wall added)
{
    if (MEMORY_RESERVE(memory, tiles->walls, tiles->wall_capacity, tiles->wall_count + 1) != FW_OK)
        return FW_NO_MEMORY;
    tiles->walls[tiles->wall_count++] = added;
    return FW_OK;
}

/// True if there is a wall between a tile and the one before it: above, or if the line is a column, on the left.
static bool has_wall(const blocked_tiles *tiles, bool is_upright, int32_t line, int32_t tile)
{
    return is_upright ? is_blocked(tiles, line, tile) != is_blocked(tiles, line - 1, tile)
                      : is_blocked(tiles, tile, line) != is_blocked(tiles, tile, line - 1);
}

/// Adds the walls along a line between two rows, or two columns.
static fw_result add_walls(memory *memory, blocked_tiles *tiles, bool is_upright, int32_t line)
{
    const int32_t length = is_upright ? tiles->height : tiles->width;
    for (int32_t tile = 0; tile < length; tile++) {
        const int32_t first = tile;
        while (tile < length && tile - first < MOST_WALL_LENGTH && has_wall(tiles, is_upright, line, tile))
            tile++;
        if (tile == first)
            continue;
        const wall along = { .x = first, .y = line, .to_x = tile, .to_y = line };
        const wall upright = { .x = line, .y = first, .to_x = line, .to_y = tile };
        if (add_wall(memory, tiles, is_upright ? upright : along) != FW_OK)
            return FW_NO_MEMORY;
        tile--;
    }
    return FW_OK;
}

fw_result blocked_tiles_read(memory *memory, const map_version *map, uint32_t capability,
                             blocked_tiles *tiles)
{
    const int32_t width = map_width(map), height = map_height(map);
    const size_t area = (size_t)width * (size_t)height;
    uint8_t *are_blocked = memory_get(memory, area, sizeof *are_blocked);
    if (!are_blocked)
        return FW_NO_MEMORY;
    *tiles = (blocked_tiles){ .are_blocked = are_blocked, .width = width, .height = height };
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++) {
            const uint8_t terrain = map_terrain(map, x, y);
            *are_blocked++ = terrain == 0 || !(capability >> terrain & 1);
        }
    for (int32_t line = 0; line <= height; line++)
        if (add_walls(memory, tiles, false, line) != FW_OK)
            return FW_NO_MEMORY;
    for (int32_t line = 0; line <= width; line++)
        if (add_walls(memory, tiles, true, line) != FW_OK)
            return FW_NO_MEMORY;
    return FW_OK;
}

bool blocked_tiles_stick_out(const blocked_tiles *tiles, int32_t x, int32_t y)
{
    return is_blocked(tiles, x, y) + is_blocked(tiles, x - 1, y) + is_blocked(tiles, x, y - 1) +
               is_blocked(tiles, x - 1, y - 1) ==
           1;
}
