#include "batch/study_map.h"

#include "io/map_file.h"
#include "io/tiles.h"
#include "io/unit_reader.h"

static bool make_tiles(const study_map *given, io_tiles *tiles, io_fault *fault)
{
    return given->file ? io_tiles_load(given->file, tiles, fault)
                       : map_generate(given->kind, given->width, given->height, given->seed, tiles, fault);
}

bool study_map_make(const study_map *given, fw_map **map, io_fault *fault)
{
    io_tiles tiles;
    if (!make_tiles(given, &tiles, fault))
        return false;
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
