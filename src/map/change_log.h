#pragma once

/// Where something has changed, and in which version of the map last. The tiles of a map have a log in blocks of
/// 16 x 16 tiles; the jump tables of a layer, which change far from the tiles that do, have one in blocks of 64 x 64.
/// A log belongs to all versions together: the editor notes changes before the version is published, and any thread
/// asks meanwhile. What changes after a version was published only makes readers of this version more cautious.
///
/// A log takes 4 bytes for each block, and keeps the boxes around what the last LOG_VERSIONS versions have changed.

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/memory.h"
#include "base/tile_box.h"

enum {
    LOG_VERSIONS = 64,
    TILE_LOG_SHIFT = 4, ///< the blocks of a map's tiles
    TILE_LOG_SIDE = 1 << TILE_LOG_SHIFT
};

typedef struct change_log {
    uint64_t serial; ///< set by the owner: distinguishes the log from earlier ones at the same address
    uint64_t first;  ///< the version with which the log begins
    int32_t users;   ///< tables of versions, or one map
    tile_box all;    ///< all tiles
    int32_t shift;   ///< a block has 2^shift tiles on each side
    int32_t columns; ///< of blocks
    int32_t rows;    ///< of blocks
    tile_box box;    ///< around what has changed in the newest version; the editor's alone
    _Atomic uint64_t newest; ///< the last version in which something changed
    /// [version % LOG_VERSIONS] a box around what changed in the version, its sides packed into 16 bits each
    _Atomic uint64_t boxes[LOG_VERSIONS];
    /// [row * columns + column] the lower half of the version in which the block changed last; 0: never. Versions are
    /// compared by their differences, see change_log_knows()
    _Atomic uint32_t blocks[];
} change_log;

/// A log without changes, with one user, that begins with a version; null without memory.
change_log *change_log_create(memory *memory, int32_t width, int32_t height, int shift, uint64_t first);

/// Lets one more user share a log, and returns it.
change_log *change_log_join(change_log *log);

/// Lets a user go. Null does nothing.
void change_log_leave(memory *memory, change_log *log);

size_t change_log_bytes(const change_log *log);

/// True if tiles lie in the box around what has changed in a version, which is the newest one or a later one.
static inline bool change_log_holds(const change_log *log, tile_box tiles, uint64_t version)
{
    return version == atomic_load_explicit(&log->newest, memory_order_relaxed) &&
           tile_box_holds(&log->box, tiles.left, tiles.top) &&
           tile_box_holds(&log->box, tiles.right, tiles.bottom);
}

/// Widens the box around what has changed in a version, see change_log_note().
void change_log_widen(change_log *log, tile_box tiles, uint64_t version);

/// Notes that tiles change in a version, which is the newest one or a later one.
static inline void change_log_note(change_log *log, tile_box tiles, uint64_t version)
{
    if (!change_log_holds(log, tiles, version))
        change_log_widen(log, tiles, version);
    const int32_t left = tiles.left >> log->shift, right = tiles.right >> log->shift;
    for (int32_t row = tiles.top >> log->shift; row <= tiles.bottom >> log->shift; row++) {
        _Atomic uint32_t *blocks = log->blocks + (size_t)row * (size_t)log->columns;
        for (int32_t column = left; column <= right; column++)
            atomic_store_explicit(&blocks[column], (uint32_t)version, memory_order_relaxed);
    }
}

/// True if the log knows what has changed after a version: not before its first version, nor if 2^31 have followed.
static inline bool change_log_knows(const change_log *log, uint64_t since)
{
    const uint64_t newest = atomic_load_explicit(&log->newest, memory_order_relaxed);
    return since >= log->first && (newest < since || newest - since <= INT32_MAX);
}

/// True if a block in a row of blocks, from column `left` to column `right`, has changed after a version, which the log
/// knows.
static inline bool change_log_has_changed(const change_log *log, int32_t row, int32_t left, int32_t right,
                                          uint64_t since)
{
    const _Atomic uint32_t *block = log->blocks + (size_t)row * (size_t)log->columns;
    for (int32_t column = left; column <= right; column++) {
        const uint32_t later = atomic_load_explicit(&block[column], memory_order_relaxed) - (uint32_t)since;
        if (later - 1 < INT32_MAX)
            return true;
    }
    return false;
}

/// A box around all that has changed after a version: around the tiles if LOG_VERSIONS versions or fewer have followed
/// it, else around the blocks; all tiles if the log does not know.
tile_box change_log_around(const change_log *log, uint64_t since);

/// Blocks side by side in a row of blocks that have changed after a version.
typedef struct change_run {
    int32_t row, first, last; ///< row of blocks, and columns
    tile_box tiles;           ///< those of the blocks that lie in the box around all changes
} change_run;

/// The runs of a log after a version, row by row.
typedef struct change_runs {
    const change_log *log;
    uint64_t since;
    tile_box around;
    int32_t row, column; ///< the next block to look at
} change_runs;

/// The runs after a version, which the log knows. Each block is looked at once, because the editor may note changes
/// meanwhile.
change_runs change_runs_since(const change_log *log, uint64_t since);

/// Goes to the next run; false if there is none. A run is as long as it can be.
bool change_runs_next(change_runs *runs, change_run *run);
