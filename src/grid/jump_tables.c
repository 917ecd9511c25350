#include "grid/jump_tables.h"

#include <string.h>

#include "grid/bit_transpose.h"
#include "grid/jump_lines.h"

/// 64 tiles of a row, and the tiles before and after each of them.
typedef struct row_tiles {
    uint64_t free, before, after;
} row_tiles;

static inline row_tiles tiles_of_row(const uint64_t *word)
{
    return (row_tiles){ *word, from_below(word), from_above(word) };
}

/// Tiles of a row from which a run into the next row, above or below, goes on to a jump point.
static inline uint64_t has_jump_across(const row_tiles *row, const row_tiles *next, uint64_t next_has)
{
    const uint64_t corners = (next->before & ~row->before) | (next->after & ~row->after);
    return row->free & next->free & (corners | next_has);
}

/// Fills the word column of two directions, both to the south or both to the north, with lines not yet skewed: bit x
/// for tile x of row y.
static void fill_upright(jump_tables *tables, int32_t word, bool north)
{
    const layer *layer = tables->rows;
    const size_t first = (size_t)word * (size_t)tables->diagonal_lines;
    jump_diagonal *to_east = tables->diagonal[north ? JUMP_NE : JUMP_SE] + first;
    jump_diagonal *to_west = tables->diagonal[north ? JUMP_NW : JUMP_SW] + first;
    memset(to_east, 0, 63 * sizeof *to_east);
    memset(to_west, 0, 63 * sizeof *to_west);
    uint64_t has = 0;
    row_tiles next = { 0 };
    for (int32_t i = 0; i < layer->height; i++) {
        const int32_t y = north ? i : layer->height - 1 - i;
        const row_tiles row = tiles_of_row(layer_row(layer, y) + word);
        const jump_line *line = &tables->along_x[(size_t)y * (size_t)layer->words + (size_t)word];
        has = has_jump_across(&row, &next, has);
        to_east[layer->height - 1 - i + 63] =
            (jump_diagonal){ line->has_up, has, ~(row.after & next.after & next.free) };
        to_west[i + 63] = (jump_diagonal){ line->has_down, has, ~(row.before & next.before & next.free) };
        next = row;
    }
}

/// A word that a pass of skew() leaves behind at place i, where some of the words it takes from lie outside.
static uint64_t skewed_at_end(const uint64_t taken[4], int32_t step, const uint64_t *words, int32_t total,
                              int32_t i)
{
    uint64_t word = 0;
    for (int32_t times = 0; times < 4 && i + times * step < total; times++)
        word |= words[i + times * step] & taken[times];
    return word;
}

/// Takes bit i of each line from the line i further on: in three passes, each for two of the six bits of i; in place,
/// because what lies further on is not changed yet.
static void skew(jump_diagonal *lines, int32_t count)
{
    enum { WORDS = sizeof(jump_diagonal) / sizeof(uint64_t) };
    static const uint64_t taken[3][4] = {
        { UINT64_C(0x1111111111111111), UINT64_C(0x2222222222222222), UINT64_C(0x4444444444444444),
          UINT64_C(0x8888888888888888) },
        { UINT64_C(0x000f000f000f000f), UINT64_C(0x00f000f000f000f0), UINT64_C(0x0f000f000f000f00),
          UINT64_C(0xf000f000f000f000) },
        { UINT64_C(0x000000000000ffff), UINT64_C(0x00000000ffff0000), UINT64_C(0x0000ffff00000000),
          UINT64_C(0xffff000000000000) },
    };
    uint64_t *words = (uint64_t *)lines;
    const int32_t total = count * WORDS;
    for (int pass = 0; pass < 3; pass++) {
        const uint64_t *masks = taken[pass];
        const int32_t step = WORDS << 2 * pass;
        int32_t i = 0;
        for (; i < total - 3 * step; i++)
            words[i] = (words[i] & masks[0]) | (words[i + step] & masks[1]) |
                       (words[i + 2 * step] & masks[2]) | (words[i + 3 * step] & masks[3]);
        for (; i < total; i++)
            words[i] = skewed_at_end(masks, step, words, total, i);
    }
}

