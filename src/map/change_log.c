#include "map/change_log.h"

#include "base/must_hold.h"

static size_t block_count(const change_log *log)
{
    return (size_t)log->columns * (size_t)log->rows;
}

size_t change_log_bytes(const change_log *log)
{
    return sizeof *log + block_count(log) * sizeof *log->blocks;
}

change_log *change_log_create(memory *memory, int32_t width, int32_t height, int shift, uint64_t first)
{
    const change_log empty = { .first = first,
                               .users = 1,
                               .all = { 0, 0, width - 1, height - 1 },
                               .shift = shift,
                               .columns = ((width - 1) >> shift) + 1,
                               .rows = ((height - 1) >> shift) + 1 };
    change_log *log = memory_get_zeroed(memory, 1, change_log_bytes(&empty));
    if (log)
        *log = empty;
    return log;
}

change_log *change_log_join(change_log *log)
{
    log->users++;
    return log;
}

void change_log_leave(memory *memory, change_log *log)
{
    if (log && --log->users == 0)
        memory_give_back(memory, log, 1, change_log_bytes(log));
}

static uint64_t packed(tile_box box)
{
    return tile_box_is_empty(&box) ? UINT64_C(0xffff)
                                   : (uint64_t)box.left | (uint64_t)box.top << 16 |
                                         (uint64_t)box.right << 32 | (uint64_t)box.bottom << 48;
}

static tile_box unpacked(uint64_t box)
{
    const tile_box sides = { (int32_t)(box & 0xffff), (int32_t)(box >> 16 & 0xffff),
                             (int32_t)(box >> 32 & 0xffff), (int32_t)(box >> 48) };
    return tile_box_is_empty(&sides) ? NO_TILES : sides;
}

/// The number of the newest version rises before the boxes change, and is read after them, in one order of all threads:
/// so a reader notices if a box that it has read belongs to a later version.
static void begin_version(change_log *log, uint64_t version)
{
    const uint64_t before = atomic_load_explicit(&log->newest, memory_order_relaxed);
    must_hold(version > before);
    log->box = NO_TILES;
    atomic_store(&log->newest, version);
    const uint64_t skipped = version - before < LOG_VERSIONS ? version - before : LOG_VERSIONS;
    for (uint64_t i = 0; i < skipped; i++)
        atomic_store(&log->boxes[(version - i) % LOG_VERSIONS], packed(NO_TILES));
}

void change_log_widen(change_log *log, tile_box tiles, uint64_t version)
{
    if (version != atomic_load_explicit(&log->newest, memory_order_relaxed))
        begin_version(log, version);
    tile_box_widen(&log->box, tiles);
    atomic_store(&log->boxes[version % LOG_VERSIONS], packed(log->box));
}

/// A box around the blocks that have changed after a version.
static tile_box around_blocks(const change_log *log, uint64_t since)
{
    const int32_t side = 1 << log->shift;
    tile_box box = NO_TILES;
    for (int32_t row = 0; row < log->rows; row++)
        for (int32_t column = 0; column < log->columns; column++) {
            const int32_t x = column * side, y = row * side;
            if (change_log_has_changed(log, row, column, column, since))
                tile_box_widen(&box, (tile_box){ x, y, x + side - 1, y + side - 1 });
        }
    box.right = box.right < log->all.right ? box.right : log->all.right;
    box.bottom = box.bottom < log->all.bottom ? box.bottom : log->all.bottom;
    return box;
}

tile_box change_log_around(const change_log *log, uint64_t since)
{
    if (!change_log_knows(log, since))
        return log->all;
    tile_box box = NO_TILES;
    const uint64_t newest = atomic_load(&log->newest);
    if (newest <= since)
        return box;
    for (uint64_t version = newest; version > since && newest - version < LOG_VERSIONS; version--)
        tile_box_widen(&box, unpacked(atomic_load(&log->boxes[version % LOG_VERSIONS])));
    return atomic_load(&log->newest) - since <= LOG_VERSIONS ? box : around_blocks(log, since);
}

change_runs change_runs_since(const change_log *log, uint64_t since)
{
    const tile_box around = change_log_around(log, since);
    return (change_runs){ log, since, around, around.top >> log->shift, around.left >> log->shift };
}

/// The tiles of a run, cut to the box around all changes.
static tile_box tiles_of_run(const change_runs *runs, const change_run *run)
{
    const int32_t shift = runs->log->shift;
    const tile_box *around = &runs->around;
    const tile_box tiles = { run->first << shift, run->row << shift, ((run->last + 1) << shift) - 1,
                             ((run->row + 1) << shift) - 1 };
    return (tile_box){ tiles.left > around->left ? tiles.left : around->left,
                       tiles.top > around->top ? tiles.top : around->top,
                       tiles.right < around->right ? tiles.right : around->right,
                       tiles.bottom < around->bottom ? tiles.bottom : around->bottom };
}

bool change_runs_next(change_runs *runs, change_run *run)
{
    const change_log *log = runs->log;
    const int32_t last_column = runs->around.right >> log->shift,
                  last_row = runs->around.bottom >> log->shift;
    for (; runs->row <= last_row; runs->row++, runs->column = runs->around.left >> log->shift) {
        int32_t *column = &runs->column;
        while (*column <= last_column &&
               !change_log_has_changed(log, runs->row, *column, *column, runs->since))
            ++*column;
        if (*column > last_column)
            continue;
        const int32_t first = (*column)++;
        while (*column <= last_column &&
               change_log_has_changed(log, runs->row, *column, *column, runs->since))
            ++*column;
        *run = (change_run){ runs->row, first, *column - 1, NO_TILES };
        run->tiles = tiles_of_run(runs, run);
        ++*column; // the block after the run has not changed
        return true;
    }
    return false;
}
