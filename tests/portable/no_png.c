// In place of io's reader of PNG maps, for platforms that have no libpng.
#include "io/png_image.h"
#include "io/png_map.h"

bool io_png_begins(const char *bytes, size_t size)
{
    (void)bytes, (void)size;
    return false;
}

bool io_png_map_load(const char *file, const char *bytes, size_t size, io_tiles *tiles, io_fault *fault)
{
    (void)bytes, (void)size, (void)tiles;
    return io_fail(fault, "%s: PNG is not read on this platform", file);
}
