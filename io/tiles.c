#include "io/tiles.h"

#include <stdlib.h>

bool io_tiles_create(int32_t width, int32_t height, io_tiles *tiles, io_fault *fault)
{
    *tiles = (io_tiles){ .width = width, .height = height };
    tiles->terrain = calloc((size_t)height, (size_t)width);
    if (!tiles->terrain)
        return io_fail_as(fault, FW_NO_MEMORY, "there is not enough memory for %d x %d tiles", width, height);
    return true;
}

void io_tiles_free(io_tiles *tiles)
{
    free(tiles->terrain);
    *tiles = (io_tiles){ 0 };
}

static fw_result fill_map(fw_map *map, const io_tiles *tiles)
{
    fw_result result =
        fw_map_set_tiles(map, 0, 0, tiles->width, tiles->height, tiles->terrain, (size_t)tiles->width);
    for (int terrain = 0; result == FW_OK && terrain < FW_TERRAIN_COUNT; terrain++)
        if (tiles->names[terrain][0])
            result = fw_map_set_terrain_name(map, (uint8_t)terrain, tiles->names[terrain]);
    return result == FW_OK ? fw_map_commit(map) : result;
}

bool io_map_of_tiles(const char *name, const io_tiles *tiles, const fw_allocator *allocator, fw_map **map,
                     io_fault *fault)
{
    fw_map_def def = fw_default_map_def();
    def.width = tiles->width;
    def.height = tiles->height;
    def.allocator = allocator;
    fw_result result = fw_map_create(&def, map);
    if (result == FW_OK) {
        result = fill_map(*map, tiles);
        if (result != FW_OK)
            fw_map_destroy(*map);
    }
    if (result != FW_OK)
        return io_fail_as(fault, result, "%s: this does not make a map: %s", name, fw_result_text(result));
    return true;
}
