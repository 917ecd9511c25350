#include "grid/jump_follow.h"

#include "base/compiler.h"
#include "grid/jump_blocks.h"

/// A bit beside the blocks for each word of a line, which tells what the run from one tile of the word meets.
typedef struct beyond_bit {
    uint64_t *notes;
    int32_t first, stride; ///< index of the note for the first word of the line, and steps to the next one
    int32_t tile;          ///< of each word
    int32_t place;         ///< in each note
} beyond_bit;

/// The bits for runs in one direction: in two tables of diagonals, in up to two blocks of each.
typedef struct beyond_bits {
    beyond_bit bit[4];
    int count;
} beyond_bits;

/// A line of the tables.
typedef struct followed_line {
    const uint64_t *free;
    void *const *page;    ///< [word] of jump points
    int32_t place;        ///< of the line in each page
    int32_t length;       ///< tiles
    int32_t count;        ///< words
    beyond_bits up, down; ///< for runs up and down the line
} followed_line;

static void add_bit(beyond_bits *bits, beyond_bit bit)
{
    bits->bit[bits->count++] = bit;
}

/// What the tile at the end of each part of a row in two blocks of lines tells: the lower tiles of a word lie in one
/// block, the others in the one before.
static void add_row_bits(const jump_tables *tables, const jump_pages *pages, int direction, int32_t y,
                         beyond_bits *bits)
{
    enum { STRIDE = sizeof(jump_beyond_rows) / sizeof(uint64_t) };
    const bool west = direction & 1;
    const paged *beyond = &pages->beyond_x[direction];
    const int32_t line = jump_row_number(tables, direction, y) + 63;
    const int32_t block = line / JUMP_BLOCK_LINES, place = line % JUMP_BLOCK_LINES;
    add_bit(bits, (beyond_bit){ beyond->row[block], 0, STRIDE, west ? 0 : place, place });
    if (place < JUMP_BLOCK_LINES - 1)
        add_bit(bits, (beyond_bit){ beyond->row[block - 1], 1, STRIDE, west ? place + 1 : 63, place });
}

