#pragma once

/// How spaces read an overlay.

#include <stdbool.h>
#include <stdint.h>

#include "fairway/overlay.h"
#include "map/overlay_forbidden.h"
#include "map/overlay_spans.h"

/// True if an overlay changes any tile.
bool overlay_has_anything(const fw_overlay *overlay);

/// Nothing in it: spaces may read the layer alone. True for null.
static inline bool overlay_is_empty(const fw_overlay *overlay)
{
    return !overlay || !overlay_has_anything(overlay);
}

/// True if it fits a map of this size.
bool overlay_fits(const fw_overlay *overlay, int32_t width, int32_t height);

/// A number that sums up what was set since the overlay was last empty, for caches: two overlays with equal
/// stamps were made by the same calls and say the same. 0 for null and empty ones.
uint64_t overlay_stamp(const fw_overlay *overlay);

/// Makes an overlay say what another one of its size says.
///
/// @param from  null = nothing
/// @return FW_OK, or FW_NO_MEMORY: it says nothing then
fw_result overlay_copy(const fw_overlay *from, fw_overlay *to);

/// True when a corridor was set: anchors outside it are not entered.
bool overlay_has_corridor(const fw_overlay *overlay);

/// A rectangle that holds all tiles where overlay_admits() lets a unit be anchored; empty if there are none.
tile_box overlay_corridor_box(const fw_overlay *overlay, int32_t size);

/// True if an overlay changes where units may stand or move, and not only what tiles cost. False for null.
bool overlay_restricts(const fw_overlay *overlay);

/// True when costs were added.
bool overlay_has_costs(const fw_overlay *overlay);

/// True if costs of an overlay forbid any tile for the centre, or did.
bool overlay_has_closed(const fw_overlay *overlay);

/// Rectangles that hold all blocked tiles and all anchors out of which fw_overlay_forbid() forbids moves.
const overlay_spans *overlay_changes(const fw_overlay *overlay);

/// The blocked tiles (bit set = blocked) of a row from tile x on, 64 of them; any x, y. Outside the map: 0.
uint64_t overlay_blocked(const fw_overlay *overlay, int32_t x, int32_t y);

/// Anchors (bit set = free) of a row from tile x on whose square of `size` reaches no blocked tile. Any x, y. To
/// be and-ed with the layer: this is what corner rules look at.
uint64_t overlay_free(const fw_overlay *overlay, int32_t size, int32_t x, int32_t y);

/// Anchors (bit set = may be entered) of a row from tile x on inside the corridor; all where there is none. Any
/// x, y.
uint64_t overlay_corridor(const fw_overlay *overlay, int32_t x, int32_t y);

/// True if a unit of a size may stand with its anchor on a tile, as far as the corridor and closed anchors are
/// concerned; any x, y. Outside the map, where only a body that is smaller than its unit can be, that anchor of the
/// corridor counts which is nearest and whose square lies on the map.
bool overlay_admits(const fw_overlay *overlay, int32_t size, int32_t x, int32_t y);

/// overlay_free() within overlay_corridor() and not overlay_closed(): where a search may stand.
uint64_t overlay_open(const fw_overlay *overlay, int32_t size, int32_t x, int32_t y);

/// Makes room for a corridor over a rectangle and leaves it closed: fw_overlay_corridor() within it then cannot
/// fail, as long as the overlay is not cleared. FW_OK or FW_NO_MEMORY.
fw_result overlay_make_room(fw_overlay *overlay, int32_t x, int32_t y, int32_t width, int32_t height);

/// Cost added to a tile, in 1/256, at most 255 tiles; 0 outside the map.
uint32_t overlay_cost(const fw_overlay *overlay, int32_t x, int32_t y);

/// overlay_cost() of the tiles of a row within a block.
///
/// @param[out] costs  [tile * BLOCK_SIDE]; left alone if the overlay adds nothing in the block
/// @return true if it adds something in the block
bool overlay_row_costs(const fw_overlay *overlay, int32_t column, int32_t y, uint32_t *costs);
