#include <stdlib.h>

#include "io/png_image.h"
#include "io/saving.h"
#include "io/swatches.h"

bool io_save_image(io_saving *saving, io_fault *fault)
{
    const io_tiles *tiles = saving->tiles;
    const size_t count = (size_t)tiles->width * (size_t)tiles->height;
    io_swatches swatches;
    io_swatches_of(tiles, &swatches);
    FILE *table = io_saving_beside(saving, ".colors", fault);
    if (!table)
        return false;
    for (int i = 0; i < swatches.count; i++) {
        const io_color color = swatches.colors[i];
        fprintf(table, "#%02x%02x%02x %s\n", color.red, color.green, color.blue, swatches.names[i]);
    }
    io_image image = { tiles->width, tiles->height, malloc(3 * count) };
    if (!image.pixels)
        return io_fail_as(fault, FW_NO_MEMORY, "there is not enough memory for %d x %d pixels", tiles->width,
                          tiles->height);
    for (size_t i = 0; i < count; i++) {
        const io_color color = swatches.colors[swatches.index[tiles->terrain[i]]];
        image.pixels[3 * i] = color.red;
        image.pixels[3 * i + 1] = color.green;
        image.pixels[3 * i + 2] = color.blue;
    }
    const bool written = io_png_write(saving->files[0].to, &image, fault);
    free(image.pixels);
    return written;
}
