#pragma once

/// One function for each kind of map. At the call all tiles are blocked. Returns false if memory runs out.

#include "base/random.h"
#include "io/tiles.h"
#include "tools/maps/map_kinds.h"

bool generate_rooms(io_tiles *tiles, random_source *source, const map_listener *listener);
bool generate_maze(io_tiles *tiles, random_source *source, const map_listener *listener);
bool generate_random(io_tiles *tiles, random_source *source, const map_listener *listener);
bool generate_caves(io_tiles *tiles, random_source *source, const map_listener *listener);
bool generate_city(io_tiles *tiles, random_source *source, const map_listener *listener);
bool generate_terrain(io_tiles *tiles, random_source *source, const map_listener *listener);

/// Gives a rectangle of tiles a terrain; parts outside the map are ignored.
void fill_tiles(const io_tiles *tiles, int32_t x, int32_t y, int32_t width, int32_t height, uint8_t terrain);

/// Tells how much of a map is done, from 0 to 1.
static inline void tell_share(const map_listener *listener, double done, double all)
{
    if (listener)
        listener->tell(listener->user, done / all);
}

/// A number from `least` to `most`.
static inline int32_t random_between(random_source *source, int32_t least, int32_t most)
{
    return least + (int32_t)random_below(source, (uint32_t)(most - least + 1));
}
