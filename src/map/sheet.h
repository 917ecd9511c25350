#pragma once

/// A sheet of blocks over the map, made where something is put: what is sparse costs what
/// was set, whatever the size of the map.

#include <stddef.h>
#include <stdint.h>

#include "base/block.h"
#include "base/memory.h"
#include "fairway/result.h"

/// What every block begins with.
typedef struct sheet_block {
    struct sheet_block *next; ///< the block in use after this one, or the spare one
    int32_t column, row;      ///< of the block: tiles 64 * column .. and 64 * row ..
} sheet_block;

typedef struct sheet {
    int32_t columns, rows;
    size_t block_bytes;    ///< of a block with what its user adds
    sheet_block ***by_row; ///< [row] null, or [column] null or a block
    sheet_block *used;     ///< those in use, latest first
    sheet_block *spare;    ///< those kept for later
    size_t used_count, spare_count;
} sheet;

/// An empty sheet for a map of width x height tiles. FW_OK or FW_NO_MEMORY.
fw_result sheet_create(memory *memory, int32_t width, int32_t height, size_t block_bytes, sheet *made);

/// Frees a sheet with all its blocks. What blocks point to is their user's.
void sheet_destroy(memory *memory, sheet *sheet);

/// The block in a column and row of blocks, within the sheet; null where none was put.
static inline sheet_block *sheet_at(const sheet *sheet, int32_t column, int32_t row)
{
    sheet_block *const *blocks = sheet->by_row[row];
    return blocks ? blocks[column] : NULL;
}

/// The block there, put there if need be: what its user added is as he left it in a spare block, or zero in a
/// new one. Null without memory.
sheet_block *sheet_put(memory *memory, sheet *sheet, int32_t column, int32_t row);

/// Makes all blocks spare and frees the spare ones beyond `keep`. The user has cleaned his part of the
/// blocks.
void sheet_clear(memory *memory, sheet *sheet, size_t keep);
