#pragma once

/// How far the nearest blocked tile is from each place of a map: a lower bound for each cell of 1, 2 or 4 tiles along a
/// side. A body that is nearer to a place than this bound may move there without a test. A cell is a byte: up to 20
/// cells, each distance has a code of its own; larger ones are cut by up to 4 %, and those beyond 1,500 cells more.
///
/// Source: Meijster, Roerdink & Hesselink 2000, "A general algorithm for computing distance transforms in linear time".

#include <stdbool.h>
#include <stdint.h>

#include "base/memory.h"
#include "base/vector.h"
#include "fairway/overlay.h"
#include "map/layer.h"

enum {
    DISTANCE_ONE = 16,      ///< of a distance map: one tile
    DISTANCE_CODES = 256,   ///< distances that a cell can have
    EXACT_SQUARES = 20 * 20 ///< squared distances, in cells, up to which no two have the same code
};

typedef struct distance_source {
    const layer *open;         ///< free tiles; all tiles outside the map are blocked
    const fw_overlay *overlay; ///< more blocked tiles; null = none
    uint64_t version;          ///< of the tiles
    int32_t side;              ///< of a cell, in tiles
    bool of_centre; ///< tiles count that the overlay forbids for the centre, instead of blocked ones
} distance_source;

typedef struct distance_map {
    memory *memory;
    distance_source source;
    uint64_t made;         ///< how many maps were begun; so a number for this one
    uint32_t capability;   ///< of the source's layer
    int32_t width, height; ///< in cells
    double to_cells;       ///< cells of a tile
    uint8_t *cells;        ///< [x + width * y] code of the distance from the middle of the cell; 0: blocked
    size_t capacity;       ///< of `cells`
    uint16_t bounds[DISTANCE_CODES]; ///< [code] the least distance, in 1 / DISTANCE_ONE tile
    /// [code] the least squared distance from middle to middle, in cells; a last one ends the list
    uint32_t squares[DISTANCE_CODES + 1];
    uint8_t codes[EXACT_SQUARES + 1]; ///< [squared distance]
    int32_t *row;                     ///< [3 * (width + 2)] scratch memory for one row
    size_t row_capacity;
    int32_t rows_read; ///< rows whose blocked cells are known, from the top
    int32_t rows_left; ///< rows that are not complete, from the top
} distance_map;

/// Begins to compute the map of a source, unless it is known already. A map with an overlay is always computed again.
/// FW_OK or FW_NO_MEMORY.
fw_result distance_map_begin(distance_map *map, const distance_source *source);

/// Continues to compute the map.
///
/// @param[in,out] work  that may be done; a unit is about a thousand cells
/// @return true if the map is complete
bool distance_map_continue(distance_map *map, uint64_t *work);

/// Index of the cell of a place; -1 outside the map.
static inline int64_t distance_map_cell(const distance_map *map, double x, double y)
{
    const double column = x * map->to_cells, row = y * map->to_cells;
    if (!(column >= 0 && row >= 0 && column < map->width && row < map->height))
        return -1;
    return (int64_t)(int32_t)row * map->width + (int32_t)column;
}

/// A lower bound of the distance from the middle of a cell, in 1 / DISTANCE_ONE tile; 0: blocked.
static inline uint16_t distance_map_bound(const distance_map *map, int32_t column, int32_t row)
{
    return map->bounds[map->cells[(int64_t)row * map->width + column]];
}

/// A lower bound of the distance from a place to the nearest blocked tile; may be negative.
static inline double distance_map_at(const distance_map *map, double x, double y)
{
    const double column = x * map->to_cells, row = y * map->to_cells;
    if (!(column >= 0 && row >= 0 && column < map->width && row < map->height))
        return 0;
    const int32_t i = (int32_t)column, j = (int32_t)row;
    const double from_middle = distance_map_bound(map, i, j) * (1.0 / DISTANCE_ONE);
    return from_middle - hypotenuse(column - i - 0.5, row - j - 0.5) * map->source.side;
}
