#include <string.h>

#include "base/compiler.h"
#include "grid/jump_lines.h"
#include "grid/jump_tables.h"

/// A patch under way. Pages change in place, or are copied first where they are shared: a patch back undoes that, and
/// needs no memory, because it changes what the patch changed.
typedef struct patch {
    jump_tables *tables;
    uint64_t flips;      ///< copies of bits that the patch has flipped
    uint64_t most_flips; ///< with more, building the tables anew takes no longer
    bool has_failed;     ///< a page could not be copied
} patch;

static bool is_over(const patch *patch)
{
    return patch->has_failed || patch->flips > patch->most_flips;
}

/// A row of a table, to be written. Null without memory.
static void *row_of(patch *patch, paged *table, size_t row)
{
    void *words = paged_write(table, row);
    patch->has_failed |= !words;
    return words;
}

/// Changes a word of the block around tile (x, y), which then counts as changed, even if the patch is discarded.
static inline void change_word(const patch *patch, uint64_t *word, uint64_t value, int32_t x, int32_t y)
{
    if (*word == value)
        return;
    *jump_block_edition(patch->tables, x, y) = patch->tables->edition + 1;
    *word = value;
}

static inline bool is_same_line_word(const jump_line *a, const jump_line *b)
{
    return !((a->jump_up ^ b->jump_up) | (a->jump_down ^ b->jump_down) | (a->has_up ^ b->has_up) |
             (a->has_down ^ b->has_down));
}

/// Flips "has a jump" of some tiles of a row's word where columns hold copies, for four neighbours.
static void flip_in_columns(patch *patch, int32_t x, int32_t y, uint64_t tiles, bool west)
{
    paged *table = &patch->tables->pages.aside;
    for (uint64_t rest = tiles; rest; rest &= rest - 1)
        if (!row_of(patch, table, (size_t)(x + bits_lowest(rest))))
            return;
    patch->flips += (uint64_t)bits_count(tiles);
    const uint64_t bit = UINT64_C(1) << (y & 63);
    for (; tiles; tiles &= tiles - 1) {
        jump_aside *aside = (jump_aside *)table->row[x + bits_lowest(tiles)] + (y >> WORD_SHIFT);
        *(west ? &aside->has_west : &aside->has_east) ^= bit;
    }
}

/// The lines of a diagonal table that the tiles of a word of a row or a column lie on: two pages hold them.
typedef struct crossed_lines {
    jump_diagonal *page[2];
    int32_t first; ///< line of bit 0, counted from the first line of page[0]
    int32_t step;  ///< to the line of the next bit: 1 or -1
} crossed_lines;

/// Finds them, to be written.
///
/// @param x, y   tile of bit 0
/// @param step   to the line of the next bit
/// @param tiles  bits that are needed, not 0
static ALWAYS_INLINE crossed_lines cross(patch *patch, const int direction, int32_t x, int32_t y,
                                         const int32_t step, uint64_t tiles)
{
    jump_tables *tables = patch->tables;
    paged *table = &tables->pages.diagonal[direction];
    const int32_t first = jump_line_number(tables, direction, x, y);
    const int32_t a = first + step * bits_lowest(tiles), b = first + step * bits_highest(tiles);
    const int32_t low = a < b ? a : b, high = a < b ? b : a;
    crossed_lines lines = { .first = first - (low & ~(JUMP_BLOCK_LINES - 1)), .step = step };
    lines.page[0] = row_of(patch, table, jump_diagonal_page(tables, x, low));
    lines.page[1] = row_of(patch, table, jump_diagonal_page(tables, x, high));
    return lines;
}

static inline jump_diagonal *crossed_line(const crossed_lines *lines, int32_t bit)
{
    const uint32_t line = (uint32_t)(lines->first + lines->step * bit);
    return &lines->page[line / JUMP_BLOCK_LINES][line % JUMP_BLOCK_LINES];
}

/// Flips "has a jump" of some tiles of a row's word where diagonals hold copies. From tile to tile of the row it is one
/// line back.
static void flip_along_x(patch *patch, int32_t x, int32_t y, uint64_t tiles, bool west)
{
    const crossed_lines falling = cross(patch, west ? JUMP_NW : JUMP_SE, x, y, -1, tiles);
    const crossed_lines rising = cross(patch, west ? JUMP_SW : JUMP_NE, x, y, -1, tiles);
    if (patch->has_failed)
        return;
    patch->flips += (uint64_t)bits_count(tiles);
    for (; tiles; tiles &= tiles - 1) {
        const int32_t i = bits_lowest(tiles);
        const uint64_t bit = UINT64_C(1) << i;
        crossed_line(&falling, i)->has_along_x ^= bit;
        crossed_line(&rising, i)->has_along_x ^= bit;
    }
}

