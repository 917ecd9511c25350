#ifndef FAIRWAY_OVERLAY_H
#define FAIRWAY_OVERLAY_H

/// @file
/// Overlays: changes to the map that apply to single requests only, such as a parked vehicle, cones beside a road, or a
/// corridor that the search must not leave.
///
/// An overlay never changes the map. Do not change an overlay while a search uses it.

#include <stddef.h>
#include <stdint.h>

#include "fairway/allocator.h"
#include "fairway/path.h"
#include "fairway/result.h"

#ifdef __cplusplus
extern "C" {
#endif

/// An overlay: opaque, created by fw_overlay_create() [thread: any number, unless one changes it]. To reuse it, empty
/// it with fw_overlay_clear().
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

/// Creates an empty overlay for maps of a given size.
///
/// @param width, height  size of these maps, in tiles
/// @param allocator      copied; [opt] null = malloc and free
/// @param[out] overlay   the overlay [frees: fw_overlay_destroy]
/// @return FW_OK, FW_NULL_ARGUMENT, FW_BAD_SIZE or FW_NO_MEMORY
fw_result fw_overlay_create(int32_t width, int32_t height, const fw_allocator *allocator,
                            fw_overlay **overlay);

/// Frees an overlay.
///
/// @param overlay  the overlay; [opt] null does nothing
void fw_overlay_destroy(fw_overlay *overlay);

/// Empties an overlay and keeps its memory. The running time grows with the content of the overlay, not with its size.
///
/// @param overlay  the overlay; [opt] null does nothing
void fw_overlay_clear(fw_overlay *overlay);

/// Blocks a rectangle of tiles for every unit. For each blocked tile, a unit of size n cannot be anchored at the n x n
/// tiles up and left of the tile.
///
/// @param overlay        the overlay
/// @param x, y           north-west tile
/// @param width, height  tiles, both positive; parts outside the map are ignored
/// @return FW_OK, FW_NULL_ARGUMENT, FW_BAD_SIZE or FW_NO_MEMORY
fw_result fw_overlay_block(fw_overlay *overlay, int32_t x, int32_t y, int32_t width, int32_t height);

/// Forbids moves out of an anchor tile. All methods and all smoothing obey; fw_path_check() reports paths that make
/// such a move.
///
/// **Moves.** The rule applies to the anchor point: the body's centre minus (size - 1) / 2 in x and in y. For a unit on
/// the grid this is the middle of its anchor tile. E, S, W and N forbid the anchor point to leave the tile across that
/// side. SE, SW, NW and NE forbid it to leave the tile through that corner, into the diagonal tile. The direction of
/// travel counts, not the heading; the rule also applies to arcs and to driving in reverse. To forbid the opposite
/// direction, forbid the opposite move of the neighbouring tile.
///
/// **Tolerances.** Up to FW_TOUCH from a side, the anchor point counts as in either of the two tiles. Up to 2 FW_TOUCH
/// from a corner, in x and in y, it counts as in any of the four tiles, and may make one move there, straight or
/// diagonal. A path is legal if at least one such assignment of its points to tiles has no forbidden move. Therefore:
/// - A path that touches a side or a corner, or runs along a side, and returns makes no move.
/// - A path that starts or ends on a side or a corner may count as in any of the adjacent tiles.
/// - A path along a side counts as in either of the two tiles, and may change between them if a move allows it.
/// - A path that goes through a corner to the diagonal tile makes the diagonal move only; moves across sides neither
///   forbid nor replace it. A path that passes farther from the corner crosses two sides.
///
/// @param overlay  the overlay
/// @param x, y     anchor tile
/// @param moves    FW_MOVE_ bits, added to those that are forbidden already
/// @return FW_OK, FW_NULL_ARGUMENT, FW_OUT_OF_BOUNDS or FW_NO_MEMORY
fw_result fw_overlay_forbid(fw_overlay *overlay, int32_t x, int32_t y, uint8_t moves);

/// Adds to the cost of a rectangle of tiles. Several calls add up.
///
/// @param overlay        the overlay
/// @param x, y           north-west tile
/// @param width, height  tiles, both positive; parts outside the map are ignored
/// @param cost           added cost per tile of length, rounded to 1/256 [Limits: 0 <= cost; sum on each tile <= 255]
/// @return FW_OK, FW_NULL_ARGUMENT, FW_BAD_SIZE, FW_NOT_FINITE, FW_BAD_VALUE or FW_NO_MEMORY
fw_result fw_overlay_add_cost(fw_overlay *overlay, int32_t x, int32_t y, int32_t width, int32_t height,
                              float cost);

/// Replaces the costs of a rectangle of tiles by those of an array, such as the costmap of a robot. They add up with
/// the costs of fw_overlay_add_cost() and of terrains; on each tile, an overlay adds at most 255.
///
/// | byte     | meaning |
/// |----------|---------|
/// | 0 to 253 | added cost per tile of length, in 1/16 |
/// | 254      | forbidden for the unit's centre; the body may extend over the tile |
/// | 255      | unknown: counts as `unknown` |
///
/// The cost is read at the tile under the centre. At a start or goal on a forbidden tile, the unit is blocked. On the
/// grid, the centre of a unit of even size lies between four tiles, all of which must be allowed: where its centre
/// passes, the unit needs two allowed tiles side by side.
///
/// @param overlay        the overlay
/// @param x, y           north-west tile
/// @param width, height  tiles, both positive; parts outside the map are ignored
/// @param costs          [count: height * stride] `height` rows, `stride` bytes apart; copied
/// @param stride         bytes, at least `width`
/// @param unknown        the byte that 255 stands for [Limits: 0 <= unknown <= 254]
/// @return FW_OK, FW_NULL_ARGUMENT, FW_BAD_SIZE, FW_BAD_VALUE (unknown) or FW_NO_MEMORY. On failure nothing has changed
///
/// About a millisecond for a million tiles.
fw_result fw_overlay_set_costs(fw_overlay *overlay, int32_t x, int32_t y, int32_t width, int32_t height,
                               const uint8_t *costs, size_t stride, uint8_t unknown);

/// The costs that fw_overlay_set_costs() has set, or fw_map_inflate().
///
/// @param overlay        the overlay
/// @param x, y           north-west tile
/// @param width, height  tiles, both positive; the rectangle must lie on the map
/// @param[out] costs     [width] bytes per row, 0 to 254; `height` rows, `stride` bytes apart
/// @param stride         bytes, at least `width`
/// @return FW_OK, FW_NULL_ARGUMENT, FW_BAD_SIZE or FW_OUT_OF_BOUNDS
fw_result fw_overlay_get_costs(const fw_overlay *overlay, int32_t x, int32_t y, int32_t width, int32_t height,
                               uint8_t *costs, size_t stride);

/// Adds a rectangle to the corridor. If an overlay has a corridor, a search enters only anchor tiles within it. The
/// corridor limits the nodes of the search; bodies may extend beyond it. A body that is smaller than its unit's `size`
/// can stand where its square leaves the map; the nearest anchor whose square lies on the map then decides.
///
/// @param overlay        the overlay
/// @param x, y           north-west anchor
/// @param width, height  tiles, both positive; parts outside the map are ignored
/// @return FW_OK, FW_NULL_ARGUMENT, FW_BAD_SIZE or FW_NO_MEMORY
fw_result fw_overlay_corridor(fw_overlay *overlay, int32_t x, int32_t y, int32_t width, int32_t height);

/// Adds the anchor tiles along a path, and those within `margin` tiles of them, to the corridor. The corridor of a grid
/// path contains this path.
///
/// @param overlay  the overlay
/// @param path     a path on a map of the overlay's size
/// @param size     size of the unit that will search [Limits: 1 <= size <= 64]
/// @param margin   tiles to all sides [Limits: 0 <= margin <= 64]
/// @return FW_OK, FW_NULL_ARGUMENT, FW_BAD_SIZE, FW_BAD_VALUE (margin), FW_WRONG_MAP (the path leaves the overlay) or
///         FW_NO_MEMORY
fw_result fw_overlay_corridor_along(fw_overlay *overlay, const fw_path *path, int32_t size, int32_t margin);

#ifdef __cplusplus
}
#endif
#endif
