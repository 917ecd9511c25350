#ifndef IO_PNG_MAP_H
#define IO_PNG_MAP_H

/// @file
/// PNG maps: a pixel a tile, with a table of colours in a file beside it (town.png and town.colors).
///
/// A line of the table is `#rrggbb terrain`, with one of the names that every map has (blocked, ground, swamp, water,
/// shallow, tree, road, sand) or a new name, which takes the next free number. Lines that begin with `;` and empty
/// lines are skipped. Several colours may mean the same terrain.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "io/fault.h"
#include "io/tiles.h"

enum { IO_MOST_COLORS = 1024 };

/// The terrain of each colour.
typedef struct io_color_table {
    struct {
        uint32_t color; ///< 0xrrggbb
        uint8_t terrain;
    } entries[IO_MOST_COLORS]; ///< sorted by colour
    int count;
    char names[FW_TERRAIN_COUNT][IO_NAME_BYTES]; ///< of terrains with new names
} io_color_table;

/// Reads a table of colours.
///
/// @param name  for faults
bool io_colors_read(const char *name, const char *bytes, size_t size, io_color_table *table, io_fault *fault);

/// Reads a map.
///
/// @param name        for faults
/// @param[out] tiles  to be freed
bool io_png_map_read(const char *name, const char *bytes, size_t size, const io_color_table *table,
                     io_tiles *tiles, io_fault *fault);

/// Reads a map with the table in the file beside it.
///
/// @param file  of the map; the table's name has `.colors` for its extension
bool io_png_map_load(const char *file, const char *bytes, size_t size, io_tiles *tiles, io_fault *fault);

#endif
