#include "areas/area_map.h"

#include <math.h>

enum {
    SQUARES = 1000,  ///< approximate number of squares into which a map is cut (Pinter 2001)
    LEAST_SQUARE = 8 ///< side of the smallest square that is chosen, in tiles
};

int32_t area_map_side(const map_version *map)
{
    const double tiles = (double)map_width(map) * map_height(map);
    const int32_t fair = (int32_t)ceil(sqrt(tiles / SQUARES));
    return fair > LEAST_SQUARE ? fair : LEAST_SQUARE;
}

void fw_area_map_destroy(fw_area_map *areas)
{
    keeper_close(areas, sizeof *areas);
}

int32_t fw_area_map_count(const fw_area_map *areas)
{
    return areas ? areas->count : 0;
}

int32_t fw_area_map_at(const fw_area_map *areas, int32_t x, int32_t y)
{
    if (!areas || x < 0 || y < 0 || x >= areas->width || y >= areas->height)
        return -1;
    return areas->numbers[(size_t)y * (size_t)areas->width + (size_t)x] - 1;
}

int32_t fw_area_map_label(const fw_area_map *areas, int32_t area)
{
    return areas && area >= 0 && area < areas->count ? areas->areas[area].label : 0;
}

size_t fw_area_map_bytes(const fw_area_map *areas)
{
    return areas ? areas->kept.own.bytes : 0;
}

const area_edge *area_map_edge(const fw_area_map *areas, int32_t from, int32_t to)
{
    for (uint32_t i = areas->areas[from].first_edge; i < areas->areas[from + 1].first_edge; i++)
        if (areas->edges[i].to == to)
            return &areas->edges[i];
    return NULL;
}