static void build_columns(jump_tables *tables)
{
    const layer *source = tables->rows;
    layer *columns = &tables->columns;
    for (int32_t y = 0; y < source->height; y += WORD_BITS)
        for (int32_t word = 0; word < source->words; word++) {
            uint64_t block[WORD_BITS] = { 0 };
            for (int32_t i = 0; i < WORD_BITS && y + i < source->height; i++)
                block[i] = layer_row(source, y + i)[word];
            bits_transpose(block);
            for (int32_t i = 0; i < WORD_BITS && word * WORD_BITS + i < source->width; i++)
                layer_row(columns, word * WORD_BITS + i)[y >> WORD_SHIFT] = block[i];
        }
}

/// Where the tiles of a block of 64 x 64 have a jump, turned on its side.
static void build_aside(jump_tables *tables, int32_t word, int32_t first_y, bool west)
{
    const layer *layer = tables->rows;
    uint64_t block[WORD_BITS] = { 0 };
    for (int32_t i = 0; i < WORD_BITS && first_y + i < layer->height; i++) {
        const jump_line *line = jump_line_x(tables, word * WORD_BITS, first_y + i);
        block[i] = west ? line->has_down : line->has_up;
    }
    bits_transpose(block);
    for (int32_t i = 0; i < WORD_BITS && word * WORD_BITS + i < layer->width; i++) {
        jump_aside *aside = jump_aside_at(tables, word * WORD_BITS + i, first_y);
        *(west ? &aside->has_west : &aside->has_east) = block[i];
    }
}

static void build_lines(const layer *layer, jump_ends *room, jump_line *out)
{
    jump_lines lines = jump_lines_of(layer, room);
    for (int32_t across = 0; across < layer->height; across++)
        jump_lines_build(&lines, across, &out[(size_t)across * (size_t)layer->words]);
}

void jump_tables_rebuild(jump_tables *tables)
{
    const layer *layer = tables->rows;
    build_columns(tables);
    build_lines(layer, tables->ends, tables->along_x);
    if (jump_is_orthogonal(tables)) {
        for (int32_t y = 0; y < layer->height; y += WORD_BITS)
            for (int32_t word = 0; word < layer->words; word++) {
                build_aside(tables, word, y, false);
                build_aside(tables, word, y, true);
            }
        return;
    }
    build_lines(&tables->columns, tables->ends, tables->along_y);
    for (int32_t word = 0; word < layer->words; word++) {
        fill_upright(tables, word, false);
        fill_upright(tables, word, true);
        for (int direction = 0; direction < JUMP_DIAGONALS; direction++)
            skew(tables->diagonal[direction] + (size_t)word * (size_t)tables->diagonal_lines,
                 tables->diagonal_lines);
    }
}

static size_t count_along_x(const jump_tables *tables)
{
    return (size_t)tables->rows->words * (size_t)tables->rows->height;
}

static size_t count_along_y(const jump_tables *tables)
{
    return (size_t)tables->columns.words * (size_t)tables->rows->width;
}

static size_t longest_line(const jump_tables *tables)
{
    const int32_t words = tables->rows->words;
    return (size_t)(words > tables->columns.words ? words : tables->columns.words);
}

static size_t count_blocks(const jump_tables *tables)
{
    return (size_t)tables->rows->words * (size_t)tables->columns.words;
}

static size_t count_diagonal(const jump_tables *tables)
{
    return (size_t)tables->rows->words * (size_t)tables->diagonal_lines;
}

