#include "tools/maps/map_kinds.h"

#include "tools/maps/generators.h"

const char *const map_kind_names[MAP_KIND_COUNT] = { "rooms", "maze", "random", "caves", "city", "terrain" };

void fill_tiles(const io_tiles *tiles, int32_t x, int32_t y, int32_t width, int32_t height, uint8_t terrain)
{
    const int32_t end_x = x + width < tiles->width ? x + width : tiles->width;
    const int32_t end_y = y + height < tiles->height ? y + height : tiles->height;
    for (int32_t at_y = y > 0 ? y : 0; at_y < end_y; at_y++)
        for (int32_t at_x = x > 0 ? x : 0; at_x < end_x; at_x++)
            *io_tile(tiles, at_x, at_y) = terrain;
}

bool generate_random(io_tiles *tiles, random_source *source, const map_listener *listener)
{
    for (int32_t y = 0; y < tiles->height; y++) {
        for (int32_t x = 0; x < tiles->width; x++)
            *io_tile(tiles, x, y) = random_below(source, 5) ? FW_GROUND : FW_BLOCKED;
        tell_share(listener, y, tiles->height);
    }
    return true;
}

bool map_generate(map_kind kind, int32_t width, int32_t height, uint64_t seed, const map_listener *listener,
                  io_tiles *tiles, io_fault *fault)
{
    static bool (*const generators[MAP_KIND_COUNT])(io_tiles *, random_source *, const map_listener *) = {
        [MAP_ROOMS] = generate_rooms, [MAP_MAZE] = generate_maze, [MAP_RANDOM] = generate_random,
        [MAP_CAVES] = generate_caves, [MAP_CITY] = generate_city, [MAP_TERRAIN] = generate_terrain,
    };
    random_source source = { .state = seed };
    if (!io_tiles_create(width, height, tiles, fault))
        return false;
    if (generators[kind](tiles, &source, listener))
        return true;
    io_tiles_free(tiles);
    return io_fail(fault, "there is not enough memory to make a map of %d x %d tiles", width, height);
}
