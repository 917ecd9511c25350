#include "io/map_file.h"

bool io_map_load(const char *file, const fw_allocator *allocator, fw_map **map, io_fault *fault)
{
    io_tiles tiles;
    if (!io_tiles_load(file, &tiles, fault))
        return false;
    const bool made = io_map_of_tiles(file, &tiles, allocator, map, fault);
    io_tiles_free(&tiles);
    return made;
}
