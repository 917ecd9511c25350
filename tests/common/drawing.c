#include "common/drawing.h"

#include <string.h>

#include "common/unit.h"

static uint8_t terrain_of(char letter)
{
    switch (letter) {
    case '.':
        return FW_GROUND;
    case 'S':
        return FW_SWAMP;
    case 'W':
        return FW_WATER;
    case 's':
        return FW_SHALLOW;
    case 'T':
        return FW_TREE;
    case 'R':
        return FW_ROAD;
    case 'd':
        return FW_SAND;
    default:
        return FW_BLOCKED;
    }
}

fw_map *open_map(int32_t width, int32_t height)
{
    fw_map_def def = fw_default_map_def();
    def.width = width;
    def.height = height;
    fw_map *map = NULL;
    assert_int_equal(fw_map_create(&def, &map), FW_OK);
    return map;
}

fw_map *map_from_drawing(const char *const *rows, int32_t height)
{
    const int32_t width = (int32_t)strlen(rows[0]);
    fw_map *map = open_map(width, height);
    for (int32_t y = 0; y < height; y++) {
        assert_int_equal(strlen(rows[y]), width);
        for (int32_t x = 0; x < width; x++)
            assert_int_equal(fw_map_set_tile(map, x, y, terrain_of(rows[y][x])), FW_OK);
    }
    assert_int_equal(fw_map_commit(map), FW_OK);
    return map;
}

fw_map *map_at_random(random_source *source, int32_t width, int32_t height, uint32_t blocked_percent,
                      uint32_t terrains)
{
    fw_map *map = open_map(width, height);
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++) {
            const bool blocked = random_below(source, 100) < blocked_percent;
            const uint8_t terrain = blocked ? FW_BLOCKED : (uint8_t)(1 + random_below(source, terrains));
            assert_int_equal(fw_map_set_tile(map, x, y, terrain), FW_OK);
        }
    assert_int_equal(fw_map_commit(map), FW_OK);
    return map;
}

fw_unit_def unit_of_size(int32_t size)
{
    fw_unit_def unit = fw_default_unit_def();
    unit.size = size;
    return unit;
}

fw_unit_def unit_entering(int32_t size, uint32_t capability)
{
    fw_unit_def unit = unit_of_size(size);
    for (int terrain = 1; terrain < FW_TERRAIN_COUNT; terrain++)
        unit.terrain_cost[terrain] = capability >> terrain & 1 ? 1.0f : 0.0f;
    return unit;
}

fw_unit_id add_unit(fw_map *map, fw_unit_def def)
{
    fw_unit_id id = 0;
    assert_int_equal(fw_map_add_unit(map, &def, &id), FW_OK);
    return id;
}
