#include "grid/jump_build.h"

#include <string.h>

#include "base/must_hold.h"
#include "grid/bit_skew.h"
#include "grid/bit_transpose.h"
#include "grid/jump_blocks.h"
#include "grid/jump_follow.h"

/// Room for the lines of one word column in two directions that are both to the south, or both to the north.
typedef struct upright {
    jump_diagonal *to_east, *to_west; ///< [line * upright_lines()]
} upright;

/// Lines of a word column, with those that fill its last page.
static size_t upright_lines(const jump_tables *tables)
{
    return (size_t)tables->diagonal_blocks * JUMP_BLOCK_LINES;
}

/// Clears the lines around those of the tiles.
static void clear_ends(const jump_tables *tables, jump_diagonal *lines)
{
    const size_t end = (size_t)tables->rows->height + 63;
    memset(lines, 0, 63 * sizeof *lines);
    memset(lines + end, 0, (upright_lines(tables) - end) * sizeof *lines);
}

/// Fills lines that are not yet skewed: bit x for tile x of row y. Rows come against the direction of travel.
static void fill_upright(const jump_tables *tables, const jump_pages *pages, int32_t word, bool north,
                         const upright *room)
{
    const layer *layer = tables->rows;
    const int east = north ? JUMP_NE : JUMP_SE, west = north ? JUMP_NW : JUMP_SW;
    clear_ends(tables, room->to_east);
    clear_ends(tables, room->to_west);
    uint64_t has = 0, leaves_east = 0, leaves_west = 0;
    row_tiles next = { 0 };
    for (int32_t i = 0; i < layer->height; i++) {
        const int32_t y = north ? i : layer->height - 1 - i;
        const int32_t number_east = layer->height - 1 - i, number_west = i;
        const row_tiles row = tiles_of_row(layer_row(layer, y) + word);
        const jump_line *points = pages->along_x.row[jump_row_page(tables, word * WORD_BITS, y)];
        const jump_line *line = &points[y % JUMP_BLOCK_LINES];
        const uint64_t jump = (next.before & ~row.before) | (next.after & ~row.after);
        const uint64_t both_free = row.free & next.free;
        has = both_free & (jump | has);
        leaves_east = (both_free & ~jump & leaves_east) |
                      (row.free & UINT64_C(1) << column_that_ends(number_east, false));
        leaves_west = (both_free & ~jump & leaves_west) |
                      (row.free & UINT64_C(1) << column_that_ends(number_west, true));
        jump_diagonal *to_east = &room->to_east[number_east + 63],
                      *to_west = &room->to_west[number_west + 63];
        *to_east =
            diagonals_of_row(&row, &next, line, jump_meets_up(row.free, line->jump_up), number_east, false);
        to_east->meets_along_y = has & ~leaves_east;
        to_east->leaves_along_y = leaves_east;
        *to_west = diagonals_of_row(&row, &next, line, jump_meets_down(row.free, line->jump_down),
                                    number_west, true);
        to_west->meets_along_y = has & ~leaves_west;
        to_west->leaves_along_y = leaves_west;
        note_beyond_column(&pages->beyond_y[east], word, number_east, false, has);
        note_beyond_column(&pages->beyond_y[west], word, number_west, true, has);
        next = row;
    }
}

/// Adds the pages of 64 rows of a table, or of fewer at its end.
static bool add_group(paged *table, size_t first)
{
    for (size_t row = first; row < first + WORD_BITS && row < table->row_count; row += paged_page_rows(table))
        if (!paged_add(table, row))
            return false;
    return true;
}

static void settle_group(paged *table, size_t first, const paged *old)
{
    for (size_t row = first; row < first + WORD_BITS && row < table->row_count; row += paged_page_rows(table))
        paged_settle(table, row, 0, old);
}

/// The columns of a word column of the layer.
static void fill_columns(const jump_tables *tables, paged *columns, int32_t word)
{
    const layer *layer = tables->rows;
    const int32_t first_x = word * WORD_BITS;
    must_hold(columns->row);
    for (int32_t x = first_x; x < first_x + WORD_BITS && x < layer->width; x++) {
        uint64_t *column = columns->row[x];
        column[0] = column[tables->column_words + 1] = 0;
    }
    for (int32_t y = 0; y < layer->height; y += WORD_BITS) {
        uint64_t block[WORD_BITS] = { 0 };
        for (int32_t i = 0; i < WORD_BITS && y + i < layer->height; i++)
            block[i] = layer_row(layer, y + i)[word];
        bits_transpose(block);
        for (int32_t i = 0; i < WORD_BITS && first_x + i < layer->width; i++)
            ((uint64_t *)columns->row[first_x + i])[1 + (y >> WORD_SHIFT)] = block[i];
    }
}

