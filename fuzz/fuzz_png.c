#include "io/image_map.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char colors[] = "#000000 blocked\n#ffffff ground\n#ff0000 lava\n";
    io_color_table table;
    io_tiles tiles;
    io_fault fault;
    io_colors_read("fuzz.colors", (const char *)data, size, &table, &fault);
    if (io_colors_read("fuzz.colors", colors, sizeof colors - 1, &table, &fault) &&
        io_image_map_read("fuzz.png", (const char *)data, size, &table, &tiles, &fault))
        io_tiles_free(&tiles);
    return 0;
}
