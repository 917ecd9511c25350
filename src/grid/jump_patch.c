#include <string.h>

#include "grid/jump_lines.h"
#include "grid/jump_tables.h"

/// A patch under way. Words are changed in place: a patch back undoes them.
typedef struct patch {
    jump_tables *tables;
    uint64_t flips; ///< copies of bits that the patch has flipped
} patch;

/// Changes a word of the block around tile (x, y), which then counts as changed, even if the patch is discarded.
static inline void change_word(const patch *patch, uint64_t *word, uint64_t value, int32_t x, int32_t y)
{
    if (*word == value)
        return;
    *jump_block_edition(patch->tables, x, y) = patch->tables->edition + 1;
    *word = value;
}

static void change_line_word(patch *patch, jump_line *old, const jump_line *fresh, int32_t x, int32_t y)
{
    change_word(patch, &old->jump_up, fresh->jump_up, x, y);
    change_word(patch, &old->jump_down, fresh->jump_down, x, y);
    change_word(patch, &old->has_up, fresh->has_up, x, y);
    change_word(patch, &old->has_down, fresh->has_down, x, y);
}

static inline bool is_same_line_word(const jump_line *a, const jump_line *b)
{
    return !((a->jump_up ^ b->jump_up) | (a->jump_down ^ b->jump_down) | (a->has_up ^ b->has_up) |
             (a->has_down ^ b->has_down));
}

/// Flips "has a jump" of some tiles of a row's word where columns hold copies, for four neighbours.
static void flip_in_columns(patch *patch, int32_t x, int32_t y, uint64_t tiles, bool west)
{
    patch->flips += (uint64_t)bits_count(tiles);
    const uint64_t bit = UINT64_C(1) << (y & 63);
    for (; tiles; tiles &= tiles - 1) {
        jump_aside *aside = jump_aside_at(patch->tables, x + bits_lowest(tiles), y);
        *(west ? &aside->has_west : &aside->has_east) ^= bit;
    }
}

/// The word of a diagonal that a tile is in.
static inline jump_diagonal *diagonal_at(const jump_tables *tables, int direction, int32_t x, int32_t y)
{
    return &tables->diagonal[direction][jump_diagonal_index(tables, direction, x, y)];
}

/// Flips "has a jump" of some tiles of a row's word where diagonals hold copies. From tile to tile of the row it is one
/// line back.
static void flip_along_x(patch *patch, int32_t x, int32_t y, uint64_t tiles, bool west)
{
    jump_diagonal *falling = diagonal_at(patch->tables, west ? JUMP_NW : JUMP_SE, x, y);
    jump_diagonal *rising = diagonal_at(patch->tables, west ? JUMP_SW : JUMP_NE, x, y);
    patch->flips += (uint64_t)bits_count(tiles);
    for (; tiles; tiles &= tiles - 1) {
        const int32_t i = bits_lowest(tiles);
        const uint64_t bit = UINT64_C(1) << i;
        falling[-i].has_along_x ^= bit;
        rising[-i].has_along_x ^= bit;
    }
}

/// The same for a column's word. From tile to tile it is a line on where lines fall, and one back where they rise.
static void flip_along_y(patch *patch, int32_t x, int32_t y, uint64_t tiles, bool north)
{
    jump_diagonal *falling = diagonal_at(patch->tables, north ? JUMP_NW : JUMP_SE, x, y);
    jump_diagonal *rising = diagonal_at(patch->tables, north ? JUMP_NE : JUMP_SW, x, y);
    patch->flips += (uint64_t)bits_count(tiles);
    const uint64_t bit = UINT64_C(1) << (x & 63);
    for (; tiles; tiles &= tiles - 1) {
        const int32_t i = bits_lowest(tiles);
        falling[i].has_along_y ^= bit;
        rising[-i].has_along_y ^= bit;
    }
}

/// True if the flips so far have taken about as long as building the tables: one flip takes as long as one tile.
static bool is_better_rebuilt(const patch *patch)
{
    const layer *layer = patch->tables->rows;
    return patch->flips > (uint64_t)layer->width * (uint64_t)layer->height;
}

/// Brings a row up to date, and the copies of its bits; their blocks count as changed with the row.
static void patch_row(patch *patch, jump_lines *rows, int32_t y)
{
    jump_tables *tables = patch->tables;
    jump_line *old = tables->along_x + (size_t)y * (size_t)tables->rows->words;
    const jump_line *fresh = tables->fresh;
    jump_lines_build(rows, y, tables->fresh);
    for (int32_t word = 0; word < tables->rows->words; word++, old++, fresh++) {
        if (is_same_line_word(old, fresh))
            continue;
        const int32_t x = word * WORD_BITS;
        const uint64_t east = old->has_up ^ fresh->has_up, west = old->has_down ^ fresh->has_down;
        if (jump_is_orthogonal(tables)) {
            flip_in_columns(patch, x, y, east, false);
            flip_in_columns(patch, x, y, west, true);
        } else {
            flip_along_x(patch, x, y, east, false);
            flip_along_x(patch, x, y, west, true);
        }
        change_line_word(patch, old, fresh, x, y);
    }
}

