#include "common/noise_map.h"

#include "common/give_up.h"
#include "tools/maps/map_kinds.h"

fw_map *noise_map(int32_t side)
{
    io_tiles tiles;
    io_fault fault;
    fw_map_def def = fw_default_map_def();
    def.width = def.height = side;
    fw_map *map;
    if (!map_generate(MAP_TERRAIN, side, side, 1, NULL, &tiles, &fault) || fw_map_create(&def, &map) != FW_OK)
        give_up("no memory");
    static const uint8_t kinds[] = { FW_GROUND, FW_SAND, FW_SWAMP };
    for (int32_t y = 0; y < side; y++)
        for (int32_t x = 0; x < side; x++)
            *io_tile(&tiles, x, y) = kinds[*io_tile(&tiles, x, y) % 3];
    if (fw_map_set_tiles(map, 0, 0, side, side, io_tile(&tiles, 0, 0), (size_t)side) != FW_OK ||
        fw_map_commit(map) != FW_OK)
        give_up("no memory");
    io_tiles_free(&tiles);
    return map;
}
