#include "grid/jump_visit.h"

/// Rows beside a changed one, within the layer.
static inline int32_t row_before(int32_t y)
{
    return y > 0 ? y - 1 : y;
}

static inline int32_t row_after(const jump_patch *patch, int32_t y)
{
    return y + 1 < patch->tables->rows->height ? y + 1 : y;
}

/// Rows and word columns that hold the tiles beside those that a change changes.
typedef struct change_span {
    int32_t first_y, last_y, first_word, last_word;
} change_span;

static change_span span_of(const jump_patch *patch, const layer_change *change)
{
    const uint64_t bits = jump_changed_bits(patch, change);
    const bool reaches_left = bits & 1 && change->word > 0;
    const bool reaches_right = bits >> 63 && change->word + 1 < patch->tables->rows->words;
    return (change_span){ row_before(change->y), row_after(patch, change->y), change->word - reaches_left,
                          change->word + reaches_right };
}

/// The words of rows beside a changed word. Changes come in order of rows, so it is enough to know the last row of each
/// word column.
static bool visit_row_words(jump_patch *patch, const jump_patch_steps *steps, const layer_change *change)
{
    int32_t *visited = patch->tables->visited;
    const change_span span = span_of(patch, change);
    for (int32_t word = span.first_word; word <= span.last_word; word++)
        for (int32_t y = span.first_y > visited[word] ? span.first_y : visited[word] + 1; y <= span.last_y;
             y++) {
            visited[word] = y;
            if (!steps->row_word(patch, y, word))
                return false;
        }
    return true;
}

/// The words of a column that hold some rows, of which there are one or two.
static bool visit_column_words(jump_patch *patch, const jump_patch_steps *steps, int32_t x, int32_t first_y,
                               int32_t last_y)
{
    int32_t *visited = patch->tables->visited + patch->tables->rows->words + x;
    for (int32_t word = first_y >> WORD_SHIFT; word <= last_y >> WORD_SHIFT; word++) {
        if (word <= *visited)
            continue;
        *visited = word;
        if (!steps->column_word(patch, x, word))
            return false;
    }
    return true;
}

/// The blocks of a column, where lines fall or rise, that hold some rows, which lie in one block or in two. Rows that
/// rise are visited from the last block to the first.
static bool visit_column_blocks(jump_patch *patch, const jump_patch_steps *steps, int32_t x, int32_t first_y,
                                int32_t last_y)
{
    const jump_tables *tables = patch->tables;
    int32_t *falling = tables->visited + tables->rows->words + x, *rising = falling + tables->rows->width;
    for (int32_t y = first_y; y <= last_y; y++) {
        const int32_t down = jump_line_number(tables, JUMP_SE, x, y) / JUMP_BLOCK_LINES;
        const int32_t up =
            tables->diagonal_blocks - jump_line_number(tables, JUMP_NE, x, y) / JUMP_BLOCK_LINES;
        if (down > *falling) {
            *falling = down;
            if (!steps->column_block(patch, x, down, false))
                return false;
        }
        if (up > *rising) {
            *rising = up;
            if (!steps->column_block(patch, x, tables->diagonal_blocks - up, true))
                return false;
        }
    }
    return true;
}

/// The columns beside the tiles of a word that have changed.
static bool visit_columns(jump_patch *patch, const jump_patch_steps *steps, const layer_change *change)
{
    const int32_t first_x = change->word * WORD_BITS, width = patch->tables->rows->width;
    const int32_t first_y = row_before(change->y), last_y = row_after(patch, change->y);
    for (uint64_t bits = jump_changed_bits(patch, change); bits; bits &= bits - 1) {
        const int32_t x = first_x + bits_lowest(bits);
        for (int32_t column = x > 0 ? x - 1 : x; column <= x + 1 && column < width; column++)
            if (!(steps->column_word ? visit_column_words(patch, steps, column, first_y, last_y)
                                     : visit_column_blocks(patch, steps, column, first_y, last_y)))
                return false;
    }
    return true;
}

/// Forgets how far the word columns and columns beside the changes were visited.
static void forget_visited(const jump_patch *patch)
{
    const layer *layer = patch->tables->rows;
    int32_t *falling = patch->tables->visited + layer->words, *rising = falling + layer->width;
    for (size_t i = 0; i < patch->count; i++) {
        const change_span span = span_of(patch, &patch->changes[i]);
        const uint64_t bits = jump_changed_bits(patch, &patch->changes[i]);
        if (!bits)
            continue;
        const int32_t x = patch->changes[i].word * WORD_BITS;
        const int32_t first = x + bits_lowest(bits) - 1, last = x + bits_highest(bits) + 1;
        for (int32_t column = first > 0 ? first : 0; column <= last && column < layer->width; column++)
            falling[column] = rising[column] = -1;
        for (int32_t word = span.first_word; word <= span.last_word; word++)
            patch->tables->visited[word] = -1;
    }
}

bool jump_patch_visit(jump_patch *patch, const jump_patch_steps *steps)
{
    forget_visited(patch);
    for (size_t i = 0; i < patch->count; i++) {
        const layer_change *change = &patch->changes[i];
        if (!visit_row_words(patch, steps, change) ||
            ((steps->column_word || steps->column_block) && !visit_columns(patch, steps, change)))
            return false;
    }
    return true;
}

