#ifndef MAP_CHANGED_BLOCKS_H
#define MAP_CHANGED_BLOCKS_H

/// @file
/// In which version each block of tiles changed last. Any thread reads while the editor writes: blocks that change
/// after a version was published only make readers of this version more cautious.

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/memory.h"
#include "fairway/result.h"

/// A block has 16 x 16 tiles.
enum { CHANGED_SHIFT = 4, CHANGED_SIDE = 1 << CHANGED_SHIFT };

typedef struct changed_blocks {
    int32_t columns, rows;
    /// [row * columns] the lower half of the version in which the block changed last; 0: never. Versions are compared
    /// by their differences. Blocks that did not change for 2^31 versions count as changed sometimes.
    _Atomic uint32_t *versions;
} changed_blocks;

/// Blocks of a map of width x height tiles, none of which has changed.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result changed_blocks_create(memory *memory, int32_t width, int32_t height, changed_blocks *made);
void changed_blocks_destroy(memory *memory, changed_blocks *blocks);

/// Notes that a tile changes in a version.
static inline void changed_blocks_note(changed_blocks *blocks, int32_t x, int32_t y, uint64_t version)
{
    const size_t row = (size_t)(y >> CHANGED_SHIFT) * (size_t)blocks->columns;
    atomic_store_explicit(&blocks->versions[row + (size_t)(x >> CHANGED_SHIFT)], (uint32_t)version,
                          memory_order_relaxed);
}

/// True if a block in a row of blocks, from column `left` to column `right`, may have changed after a version: always
/// if one of them has. The version is less than 2^31 versions old.
static inline bool changed_blocks_since(const changed_blocks *blocks, int32_t row, int32_t left,
                                        int32_t right, uint64_t version)
{
    const _Atomic uint32_t *block = blocks->versions + (size_t)row * (size_t)blocks->columns;
    for (int32_t column = left; column <= right; column++) {
        const uint32_t later = atomic_load_explicit(&block[column], memory_order_relaxed) - (uint32_t)version;
        if (later - 1 < INT32_MAX)
            return true;
    }
    return false;
}

#endif
