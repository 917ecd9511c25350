#include "tools/maps/generators.h"

enum { SMALLEST_ROOM = 4, LARGEST_ROOM = 14, WIDEST_DOOR = 3, DEEPEST = 64 };

typedef struct area {
    int32_t x, y, width, height;
} area;

/// True if a wall across the area at this column (or row) would end in a door.
static bool ends_in_door(const io_tiles *tiles, const area *ground, bool is_upright, int32_t at)
{
    const int32_t x = is_upright ? at : ground->x - 1;
    const int32_t y = is_upright ? ground->y - 1 : at;
    const int32_t end_x = is_upright ? at : ground->x + ground->width;
    const int32_t end_y = is_upright ? ground->y + ground->height : at;
    const bool is_open_here = x >= 0 && y >= 0 && *io_tile(tiles, x, y) != FW_BLOCKED;
    const bool is_open_there =
        end_x < tiles->width && end_y < tiles->height && *io_tile(tiles, end_x, end_y) != FW_BLOCKED;
    return is_open_here || is_open_there;
}

/// Builds a wall with one door, or with two if the wall is long.
static void build_wall(const io_tiles *tiles, random_source *source, const area *ground, bool is_upright,
                       int32_t at)
{
    const int32_t length = is_upright ? ground->height : ground->width;
    fill_tiles(tiles, is_upright ? at : ground->x, is_upright ? ground->y : at,
               is_upright ? 1 : ground->width, is_upright ? ground->height : 1, FW_BLOCKED);
    const int doors = length > 3 * LARGEST_ROOM ? 2 : 1;
    for (int i = 0; i < doors; i++) {
        const int32_t door = random_between(source, 1, WIDEST_DOOR);
        const int32_t from = random_between(source, 0, length - door);
        fill_tiles(tiles, is_upright ? at : ground->x + from, is_upright ? ground->y + from : at,
                   is_upright ? 1 : door, is_upright ? door : 1, FW_GROUND);
    }
}

/// Chooses where a wall cuts the longer side. 0 if the area is small enough for a room, or if each wall that was tried
/// would end in a door.
static int32_t choose_cut(const io_tiles *tiles, random_source *source, const area *ground, bool is_upright)
{
    const int32_t side = is_upright ? ground->width : ground->height;
    if (side < 2 * SMALLEST_ROOM + 1 || (side <= LARGEST_ROOM && random_below(source, 2)))
        return 0;
    for (int tries = 0; tries < 8; tries++) {
        const int32_t cut = random_between(source, SMALLEST_ROOM, side - SMALLEST_ROOM - 1);
        const int32_t at = (is_upright ? ground->x : ground->y) + cut;
        if (!ends_in_door(tiles, ground, is_upright, at))
            return at;
    }
    return 0;
}

static void divide(const io_tiles *tiles, random_source *source, area ground, int depth)
{
    const bool is_upright =
        ground.width > ground.height || (ground.width == ground.height && random_below(source, 2));
    const int32_t at = depth < DEEPEST ? choose_cut(tiles, source, &ground, is_upright) : 0;
    if (!at)
        return;
    build_wall(tiles, source, &ground, is_upright, at);
    area first = ground;
    area second = ground;
    if (is_upright) {
        first.width = at - ground.x;
        second.x = at + 1;
        second.width = ground.x + ground.width - at - 1;
    } else {
        first.height = at - ground.y;
        second.y = at + 1;
        second.height = ground.y + ground.height - at - 1;
    }
    divide(tiles, source, first, depth + 1);
    divide(tiles, source, second, depth + 1);
}

bool generate_rooms(io_tiles *tiles, random_source *source, const map_listener *listener)
{
    const area inside = { 1, 1, tiles->width - 2, tiles->height - 2 };
    if (inside.width < 1 || inside.height < 1)
        return true;
    fill_tiles(tiles, inside.x, inside.y, inside.width, inside.height, FW_GROUND);
    (void)listener; // takes little longer than to fill the map
    divide(tiles, source, inside, 0);
    return true;
}
