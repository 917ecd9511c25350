#ifndef FAIRWAY_OVERLAY_H
#define FAIRWAY_OVERLAY_H

/// @file
/// What one request sees differently from the map: a parked friend, cones beside a road, a corridor.
///
/// An overlay never changes the map. It is read-only from the start of a search until its end.

#include <stdint.h>

#include "fairway/allocator.h"
#include "fairway/path.h"
#include "fairway/result.h"

#ifdef __cplusplus
extern "C" {
#endif

/// An overlay: opaque, created by fw_overlay_create(), reused by fw_overlay_clear().
typedef struct fw_overlay fw_overlay;

/// The eight grid moves as bits, clockwise on the screen from east.
enum {
    FW_MOVE_E = 1,     ///< (+1, 0)
    FW_MOVE_SE = 2,    ///< (+1, +1)
    FW_MOVE_S = 4,     ///< (0, +1)
    FW_MOVE_SW = 8,    ///< (-1, +1)
    FW_MOVE_W = 16,    ///< (-1, 0)
    FW_MOVE_NW = 32,   ///< (-1, -1)
    FW_MOVE_N = 64,    ///< (0, -1)
    FW_MOVE_NE = 128,  ///< (+1, -1)
    FW_MOVES_ALL = 255 ///< every move
};

/// Creates an empty overlay for maps of a size.
///
/// @param width, height  of the maps it will be used with, in tiles
/// @param allocator      copied; null = malloc and free
/// @param[out] overlay   give it back with fw_overlay_destroy()
/// @return FW_OK, FW_NULL_ARGUMENT, FW_BAD_SIZE or FW_NO_MEMORY
fw_result fw_overlay_create(int32_t width, int32_t height, const fw_allocator *allocator,
                            fw_overlay **overlay);

/// Frees an overlay.
///
/// @param overlay  or null, which does nothing
void fw_overlay_destroy(fw_overlay *overlay);

/// Empties an overlay and keeps its memory. Cost follows what was set.
///
/// @param overlay  or null, which does nothing
void fw_overlay_clear(fw_overlay *overlay);

/// Blocks a rectangle of tiles for every unit. A unit of size n loses the n x n anchors up and left of each.
///
/// @param overlay        the overlay
/// @param x, y           north-west tile
/// @param width, height  tiles, both positive; parts outside the map are ignored
/// @return FW_OK, FW_NULL_ARGUMENT, FW_BAD_SIZE or FW_NO_MEMORY
fw_result fw_overlay_block(fw_overlay *overlay, int32_t x, int32_t y, int32_t width, int32_t height);

/// Forbids moves out of an anchor tile, whatever finds or shapes the path: grid methods, directional ones, smoothing.
/// fw_path_check() finds paths that make such a move.
///
/// The anchor point moves: the body's centre less (size - 1) / 2 in x and in y, which is the middle of the anchor tile
/// for a unit on the lattice. E, S, W and N forbid the anchor point to leave the tile across that side; SE, SW, NW and
/// NE forbid to leave it through that corner, into the tile beyond. The direction of travel counts, not the heading:
/// reverse and arcs are bound as well. Crossing the same side the other way is a move of the other tile.
///
/// Tolerances decide for the path. Up to FW_TOUCH from a side, in x or in y, the anchor point may count as in either
/// tile. Up to 2 FW_TOUCH from a corner, in x and in y, it may count as in any of the four tiles, and makes one move,
/// straight or diagonal, whenever it comes there. A path is legal if it can be counted so without a forbidden move:
/// - one that touches a side or a corner, or runs along a side, and returns makes no move;
/// - one that starts or ends on a side or a corner is in the tile that suits it;
/// - one that runs along a side is in the tile on either hand, and changes between the two as their moves allow;
/// - one that goes from a tile to its diagonal neighbour through their corner makes the diagonal move, which the moves
///   across sides neither forbid nor replace. Farther from the corner it crosses two sides.
///
/// @param overlay  the overlay
/// @param x, y     anchor tile
/// @param moves    FW_MOVE_ bits, or-ed to those forbidden before
/// @return FW_OK, FW_NULL_ARGUMENT, FW_OUT_OF_BOUNDS or FW_NO_MEMORY
fw_result fw_overlay_forbid(fw_overlay *overlay, int32_t x, int32_t y, uint8_t moves);

/// Adds to the cost of a rectangle of tiles; several additions sum up.
///
/// @param overlay        the overlay
/// @param x, y           north-west tile
/// @param width, height  tiles, both positive; parts outside the map are ignored
/// @param cost           per tile of length, rounded to 1/256 [Limits: 0 <= cost, sum on a tile <= 255]
/// @return FW_OK, FW_NULL_ARGUMENT, FW_BAD_SIZE, FW_NOT_FINITE, FW_BAD_VALUE or FW_NO_MEMORY
fw_result fw_overlay_add_cost(fw_overlay *overlay, int32_t x, int32_t y, int32_t width, int32_t height,
                              float cost);

/// Lets a search enter only anchors within this rectangle (or within an earlier corridor: corridors join).
/// Limits nodes, not what bodies may touch.
///
/// @param overlay        the overlay
/// @param x, y           north-west anchor
/// @param width, height  tiles, both positive; parts outside the map are ignored
/// @return FW_OK, FW_NULL_ARGUMENT, FW_BAD_SIZE or FW_NO_MEMORY
fw_result fw_overlay_corridor(fw_overlay *overlay, int32_t x, int32_t y, int32_t width, int32_t height);

/// Lets a search for a unit of a size enter only the anchors under a path, and those within `margin` tiles around. A
/// grid path lies within its own corridor.
///
/// @param overlay  the overlay
/// @param path     a path on a map of the overlay's size
/// @param size     of the unit that will search [Limits: 1 <= size <= 64]
/// @param margin   tiles to all sides [Limits: 0 <= margin <= 64]
/// @return FW_OK, FW_NULL_ARGUMENT, FW_BAD_SIZE, FW_BAD_VALUE (margin), FW_WRONG_MAP (it runs where no map is)
///         or FW_NO_MEMORY
fw_result fw_overlay_corridor_along(fw_overlay *overlay, const fw_path *path, int32_t size, int32_t margin);

#ifdef __cplusplus
}
#endif
#endif
