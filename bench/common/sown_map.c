#include "common/sown_map.h"

#include <stdlib.h>

#include "base/random.h"

enum { PATCH = 16 }; ///< side of a patch of one terrain, in tiles

static const uint8_t terrains[] = { FW_GROUND, FW_SWAMP, FW_SAND };

const double sown_costs[FW_TERRAIN_COUNT] = { [FW_GROUND] = 1.0, [FW_SWAMP] = 2.5, [FW_SAND] = 1.5 };

bool sow_map(fw_map *map)
{
    random_source source = { 7 };
    for (int32_t top = 0; top < fw_map_height(map); top += PATCH)
        for (int32_t left = 0; left < fw_map_width(map); left += PATCH) {
            const uint8_t terrain = terrains[random_below(&source, 3)];
            for (int32_t y = top; y < top + PATCH && y < fw_map_height(map); y++)
                for (int32_t x = left; x < left + PATCH && x < fw_map_width(map); x++) {
                    const uint8_t before = fw_map_terrain(map, x, y);
                    const bool is_free = before == FW_GROUND || before == FW_SWAMP;
                    if (fw_map_set_tile(map, x, y, is_free ? terrain : FW_BLOCKED) != FW_OK)
                        return false;
                }
        }
    return fw_map_commit(map) == FW_OK;
}

textbook_astar *textbook_on(const fw_map *map, fw_unit_id unit, const double *costs)
{
    const int32_t width = fw_map_width(map);
    const int32_t height = fw_map_height(map);
    const size_t tiles = (size_t)width * (size_t)height;
    bool *blocked = malloc(tiles * sizeof *blocked);
    uint8_t *ground = malloc(tiles * sizeof *ground);
    for (int32_t y = 0; blocked && ground && y < height; y++)
        for (int32_t x = 0; x < width; x++) {
            const size_t tile = (size_t)y * (size_t)width + (size_t)x;
            blocked[tile] = !fw_map_fits(map, unit, x, y);
            ground[tile] = fw_map_terrain(map, x, y);
        }
    textbook_astar *book =
        blocked && ground ? textbook_create(width, height, blocked, costs ? ground : NULL, costs) : NULL;
    free(blocked);
    free(ground);
    return book;
}
