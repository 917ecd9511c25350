#pragma once

/// The inside of an area map: a label for each tile, and the graph of the areas. Immutable once it is created.

#include "base/keeper.h"
#include "base/tile_box.h"
#include "fairway/areas.h"
#include "map/map.h"

/// An anchor in an area beside another one.
typedef struct area_anchor {
    uint16_t x, y;
} area_anchor;

typedef struct area {
    double x, y;         ///< mean place of its anchors, in tiles
    double cost;         ///< mean cost of the terrain under its anchors, in 1 / COST_ONE
    tile_box box;        ///< around its anchors
    uint16_t label;      ///< 0 = cut from a square
    uint32_t first_edge; ///< the area's edges end before `first_edge` of the next area
} area;

/// Two adjacent areas, seen from one of them.
typedef struct area_edge {
    uint16_t to;
    uint32_t first_anchor; ///< anchors in `to` beside the area; they end before that of the next edge
} area_edge;

struct fw_area_map {
    keeper kept; ///< of all memory of the map
    fw_unit_id unit;
    int32_t width, height;
    int32_t count;
    uint16_t *numbers;    ///< [width * height] number of the area of each tile, from 1 on; 0 = none
    area *areas;          ///< [count + 1] the last one ends the edges
    area_edge *edges;     ///< the last one ends the anchors
    area_anchor *anchors; ///< of each edge in order of y, then x, each once
};

/// The side of the squares that cut a map into about 1,000 (Pinter 2001), of at least 8 tiles.
int32_t area_map_side(const map_version *map);

/// The edge from one area to another; null if they are not adjacent.
const area_edge *area_map_edge(const fw_area_map *areas, int32_t from, int32_t to);
