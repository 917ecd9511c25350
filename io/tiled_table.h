#pragma once

/// A table beside a map of Tiled or LDtk (town.terrains for town.tmx) that says what its tiles are.
///
/// A line begins with a word and ends with a terrain:
///
///     tile Desert 0-28 blocked    tiles 0 to 28 of the tileset Desert
///     class Water water           tiles, objects and layers of this class; LDtk: the identifier of an IntGrid value
///     layer Walls blocked         all tiles of this layer
///     default ground              tiles of which nothing else says what they are
///     empty blocked               cells without a tile
///
/// Names may hold blanks. Lines that begin with `;` and empty lines are skipped.

#include <stdint.h>

#include "io/reading.h"
#include "io/tiled_says.h"

enum { IO_MOST_RULES = 512, IO_SAYS_NOTHING = UINT8_MAX };

typedef enum tiled_rule_kind {
    TILED_TILE,
    TILED_CLASS,
    TILED_LAYER,
    TILED_DEFAULT,
    TILED_EMPTY
} tiled_rule_kind;

typedef struct tiled_rule {
    tiled_rule_kind kind;
    char name[IO_SAID_BYTES]; ///< of the tileset, class or layer
    uint32_t first, last;     ///< tiles
    uint8_t terrain;
} tiled_rule;

typedef struct tiled_table {
    char name[512]; ///< of the file, or where it would be
    tiled_rule rules[IO_MOST_RULES];
    int count;
} tiled_table;

/// Reads the table, if there is one; new names of terrains go to the tiles of the reading.
bool tiled_table_open(io_reading *reading, tiled_table *table, io_fault *fault);

/// Terrain of a class, a layer, `default` or `empty`; IO_SAYS_NOTHING if there is no such rule.
///
/// @param name  "" for `default` and `empty`
uint8_t tiled_table_terrain(const tiled_table *table, tiled_rule_kind kind, const char *name);

/// Terrain of a tile of a tileset, or IO_SAYS_NOTHING.
uint8_t tiled_table_tile(const tiled_table *table, const char *tileset, uint32_t tile);
