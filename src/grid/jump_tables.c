#include "grid/jump_tables.h"

#include <string.h>

#include "grid/bit_transpose.h"
#include "grid/jump_build.h"

/// A row or column as words: the line itself and its neighbours, with a blocked word on either side.
typedef struct line_tiles {
    const uint64_t *free;
    const uint64_t *before; ///< the line with the coordinate across one less
    const uint64_t *after;  ///< the line with the coordinate across one more
    int32_t words;
} line_tiles;

static line_tiles tiles_of_line(const layer *on, int32_t across)
{
    return (line_tiles){ layer_row(on, across), layer_row(on, across - 1), layer_row(on, across + 1),
                         on->words };
}

/// Bits one step further up the line: bit i holds what bit i - 1 held.
static inline uint64_t from_below(const uint64_t *word)
{
    return word[0] << 1 | word[-1] >> 63;
}

/// Bits one step further down the line: bit i holds what bit i + 1 held.
static inline uint64_t from_above(const uint64_t *word)
{
    return word[0] >> 1 | word[1] << 63;
}

/// Bits i such that some `source` bit at or above i is reached over `open` bits only, `carry` standing above bit 63.
/// Source: Kogge & Stone 1973, on bit boards.
static inline uint64_t flood_down(uint64_t source, uint64_t open, uint64_t carry)
{
    source |= open & carry << 63;
    for (int step = 1; step < WORD_BITS; step *= 2) {
        source |= open & source >> step;
        open &= open >> step;
    }
    return source;
}

/// Jump points of a line for both directions of travel.
static inline void find_jumps(const line_tiles *in, int32_t i, jump_line *out)
{
    const uint64_t below = from_below(&in->free[i]), above = from_above(&in->free[i]);
    const uint64_t before = in->before[i], after = in->after[i];
    out->jump_up =
        in->free[i] & below & ((before & ~from_below(&in->before[i])) | (after & ~from_below(&in->after[i])));
    out->jump_down =
        in->free[i] & above & ((before & ~from_above(&in->before[i])) | (after & ~from_above(&in->after[i])));
}

void jump_build_line(const layer *on, int32_t across, jump_line *out)
{
    const line_tiles in = tiles_of_line(on, across);
    // Going up the words, a run down meets a jump when the adder carries: jump points generate, free tiles propagate.
    uint64_t carry = 0;
    for (int32_t i = 0; i < in.words; i++) {
        find_jumps(&in, i, &out[i]);
        const uint64_t open = in.free[i];
        const uint64_t jump = out[i].jump_down;
        const uint64_t half = open + jump;
        const uint64_t sum = half + carry;
        out[i].has_down = (sum ^ open ^ jump) & open;
        carry = (uint64_t)(half < open) | (uint64_t)(sum < half);
    }
    carry = 0;
    for (int32_t i = in.words - 1; i >= 0; i--) {
        if (!(out[i].jump_up | carry)) {
            out[i].has_up = 0;
            continue;
        }
        const uint64_t reached = flood_down(out[i].jump_up, in.free[i], carry);
        out[i].has_up = in.free[i] & (reached >> 1 | carry << 63);
        carry = reached & 1;
    }
}

/// Is a diagonal direction one of those that fall on the screen from left to right?
static inline bool is_falling(int direction)
{
    return direction == JUMP_SE || direction == JUMP_NW;
}

/// One word of a diagonal direction as it is before the lines are skewed: bit x for tile x of row y.
static inline jump_diagonal upright_diagonal(const jump_tables *tables, int direction, int32_t word,
                                             int32_t y, uint64_t has_along_y)
{
    const bool west = direction & 1, north = direction & 2;
    const uint64_t *row = layer_row(tables->rows, y) + word;
    const uint64_t *next = layer_row(tables->rows, north ? y - 1 : y + 1) + word;
    const jump_line *line = &tables->along_x[(size_t)y * (size_t)tables->rows->words + (size_t)word];
    const uint64_t beside = west ? from_below(row) & from_below(next) : from_above(row) & from_above(next);
    return (jump_diagonal){ west ? line->has_down : line->has_up, has_along_y, ~(beside & *next) };
}

/// Tiles of a row from which a run into the next row, above or below, goes on to a jump point.
static inline uint64_t has_jump_across(const uint64_t *row, const uint64_t *next, uint64_t next_has)
{
    const uint64_t corners = (from_below(next) & ~from_below(row)) | (from_above(next) & ~from_above(row));
    return *row & *next & (corners | next_has);
}

