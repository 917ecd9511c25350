#ifndef TOOLS_MAPS_GENERATORS_H
#define TOOLS_MAPS_GENERATORS_H

/// @file
/// One function for each kind of map. At the call all tiles are blocked. Returns false if memory runs out.

#include "base/random.h"
#include "io/tiles.h"

bool generate_rooms(io_tiles *tiles, random_source *source);
bool generate_maze(io_tiles *tiles, random_source *source);
bool generate_random(io_tiles *tiles, random_source *source);
bool generate_caves(io_tiles *tiles, random_source *source);
bool generate_city(io_tiles *tiles, random_source *source);
bool generate_terrain(io_tiles *tiles, random_source *source);

/// Gives a rectangle of tiles a terrain; parts outside the map are ignored.
void fill_tiles(const io_tiles *tiles, int32_t x, int32_t y, int32_t width, int32_t height, uint8_t terrain);

/// A number from `least` to `most`.
static inline int32_t random_between(random_source *source, int32_t least, int32_t most)
{
    return least + (int32_t)random_below(source, (uint32_t)(most - least + 1));
}

#endif