/// Runs along the rows from the tiles of a block of 64 x 64, for four neighbours.
static void fill_aside(const jump_tables *tables, const jump_pages *pages, int32_t word, int32_t first_y)
{
    enum { WORDS = sizeof(jump_aside) / sizeof(uint64_t) };
    const layer *layer = tables->rows;
    uint64_t turned[WORDS][WORD_BITS] = { { 0 } };
    const jump_line *points = pages->along_x.row[jump_row_page(tables, word * WORD_BITS, first_y)];
    for (int32_t i = 0; i < WORD_BITS && first_y + i < layer->height; i++) {
        const jump_aside runs = asides_of_row(layer_row(layer, first_y + i)[word], &points[i]);
        turned[0][i] = runs.meets_east;
        turned[1][i] = runs.leaves_east;
        turned[2][i] = runs.meets_west;
        turned[3][i] = runs.leaves_west;
    }
    for (int i = 0; i < WORDS; i++)
        bits_transpose(turned[i]);
    jump_aside *aside = pages->aside.row[jump_column_page(tables, word * WORD_BITS, first_y)];
    for (int i = 0; i < WORD_BITS; i++)
        aside[i] = (jump_aside){ turned[0][i], turned[1][i], turned[2][i], turned[3][i] };
}

/// Adds all pages of a table, with zeros.
static fw_result add_pages(paged *table)
{
    for (size_t row = 0; row < table->row_count; row += paged_page_rows(table))
        if (!paged_add(table, row))
            return FW_NO_MEMORY;
    for (size_t row = 0; row < table->row_count; row++)
        memset(table->row[row], 0, table->row_words * sizeof(uint64_t));
    return FW_OK;
}

static void settle_pages(paged *table, const paged *old)
{
    for (size_t row = 0; row < table->row_count; row += paged_page_rows(table))
        paged_settle(table, row, 0, old);
}

static fw_result build_columns(const jump_tables *tables, const paged *old, paged *columns)
{
    for (int32_t word = 0; word < tables->rows->words; word++) {
        const size_t first = (size_t)word * WORD_BITS;
        if (!add_group(columns, first))
            return FW_NO_MEMORY;
        fill_columns(tables, columns, word);
        settle_group(columns, first, old);
    }
    return FW_OK;
}

static fw_result build_aside(const jump_tables *tables, const jump_pages *old, jump_pages *pages)
{
    for (int32_t word = 0; word < tables->rows->words; word++)
        for (int32_t y = 0; y < tables->rows->height; y += WORD_BITS) {
            const size_t page = jump_column_page(tables, word * WORD_BITS, y);
            if (!paged_add(&pages->aside, page))
                return FW_NO_MEMORY;
            fill_aside(tables, pages, word, y);
            paged_settle(&pages->aside, page, 0, old ? &old->aside : NULL);
        }
    return FW_OK;
}

/// The jump points of rows, or of columns.
///
/// @param words  of a line
static fw_result build_points(const jump_lines *lines, int32_t words, const paged *old, paged *built)
{
    for (int32_t page = 0; page < (int32_t)built->row_count; page++) {
        if (!paged_add(built, (size_t)page))
            return FW_NO_MEMORY;
        jump_lines_fill(lines, page / words * JUMP_BLOCK_LINES, page % words, built->row[page]);
        paged_settle(built, (size_t)page, 0, old);
    }
    return FW_OK;
}

/// Notes what runs along rows meet beyond their blocks.
static fw_result build_row_notes(const jump_tables *tables, const jump_pages *old, jump_pages *pages)
{
    paged *first = jump_is_orthogonal(tables) ? &pages->beyond_aside : pages->beyond_x;
    const int count = jump_is_orthogonal(tables) ? 1 : JUMP_DIAGONALS;
    for (int i = 0; i < count; i++)
        if (add_pages(&first[i]))
            return FW_NO_MEMORY;
    for (int32_t y = 0; y < tables->rows->height; y++)
        jump_note_row(tables, pages, y);
    for (int i = 0; i < count; i++)
        settle_pages(&first[i],
                     old ? (jump_is_orthogonal(tables) ? &old->beyond_aside : &old->beyond_x[i]) : NULL);
    return FW_OK;
}

/// Skews the lines of a word column and stores them in pages.
static void store_diagonal(const jump_tables *tables, jump_diagonal *lines, int32_t word, int direction,
                           const jump_pages *pages)
{
    bit_skew((uint64_t *)lines, (int32_t)upright_lines(tables), sizeof(jump_diagonal) / sizeof(uint64_t));
    for (int32_t block = 0; block < tables->diagonal_blocks; block++) {
        const size_t page = jump_diagonal_page(tables, word * WORD_BITS, block * JUMP_BLOCK_LINES);
        memcpy(jump_diagonal_lines(pages->diagonal, direction, page), lines + block * JUMP_BLOCK_LINES,
               JUMP_BLOCK_LINES * sizeof *lines);
    }
}