/// Fills the word column of two directions, both to the south or both to the north, with lines not yet skewed.
static void fill_upright(jump_tables *tables, int32_t word, bool north)
{
    const layer *on = tables->rows;
    const int east = north ? JUMP_NE : JUMP_SE, west = north ? JUMP_NW : JUMP_SW;
    jump_diagonal *falling =
        tables->diagonal[north ? west : east] + (size_t)word * (size_t)tables->diagonal_lines;
    jump_diagonal *rising =
        tables->diagonal[north ? east : west] + (size_t)word * (size_t)tables->diagonal_lines;
    memset(falling, 0, 63 * sizeof *falling);
    memset(rising + on->height, 0, 63 * sizeof *rising);
    uint64_t has = 0;
    for (int32_t i = 0; i < on->height; i++) {
        const int32_t y = north ? i : on->height - 1 - i;
        has = has_jump_across(layer_row(on, y) + word, layer_row(on, north ? y - 1 : y + 1) + word, has);
        falling[y + 63] = upright_diagonal(tables, north ? west : east, word, y, has);
        rising[y] = upright_diagonal(tables, north ? east : west, word, y, has);
    }
}

/// One pass over bit lines: bit i of a line is taken from the line 0, 1, 2 or 3 times `step` words further on.
typedef struct skew_pass {
    int32_t step;
    uint64_t taken[4]; ///< bits that are taken from so many steps on
} skew_pass;

/// A word that a pass leaves behind at place i, where some of the words it takes from lie outside.
static uint64_t skewed_at_end(const skew_pass *by, const uint64_t *words, int32_t total, int32_t i)
{
    uint64_t word = 0;
    for (int32_t times = 0; times < 4; times++) {
        const int32_t from = i + times * by->step;
        if (from >= 0 && from < total)
            word |= words[from] & by->taken[times];
    }
    return word;
}

/// Takes from words further up; in place, because those are not changed yet.
static void pull_down(const skew_pass *by, uint64_t *words, int32_t total)
{
    const int32_t step = by->step;
    int32_t i = 0;
    for (; i < total - 3 * step; i++)
        words[i] = (words[i] & by->taken[0]) | (words[i + step] & by->taken[1]) |
                   (words[i + 2 * step] & by->taken[2]) | (words[i + 3 * step] & by->taken[3]);
    for (; i < total; i++)
        words[i] = skewed_at_end(by, words, total, i);
}

/// Takes from words further down.
static void pull_up(const skew_pass *by, uint64_t *words, int32_t total)
{
    const int32_t step = by->step; // negative
    int32_t i = total - 1;
    for (; i >= -3 * step; i--)
        words[i] = (words[i] & by->taken[0]) | (words[i + step] & by->taken[1]) |
                   (words[i + 2 * step] & by->taken[2]) | (words[i + 3 * step] & by->taken[3]);
    for (; i >= 0; i--)
        words[i] = skewed_at_end(by, words, total, i);
}

/// Moves bit i of each line up by i lines (falling) or down by i lines (rising): in three passes, each for two of the
/// six bits of i.
static void skew(jump_diagonal *lines, int32_t count, bool falling)
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
    for (int pass = 0; pass < 3; pass++) {
        const int32_t step = WORDS << 2 * pass;
        skew_pass by = { .step = falling ? step : -step };
        memcpy(by.taken, taken[pass], sizeof by.taken);
        if (falling)
            pull_down(&by, (uint64_t *)lines, count * WORDS);
        else
            pull_up(&by, (uint64_t *)lines, count * WORDS);
    }
}

static void build_columns(jump_tables *tables)
{
    const layer *on = tables->rows;
    layer *columns = &tables->columns;
    for (int32_t y = 0; y < on->height; y += WORD_BITS)
        for (int32_t word = 0; word < on->words; word++) {
            uint64_t block[WORD_BITS] = { 0 };
            for (int32_t i = 0; i < WORD_BITS && y + i < on->height; i++)
                block[i] = layer_row(on, y + i)[word];
            bits_transpose(block);
            for (int32_t i = 0; i < WORD_BITS && word * WORD_BITS + i < on->width; i++)
                layer_row(columns, word * WORD_BITS + i)[y >> WORD_SHIFT] = block[i];
        }
}

/// Where the tiles of a block of 64 x 64 have a jump, turned on its side.
static void build_aside(jump_tables *tables, int32_t word, int32_t first_y, bool west)
{
    const layer *on = tables->rows;
    uint64_t block[WORD_BITS] = { 0 };
    for (int32_t i = 0; i < WORD_BITS && first_y + i < on->height; i++) {
        const jump_line *line = jump_line_x(tables, word * WORD_BITS, first_y + i);
        block[i] = west ? line->has_down : line->has_up;
    }
    bits_transpose(block);
    for (int32_t i = 0; i < WORD_BITS && word * WORD_BITS + i < on->width; i++) {
        jump_aside *aside = jump_aside_at(tables, word * WORD_BITS + i, first_y);
        *(west ? &aside->has_west : &aside->has_east) = block[i];
    }
}

