#include "grid/jump_patch.h"

#include <string.h>

#include "grid/jump_blocks.h"
#include "grid/jump_build.h"
#include "grid/jump_follow.h"

// A patch takes a few changed words at a time. It first makes its own all pages that it may write to, and remembers
// what their blocks hold there. If this fails, the words that have been followed before are followed back. The rest
// cannot fail, and neither can a way back, which writes to the same pages.

/// Gives a row a page of its own. False without memory.
static bool own_page(paged *table, size_t row, size_t word)
{
    (void)word;
    return paged_write(table, row);
}

/// Shares the page of a row again if it is equal to one beside it.
static bool settle_page(paged *table, size_t row, size_t word)
{
    paged_settle(table, row, word, NULL);
    return true;
}

// Writing.

/// What the blocks hold of a row's word.
typedef union row_runs {
    jump_diagonal diagonal[JUMP_DIAGONALS];
    jump_aside aside;
} row_runs;

static row_runs runs_of_row(const jump_tables *tables, int32_t y, int32_t word)
{
    const layer *layer = tables->rows;
    const jump_line *line = jump_line_x(tables, word * WORD_BITS, y);
    row_runs runs = { 0 };
    if (jump_is_orthogonal(tables)) {
        runs.aside = asides_of_row(layer_row(layer, y)[word], line);
        return runs;
    }
    const row_tiles row = tiles_of_row(layer_row(layer, y) + word);
    const row_tiles beside[2] = { tiles_of_row(layer_row(layer, y + 1) + word),
                                  tiles_of_row(layer_row(layer, y - 1) + word) };
    const uint64_t meets[2] = { jump_meets_up(row.free, line->jump_up),
                                jump_meets_down(row.free, line->jump_down) };
    for (int direction = 0; direction < JUMP_DIAGONALS; direction++)
        runs.diagonal[direction] = diagonals_of_row(&row, &beside[direction >> 1], line, meets[direction & 1],
                                                    jump_row_number(tables, direction, y), direction & 1);
    return runs;
}

static void flip_asides(const jump_tables *tables, int32_t y, int32_t word, const jump_aside *was,
                        const jump_aside *is)
{
    const jump_aside flip = { was->meets_east ^ is->meets_east, was->leaves_east ^ is->leaves_east,
                              was->meets_west ^ is->meets_west, was->leaves_west ^ is->leaves_west };
    jump_aside *page = tables->pages.aside.row[jump_column_page(tables, word * WORD_BITS, y)];
    const int32_t place = y & 63;
    for (uint64_t tiles = flip.meets_east | flip.leaves_east | flip.meets_west | flip.leaves_west; tiles;
         tiles &= tiles - 1) {
        const int i = bits_lowest(tiles);
        page[i].meets_east ^= (flip.meets_east >> i & 1) << place;
        page[i].leaves_east ^= (flip.leaves_east >> i & 1) << place;
        page[i].meets_west ^= (flip.meets_west >> i & 1) << place;
        page[i].leaves_west ^= (flip.leaves_west >> i & 1) << place;
    }
}

enum { LINE_WORDS = sizeof(jump_diagonal) / sizeof(uint64_t) };

/// Flips tiles of a row's word, which lie in lines of a block: from tile to tile one line back.
///
/// @param words  of the block, from the first line's word on that the flips belong to
/// @param line   line of the first of the 64 tiles, which may lie beyond the block
static void flip_across(uint64_t *words, int32_t line, uint64_t tiles)
{
    while (tiles) {
        uint64_t tile = tiles & -tiles;
        int32_t at = LINE_WORDS * (line - bits_lowest(tiles));
        do { // tiles side by side, up to the last one of the word
            words[at] ^= tile;
            at -= LINE_WORDS;
            tile <<= 1;
        } while (tiles & tile);
        tiles &= -tile;
    }
}

