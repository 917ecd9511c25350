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
