#include "grid/jump_follow.h"

/// A bit beside the blocks for each word of a line, which tells what the run from one tile of the word meets beyond.
typedef struct beyond_bit {
    uint64_t *notes;
    int32_t first, stride; ///< index of the note for the first word of the line, and steps to the next one
    int32_t tile;          ///< of each word
    int32_t place;         ///< in each note
} beyond_bit;

/// The bits beside the blocks for runs in one direction: in two tables of diagonals, in up to two blocks of each.
typedef struct beyond_bits {
    beyond_bit bit[4];
    int count;
} beyond_bits;

/// A line of the tables.
typedef struct followed_line {
    jump_patch *patch;
    const uint64_t *free;
    jump_line *words;
    int32_t count;        ///< words
    beyond_bits up, down; ///< for runs up and down the line
    bool is_column;
    uint8_t across; ///< row of blocks that the line runs through, or column of blocks
} followed_line;

static void add_bit(beyond_bits *bits, beyond_bit bit)
{
    bits->bit[bits->count++] = bit;
}

/// What the tile at the end of each part of a row in two blocks of lines tells, see note_beyond_row().
static void add_row_bits(const jump_tables *tables, int direction, int32_t y, beyond_bits *bits)
{
    enum { STRIDE = sizeof(jump_beyond_rows) / sizeof(uint64_t) };
    const bool west = direction & 1;
    const paged *beyond = &tables->pages.beyond_x[direction];
    const int32_t line = jump_row_number(tables, direction, y) + 63;
    const int32_t block = line / JUMP_BLOCK_LINES, place = line % JUMP_BLOCK_LINES;
    add_bit(bits, (beyond_bit){ beyond->row[block], 0, STRIDE, west ? 0 : place, place });
    if (place < JUMP_BLOCK_LINES - 1)
        add_bit(bits, (beyond_bit){ beyond->row[block - 1], 1, STRIDE, west ? place + 1 : 63, place });
}

static followed_line row_of(jump_patch *patch, int32_t y)
{
    const jump_tables *tables = patch->tables;
    followed_line row = { .patch = patch,
                          .free = layer_row(tables->rows, y),
                          .words = tables->pages.along_x.row[y],
                          .count = tables->rows->words,
                          .across = (uint8_t)(y >> WORD_SHIFT) };
    if (jump_is_orthogonal(tables)) {
        enum { STRIDE = sizeof(jump_beyond_aside) / sizeof(uint64_t) };
        uint64_t *notes = tables->pages.beyond_aside.row[y >> WORD_SHIFT];
        add_bit(&row.up, (beyond_bit){ notes, 0, STRIDE, 63, y & 63 });
        add_bit(&row.down, (beyond_bit){ notes, 1, STRIDE, 0, y & 63 });
        return row;
    }
    for (int direction = 0; direction < JUMP_DIAGONALS; direction++)
        add_row_bits(tables, direction, y, direction & 1 ? &row.down : &row.up);
    return row;
}

/// What the tile at the end of a column in each block of lines tells, see note_beyond_column().
static void add_column_bit(const jump_tables *tables, int direction, int32_t x, beyond_bits *bits)
{
    const int32_t side = direction & 1; // 1: west
    const bool falls = jump_lines_fall(direction);
    const int32_t height = tables->rows->height;
    const int32_t tile = (falls ? x + side : height - 1 - x - side) & 63;
    const int32_t block = (jump_row_number(tables, direction, tile) + 63 * side) >> WORD_SHIFT;
    add_bit(bits, (beyond_bit){ tables->pages.beyond_y[direction].row[x >> WORD_SHIFT], block, falls ? 1 : -1,
                                tile, x & 63 });
}

static followed_line column_of(jump_patch *patch, int32_t x)
{
    const jump_tables *tables = patch->tables;
    followed_line column = { .patch = patch,
                             .free = jump_column(tables, x),
                             .words = tables->pages.along_y.row[x],
                             .count = tables->column_words,
                             .is_column = true,
                             .across = (uint8_t)(x >> WORD_SHIFT) };
    for (int direction = 0; direction < JUMP_DIAGONALS; direction++)
        add_column_bit(tables, direction, x, direction & 2 ? &column.down : &column.up);
    return column;
}

/// Notes that some words of the line have changed.
static void mark(const followed_line *line, int32_t first, int32_t last)
{
    const uint8_t across = line->across, from = (uint8_t)first, to = (uint8_t)last;
    jump_patch_mark(line->patch, line->is_column ? (block_box){ across, from, across, to }
                                                 : (block_box){ from, across, to, across });
}

