#include "io/swatches.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "io/saving.h"

/// True if one of the first `count` swatches has this colour.
static bool is_taken(const io_swatches *swatches, int count, io_color color)
{
    for (int i = 0; i < count; i++)
        if (memcmp(&swatches->colors[i], &color, sizeof color) == 0)
            return true;
    return false;
}

void io_swatches_of(const io_tiles *tiles, io_swatches *swatches)
{
    bool occurs[FW_TERRAIN_COUNT] = { false };
    for (size_t i = 0; i < (size_t)tiles->width * (size_t)tiles->height; i++)
        occurs[tiles->terrain[i]] = true;
    *swatches = (io_swatches){ 0 };
    for (int terrain = 0; terrain < FW_TERRAIN_COUNT; terrain++) {
        swatches->index[terrain] = -1;
        if (!occurs[terrain])
            continue;
        const int i = swatches->count++;
        io_color color = io_terrain_color((uint8_t)terrain);
        while (is_taken(swatches, i, color)) // colours of pictures repeat, those of files may not
            color.blue++;
        swatches->terrains[i] = (uint8_t)terrain;
        swatches->colors[i] = color;
        swatches->index[terrain] = i;
        io_saved_name(tiles, (uint8_t)terrain, swatches->names[i]);
    }
}
