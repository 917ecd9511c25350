#pragma once

/// Names of terrains in files: those that every map has, and new ones, which take the next free number.

#include <stdbool.h>
#include <stdint.h>

#include "io/text.h"
#include "io/tiles.h"

typedef enum io_name_problem {
    IO_NAME_OK,
    IO_NAME_LENGTH, ///< the name is empty or too long, or has a byte of zero
    IO_NAME_NO_UTF8,
    IO_NAME_TOO_MANY, ///< all numbers of terrains are taken
} io_name_problem;

/// Names of all terrains of a map; "" = it has none.
typedef struct io_terrains {
    const char *names[FW_TERRAIN_COUNT];
} io_terrains;

io_terrains io_terrains_of_map(const fw_map *map);

/// The names that the map of these tiles will have.
io_terrains io_terrains_of_tiles(const io_tiles *tiles);

/// Terrain of a name, or -1.
int io_terrain_find(const io_terrains *terrains, const char *name);

/// Terrain of a name on a map, or -1.
int io_terrain_on_map(const fw_map *map, const char *name);

/// Finds the terrain of a name, or gives the name to the next free number.
///
/// @param[in,out] names  of terrains with new names; "" = free
io_name_problem io_terrain_name_find(io_span name, char names[FW_TERRAIN_COUNT][IO_NAME_BYTES],
                                     uint8_t *terrain);

/// The second half of a sentence about a problem, such as "is not a name of a terrain: it is not UTF-8".
const char *io_name_problem_text(io_name_problem problem);

/// As io_terrain_name_find(), with a fault that names the line of a table.
bool io_terrain_name_take(const io_text *text, io_span name, char names[FW_TERRAIN_COUNT][IO_NAME_BYTES],
                          uint8_t *terrain, io_fault *fault);
