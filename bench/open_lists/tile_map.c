#include "open_lists/tile_map.h"

#include <stdlib.h>

#include "io/map_file.h"
#include "open_lists/study_memory.h"

enum { TERRAIN_PATCH = 8, CAVE_ROUNDS = 4, CAVE_BLOCKED_PERCENT = 40 };

static tile_map empty_map(int32_t width, int32_t height)
{
    tile_map map = { .width = width + 2, .height = height + 2 };
    map.cost = study_memory((size_t)map.width * (size_t)map.height, 1);
    return map;
}

static uint8_t *tile_at(const tile_map *map, int32_t x, int32_t y)
{
    return &map->cost[(size_t)(y + 1) * (size_t)map->width + (size_t)(x + 1)];
}

/// Cost 1, 2 or 3 for each patch of tiles, with frayed edges.
static uint8_t cost_of_patch(int32_t x, int32_t y)
{
    random_source fray = { .state = (uint64_t)x * 40503 + (uint64_t)y };
    const int32_t patch_x = (x + (int32_t)random_below(&fray, 3)) / TERRAIN_PATCH;
    const int32_t patch_y = (y + (int32_t)random_below(&fray, 3)) / TERRAIN_PATCH;
    random_source patch = { .state = (uint64_t)patch_x * 7919 + (uint64_t)patch_y };
    return (uint8_t)(1 + random_below(&patch, 3));
}

bool tile_map_read(const char *path, bool terrains, tile_map *map)
{
    io_tiles tiles;
    io_fault fault;
    if (!io_tiles_load(path, &tiles, &fault))
        return false;
    *map = empty_map(tiles.width, tiles.height);
    for (int32_t y = 0; y < tiles.height; y++)
        for (int32_t x = 0; x < tiles.width; x++) {
            const uint8_t terrain = *io_tile(&tiles, x, y);
            if (terrain == FW_GROUND || terrain == FW_SWAMP)
                *tile_at(map, x, y) = terrains ? cost_of_patch(x, y) : 1;
        }
    io_tiles_free(&tiles);
    return true;
}

static int32_t free_tiles_around(const tile_map *map, int32_t x, int32_t y)
{
    int32_t count = 0;
    for (int32_t dy = -1; dy <= 1; dy++)
        for (int32_t dx = -1; dx <= 1; dx++)
            count += *tile_at(map, x + dx, y + dy) != 0;
    return count;
}

static void smooth(tile_map *map)
{
    tile_map next = empty_map(map->width - 2, map->height - 2);
    for (int32_t y = 0; y < map->height - 2; y++)
        for (int32_t x = 0; x < map->width - 2; x++)
            *tile_at(&next, x, y) = free_tiles_around(map, x, y) >= 5;
    tile_map_free(map);
    *map = next;
}

tile_map tile_map_generate(int32_t side, uint64_t seed, bool terrains)
{
    tile_map map = empty_map(side, side);
    random_source source = { .state = seed };
    for (int32_t y = 0; y < side; y++)
        for (int32_t x = 0; x < side; x++)
            *tile_at(&map, x, y) = random_below(&source, 100) >= CAVE_BLOCKED_PERCENT;
    for (int i = 0; i < CAVE_ROUNDS; i++)
        smooth(&map);
    for (int32_t y = 0; terrains && y < side; y++)
        for (int32_t x = 0; x < side; x++)
            if (*tile_at(&map, x, y))
                *tile_at(&map, x, y) = cost_of_patch(x, y);
    return map;
}

tile_map tile_map_enlarge(const tile_map *map, int32_t factor)
{
    tile_map large = empty_map((map->width - 2) * factor, (map->height - 2) * factor);
    for (int32_t y = 0; y < large.height - 2; y++)
        for (int32_t x = 0; x < large.width - 2; x++)
            *tile_at(&large, x, y) = *tile_at(map, x / factor, y / factor);
    return large;
}

void tile_map_free(tile_map *map)
{
    free(map->cost);
    *map = (tile_map){ 0 };
}