/// Adds the pages of a word column.
static fw_result add_diagonals(const jump_tables *tables, jump_pages *pages, int32_t word)
{
    for (int rises = 0; rises < 2; rises++)
        for (int32_t block = 0; block < tables->diagonal_blocks; block++) {
            const size_t page = jump_diagonal_page(tables, word * WORD_BITS, block * JUMP_BLOCK_LINES);
            if (!paged_add(&pages->diagonal[rises], page))
                return FW_NO_MEMORY;
        }
    return FW_OK;
}

/// The diagonals of a word column.
static fw_result build_word_column(const jump_tables *tables, const jump_pages *old, jump_pages *pages,
                                   int32_t word, const upright *room)
{
    if (add_diagonals(tables, pages, word))
        return FW_NO_MEMORY;
    for (int north = 0; north < 2; north++) {
        fill_upright(tables, pages, word, north, room);
        store_diagonal(tables, room->to_east, word, north ? JUMP_NE : JUMP_SE, pages);
        store_diagonal(tables, room->to_west, word, north ? JUMP_NW : JUMP_SW, pages);
    }
    for (int rises = 0; rises < 2; rises++)
        for (int32_t block = 0; block < tables->diagonal_blocks; block++)
            paged_settle(&pages->diagonal[rises],
                         jump_diagonal_page(tables, word * WORD_BITS, block * JUMP_BLOCK_LINES), 0,
                         old ? &old->diagonal[rises] : NULL);
    return FW_OK;
}

static fw_result build_diagonals(const jump_tables *tables, const jump_pages *old, jump_pages *pages)
{
    const size_t lines = upright_lines(tables);
    upright room = { memory_get(tables->memory, lines, sizeof *room.to_east),
                     memory_get(tables->memory, lines, sizeof *room.to_west) };
    fw_result result = room.to_east && room.to_west ? FW_OK : FW_NO_MEMORY;
    for (int i = 0; i < JUMP_DIAGONALS && !result; i++)
        result = add_pages(&pages->beyond_y[i]);
    for (int32_t word = 0; word < tables->rows->words && !result; word++)
        result = build_word_column(tables, old, pages, word, &room);
    for (int i = 0; i < JUMP_DIAGONALS && !result; i++)
        settle_pages(&pages->beyond_y[i], old ? &old->beyond_y[i] : NULL);
    memory_give_back(tables->memory, room.to_east, lines, sizeof *room.to_east);
    memory_give_back(tables->memory, room.to_west, lines, sizeof *room.to_west);
    return result;
}

static fw_result fill_pages(const jump_tables *tables, const jump_pages *old, jump_pages *pages)
{
    const layer *rows = tables->rows;
    const jump_lines lines = { .rows = rows }, upright = { .columns = &pages->columns };
    fw_result result = build_columns(tables, old ? &old->columns : NULL, &pages->columns);
    if (!result)
        result = build_points(&lines, rows->words, old ? &old->along_x : NULL, &pages->along_x);
    if (!result)
        result = build_row_notes(tables, old, pages);
    if (jump_is_orthogonal(tables))
        return result ? result : build_aside(tables, old, pages);
    if (!result)
        result = build_points(&upright, tables->column_words, old ? &old->along_y : NULL, &pages->along_y);
    return result ? result : build_diagonals(tables, old, pages);
}

fw_result jump_pages_build(const jump_tables *tables, const jump_pages *old, jump_pages *built)
{
    *built = (jump_pages){ 0 };
    fw_result result = jump_pages_create(tables, built);
    if (!result)
        result = fill_pages(tables, old, built);
    if (result)
        jump_pages_destroy(built);
    return result;
}

fw_result jump_tables_build(memory *memory, const layer *source, bool orthogonal, uint64_t version,
                            jump_tables **built)
{
    jump_tables *tables = jump_tables_create(memory, source, orthogonal);
    if (!tables)
        return FW_NO_MEMORY;
    tables->log = change_log_create(memory, source->width, source->height, BLOCK_SHIFT, version);
    tables->version = version;
    if (!tables->log || jump_pages_build(tables, NULL, &tables->pages)) {
        jump_tables_destroy(memory, tables);
        return FW_NO_MEMORY;
    }
    *built = tables;
    return FW_OK;
}

void jump_tables_replace(jump_tables *built, const jump_tables *former)
{
    change_log_leave(built->memory, built->log);
    built->log = change_log_join(former->log);
    change_log_note(built->log, built->log->all, built->version);
    jump_pages_succeed(&built->pages, &former->pages);
}
