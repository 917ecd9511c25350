#include "map/clearance.h"

#include "map/map.h"

/// True clearance of tiles, and whether a unit fits at an anchor.

static bool enters(uint32_t capability, uint8_t terrain)
{
    return capability >> terrain & 1;
}

/// True if the square of side `side` is free, given that the one a tile smaller is. Looks at its last column and row.
static bool grows_to(const map_version *map, uint32_t capability, int32_t x, int32_t y, int32_t side)
{
    const uint8_t *last_row = map_terrain_word(map, y + side - 1, 0);
    for (int32_t i = 0; i < side; i++)
        if (!enters(capability, last_row[x + i]) ||
            !enters(capability, map_terrain_word(map, y + i, 0)[x + side - 1]))
            return false;
    return true;
}

int32_t map_clearance_up_to(const map_version *map, uint32_t capability, int32_t x, int32_t y, int32_t limit)
{
    if (x < 0 || y < 0 || x >= map->width || y >= map->height)
        return 0;
    capability &= ~UINT32_C(1);
    limit = limit < map->width - x ? limit : map->width - x;
    limit = limit < map->height - y ? limit : map->height - y;
    int32_t side = 0;
    while (side < limit && grows_to(map, capability, x, y, side + 1))
        side++;
    return side;
}

int32_t fw_map_clearance(const fw_map *map, uint32_t capability, int32_t x, int32_t y)
{
    const map_version *version = map_version_of(map);
    return version ? map_clearance_up_to(version, capability, x, y, FW_MAX_SIDE) : 0;
}

bool map_unit_fits(const map_version *map, const map_unit *unit, int32_t x, int32_t y)
{
    if (unit->layer)
        return layer_fits_anywhere(unit->layer, x, y);
    return map_clearance_up_to(map, unit->capability, x, y, unit->def.size) >= unit->def.size;
}

bool fw_map_fits(const fw_map *map, fw_unit_id id, int32_t x, int32_t y)
{
    const map_version *version = map_version_of(map);
    const map_unit *unit = version ? map_find_unit(version, id) : NULL;
    return unit && map_unit_fits(version, unit, x, y);
}