static void flip_diagonals(const jump_tables *tables, int direction, int32_t y, int32_t word,
                           const jump_diagonal *was, const jump_diagonal *is)
{
    const uint64_t meets = was->meets_along_x ^ is->meets_along_x;
    const uint64_t leaves = was->leaves_along_x ^ is->leaves_along_x;
    const uint64_t stuck = was->stuck ^ is->stuck;
    const int32_t x = word * WORD_BITS, first = jump_line_number(tables, direction, x, y);
    const int32_t place = first % JUMP_BLOCK_LINES;
    const uint64_t here = bits_below(place + 1),
                   parts[] = { here, ~here }; // the other part lies one block back
    const size_t page = jump_diagonal_page(tables, x, first);
    for (int back = 0; back < 2 && parts[back]; back++) {
        jump_diagonal *block = jump_diagonal_lines(tables->pages.diagonal, direction, page - (size_t)back);
        const int32_t line = place + back * JUMP_BLOCK_LINES;
        flip_across(&block->meets_along_x, line, meets & parts[back]);
        flip_across(&block->leaves_along_x, line, leaves & parts[back]);
        flip_across(&block->stuck, line, stuck & parts[back]);
    }
}

/// Remembers words. False without memory.
static bool remember(jump_patch *patch, const void *words, size_t bytes)
{
    jump_tables *tables = patch->tables;
    const size_t count = bytes / sizeof(uint64_t);
    if (MEMORY_RESERVE(tables->memory, tables->remembered, tables->remembered_capacity,
                       patch->remembered + count))
        return false;
    memcpy(tables->remembered + patch->remembered, words, bytes);
    patch->remembered += count;
    return true;
}

/// The words that were remembered at the same visit.
static const void *recall(jump_patch *patch, size_t bytes)
{
    const uint64_t *words = patch->tables->remembered + patch->remembered;
    patch->remembered += bytes / sizeof(uint64_t);
    return words;
}

static bool remember_row_word(jump_patch *patch, int32_t y, int32_t word)
{
    const row_runs runs = runs_of_row(patch->tables, y, word);
    return remember(patch, &runs, sizeof runs);
}

static bool write_row_word(jump_patch *patch, int32_t y, int32_t word)
{
    const jump_tables *tables = patch->tables;
    jump_patch_mark(patch, tile_box_at(word * WORD_BITS, y));
    const row_runs *was = recall(patch, sizeof *was), is = runs_of_row(tables, y, word);
    if (jump_is_orthogonal(tables))
        flip_asides(tables, y, word, &was->aside, &is.aside);
    for (int direction = 0; direction < JUMP_DIAGONALS && !jump_is_orthogonal(tables); direction++)
        flip_diagonals(tables, direction, y, word, &was->diagonal[direction], &is.diagonal[direction]);
    return true;
}

/// The direction of diagonals whose lines rise or fall and whose vertical part is this.
static int column_direction(bool rising, bool north)
{
    return rising ? (north ? JUMP_NE : JUMP_SW) : (north ? JUMP_NW : JUMP_SE);
}

/// The northernmost row of a column in a block. The row may lie beside the map.
static int32_t column_start(const jump_tables *tables, int32_t x, int32_t block, bool rising)
{
    const int32_t number = block * JUMP_BLOCK_LINES + (x & 63) - 63; // of the block's first row
    return rising ? tables->rows->height - 1 - number - 63 : number;
}

/// The jump points in 64 tiles of a column from a row on, -64 < y < height.
static jump_line column_window(const jump_tables *tables, int32_t x, int32_t y)
{
    const int32_t word = (y + WORD_BITS) / WORD_BITS - 1, bit = y & 63;
    const jump_line none = { 0 };
    const jump_line *lower = word < 0 ? &none : jump_line_y(tables, x, word * WORD_BITS);
    const jump_line *upper =
        word + 1 < tables->column_words ? jump_line_y(tables, x, (word + 1) * WORD_BITS) : &none;
    return (jump_line){ layer_bits_from((const uint64_t[]){ lower->jump_up, upper->jump_up }, bit),
                        layer_bits_from((const uint64_t[]){ lower->jump_down, upper->jump_down }, bit) };
}

/// Where runs along a column go, from its tiles in a block: bit i for the i-th of them from the north.
typedef struct column_runs {
    uint64_t meets[2], leaves[2]; ///< [north]
} column_runs;