/// The same for a column's word. From tile to tile it is a line on where lines fall, and one back where they rise.
static void flip_along_y(patch *patch, int32_t x, int32_t y, uint64_t tiles, bool north)
{
    const crossed_lines falling = cross(patch, north ? JUMP_NW : JUMP_SE, x, y, 1, tiles);
    const crossed_lines rising = cross(patch, north ? JUMP_NE : JUMP_SW, x, y, -1, tiles);
    if (patch->has_failed)
        return;
    patch->flips += (uint64_t)bits_count(tiles);
    const uint64_t bit = UINT64_C(1) << (x & 63);
    for (; tiles; tiles &= tiles - 1) {
        const int32_t i = bits_lowest(tiles);
        crossed_line(&falling, i)->has_along_y ^= bit;
        crossed_line(&rising, i)->has_along_y ^= bit;
    }
}

typedef void flip_copies(patch *patch, int32_t x, int32_t y, uint64_t tiles, bool down);

/// Brings a word of a row or column up to date. Its "has a jump" bits change together with their copies, or neither
/// does.
static void change_line_word(patch *patch, jump_line *old, const jump_line *fresh, int32_t x, int32_t y,
                             flip_copies *flip)
{
    change_word(patch, &old->jump_up, fresh->jump_up, x, y);
    change_word(patch, &old->jump_down, fresh->jump_down, x, y);
    for (int down = 0; down < 2; down++) {
        uint64_t *before = down ? &old->has_down : &old->has_up;
        const uint64_t after = down ? fresh->has_down : fresh->has_up;
        if (*before != after)
            flip(patch, x, y, *before ^ after, down);
        if (patch->has_failed)
            return;
        change_word(patch, before, after, x, y);
    }
}

/// Brings a row or column up to date, and the copies of its bits; their blocks count as changed with it.
static void patch_line(patch *patch, jump_lines *lines, paged *table, int32_t across, flip_copies *flip)
{
    const bool upright = table == &patch->tables->pages.along_y;
    const jump_line *fresh = patch->tables->fresh;
    jump_lines_build(lines, across, patch->tables->fresh);
    for (int32_t word = 0; word < lines->words && !patch->has_failed; word++) {
        if (is_same_line_word((const jump_line *)table->row[across] + word, &fresh[word]))
            continue;
        jump_line *line = row_of(patch, table, (size_t)across);
        const int32_t along = word * WORD_BITS;
        if (line)
            change_line_word(patch, &line[word], &fresh[word], upright ? across : along,
                             upright ? along : across, flip);
    }
}

