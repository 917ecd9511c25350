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

/// For eight neighbours, the pages of blocks, where lines rise or fall, that hold a tile beside a changed one. Other
/// blocks do not change, because what runs meet beyond a block is not kept in it.
static bool visit_diagonals(const jump_patch *patch, const layer_change *change, const change_span *span,
                            bool falls, jump_page_step *step)
{
    jump_tables *tables = patch->tables;
    const int32_t turned = tables->rows->height - 1;
    const int32_t first_number = falls ? span->first_y : turned - span->last_y;
    const int32_t last_number = falls ? span->last_y : turned - span->first_y;
    for (int32_t word = span->first_word; word <= span->last_word; word++) {
        const uint64_t tiles = bits_beside(patch, change, word);
        const int32_t first = (first_number + 63 - bits_highest(tiles)) / JUMP_BLOCK_LINES;
        const int32_t last = (last_number + 63 - bits_lowest(tiles)) / JUMP_BLOCK_LINES;
        for (int32_t block = first; block <= last; block++)
            if (!step(&tables->pages.diagonal[!falls], (size_t)(word * tables->diagonal_blocks + block), 0))
                return false;
    }
    return true;
}

/// The pages of a block of 64 x 64 tiles.
static bool visit_block(const jump_patch *patch, const layer_change *change, int32_t word, int32_t block,
                        jump_page_step *step)
{
    enum { LINE_WORDS = sizeof(jump_line) / sizeof(uint64_t) };
    const jump_tables *tables = patch->tables;
    jump_pages *pages = &patch->tables->pages;
    const size_t row_page = jump_row_page(tables, word * WORD_BITS, block * WORD_BITS);
    const size_t column_page = jump_column_page(tables, word * WORD_BITS, block * WORD_BITS);
    if (!step(&pages->along_x, row_page, (size_t)((change->y ^ 1) & 63) * LINE_WORDS))
        return false;
    if (jump_is_orthogonal(tables))
        return step(&pages->aside, column_page, 0);
    return step(&pages->along_y, column_page,
                (size_t)bits_lowest(bits_beside(patch, change, word)) * LINE_WORDS);
}

static bool visit_change(const jump_patch *patch, const layer_change *change, const change_span *span,
                         jump_page_step *step)
{
    for (int32_t word = span->first_word; word <= span->last_word; word++)
        for (int32_t block = span->first_y >> WORD_SHIFT; block <= span->last_y >> WORD_SHIFT; block++)
            if (!visit_block(patch, change, word, block, step))
                return false;
    for (uint64_t bits = jump_changed_bits(patch, change); bits; bits &= bits - 1)
        if (!step(&patch->tables->pages.columns, (size_t)(change->word * WORD_BITS + bits_lowest(bits)),
                  (size_t)(change->y >> WORD_SHIFT) + 1))
            return false;
    return jump_is_orthogonal(patch->tables) || (visit_diagonals(patch, change, span, false, step) &&
                                                 visit_diagonals(patch, change, span, true, step));
}

/// The pages of some rows of a table.
static bool visit_rows(paged *table, int32_t first, int32_t last, jump_page_step *step)
{
    for (int32_t row = first; row <= last; row++)
        if (!step(table, (size_t)row, 0))
            return false;
    return true;
}

/// The pages that say what lies beyond the blocks beside a change.
static bool visit_notes(jump_tables *tables, const change_span *span, jump_page_step *step)
{
    jump_pages *pages = &tables->pages;
    if (jump_is_orthogonal(tables))
        return visit_rows(&pages->beyond_aside, span->first_y >> WORD_SHIFT, span->last_y >> WORD_SHIFT,
                          step);
    const int32_t turned = tables->rows->height - 1;
    for (int direction = 0; direction < JUMP_DIAGONALS; direction++) {
        const bool falls = jump_lines_fall(direction);
        const int32_t first = falls ? span->first_y : turned - span->last_y;
        const int32_t last = falls ? span->last_y : turned - span->first_y;
        if (!visit_rows(&pages->beyond_x[direction], first / JUMP_BLOCK_LINES, (last + 63) / JUMP_BLOCK_LINES,
                        step) ||
            !visit_rows(&pages->beyond_y[direction], span->first_word, span->last_word, step))
            return false;
    }
    return true;
}

bool jump_patch_visit_pages(jump_tables *tables, const layer_change *changes, size_t count,
                            jump_page_step *step)
{
    const jump_patch patch = { .tables = tables, .changes = changes, .count = count };
    for (size_t i = 0; i < count; i++) {
        if (!jump_changed_bits(&patch, &changes[i]))
            continue;
        const change_span span = span_of(&patch, &changes[i]);
        if (!visit_change(&patch, &changes[i], &span, step) || !visit_notes(tables, &span, step))
            return false;
    }
    return true;
}