static column_runs runs_of_column(const jump_tables *tables, int32_t x, int32_t block, bool rising)
{
    const int32_t y = column_start(tables, x, block, rising);
    const jump_line line = column_window(tables, x, y);
    const uint64_t free = layer_bits_from(jump_column(tables, x) + ((y + WORD_BITS) / WORD_BITS - 1), y & 63);
    const uint64_t south = runs_up_and_out(free, line.jump_up, UINT64_MAX);
    const uint64_t north = runs_down_and_out(free, line.jump_down, UINT64_MAX);
    return (column_runs){ .meets = { jump_meets_up(free, line.jump_up) & ~south,
                                     jump_meets_down(free, line.jump_down) & ~north },
                          .leaves = { south, north } };
}

static bool remember_column_block(jump_patch *patch, int32_t x, int32_t block, bool rising)
{
    const column_runs runs = runs_of_column(patch->tables, x, block, rising);
    return remember(patch, &runs, sizeof runs);
}

/// Flips tiles of a column, which lie in lines of a block: from tile to tile the next line, or the one before where
/// lines rise.
///
/// @param words   of the block, from the first line's word on that the flips belong to
/// @param column  bit of the column
static void flip_along(uint64_t *words, bool rising, uint64_t tiles, uint64_t column)
{
    const int32_t step = rising ? -LINE_WORDS : LINE_WORDS;
    while (tiles) {
        const int32_t first = bits_lowest(tiles);
        uint64_t tile = tiles & -tiles;
        int32_t at = LINE_WORDS * (rising ? JUMP_BLOCK_LINES - 1 - first : first);
        do {
            words[at] ^= column;
            at += step;
            tile <<= 1;
        } while (tiles & tile);
        tiles &= -tile;
    }
}

static bool write_column_block(jump_patch *patch, int32_t x, int32_t block, bool rising)
{
    const jump_tables *tables = patch->tables;
    const int32_t y = column_start(tables, x, block, rising);
    const column_runs *was = recall(patch, sizeof *was), is = runs_of_column(tables, x, block, rising);
    const size_t page = jump_diagonal_page(tables, x, block * JUMP_BLOCK_LINES);
    const uint64_t column = UINT64_C(1) << (x & 63);
    uint64_t flipped = 0;
    for (int north = 0; north < 2; north++) {
        jump_diagonal *lines =
            jump_diagonal_lines(tables->pages.diagonal, column_direction(rising, north), page);
        const uint64_t meets = was->meets[north] ^ is.meets[north];
        const uint64_t leaves = was->leaves[north] ^ is.leaves[north];
        flip_along(&lines->meets_along_y, rising, meets, column);
        flip_along(&lines->leaves_along_y, rising, leaves, column);
        flipped |= meets | leaves;
    }
    if (flipped)
        jump_patch_mark(patch, (tile_box){ x, y + bits_lowest(flipped), x, y + bits_highest(flipped) });
    return true;
}

/// Makes changed tiles of the columns those of the layer.
static void write_tiles(const jump_patch *patch)
{
    const jump_tables *tables = patch->tables;
    for (size_t i = 0; i < patch->count; i++) {
        const layer_change *change = &patch->changes[i];
        const uint64_t now = layer_row(tables->rows, change->y)[change->word];
        const int32_t place = change->y & 63;
        for (uint64_t bits = jump_changed_bits(patch, change); bits; bits &= bits - 1) {
            uint64_t *column = tables->pages.columns.row[change->word * WORD_BITS + bits_lowest(bits)];
            put_bits(&column[1 + (change->y >> WORD_SHIFT)], (now >> bits_lowest(bits) & 1) << place,
                     UINT64_C(1) << place);
        }
    }
}

/// Builds all pages anew, and keeps the former ones until the patch is published or discarded. All blocks count as
/// changed.
static fw_result rebuild(jump_tables *tables)
{
    jump_pages built;
    if (jump_pages_build(tables, &tables->pages, &built))
        return FW_NO_MEMORY;
    jump_pages_succeed(&built, &tables->pages);
    tables->former = tables->pages;
    tables->pages = built;
    change_log_note(tables->log, tables->log->all, tables->next);
    return FW_OK;
}