/// Notes from which tiles of a word other runs than before meet jump points.
static void note(const followed_line *line, const beyond_bits *bits, int32_t i, uint64_t flipped)
{
    if (!flipped)
        return;
    mark(line, i, i);
    for (int b = 0; b < bits->count; b++) {
        const beyond_bit *bit = &bits->bit[b];
        if (flipped >> bit->tile & 1)
            bit->notes[bit->first + i * bit->stride] ^= UINT64_C(1) << bit->place;
    }
}

/// 1 if the run down from the word above meets a jump point in this word or beyond.
static inline uint64_t carry_up(const jump_line *word)
{
    return (word->jump_down | word->has_down) >> 63;
}

/// 1 if the run up from the word below meets a jump point in this word or beyond.
static inline uint64_t carry_down(const jump_line *word)
{
    return (word->jump_up | word->has_up) & 1;
}

/// Finds again from which tiles of a word runs down meet a jump point. Returns the word's carry.
static uint64_t renew_down(const followed_line *line, int32_t i)
{
    jump_line *word = &line->words[i];
    const uint64_t has = jump_has_down(line->free[i], word->jump_down, i > 0 ? carry_up(word - 1) : 0);
    note(line, &line->down, i, has ^ word->has_down);
    word->has_down = has;
    return carry_up(word);
}

/// The same for runs up.
static uint64_t renew_up(const followed_line *line, int32_t i)
{
    jump_line *word = &line->words[i];
    const uint64_t has =
        jump_has_up(line->free[i], word->jump_up, i + 1 < line->count ? carry_down(word + 1) : 0);
    note(line, &line->up, i, has ^ word->has_up);
    word->has_up = has;
    return carry_down(word);
}

/// The same for some words all of whose runs have changed.
static void note_all(const followed_line *line, const beyond_bits *bits, int32_t first, int32_t end)
{
    if (first == end)
        return;
    mark(line, first, end - 1);
    for (int b = 0; b < bits->count; b++) {
        const beyond_bit *bit = &bits->bit[b];
        uint64_t *note = bit->notes + bit->first + first * bit->stride;
        for (int32_t i = first; i < end; i++, note += bit->stride)
            *note ^= UINT64_C(1) << bit->place;
    }
}

/// Goes on from word i as long as a word is free and holds no jump point, which means that all its runs down change
/// with the carry into it. Returns the word where this ends.
static int32_t flip_open_down(const followed_line *line, int32_t i)
{
    int32_t end = i;
    for (; end < line->count && line->free[end] == UINT64_MAX && !line->words[end].jump_down; end++)
        line->words[end].has_down ^= UINT64_MAX;
    note_all(line, &line->down, i, end);
    return end;
}

static int32_t flip_open_up(const followed_line *line, int32_t i)
{
    int32_t end = i;
    for (; end >= 0 && line->free[end] == UINT64_MAX && !line->words[end].jump_up; end--)
        line->words[end].has_up ^= UINT64_MAX;
    note_all(line, &line->up, end + 1, i + 1);
    return end;
}

/// Finds runs down again from word i on as long as a carry is not what it `was`.
static void follow_down(const followed_line *line, int32_t i, uint64_t was)
{
    while (renew_down(line, i) != was) {
        i = flip_open_down(line, i + 1);
        if (i == line->count)
            return;
        was = carry_up(&line->words[i]);
    }
}

static void follow_up(const followed_line *line, int32_t i, uint64_t was)
{
    while (renew_up(line, i) != was) {
        i = flip_open_up(line, i - 1);
        if (i < 0)
            return;
        was = carry_down(&line->words[i]);
    }
}

/// Lets a word follow, and the words up and down the line from there as far as a carry changes. Words whose tiles have
/// changed and that have not followed yet hold wrong bits, and pass on a wrong carry, until their turn comes.
static void follow(const followed_line *line, int32_t i, jump_line fresh)
{
    jump_line *word = &line->words[i];
    const uint64_t up = carry_up(word), down = carry_down(word);
    word->jump_up = fresh.jump_up;
    word->jump_down = fresh.jump_down;
    follow_down(line, i, up);
    follow_up(line, i, down);
}

bool jump_follow_row(jump_patch *patch, int32_t y, int32_t word)
{
    const followed_line row = row_of(patch, y);
    follow(&row, word, jump_lines_points(&patch->rows, y, word));
    return true;
}

bool jump_follow_column(jump_patch *patch, int32_t x, int32_t word)
{
    const followed_line column = column_of(patch, x);
    follow(&column, word, jump_lines_points(&patch->columns, x, word));
    return true;
}
