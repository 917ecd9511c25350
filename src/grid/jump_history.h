#ifndef GRID_JUMP_HISTORY_H
#define GRID_JUMP_HISTORY_H

/// @file
/// When the jump tables of a layer changed, in all versions of the map together. An edition is what the tables of one
/// version hold; editions are counted as the newest version changes. Any thread reads when a block changed while the
/// editor writes: blocks that change after a version was published only make readers of this version more cautious.

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/block.h"
#include "base/memory.h"

/// Editions of which a history knows where they changed something.
enum { JUMP_RECENT = 64 };

typedef struct jump_history {
    uint64_t serial;   ///< distinguishes this history from older ones at the same address
    uint64_t edition;  ///< the last one
    int32_t users;     ///< tables
    block_box patched; ///< by the patch under way, if it leads to a new edition
    _Atomic uint64_t
        recent[JUMP_RECENT]; ///< [edition % JUMP_RECENT] lower half of the edition, patched blocks
    size_t block_count;
    _Atomic uint64_t changed[]; ///< [block * block_count] edition in which each block changed
} jump_history;

/// A history of tables that have not changed; null without memory.
jump_history *jump_history_create(memory *memory, size_t block_count);

/// Lets one more of the tables use a history, and returns it.
jump_history *jump_history_join(jump_history *history);

/// Lets one of the tables go. Null does nothing.
void jump_history_leave(memory *memory, jump_history *history);

size_t jump_history_bytes(const jump_history *history);

/// Notes that all blocks change in the next edition.
void jump_history_mark_all(jump_history *history);

/// Begins the next edition, which differs from the one before in the patched blocks.
void jump_history_publish(jump_history *history);

/// Widens a rectangle by the blocks that differ between two editions.
///
/// @return false if they are not known any more
bool jump_history_widen(const jump_history *history, uint64_t earlier, uint64_t later, block_box *blocks);

#endif