/// True if building the tables anew is less work than a patch: about as much at a 128th of the tiles, if they lie
/// together.
static bool is_better_rebuilt(const jump_tables *tables, const change_list *words)
{
    enum { PATCHED_SHARE = 128 };
    size_t changed = 0;
    for (const layer_change *it = words->items; it < words->items + words->count; it++)
        changed += (size_t)bits_count(it->before ^ layer_row(tables->rows, it->y)[it->word]);
    return changed > (size_t)tables->rows->width * (size_t)tables->rows->height / PATCHED_SHARE;
}

/// Exchanges words of the layer with those in a list, and brings the tables, which are right for the layer, up to date.
/// False without memory; then nothing has changed. What was exchanged can always be exchanged back.
static bool exchange_and_follow(jump_tables *tables, layer_change *changes, size_t count)
{
    const bool has_columns = !jump_is_orthogonal(tables);
    jump_patch patch = { .tables = tables, .changes = changes, .count = count };
    if (!jump_patch_visit_pages(tables, changes, count, own_page) ||
        !jump_patch_visit(&patch,
                          &(jump_patch_steps){ .row_word = remember_row_word,
                                               .column_block = has_columns ? remember_column_block : NULL }))
        return false;
    changes_exchange(tables->rows, changes, count);
    write_tiles(&patch);
    jump_patch_visit(&patch, &(jump_patch_steps){ .row_word = jump_follow_row,
                                                  .column_word = has_columns ? jump_follow_column : NULL });
    patch.remembered = 0;
    jump_patch_visit(&patch, &(jump_patch_steps){ .row_word = write_row_word,
                                                  .column_block = has_columns ? write_column_block : NULL });
    return true;
}

/// Does the same, a few words at a time, so that their pages stay in the processor's cache from step to step.
static bool exchange_and_follow_all(jump_tables *tables, const change_list *words)
{
    enum { FEW = 16 };
    size_t done = 0;
    while (done < words->count) {
        const size_t few = words->count - done < FEW ? words->count - done : FEW;
        if (!exchange_and_follow(tables, words->items + done, few))
            break;
        done += few;
    }
    if (done == words->count)
        return true;
    for (; done > 0; done -= FEW)
        exchange_and_follow(tables, words->items + done - FEW, FEW);
    return false;
}

/// Patches tables of which the layer holds the new words already.
static fw_result patch_in_place(jump_tables *tables, const change_list *words)
{
    changes_exchange(tables->rows, words->items, words->count);
    if (exchange_and_follow_all(tables, words))
        return FW_OK;
    changes_exchange(tables->rows, words->items, words->count);
    return FW_NO_MEMORY;
}

fw_result jump_tables_patch(jump_tables *tables, const change_list *words, uint64_t version)
{
    tables->next = version;
    const fw_result result =
        is_better_rebuilt(tables, words) ? rebuild(tables) : patch_in_place(tables, words);
    if (result == FW_OK)
        tables->staged = words;
    return result;
}

/// Gives back what patches of large areas have remembered.
static void trim_remembered(jump_tables *tables)
{
    enum { KEPT_WORDS = 4096 };
    if (tables->remembered_capacity <= KEPT_WORDS)
        return;
    memory_give_back(tables->memory, tables->remembered, tables->remembered_capacity,
                     sizeof *tables->remembered);
    tables->remembered = NULL;
    tables->remembered_capacity = 0;
}

void jump_tables_publish(jump_tables *tables)
{
    if (!tables->former.columns.row)
        jump_patch_visit_pages(tables, tables->staged->items, tables->staged->count, settle_page);
    jump_pages_destroy(&tables->former);
    trim_remembered(tables);
    if (tables->staged->count > 0) {
        tables->version = tables->next;
    }
    tables->staged = NULL;
}

void jump_tables_discard(jump_tables *tables)
{
    if (tables->former.columns.row) {
        jump_pages_destroy(&tables->pages);
        tables->pages = tables->former;
        tables->former = (jump_pages){ 0 };
    } else {
        patch_in_place(tables, tables->staged); // cannot fail
    }
    trim_remembered(tables);
    tables->staged = NULL;
}
