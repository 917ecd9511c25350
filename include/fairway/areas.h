#ifndef FAIRWAY_AREAS_H
#define FAIRWAY_AREAS_H

/// @file
/// Area maps: the map cut into areas, and which areas lie beside each other. FW_AREAS finds a route over the areas
/// first, and then paths of tiles from area to area.
///
/// An area is a connected piece of what a designer has painted with one label, or of a square where nothing is painted.
/// Source: Pinter 2001, "Hierarchical Pathfinding", second technique.

#include <stddef.h>
#include <stdint.h>

#include "fairway/allocator.h"
#include "fairway/map.h"
#include "fairway/planner.h"
#include "fairway/result.h"

#ifdef __cplusplus
extern "C" {
#endif

/// An area map: opaque, created by fw_area_map_create() [thread: any].
typedef struct fw_area_map fw_area_map;

/// How an area map cuts the tiles that have no label.
typedef enum fw_partition {
    FW_PARTITION_SQUARES = 0, ///< squares of one size
    /// A quadtree: squares that are cut into four as long as the unit fits on some of their tiles and not on others,
    /// down to squares of one size. Open ground becomes few large areas.
    FW_PARTITION_QUADTREE,
    FW_PARTITION_COUNT ///< number of partitions
} fw_partition;

/// Properties of an area map. Fill it with fw_area_map_def_init().
typedef struct fw_area_map_def {
    uint32_t bytes;  ///< size of the struct in the program's header; set by fw_area_map_def_init()
    uint32_t cookie; ///< tells that the struct was filled; set by fw_area_map_def_init()
    const fw_allocator *allocator; ///< copied; [opt] null = malloc and free
    /// [width * height] label of each tile, row by row; 0 = none, the tile belongs to a square. [opt] Null = squares
    /// alone. Read during fw_area_map_create() only.
    const uint16_t *labels;
    /// Side of the squares, or of the smallest ones of a quadtree, in tiles; 0 = the side, of at least 8 tiles, that
    /// gives about 1,000 squares; a larger one if that gives too many areas. [Limits: >= 0]
    int32_t side;
    fw_partition partition; ///< how tiles without a label are cut; squares by default
} fw_area_map_def;

/// Default def: about 1,000 squares.
///
/// @param[out] def  the struct
/// @param bytes    sizeof *def
/// @return FW_OK, FW_NULL_ARGUMENT, or FW_BAD_SIZE if the program's header is newer than the library
fw_result fw_area_map_def_init(fw_area_map_def *def, size_t bytes);

/// The same by value: for programs that were compiled with headers of the same minor version, see docs/abi.md.
///
/// @return the def
fw_area_map_def fw_default_area_map_def(void);

/// Largest number of areas.
#define FW_MOST_AREAS 65535

/// Cuts the map, as of its newest commit, into areas for one unit.
///
/// A unit is in the area of the tile that it is anchored on. A piece that touches no other area, such as a closed yard,
/// shares an area with the other such pieces of its label or square. Later commits do not change the area map: until it
/// is created again, areas may count as connected that no longer are, and new connections are missing.
///
/// @param map         the map; may be a snapshot; not needed any more afterwards
/// @param unit        a unit with a layer; other units cannot use this area map
/// @param def         from fw_default_area_map_def(); [opt] null = defaults
/// @param[out] areas  the area map [frees: fw_area_map_destroy]
/// @return FW_OK, FW_NULL_ARGUMENT, FW_BAD_DEF, FW_BAD_VALUE (`side`, `partition`), FW_UNKNOWN_UNIT, FW_NOT_PREPARED
///         (the unit has no layer: fw_map_prepare() builds it), FW_TOO_MANY (more than FW_MOST_AREAS) or FW_NO_MEMORY
///
/// O(n) for n tiles. The area map takes 2 bytes a tile and 4 bytes for each anchor beside another area.
fw_result fw_area_map_create(const fw_map *map, fw_unit_id unit, const fw_area_map_def *def,
                             fw_area_map **areas);

/// Frees an area map, which no search may use any more.
///
/// @param areas  the area map; [opt] null does nothing
void fw_area_map_destroy(fw_area_map *areas);

/// Number of areas.
///
/// @param areas  the area map
/// @return number; 0 for null
int32_t fw_area_map_count(const fw_area_map *areas);

/// The area of a tile. O(1)
///
/// @param areas  the area map
/// @param x, y   any tile
/// @return index of the area, from 0 on; -1 if the unit cannot be anchored there
int32_t fw_area_map_at(const fw_area_map *areas, int32_t x, int32_t y);

/// The label that an area was painted with.
///
/// @param areas  the area map
/// @param area   any number
/// @return the label; 0 for an area of a square, and if there is no such area
int32_t fw_area_map_label(const fw_area_map *areas, int32_t area);

/// Memory of an area map.
///
/// @param areas  the area map
/// @return bytes; 0 for null
size_t fw_area_map_bytes(const fw_area_map *areas);

/// The areas that the walk of the last fw_find_path() by FW_AREAS leads through.
///
/// @param planner     the planner
/// @param[out] areas  [area * capacity] indices of areas, from the start on; [opt] may be null if capacity is 0
/// @param capacity    capacity of `areas` [Limits: >= 0]
/// @return number of areas on the route, which may exceed `capacity`; 0 for another method, and if there is no route
int32_t fw_planner_area_path(const fw_planner *planner, int32_t *areas, int32_t capacity);

/// The same for a search, from its first leg on.
///
/// @param search      the search
/// @param[out] areas  [area * capacity] indices of areas, from the start on; [opt] may be null if capacity is 0
/// @param capacity    capacity of `areas` [Limits: >= 0]
/// @return as fw_planner_area_path()
int32_t fw_search_area_path(const fw_search *search, int32_t *areas, int32_t capacity);

#ifdef __cplusplus
}
#endif
#endif
