#pragma once

/// Edits of tiles, in blocks on a sheet: the new terrains of each touched word. After they were applied, the sheet
/// holds the terrains before.

#include "base/block.h"
#include "map/sheet.h"
#include "map/version.h"

/// Edits of a block: the terrains of its touched rows.
typedef struct edit_block {
    sheet_block block;
    uint64_t touched; ///< one bit a row
    uint8_t terrains[BLOCK_SIDE][BLOCK_SIDE];
} edit_block;

/// Forgets the edits of a sheet and keeps a little of their memory.
void edits_clear(memory *memory, sheet *edits);

/// True if a word of tiles is touched.
bool edits_are_any(const sheet *edits);

/// The edited terrains of the 64 tiles around (x, y), on a sheet that has a block there; those of the version if
/// nothing was noted before.
uint8_t *edits_word(const map_version *version, sheet *edits, int32_t x, int32_t y);

/// Forgets edits of words that change nothing in a version.
///
/// @return words that change
size_t edits_forget_idle(const map_version *version, const sheet *edits);

/// The word of a version under a touched row of a block.
static inline uint8_t *edits_committed(const map_version *version, const edit_block *edits, int row)
{
    return map_terrain_word(version, edits->block.row * BLOCK_SIDE + row, edits->block.column);
}

/// Exchanges the edited words of tiles with those of a version; a second time puts them back. Their rows must have
/// pages of their own.
void edits_exchange(map_version *version, const sheet *edits);