void jump_tables_destroy(memory *memory, jump_tables *tables)
{
    if (!tables)
        return;
    for (int direction = 0; direction < JUMP_DIAGONALS; direction++)
        memory_give_back(memory, tables->diagonal[direction], count_diagonal(tables), sizeof(jump_diagonal));
    memory_give_back(memory, tables->changed, count_blocks(tables), sizeof(uint64_t));
    memory_give_back(memory, tables->touched, (size_t)tables->rows->words, sizeof(uint64_t));
    memory_give_back(memory, tables->fresh, longest_line(tables), sizeof(jump_line));
    memory_give_back(memory, tables->ends, 3 * longest_line(tables), sizeof(jump_ends));
    memory_give_back(memory, tables->aside, count_along_y(tables), sizeof(jump_aside));
    memory_give_back(memory, tables->along_y, count_along_y(tables), sizeof(jump_line));
    memory_give_back(memory, tables->along_x, count_along_x(tables), sizeof(jump_line));
    memory_give_back(memory, tables->columns.bits, layer_word_count(&tables->columns), sizeof(uint64_t));
    memory_give_back(memory, tables, 1, sizeof *tables);
}

/// The tables of eight neighbours, or of four. False when there is no memory.
static bool get_lines(memory *memory, jump_tables *tables, bool orthogonal)
{
    if (orthogonal) {
        tables->aside = memory_get(memory, count_along_y(tables), sizeof(jump_aside));
        return tables->aside;
    }
    tables->along_y = memory_get(memory, count_along_y(tables), sizeof(jump_line));
    bool complete = tables->along_y;
    for (int direction = 0; direction < JUMP_DIAGONALS; direction++) {
        tables->diagonal[direction] = memory_get(memory, count_diagonal(tables), sizeof(jump_diagonal));
        complete = complete && tables->diagonal[direction];
    }
    return complete;
}

fw_result jump_tables_build(memory *memory, const layer *source, bool orthogonal, jump_tables **built)
{
    jump_tables *tables = memory_get_zeroed(memory, 1, sizeof *tables);
    if (!tables)
        return FW_NO_MEMORY;
    tables->rows = source;
    tables->diagonal_lines = source->height + WORD_BITS - 1;
    tables->columns = (layer){ .capability = source->capability,
                               .size = source->size,
                               .width = source->height,
                               .height = source->width };
    tables->columns.words = (source->height + WORD_BITS - 1) >> WORD_SHIFT;
    tables->columns.stride = (size_t)tables->columns.words + 1;
    tables->columns.bits = memory_get_zeroed(memory, layer_word_count(&tables->columns), sizeof(uint64_t));
    tables->along_x = memory_get(memory, count_along_x(tables), sizeof(jump_line));
    tables->fresh = memory_get(memory, longest_line(tables), sizeof(jump_line));
    tables->ends = memory_get(memory, 3 * longest_line(tables), sizeof(jump_ends));
    tables->touched = memory_get_zeroed(memory, (size_t)source->words, sizeof(uint64_t));
    tables->changed = memory_get_zeroed(memory, count_blocks(tables), sizeof(uint64_t));
    const bool has_lines = get_lines(memory, tables, orthogonal);
    if (!has_lines || !tables->columns.bits || !tables->along_x || !tables->fresh || !tables->ends ||
        !tables->touched || !tables->changed) {
        jump_tables_destroy(memory, tables);
        return FW_NO_MEMORY;
    }
    jump_tables_rebuild(tables);
    *built = tables;
    return FW_OK;
}

size_t jump_tables_bytes(const jump_tables *tables)
{
    const size_t across = jump_is_orthogonal(tables)
                              ? count_along_y(tables) * sizeof(jump_aside)
                              : count_along_y(tables) * sizeof(jump_line) +
                                    JUMP_DIAGONALS * count_diagonal(tables) * sizeof(jump_diagonal);
    return sizeof *tables + across +
           (layer_word_count(&tables->columns) + count_blocks(tables) + (size_t)tables->rows->words) *
               sizeof(uint64_t) +
           (count_along_x(tables) + longest_line(tables)) * sizeof(jump_line) +
           3 * longest_line(tables) * sizeof(jump_ends);
}