static void patch_column(patch *patch, jump_lines *columns, int32_t x)
{
    jump_tables *tables = patch->tables;
    jump_line *old = tables->along_y + (size_t)x * (size_t)tables->columns.words;
    const jump_line *fresh = tables->fresh;
    jump_lines_build(columns, x, tables->fresh);
    for (int32_t word = 0; word < tables->columns.words; word++, old++, fresh++) {
        if (is_same_line_word(old, fresh))
            continue;
        const int32_t y = word * WORD_BITS;
        flip_along_y(patch, x, y, old->has_up ^ fresh->has_up, false);
        flip_along_y(patch, x, y, old->has_down ^ fresh->has_down, true);
        change_line_word(patch, old, fresh, x, y);
    }
}

/// Looks again whether the diagonal step out of a tile is blocked.
static void patch_stuck(patch *patch, int direction, int32_t x, int32_t y)
{
    const layer *layer = patch->tables->rows;
    if (x < 0 || y < 0 || x >= layer->width || y >= layer->height)
        return;
    const int32_t next_x = direction & 1 ? x - 1 : x + 1;
    const int32_t next_y = direction & 2 ? y - 1 : y + 1;
    const bool is_stuck =
        !(layer_fits(layer, next_x, y) && layer_fits(layer, x, next_y) && layer_fits(layer, next_x, next_y));
    jump_diagonal *line = diagonal_at(patch->tables, direction, x, y);
    const uint64_t bit = UINT64_C(1) << (x & 63);
    change_word(patch, &line->stuck, is_stuck ? line->stuck | bit : line->stuck & ~bit, x, y);
}

/// All diagonal steps that pass a tile that has changed.
static void patch_diagonals_at(patch *patch, int32_t x, int32_t y)
{
    for (int direction = 0; direction < JUMP_DIAGONALS; direction++) {
        const int32_t dx = direction & 1 ? -1 : 1;
        const int32_t dy = direction & 2 ? -1 : 1;
        patch_stuck(patch, direction, x - dx, y);
        patch_stuck(patch, direction, x, y - dy);
        patch_stuck(patch, direction, x - dx, y - dy);
    }
}

/// Brings the layer of columns up to date, and marks a changed tile's column and those beside it.
static void patch_tiles(patch *patch, const layer_change *change)
{
    jump_tables *tables = patch->tables;
    const uint64_t now = layer_row(tables->rows, change->y)[change->word];
    for (uint64_t bits = now ^ change->before; bits; bits &= bits - 1) {
        const int32_t x = change->word * WORD_BITS + bits_lowest(bits);
        uint64_t *word = &layer_row(&tables->columns, x)[change->y >> WORD_SHIFT];
        change_word(patch, word, *word ^ UINT64_C(1) << (change->y & 63), x, change->y);
        if (jump_is_orthogonal(tables))
            continue;
        patch_diagonals_at(patch, x, change->y);
        for (int32_t column = x > 0 ? x - 1 : x; column <= x + 1 && column < tables->rows->width; column++)
            tables->touched[column >> WORD_SHIFT] |= UINT64_C(1) << (column & 63);
    }
}

/// Rows that were changed, and those beside them, each once. Changes come in order of rows.
static void patch_rows(patch *patch, const layer_change *changes, size_t count)
{
    jump_lines rows = jump_lines_of(patch->tables->rows, patch->tables->ends);
    int32_t next = 0;
    for (size_t i = 0; i < count && !is_better_rebuilt(patch); i++) {
        const int32_t last = changes[i].y + 1 < patch->tables->rows->height ? changes[i].y + 1 : changes[i].y;
        int32_t y = changes[i].y > next ? changes[i].y - 1 : next;
        for (; y <= last; y++)
            patch_row(patch, &rows, y);
        next = y;
    }
}

static void patch_touched_columns(patch *patch)
{
    jump_tables *tables = patch->tables;
    jump_lines columns = jump_lines_of(&tables->columns, tables->ends);
    for (int32_t word = 0; word < tables->rows->words && !is_better_rebuilt(patch); word++) {
        for (; tables->touched[word]; tables->touched[word] &= tables->touched[word] - 1)
            patch_column(patch, &columns, word * WORD_BITS + bits_lowest(tables->touched[word]));
    }
}

/// Builds the tables anew, with all blocks counted as changed.
static void rebuild(jump_tables *tables)
{
    memset(tables->touched, 0, (size_t)tables->rows->words * sizeof *tables->touched);
    jump_tables_rebuild(tables);
    const size_t blocks = (size_t)tables->rows->words * (size_t)tables->columns.words;
    for (size_t i = 0; i < blocks; i++)
        tables->changed[i] = tables->edition + 1;
}

/// Brings the tables up to date with the layer, whose words in the list have changed.
static void follow_layer(jump_tables *tables, const layer_change *changes, size_t count)
{
    patch patch = { .tables = tables };
    for (size_t i = 0; i < count; i++)
        patch_tiles(&patch, &changes[i]);
    patch_rows(&patch, changes, count);
    patch_touched_columns(&patch);
    if (is_better_rebuilt(&patch))
        rebuild(tables);
}

void jump_tables_patch(jump_tables *tables, const layer_change *changes, size_t count)
{
    follow_layer(tables, changes, count);
    tables->staged = changes;
    tables->staged_count = count;
}

void jump_tables_publish(jump_tables *tables)
{
    tables->edition += tables->staged_count > 0;
    tables->staged_count = 0;
}

void jump_tables_discard(jump_tables *tables)
{
    follow_layer(tables, tables->staged, tables->staged_count);
    tables->staged_count = 0;
}
