#pragma once

/// The terrain of each colour of a picture.
///
/// A line of the file is a colour and a terrain. The colour is `#rrggbb`, `#rrggbbaa` with the opacity,
/// `transparent` (any colour with opacity 0) or `default` (all colours that no other line names); the terrain is
/// one of the names that every map has (blocked, ground, swamp, water, shallow, tree, road, sand) or a new name,
/// which takes the next free number. Lines that begin with `;` and empty lines are skipped. Several colours may
/// mean the same terrain.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "io/fault.h"
#include "io/tiles.h"

enum { IO_MOST_COLORS = 1024, IO_NO_TERRAIN = UINT8_MAX };

typedef struct io_color_table {
    char name[512]; ///< of the file, for faults
    bool is_file;   ///< else the file does not exist, and the table is that of black and white
    struct {
        uint32_t color; ///< 0xrrggbbaa
        uint8_t terrain;
    } entries[IO_MOST_COLORS]; ///< sorted by colour
    int count;
    uint8_t transparent;                         ///< terrain of pixels with opacity 0, or IO_NO_TERRAIN
    uint8_t others;                              ///< terrain of other colours, or IO_NO_TERRAIN
    char names[FW_TERRAIN_COUNT][IO_NAME_BYTES]; ///< of terrains with new names
} io_color_table;

/// Reads a table of colours.
///
/// @param name  for faults
bool io_colors_read(const char *name, const char *bytes, size_t size, io_color_table *table, io_fault *fault);

/// The table in which black is blocked and white is ground.
///
/// @param name  of the file that does not exist
io_color_table io_black_and_white(const char *name);

/// Terrain of a colour, or IO_NO_TERRAIN.
///
/// @param color  0xrrggbbaa
uint8_t io_color_terrain(const io_color_table *table, uint32_t color);

/// A colour as the table writes it.
typedef struct io_color_text {
    char text[16];
} io_color_text;

io_color_text io_color_name(uint32_t color);
