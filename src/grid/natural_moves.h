#pragma once

/// Natural moves: the moves out of a tile that need be made after the move that led into it. A move is pruned if the 3
/// x 3 neighbourhood holds another way, around the tile in the middle, that comes earlier in a fixed order: by cost,
/// then by number of moves, then with diagonal moves before straight ones. The first way to a tile in this order is
/// never pruned, so a search by natural moves still finds the cheapest path.
///
/// Source: Harabor & Grastien 2011 (natural and forced neighbours); with terrain costs, Carlson, Moghadam, Harabor,
/// Stuckey & Ebrahimi 2023.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/bits.h"
#include "base/compiler.h"
#include "base/hash.h"
#include "base/memory.h"
#include "fairway/unit.h"
#include "grid/grid_moves.h"

/// The terrains of 3 x 3 tiles, 0 if the unit does not fit: three bytes of each row, packed without gaps.
typedef uint64_t tile_pattern;

enum {
    PATTERN_COLUMN = 8,         ///< bits from a terrain to its right neighbour
    PATTERN_ROW = 21,           ///< bits from a terrain to the one below it
    PATTERN_TERRAIN = 0x1f,     ///< mask of one terrain
    PATTERN_TERRAINS = 0x1f1f1f ///< mask of the terrains of a row
};

/// Bit of a pattern that holds only which tiles are free, not their prices: all moves but the way back are natural.
#define PATTERN_PRICELESS (UINT64_C(1) << 63)

enum {
    NATURAL_SHIFT = 10,
    NATURAL_ENTRIES = 1 << NATURAL_SHIFT,
    PRICE_LISTS = 8,
    NATURAL_MARK = 5, ///< first bit of the number of a price list in a pattern; no terrain uses these bits
    NATURAL_UNKNOWN = 0xff ///< no result: results never contain the way back
};

/// The prices of terrains and the corner rule. With a pattern, they determine which moves are natural.
typedef struct price_list {
    uint64_t price[FW_TERRAIN_COUNT]; ///< of a tile of each terrain
    fw_corner_rule rule;
} price_list;

/// The cached results for a pattern: natural moves, by the move that led into its middle.
typedef struct natural_entry {
    tile_pattern pattern;
    uint8_t after[MOVE_COUNT];
} natural_entry;

/// A planner's cache of natural moves. Results do not depend on its contents.
typedef struct natural_moves {
    price_list price_lists[PRICE_LISTS];
    uint32_t price_list_count;
    natural_entry entries[NATURAL_ENTRIES];
} natural_moves;

/// Creates an empty cache; null if there is no memory.
natural_moves *natural_moves_create(memory *memory);
void natural_moves_destroy(memory *memory, natural_moves *natural);

/// The mark of patterns under a price list. Valid until the mark of another list is requested.
///
/// @param price  [cost * FW_TERRAIN_COUNT] of a tile of each terrain, 0: blocked
tile_pattern natural_moves_mark(natural_moves *natural, const uint64_t *price, fw_corner_rule rule);

/// Computes and caches the result of natural_moves_after().
uint32_t natural_moves_find(natural_moves *natural, natural_entry *entry, tile_pattern marked, int move);

/// Three consecutive terrains of a row; a fourth byte must be readable.
static inline tile_pattern pattern_row(const uint8_t *terrain)
{
    return four_bytes(terrain) & PATTERN_TERRAINS;
}

/// The pattern around a tile, from its terrain and the terrains above and below.
static inline tile_pattern pattern_around(const uint8_t *above, const uint8_t *terrain, const uint8_t *below)
{
    return pattern_row(above - 1) | pattern_row(terrain - 1) << PATTERN_ROW |
           pattern_row(below - 1) << 2 * PATTERN_ROW;
}

/// Moves that are natural after a move into the middle of a pattern.
///
/// @param marked  pattern with the mark of a price list
static inline uint32_t natural_moves_after(natural_moves *natural, tile_pattern marked, int move)
{
    natural_entry *entry = &natural->entries[hash_64(marked) >> (WORD_BITS - NATURAL_SHIFT)];
    const uint32_t moves = entry->after[move];
    const bool is_known = entry->pattern == marked && moves != NATURAL_UNKNOWN;
    return LIKELY(is_known) ? moves : natural_moves_find(natural, entry, marked, move);
}
