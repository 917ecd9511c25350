#pragma once

/// The terrains of a map, tile by tile. Readers and generators fill them in; a map is made from them.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fairway/map.h"
#include "io/fault.h"

enum { IO_NAME_BYTES = 32 };

typedef struct io_tiles {
    int32_t width, height;
    uint8_t *terrain; ///< [terrain * width * height] row by row
    /// Names of terrains that the file defines; "" = as on every map.
    char names[FW_TERRAIN_COUNT][IO_NAME_BYTES];
} io_tiles;

/// Allocates tiles, all blocked.
///
/// @param width, height  1 .. FW_MAX_SIDE
/// @return false without memory; then nothing needs to be freed
bool io_tiles_create(int32_t width, int32_t height, io_tiles *tiles, io_fault *fault);

/// Frees tiles. A struct that is all 0 is allowed.
void io_tiles_free(io_tiles *tiles);

/// Terrain of a tile within the map.
static inline uint8_t *io_tile(const io_tiles *tiles, int32_t x, int32_t y)
{
    return tiles->terrain + (size_t)y * (size_t)tiles->width + (size_t)x;
}

/// Makes a map of tiles.
///
/// @param name       of the file, for faults
/// @param allocator  of the map; null = malloc and free
bool io_map_of_tiles(const char *name, const io_tiles *tiles, const fw_allocator *allocator, fw_map **map,
                     io_fault *fault);
