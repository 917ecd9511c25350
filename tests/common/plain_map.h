#pragma once

/// The oracle of grid search on maps of any size: which anchors fit, which are connected, and what the cheapest way
/// costs, by the documented rules alone. It shares nothing with the library's map. Small worlds with overlays have
/// common/dijkstra.h.

#include <stdbool.h>
#include <stdint.h>

#include "fairway/map.h"

/// The terrains of a map, as a test has set them.
typedef struct plain_map {
    int32_t width, height;
    uint8_t *terrains; ///< [y * width + x]
} plain_map;

/// A map as a unit sees it.
typedef struct plain_view {
    int32_t width, height;
    fw_unit_def unit;
    double *cost;    ///< [tile] of a tile's length; 0 = the unit may not enter
    bool *fits;      ///< [anchor]
    int32_t *region; ///< [anchor] 0 = the unit does not fit; equal numbers = connected
} plain_view;

/// A map of one terrain.
plain_map plain_map_of(int32_t width, int32_t height, uint8_t terrain);
plain_map plain_map_copy(const plain_map *map);
void plain_map_free(plain_map *map);

/// Sets the tiles of a rectangle that lie on the map.
void plain_map_fill(plain_map *map, int32_t x, int32_t y, int32_t width, int32_t height, uint8_t terrain);

/// The distance from a point to the nearest wall: all of them are looked at. A wall is a tile outside of the map, or
/// with a terrain that is none of these, one bit each; FW_BLOCKED always is one. 0 outside of the map.
double plain_distance(const plain_map *map, uint32_t capability, double x, double y);

/// What a unit sees.
///
/// @param unit  with its size filled in, as fw_map_unit() gives it
plain_view plain_view_of(const plain_map *map, const fw_unit_def *unit);
void plain_view_free(plain_view *view);

/// Cost of the cheapest way between two anchors, by Dijkstra's algorithm; infinite if there is none.
double plain_cheapest(const plain_view *view, int32_t from_x, int32_t from_y, int32_t to_x, int32_t to_y);
