#include <string.h>

#include "fairway/bulk.h"
#include "map/clearance.h"
#include "map/map.h"

/// What a map knows of all its tiles, in one call.

fw_result fw_map_read_terrains(const fw_map *map, uint8_t *terrains)
{
    const map_version *version = map_version_of(map);
    if (!version || !terrains)
        return FW_NULL_ARGUMENT;
    const size_t width = (size_t)version->width;
    for (int32_t y = 0; y < version->height; y++)
        memcpy(terrains + (size_t)y * width, map_terrain_row(version, y), width);
    return FW_OK;
}

/// The side of the largest square from a tile that can be entered, given those of the tiles right, below and diagonal.
static int32_t clearance_from(const int32_t *clearance, int32_t width, bool is_at_border)
{
    if (is_at_border)
        return 1;
    const int32_t right = clearance[1], below = clearance[width], diagonal = clearance[width + 1];
    const int32_t side = right < below ? right : below;
    return 1 + (side < diagonal ? side : diagonal);
}

fw_result fw_map_read_clearances(const fw_map *map, uint32_t capability, int32_t *clearances)
{
    const map_version *version = map_version_of(map);
    if (!version || !clearances)
        return FW_NULL_ARGUMENT;
    const int32_t width = version->width, height = version->height;
    capability &= ~UINT32_C(1);
    for (int32_t y = height - 1; y >= 0; y--) {
        const uint8_t *terrains = map_terrain_row(version, y);
        int32_t *row = clearances + (ptrdiff_t)y * width;
        for (int32_t x = width - 1; x >= 0; x--) {
            const bool is_at_border = x == width - 1 || y == height - 1;
            row[x] = capability >> terrains[x] & 1 ? clearance_from(row + x, width, is_at_border) : 0;
        }
    }
    return FW_OK;
}

fw_result fw_map_read_fits(const fw_map *map, fw_unit_id id, uint8_t *fits)
{
    const map_version *version = map_version_of(map);
    if (!version || !fits)
        return FW_NULL_ARGUMENT;
    const map_unit *unit = map_find_unit(version, id);
    if (!unit)
        return FW_UNKNOWN_UNIT;
    for (int32_t y = 0; y < version->height; y++)
        for (int32_t x = 0; x < version->width; x++)
            *fits++ = map_unit_fits(version, unit, x, y);
    return FW_OK;
}