/// Tiles of a word, in the same row or in one beside it, that lie beside changed tiles of a word.
static uint64_t bits_beside(const jump_patch *patch, const layer_change *change, int32_t word)
{
    const uint64_t bits = jump_changed_bits(patch, change);
    return word < change->word ? UINT64_C(1) << 63 : word > change->word ? 1 : bits | bits << 1 | bits >> 1;
}

/// The pages of diagonals that hold tiles of a word in some rows. The first row is the one with the least number.
static bool visit_diagonals(const jump_patch *patch, int direction, int32_t word, uint64_t tiles,
                            int32_t first_y, int32_t last_y, jump_page_step *step)
{
    const jump_tables *tables = patch->tables;
    const int32_t x = word * WORD_BITS;
    const int32_t first = jump_line_number(tables, direction, x + bits_highest(tiles), first_y);
    const int32_t last = jump_line_number(tables, direction, x + bits_lowest(tiles), last_y);
    const size_t end = jump_diagonal_page(tables, x, last);
    bool goes_on = true;
    for (size_t page = jump_diagonal_page(tables, x, first); page <= end && goes_on; page++)
        goes_on = step(&patch->tables->pages.diagonal[direction], page);
    return goes_on;
}

/// For eight neighbours, the pages of blocks that hold a tile beside a changed one, and of what lies beyond along rows.
/// Other blocks do not change, because what runs meet beyond a block is not kept in it.
static bool visit_blocks(const jump_patch *patch, const layer_change *change, jump_page_step *step)
{
    const jump_tables *tables = patch->tables;
    const change_span span = span_of(patch, change);
    bool goes_on = true;
    for (int direction = 0; direction < JUMP_DIAGONALS && goes_on; direction++) {
        const bool falls = jump_lines_fall(direction);
        const int32_t top = falls ? span.first_y : span.last_y, bottom = falls ? span.last_y : span.first_y;
        const int32_t first = jump_row_number(tables, direction, top) / JUMP_BLOCK_LINES;
        const int32_t last = (jump_row_number(tables, direction, bottom) + 63) / JUMP_BLOCK_LINES;
        for (int32_t block = first; block <= last && goes_on; block++)
            goes_on = step(&patch->tables->pages.beyond_x[direction], (size_t)block);
        for (int32_t word = span.first_word; word <= span.last_word && goes_on; word++)
            goes_on =
                visit_diagonals(patch, direction, word, bits_beside(patch, change, word), top, bottom, step);
    }
    return goes_on;
}

/// The same for four neighbours.
static bool visit_asides(const jump_patch *patch, const layer_change *change, jump_page_step *step)
{
    const change_span span = span_of(patch, change);
    bool goes_on = true;
    for (int32_t block = span.first_y >> WORD_SHIFT; block <= span.last_y >> WORD_SHIFT && goes_on; block++)
        goes_on = step(&patch->tables->pages.beyond_aside, (size_t)block);
    return goes_on;
}

/// The pages of a block of 64 x 64 tiles, and of what lies beyond along columns.
static bool visit_block(const jump_tables *tables, jump_pages *pages, int32_t word, int32_t block,
                        jump_page_step *step)
{
    const size_t row_page = jump_row_page(tables, word * WORD_BITS, block * WORD_BITS);
    const size_t column_page = jump_column_page(tables, word * WORD_BITS, block * WORD_BITS);
    if (jump_is_orthogonal(tables))
        return step(&pages->along_x, row_page) && step(&pages->aside, column_page);
    bool goes_on = step(&pages->along_x, row_page) && step(&pages->along_y, column_page);
    for (int direction = 0; direction < JUMP_DIAGONALS && goes_on; direction++)
        goes_on = step(&pages->beyond_y[direction], (size_t)word);
    return goes_on;
}

static bool visit_change(const jump_patch *patch, const layer_change *change, jump_page_step *step)
{
    jump_pages *pages = &patch->tables->pages;
    const change_span span = span_of(patch, change);
    bool goes_on = true;
    for (int32_t word = span.first_word; word <= span.last_word; word++)
        for (int32_t block = span.first_y >> WORD_SHIFT; block <= span.last_y >> WORD_SHIFT && goes_on;
             block++)
            goes_on = visit_block(patch->tables, pages, word, block, step);
    for (uint64_t bits = jump_changed_bits(patch, change); bits && goes_on; bits &= bits - 1)
        goes_on = step(&pages->columns, (size_t)(change->word * WORD_BITS + bits_lowest(bits)));
    return goes_on && (jump_is_orthogonal(patch->tables) ? visit_asides : visit_blocks)(patch, change, step);
}

bool jump_patch_visit_pages(jump_tables *tables, const layer_change *changes, size_t count,
                            jump_page_step *step)
{
    const jump_patch patch = { .tables = tables, .changes = changes, .count = count };
    for (size_t i = 0; i < count; i++)
        if (jump_changed_bits(&patch, &changes[i]) && !visit_change(&patch, &changes[i], step))
            return false;
    return true;
}