static void build_all(jump_tables *tables)
{
    const layer *on = tables->rows, *columns = &tables->columns;
    build_columns(tables);
    for (int32_t y = 0; y < on->height; y++)
        jump_build_line(on, y, &tables->along_x[(size_t)y * (size_t)on->words]);
    if (jump_is_orthogonal(tables)) {
        for (int32_t y = 0; y < on->height; y += WORD_BITS)
            for (int32_t word = 0; word < on->words; word++) {
                build_aside(tables, word, y, false);
                build_aside(tables, word, y, true);
            }
        return;
    }
    for (int32_t x = 0; x < on->width; x++)
        jump_build_line(columns, x, &tables->along_y[(size_t)x * (size_t)columns->words]);
    for (int32_t word = 0; word < on->words; word++) {
        fill_upright(tables, word, false);
        fill_upright(tables, word, true);
        for (int direction = 0; direction < JUMP_DIAGONALS; direction++)
            skew(tables->diagonal[direction] + (size_t)word * (size_t)tables->diagonal_lines,
                 tables->diagonal_lines, is_falling(direction));
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

void jump_tables_destroy(memory *from, jump_tables *tables)
{
    if (!tables)
        return;
    for (int direction = 0; direction < JUMP_DIAGONALS; direction++)
        memory_give_back(from, tables->diagonal[direction], count_diagonal(tables), sizeof(jump_diagonal));
    memory_give_back(from, tables->changed, count_blocks(tables), sizeof(uint64_t));
    memory_give_back(from, tables->undo, tables->undo_capacity, sizeof(jump_undo));
    memory_give_back(from, tables->touched, (size_t)tables->rows->words, sizeof(uint64_t));
    memory_give_back(from, tables->fresh, longest_line(tables), sizeof(jump_line));
    memory_give_back(from, tables->aside, count_along_y(tables), sizeof(jump_aside));
    memory_give_back(from, tables->along_y, count_along_y(tables), sizeof(jump_line));
    memory_give_back(from, tables->along_x, count_along_x(tables), sizeof(jump_line));
    memory_give_back(from, tables->columns.bits, layer_word_count(&tables->columns), sizeof(uint64_t));
    memory_give_back(from, tables, 1, sizeof *tables);
}

/// The tables of eight neighbours, or of four. False when there is no memory.
static bool get_lines(memory *from, jump_tables *tables, bool orthogonal)
{
    if (orthogonal) {
        tables->aside = memory_get(from, count_along_y(tables), sizeof(jump_aside));
        return tables->aside;
    }
    tables->along_y = memory_get(from, count_along_y(tables), sizeof(jump_line));
    bool complete = tables->along_y;
    for (int direction = 0; direction < JUMP_DIAGONALS; direction++) {
        tables->diagonal[direction] = memory_get(from, count_diagonal(tables), sizeof(jump_diagonal));
        complete = complete && tables->diagonal[direction];
    }
    return complete;
}

fw_result jump_tables_build(memory *from, const layer *on, bool orthogonal, jump_tables **built)
{
    jump_tables *tables = memory_get_zeroed(from, 1, sizeof *tables);
    if (!tables)
        return FW_NO_MEMORY;
    tables->rows = on;
    tables->diagonal_lines = on->height + WORD_BITS - 1;
    tables->columns =
        (layer){ .capability = on->capability, .size = on->size, .width = on->height, .height = on->width };
    tables->columns.words = (on->height + WORD_BITS - 1) >> WORD_SHIFT;
    tables->columns.stride = (size_t)tables->columns.words + 1;
    tables->columns.bits = memory_get_zeroed(from, layer_word_count(&tables->columns), sizeof(uint64_t));
    tables->along_x = memory_get(from, count_along_x(tables), sizeof(jump_line));
    tables->fresh = memory_get(from, longest_line(tables), sizeof(jump_line));
    tables->touched = memory_get_zeroed(from, (size_t)on->words, sizeof(uint64_t));
    tables->changed = memory_get_zeroed(from, count_blocks(tables), sizeof(uint64_t));
    const bool has_lines = get_lines(from, tables, orthogonal);
    if (!has_lines || !tables->columns.bits || !tables->along_x || !tables->fresh || !tables->touched ||
        !tables->changed) {
        jump_tables_destroy(from, tables);
        return FW_NO_MEMORY;
    }
    build_all(tables);
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
           tables->undo_capacity * sizeof(jump_undo);
}
