#pragma once

/// Statistics of a map and of a unit on it.

#include <stdbool.h>
#include <stddef.h>

#include "job.h"

/// Classes of clearance: 0, 1, 2, 3, 4, 5-8, 9-16, 17-32, 33 and more.
enum { CLEARANCE_CLASSES = 9 };

extern const char *const clearance_names[CLEARANCE_CLASSES];

typedef struct survey {
    size_t tiles;
    size_t of_terrain[FW_TERRAIN_COUNT];
    size_t anchors; ///< number of anchors where the unit fits
    size_t regions; ///< number of regions; 0 for a unit without regions
    size_t largest; ///< number of anchors of the largest region
    size_t of_clearance[CLEARANCE_CLASSES];
} survey;

/// Computes the statistics, and the clearance of all tiles if it is asked for.
///
/// @param[out] clearance  [side * width * height] of each tile, row by row; null = not asked for
/// @return false without memory
bool survey_map(const job *work, int32_t *clearance, survey *into);

/// A share in percent; 0 of nothing.
double survey_percent(size_t part, size_t whole);

/// Counts the tiles of each terrain.
void survey_terrains(const fw_map *map, size_t of_terrain[FW_TERRAIN_COUNT]);

/// Prints a line for each terrain that a map has: how many tiles, and their share.
void survey_print_terrains(const fw_map *map, const size_t of_terrain[FW_TERRAIN_COUNT]);
