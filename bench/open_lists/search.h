#pragma once

/// The searches of the study: A* and jump point search with 8 neighbours, no corner cutting and a consistent
/// octile estimate, on any structure, recorded on demand.

#include "open_lists/recording.h"
#include "open_lists/tile_map.h"

/// The tiles that a search may enter.
typedef struct search_window {
    int32_t x, y, width, height;
} search_window;

typedef struct search_def {
    const tile_map *map;
    search_window window;
    uint32_t start, goal;       ///< tiles of the map, inside the window
    bool jump_points;           ///< all tiles must cost the same
    bool blind;                 ///< h is 0: Dijkstra's algorithm
    const open_list_kind *kind; ///< null = a structure of its own choice
    recording *recordings;      ///< [recording * recording_count] to fill; ids are relative to the window
    size_t recording_count;     ///< in order of `begins_at`
} search_def;

typedef struct search_result {
    uint64_t cost; ///< UINT64_MAX = no path
    size_t expanded;
    double seconds; ///< of the loop alone, without setting up its memory
} search_result;

/// The whole map.
search_window search_everywhere(const tile_map *map);

/// A square window around the midpoint of two tiles.
search_window search_around(const tile_map *map, uint32_t start, uint32_t goal, int32_t side);

search_result search_run(const search_def *def);
