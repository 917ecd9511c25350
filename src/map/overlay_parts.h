#pragma once

/// An overlay's inside, for the files that make up the overlay.

#include "base/keeper.h"
#include "fairway/inflate.h"
#include "map/overlay_spans.h"
#include "map/sheet.h"
#include "map/version.h"

enum { BLOCK_TILES = BLOCK_SIDE * BLOCK_SIDE };

/// Costs in bytes, as fw_overlay_set_costs() takes them. 255 was replaced.
typedef struct cost_bytes {
    uint8_t tiles[BLOCK_TILES];  ///< [tile]
    uint64_t closed[BLOCK_SIDE]; ///< [row] bit set = 254, forbidden for the centre
} cost_bytes;

/// 64x64 tiles of an overlay. Of a spare block everything is zero but the pointers.
typedef struct overlay_block {
    sheet_block block;
    uint64_t blocked[BLOCK_SIDE];  ///< [row] bit set = blocked
    uint64_t corridor[BLOCK_SIDE]; ///< [row] bit set = may be entered
    uint8_t *moves;                ///< [tile * BLOCK_TILES] or null: forbidden moves
    uint16_t *costs;               ///< [tile * BLOCK_TILES] or null: in 1/256
    cost_bytes *bytes;             ///< or null
    bool has_moves, has_costs, has_bytes;
} overlay_block;

/// Which walls the costs in bytes are those of.
typedef struct inflated_walls {
    const map_editor *editor;  ///< the map
    uint32_t first_generation; ///< of the map: another map may later have the same address
    uint64_t version;          ///< of the map; 0 = the costs are no walls'
    fw_inflation inflation;
} inflated_walls;

struct fw_overlay {
    keeper kept; ///< of all memory of the overlay
    int32_t width, height;
    sheet blocks;
    uint64_t stamp;
    tile_box corridor;     ///< around all of it
    tile_box closed;       ///< around all tiles that are, or were, forbidden for the centre
    overlay_spans changes; ///< around what is blocked, or explicitly forbidden
    inflated_walls walls;
    bool has_blocked, has_moves, has_costs, has_corridor;
};

/// Number of a tile in its block.
static inline size_t overlay_tile_of(int32_t x, int32_t y)
{
    return (size_t)(y & BLOCK_MASK) * BLOCK_SIDE + (size_t)(x & BLOCK_MASK);
}

/// The block in a column and row of blocks, or null.
static inline overlay_block *overlay_block_at(const fw_overlay *overlay, int32_t column, int32_t row)
{
    return (overlay_block *)sheet_at(&overlay->blocks, column, row);
}

/// Kinds of bits of tiles.
typedef enum overlay_bits { OVERLAY_BLOCKED, OVERLAY_CORRIDOR, OVERLAY_CLOSED } overlay_bits;

/// The 64 bits of a kind of a row from tile x on; any x, y.
uint64_t overlay_window(const fw_overlay *overlay, int32_t x, int32_t y, overlay_bits kind);

/// The part of a rectangle that lies on the map; may be empty.
tile_box overlay_clipped(const fw_overlay *overlay, int32_t x, int32_t y, int32_t width, int32_t height);
