#include "common/sown_map.h"

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
