#pragma once

/// A test's own notes of the version in which each tile of a map has changed last, and what fw_map_changes_since() has
/// to say by them.

#include <stdbool.h>
#include <stdint.h>

#include "fairway/map.h"

typedef struct changed_tiles {
    int32_t width, height;
    uint64_t newest;   ///< version of the map when it was looked at last
    uint8_t *terrains; ///< [y * width + x] when they were looked at last
    uint64_t
        *version; ///< [y * width + x] in which the tile has changed last; that of the first look: not since
} changed_tiles;

/// Looks at a map for the first time.
changed_tiles changed_tiles_of(const fw_map *map);
void changed_tiles_free(changed_tiles *tiles);

/// Looks at the map again, after each commit, and notes which of all tiles have changed.
void changed_tiles_note(changed_tiles *tiles, const fw_map *map);

/// True if a tile lies in a rectangle.
bool rect_holds(const fw_tile_rect *rect, int32_t x, int32_t y);

/// Rectangles hold all tiles that have changed, and do not overlap. They hold no tiles of a block without changes and,
/// after few commits, none outside of the smallest rectangle around all changes.
///
/// @param map  the map that was looked at, or a snapshot of it, which need not list what has changed later
void assert_changes_are_right(const changed_tiles *tiles, const fw_map *map, uint64_t since);
