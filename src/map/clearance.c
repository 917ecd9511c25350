#include <math.h>

#include "map/inside.h"

static bool enters(uint32_t capability, uint8_t terrain)
{
    return capability >> terrain & 1;
}

/// True if the square of side `side` is free, given that the one a tile smaller is. Looks at its last column and row.
static bool grows_to(const fw_map *map, uint32_t capability, int32_t x, int32_t y, int32_t side)
{
    const uint8_t *last_row = map_terrain_word(map, y + side - 1, 0);
    for (int32_t i = 0; i < side; i++)
        if (!enters(capability, last_row[x + i]) ||
            !enters(capability, map_terrain_word(map, y + i, 0)[x + side - 1]))
            return false;
    return true;
}

int32_t map_clearance_up_to(const fw_map *map, uint32_t capability, int32_t x, int32_t y, int32_t limit)
{
    if (x < 0 || y < 0 || x >= map->width || y >= map->height)
        return 0;
    map = map_seen(map);
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
    return map ? map_clearance_up_to(map, capability, x, y, FW_MAX_SIDE) : 0;
}

bool map_unit_fits(const fw_map *map, const map_unit *unit, int32_t x, int32_t y)
{
    if (unit->layer)
        return layer_fits_anywhere(unit->layer, x, y);
    return map_clearance_up_to(map, unit->capability, x, y, unit->def.size) >= unit->def.size;
}

/// The unit when the map has it, or null; null for no map.
static const map_unit *unit_of(const fw_map *map, fw_unit_id id)
{
    return map ? map_find_unit(map, id) : NULL;
}

bool fw_map_fits(const fw_map *map, fw_unit_id id, int32_t x, int32_t y)
{
    const map_unit *unit = unit_of(map, id);
    return unit && map_unit_fits(map, unit, x, y);
}

uint32_t fw_map_region(const fw_map *map, fw_unit_id id, int32_t x, int32_t y)
{
    const map_unit *unit = unit_of(map, id);
    if (!unit || !unit->joined || !layer_fits_anywhere(unit->layer, x, y))
        return 0;
    return regions_label(unit->joined, unit->layer, x, y);
}

bool fw_map_connected(const fw_map *map, fw_unit_id id, int32_t from_x, int32_t from_y, int32_t to_x,
                      int32_t to_y)
{
    const map_unit *unit = unit_of(map, id);
    if (unit && !unit->joined)
        return map_unit_fits(map, unit, from_x, from_y) && map_unit_fits(map, unit, to_x, to_y);
    const uint32_t region = fw_map_region(map, id, from_x, from_y);
    return region != 0 && region == fw_map_region(map, id, to_x, to_y);
}

fw_result fw_map_nearest(const fw_map *map, fw_unit_id id, uint32_t region, double x, double y,
                         int32_t *nearest_x, int32_t *nearest_y)
{
    if (!map || !nearest_x || !nearest_y)
        return FW_NULL_ARGUMENT;
    const map_unit *unit = map_find_unit(map, id);
    if (!unit)
        return FW_UNKNOWN_UNIT;
    if (!isfinite(x) || !isfinite(y))
        return FW_NOT_FINITE;
    if (!unit->joined)
        return FW_NOT_PREPARED;
    if (region == 0 || !regions_nearest(unit->joined, unit->layer, region, x, y, nearest_x, nearest_y))
        return FW_UNREACHABLE;
    return FW_OK;
}
