#pragma once

/// Maps (.map) and scenarios (.scen) of the MovingAI benchmarks.
///
/// A map is a header of four lines (`type octile`, `height H`, `width W`, `map`) and H rows of W letters:
/// `.` or `G` ground, `S` swamp, `W` water, `T` tree, `@` or `O` out of bounds; Fairway adds `R` road, `s`
/// shallow water, `d` sand. Source: Sturtevant 2012, "Benchmarks for Grid-Based Pathfinding".

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "io/fault.h"
#include "io/queries.h"
#include "io/tiles.h"

/// Most bytes of a .map file: rows, line ends of two bytes, and a header.
#define IO_MOVINGAI_MOST_BYTES ((size_t)FW_MAX_SIDE * (FW_MAX_SIDE + 2) + 4096)

enum { IO_NO_TERRAIN_OF_LETTER = UINT8_MAX };

/// Terrains of letters that differ from the usual ones.
typedef struct io_own_letters {
    uint8_t terrain_of[256]; ///< by byte; IO_NO_TERRAIN_OF_LETTER = as usual
    const char *table;       ///< the table that may name letters, for faults; "" = none
    bool has_table;          ///< it was read; else it does not exist
} io_own_letters;

/// Reads a map.
///
/// @param name        for faults
/// @param own         null = only the usual letters
/// @param[out] tiles  its tiles, to be freed
bool io_movingai_read(const char *name, const char *bytes, size_t size, const io_own_letters *own,
                      io_tiles *tiles, io_fault *fault);

/// Writes a map. If the format has no letter for one of its terrains, fails before anything is written.
bool io_movingai_write(const io_tiles *tiles, FILE *to, io_fault *fault);

/// Reads a scenario: `version 1`, then lines of bucket, map, width, height, start x, y, goal x, y, and
/// optimal length.
///
/// @param name          for faults
/// @param[out] queries  to be freed
bool io_scen_read(const char *name, const char *bytes, size_t size, io_queries *queries, io_fault *fault);