static followed_line row_of(const jump_tables *tables, const jump_pages *pages, int32_t y)
{
    followed_line row = { .free = layer_row(tables->rows, y),
                          .page = pages->along_x.row + jump_row_page(tables, 0, y),
                          .place = y % JUMP_BLOCK_LINES,
                          .length = tables->rows->width,
                          .count = tables->rows->words };
    if (jump_is_orthogonal(tables)) {
        enum { STRIDE = sizeof(jump_beyond_aside) / sizeof(uint64_t) };
        uint64_t *notes = pages->beyond_aside.row[y >> WORD_SHIFT];
        add_bit(&row.up, (beyond_bit){ notes, 0, STRIDE, 63, y & 63 });
        add_bit(&row.down, (beyond_bit){ notes, 1, STRIDE, 0, y & 63 });
        return row;
    }
    for (int direction = 0; direction < JUMP_DIAGONALS; direction++)
        add_row_bits(tables, pages, direction, y, direction & 1 ? &row.down : &row.up);
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

static followed_line column_of(const jump_tables *tables, int32_t x)
{
    followed_line column = { .free = jump_column(tables, x),
                             .page = tables->pages.along_y.row + jump_column_page(tables, x, 0),
                             .place = x % JUMP_BLOCK_LINES,
                             .length = tables->rows->height,
                             .count = tables->column_words };
    for (int direction = 0; direction < JUMP_DIAGONALS; direction++)
        add_column_bit(tables, direction, x, direction & 2 ? &column.down : &column.up);
    return column;
}

static inline uint64_t jumps_at(const followed_line *line, int32_t word, bool up)
{
    const jump_line *points = (const jump_line *)line->page[word] + line->place;
    return up ? points->jump_up : points->jump_down;
}

static inline uint64_t *note_at(const beyond_bit *bit, int32_t word)
{
    return &bit->notes[bit->first + word * bit->stride];
}

/// True if a run that enters a word, which may lie beside the map, meets a jump point.
static ALWAYS_INLINE bool run_into(const followed_line *line, int32_t word, const bool up)
{
    if (word < 0 || word >= line->count)
        return false;
    const uint64_t jump = jumps_at(line, word, up), stops = ~line->free[word] | jump;
    if (stops)
        return jump >> (up ? bits_lowest(stops) : bits_highest(stops)) & 1;
    const beyond_bit *bit = up ? line->up.bit : line->down.bit; // all tiles of the word tell the same
    return *note_at(bit, word) >> bit->place & 1;
}

/// Tiles of a word from which a run meets a jump point.
///
/// @param beyond  a run that leaves the word meets one
static ALWAYS_INLINE uint64_t has_jump(uint64_t free, uint64_t jump, bool beyond, const bool up)
{
    return up ? jump_meets_up(free, jump) | (runs_up_and_out(free, jump, UINT64_MAX) & -(uint64_t)beyond)
              : jump_meets_down(free, jump) | (runs_down_and_out(free, jump, UINT64_MAX) & -(uint64_t)beyond);
}

/// Renews the notes for a word. Returns the tiles whose notes change.
///
/// @param beyond  a run that leaves the word meets a jump point
static ALWAYS_INLINE uint64_t renew(const followed_line *line, int32_t word, bool beyond, const bool up)
{
    const beyond_bits *bits = up ? &line->up : &line->down;
    const uint64_t free = line->free[word], jump = jumps_at(line, word, up);
    const uint64_t has = has_jump(free, jump, beyond, up);
    uint64_t changed = 0;
    for (int b = 0; b < bits->count; b++) {
        const beyond_bit *bit = &bits->bit[b];
        if (word * WORD_BITS + bit->tile >= line->length)
            continue;
        uint64_t *note = note_at(bit, word);
        const uint64_t flipped = (*note >> bit->place ^ has >> bit->tile) & 1;
        *note ^= flipped << bit->place;
        changed |= flipped << bit->tile;
    }
    return changed;
}

/// True if runs from the word before one, in the direction of travel, reach one of some tiles of the word over free
/// tiles without a jump point, and pass it.
static ALWAYS_INLINE bool is_passed(const followed_line *line, int32_t word, uint64_t tiles, const bool up)
{
    const uint64_t stops = ~line->free[word] | jumps_at(line, word, up);
    return tiles && !(stops & (up ? bits_below(bits_lowest(tiles) + 1) : ~bits_below(bits_highest(tiles))));
}

/// True if runs along a line pass a word: it is free and holds no jump point.
static ALWAYS_INLINE bool passes(const followed_line *line, int32_t word, const bool up)
{
    return line->free[word] == UINT64_MAX && !jumps_at(line, word, up);
}

/// Makes the notes for some words the same.
static void put_notes(const beyond_bits *bits, int32_t first, int32_t end, bool beyond)
{
    for (int b = 0; b < bits->count; b++) {
        const beyond_bit *bit = &bits->bit[b];
        const uint64_t mask = UINT64_C(1) << bit->place;
        const ptrdiff_t stride = bit->stride;
        uint64_t *note = note_at(bit, first);
        int32_t left = end - first;
        if (beyond)
            for (; left > 0; left--, note += stride)
                *note |= mask;
        else
            for (; left > 0; left--, note += stride)
                *note &= ~mask;
    }
}

/// Lets a word follow, and the words from there, against the direction of travel, as far as runs change: words that are
/// free and hold no jump point, and the next one. Returns the last word that has changed, or the word.
static ALWAYS_INLINE int32_t follow(const followed_line *line, int32_t word, const bool up)
{
    const beyond_bits *bits = up ? &line->up : &line->down;
    const int32_t back = up ? -1 : 1;
    const uint64_t changed = renew(line, word, run_into(line, word - back, up), up);
    const bool beyond = run_into(line, word, up);
    const bool spreads = is_passed(line, word, changed, up);
    int32_t i = word + back;
    while (i >= 0 && i < line->count && passes(line, i, up))
        i += back;
    const bool is_far = i != word + back;
    if (is_far) {
        if ((*note_at(bits->bit, word + back) >> bits->bit->place & 1) == beyond)
            return word;
        put_notes(bits, up ? i + 1 : word + 1, up ? word : i, beyond);
    }
    if (i < 0 || i >= line->count)
        return i - back;
    if (!(line->free[i] >> (up ? WORD_BITS - 1 : 0) & 1))
        return i - back;
    return renew(line, i, beyond, up) || spreads || is_far ? i : i - back;
}

/// Fills the notes of a row, which are 0, for one direction.
static ALWAYS_INLINE void fill_notes(const followed_line *row, const bool up)
{
    uint64_t has[JUMP_MOST_WORDS];
    bool beyond = false;
    for (int32_t i = 0; i < row->count; i++) {
        const int32_t word = up ? row->count - 1 - i : i;
        const uint64_t jump = jumps_at(row, word, up);
        has[word] = has_jump(row->free[word], jump, beyond, up);
        beyond = (jump | has[word]) >> (up ? 0 : WORD_BITS - 1) & 1;
    }
    const beyond_bits *bits = up ? &row->up : &row->down;
    for (int b = 0; b < bits->count; b++) {
        const beyond_bit *bit = &bits->bit[b];
        uint64_t *note = note_at(bit, 0);
        for (int32_t word = 0; word < row->count; word++, note += bit->stride)
            *note |= (has[word] >> bit->tile & 1) << bit->place;
    }
}

void jump_note_row(const jump_tables *tables, const jump_pages *pages, int32_t y)
{
    const followed_line row = row_of(tables, pages, y);
    fill_notes(&row, true);
    fill_notes(&row, false);
}

bool jump_follow_row(jump_patch *patch, int32_t y, int32_t word)
{
    const jump_tables *tables = patch->tables;
    *jump_line_x(tables, word * WORD_BITS, y) =
        jump_lines_points(&(jump_lines){ .rows = tables->rows }, y, word);
    const followed_line row = row_of(tables, &tables->pages, y);
    const int32_t first = follow(&row, word, true), last = follow(&row, word, false);
    jump_patch_mark(patch, (tile_box){ first * WORD_BITS, y, last * WORD_BITS, y });
    return true;
}

bool jump_follow_column(jump_patch *patch, int32_t x, int32_t word)
{
    const jump_tables *tables = patch->tables;
    *jump_line_y(tables, x, word * WORD_BITS) =
        jump_lines_points(&(jump_lines){ .columns = &tables->pages.columns }, x, word);
    const followed_line column = column_of(tables, x);
    const int32_t first = follow(&column, word, true), last = follow(&column, word, false);
    jump_patch_mark(patch, (tile_box){ x, first * WORD_BITS, x, last * WORD_BITS });
    return true;
}
