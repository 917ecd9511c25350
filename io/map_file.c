#include "io/map_file.h"

#include "io/formats.h"

bool io_tiles_load(const char *file, io_tiles *tiles, io_fault *fault)
{
    fw_io_map_def def;
    io_reading reading;
    fw_io_map_def_init(&def, sizeof def);
    *tiles = (io_tiles){ 0 };
    if (!io_reading_load(file, &def, &reading, fault))
        return false;
    *tiles = reading.tiles;
    reading.tiles = (io_tiles){ 0 };
    io_reading_free(&reading);
    return true;
}

bool io_map_load(const char *file, const fw_allocator *allocator, fw_map **map, io_fault *fault)
{
    io_tiles tiles;
    if (!io_tiles_load(file, &tiles, fault))
        return false;
    const bool made = io_map_of_tiles(file, &tiles, allocator, map, fault);
    io_tiles_free(&tiles);
    return made;
}
