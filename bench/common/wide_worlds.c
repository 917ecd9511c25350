#include "common/wide_worlds.h"

#include <stdlib.h>

#include "common/must.h"
#include "io/map_file.h"

fw_map *wide_map(const char *file, int32_t k)
{
    io_fault fault;
    fw_map *small, *map;
    if (!io_map_load(file, NULL, &small, &fault))
        return NULL;
    fw_map_def def = fw_default_map_def();
    const int32_t width = fw_map_width(small), height = fw_map_height(small);
    def.width = width * k;
    def.height = height * k;
    must(fw_map_create(&def, &map));
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++)
            must(fw_map_set_rect(map, x * k, y * k, k, k, fw_map_terrain(small, x, y)));
    must(fw_map_commit(map));
    fw_map_destroy(small);
    return map;
}

fw_unit_def wide_vehicle(fw_footprint body, double radius, int gears, double gear_change)
{
    fw_unit_def def = fw_default_unit_def();
    def.footprint = body;
    def.turn_radius = radius;
    def.reverse = gears == 2;
    def.reverse_penalty = 2;
    def.gear_change_cost = gear_change;
    return def;
}
