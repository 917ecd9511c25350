#pragma once

/// The terrains that occur on a map that is written, each with a name and a colour of its own.

#include <stdint.h>

#include "io/terrain.h"
#include "io/tiles.h"

typedef struct io_swatches {
    int count;
    uint8_t terrains[FW_TERRAIN_COUNT]; ///< [count] in growing order
    io_color colors[FW_TERRAIN_COUNT];  ///< [count] all different
    char names[FW_TERRAIN_COUNT][IO_NAME_BYTES];
    int index[FW_TERRAIN_COUNT]; ///< index of a terrain; -1 = it does not occur
} io_swatches;

void io_swatches_of(const io_tiles *tiles, io_swatches *swatches);