/// Looks again whether the diagonal step out of a tile is blocked.
static void patch_stuck(patch *patch, int direction, int32_t x, int32_t y)
{
    jump_tables *tables = patch->tables;
    const layer *layer = tables->rows;
    if (x < 0 || y < 0 || x >= layer->width || y >= layer->height)
        return;
    const int32_t next_x = direction & 1 ? x - 1 : x + 1;
    const int32_t next_y = direction & 2 ? y - 1 : y + 1;
    const bool is_stuck =
        !(layer_fits(layer, next_x, y) && layer_fits(layer, x, next_y) && layer_fits(layer, next_x, next_y));
    const uint64_t bit = UINT64_C(1) << (x & 63);
    if (is_stuck == ((jump_diagonal_at(tables, direction, x, y)->stuck & bit) != 0))
        return;
    const crossed_lines lines = cross(patch, direction, x, y, 1, 1);
    if (patch->has_failed)
        return;
    uint64_t *stuck = &crossed_line(&lines, 0)->stuck;
    change_word(patch, stuck, *stuck ^ bit, x, y);
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

/// Makes a tile of the columns that of the layer.
static void patch_column_tile(patch *patch, int32_t x, int32_t y)
{
    jump_tables *tables = patch->tables;
    const uint64_t bit = UINT64_C(1) << (y & 63);
    if (layer_fits(tables->rows, x, y) == ((jump_column(tables, x)[y >> WORD_SHIFT] & bit) != 0))
        return;
    uint64_t *column = row_of(patch, &tables->pages.columns, (size_t)x);
    if (column)
        change_word(patch, &column[1 + (y >> WORD_SHIFT)], column[1 + (y >> WORD_SHIFT)] ^ bit, x, y);
}

/// Brings the columns up to date, and marks a changed tile's column and those beside it.
static void patch_tiles(patch *patch, const layer_change *change)
{
    jump_tables *tables = patch->tables;
    const uint64_t now = layer_row(tables->rows, change->y)[change->word];
    for (uint64_t bits = now ^ change->before; bits && !patch->has_failed; bits &= bits - 1) {
        const int32_t x = change->word * WORD_BITS + bits_lowest(bits);
        patch_column_tile(patch, x, change->y);
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
    jump_tables *tables = patch->tables;
    jump_lines rows = jump_lines_of_rows(tables->rows, tables->ends);
    flip_copies *flip = jump_is_orthogonal(tables) ? flip_in_columns : flip_along_x;
    int32_t next = 0;
    for (size_t i = 0; i < count && !is_over(patch); i++) {
        const int32_t last = changes[i].y + 1 < tables->rows->height ? changes[i].y + 1 : changes[i].y;
        int32_t y = changes[i].y > next ? changes[i].y - 1 : next;
        for (; y <= last; y++)
            patch_line(patch, &rows, &tables->pages.along_x, y, flip);
        next = y;
    }
}

static void patch_touched_columns(patch *patch)
{
    jump_tables *tables = patch->tables;
    jump_lines columns = jump_lines_of_columns(&tables->pages.columns, tables->column_words, tables->ends);
    for (int32_t word = 0; word < tables->rows->words && !is_over(patch); word++)
        for (uint64_t touched = tables->touched[word]; touched; touched &= touched - 1)
            patch_line(patch, &columns, &tables->pages.along_y, word * WORD_BITS + bits_lowest(touched),
                       flip_along_y);
}

/// Builds all pages anew, and keeps the former ones until the patch is published or discarded. All blocks count as
/// changed.
static fw_result rebuild(jump_tables *tables)
{
    jump_pages built;
    if (jump_pages_build(tables, &tables->pages, &built))
        return FW_NO_MEMORY;
    tables->former = tables->pages;
    tables->pages = built;
    const size_t blocks = (size_t)tables->rows->words * (size_t)tables->column_words;
    for (size_t i = 0; i < blocks; i++)
        tables->changed[i] = tables->edition + 1;
    return FW_OK;
}

/// Brings the tables up to date with the layer, whose words in the list have changed, as far as `most_flips` allow.
static patch follow_layer(jump_tables *tables, const layer_change *changes, size_t count, uint64_t most_flips)
{
    patch patch = { .tables = tables, .most_flips = most_flips };
    for (size_t i = 0; i < count && !patch.has_failed; i++)
        patch_tiles(&patch, &changes[i]);
    patch_rows(&patch, changes, count);
    if (!jump_is_orthogonal(tables))
        patch_touched_columns(&patch);
    memset(tables->touched, 0, (size_t)tables->rows->words * sizeof *tables->touched);
    return patch;
}

/// Exchanges words of the layer with those in a list.
static void exchange(const layer *layer, layer_change *changes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint64_t *word = &layer_row(layer, changes[i].y)[changes[i].word];
        const uint64_t now = *word;
        *word = changes[i].before;
        changes[i].before = now;
    }
}

fw_result jump_tables_patch(jump_tables *tables, layer_change *changes, size_t count)
{
    const uint64_t tiles = (uint64_t)tables->rows->width * (uint64_t)tables->rows->height;
    const patch patch = follow_layer(tables, changes, count, tiles); // one flip takes as long as one tile
    if (patch.has_failed || (is_over(&patch) && rebuild(tables))) {
        exchange(tables->rows, changes, count);
        follow_layer(tables, changes, count, UINT64_MAX);
        exchange(tables->rows, changes, count);
        return FW_NO_MEMORY;
    }
    tables->staged = changes;
    tables->staged_count = count;
    return FW_OK;
}

void jump_tables_publish(jump_tables *tables)
{
    jump_pages_destroy(&tables->former);
    tables->edition += tables->staged_count > 0;
    tables->staged_count = 0;
}

void jump_tables_discard(jump_tables *tables)
{
    if (tables->former.columns.row) {
        jump_pages_destroy(&tables->pages);
        tables->pages = tables->former;
        tables->former = (jump_pages){ 0 };
    }
    follow_layer(tables, tables->staged, tables->staged_count, UINT64_MAX);
    tables->staged_count = 0;
}
