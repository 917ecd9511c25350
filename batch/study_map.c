#include "batch/study_map.h"

#include <string.h>

#include "io/map_file.h"
#include "io/tiles.h"
#include "io/unit_reader.h"

static bool make_tiles(const study_map *given, io_tiles *tiles, io_fault *fault)
{
    return given->file
               ? io_tiles_load(given->file, tiles, fault)
               : map_generate(given->kind, given->width, given->height, given->seed, NULL, tiles, fault);
}

/// Makes each tile a square of tiles.
static bool enlarge(int32_t scale, io_tiles *tiles, io_fault *fault)
{
    io_tiles large;
    if (scale == 1)
        return true;
    if (tiles->width > FW_MAX_SIDE / scale || tiles->height > FW_MAX_SIDE / scale)
        return io_fail(fault, "a map of %d x %d tiles cannot be made %d times as large", tiles->width,
                       tiles->height, scale);
    if (!io_tiles_create(tiles->width * scale, tiles->height * scale, &large, fault))
        return false;
    memcpy(large.names, tiles->names, sizeof large.names);
    for (int32_t y = 0; y < large.height; y++)
        for (int32_t x = 0; x < large.width; x++)
            *io_tile(&large, x, y) = *io_tile(tiles, x / scale, y / scale);
    io_tiles_free(tiles);
    *tiles = large;
    return true;
}

bool study_map_make(const study_map *given, fw_map **map, io_fault *fault)
{
    io_tiles tiles;
    if (!make_tiles(given, &tiles, fault))
        return false;
    if (!enlarge(given->scale, &tiles, fault)) {
        io_tiles_free(&tiles);
        return false;
    }
    for (int32_t i = 0; i < given->blocked_count; i++) {
        const study_rect *rect = &given->blocked[i];
        for (int32_t y = rect->y; y < rect->y + rect->height && y < tiles.height; y++)
            for (int32_t x = rect->x; x < rect->x + rect->width && x < tiles.width; x++)
                *io_tile(&tiles, x, y) = FW_BLOCKED;
    }
    const bool made = io_map_of_tiles(given->name, &tiles, NULL, map, fault);
    io_tiles_free(&tiles);
    return made;
}

bool study_unit_read(const study *given, int32_t unit, const fw_map *map, fw_unit_def *def, io_fault *fault)
{
    json_place place = given->units[unit].given;
    place.fault = fault;
    *def = fw_default_unit_def();
    if (!json_read_unit(&place, map, def))
        return false;
    const fw_refusal why = fw_unit_refusal(def);
    return why.result == FW_OK || io_fail(fault, "%s: %s: %s", given->file, place.path, why.reason);
}
