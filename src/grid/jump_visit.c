#include "grid/jump_visit.h"

#include <string.h>

/// Rows beside a changed one, within the layer.
static inline int32_t row_before(int32_t y)
{
    return y > 0 ? y - 1 : y;
}

static inline int32_t row_after(const jump_patch *patch, int32_t y)
{
    return y + 1 < patch->tables->rows->height ? y + 1 : y;
}

static bool visit_rows(jump_patch *patch, const jump_patch_steps *steps)
{
    int32_t next = 0;
    for (size_t i = 0; i < patch->count; i++) {
        const int32_t last = row_after(patch, patch->changes[i].y);
        int32_t y = row_before(patch->changes[i].y);
        for (y = y > next ? y : next; y <= last; y++)
            if (!steps->row(patch, y))
                return false;
        next = last + 1;
    }
    return true;
}

/// Marks the columns that were changed, and those beside them.
static void touch_columns(const jump_patch *patch)
{
    uint64_t *touched = patch->tables->touched;
    for (size_t i = 0; i < patch->count; i++) {
        const int32_t word = patch->changes[i].word;
        const uint64_t bits = jump_changed_bits(patch, &patch->changes[i]);
        touched[word] |= bits | bits << 1 | bits >> 1;
        if (bits & 1 && word > 0)
            touched[word - 1] |= UINT64_C(1) << 63;
        if (bits >> 63 && word + 1 < patch->tables->rows->words)
            touched[word + 1] |= 1;
    }
}

static bool visit_columns(jump_patch *patch, const jump_patch_steps *steps)
{
    const layer *layer = patch->tables->rows;
    bool goes_on = true;
    touch_columns(patch);
    for (int32_t word = 0; word < layer->words; word++) {
        uint64_t touched = patch->tables->touched[word];
        patch->tables->touched[word] = 0;
        for (; touched && goes_on; touched &= touched - 1) {
            const int32_t x = word * WORD_BITS + bits_lowest(touched);
            goes_on = x >= layer->width || steps->column(patch, x);
        }
    }
    return goes_on;
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

/// The blocks of a column, where lines fall or rise, that hold some rows, which lie in one block or in two. Rows that
/// rise are visited from the last block to the first.
static bool visit_column(jump_patch *patch, const jump_patch_steps *steps, int32_t x, int32_t first_y,
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

static bool visit_column_blocks(jump_patch *patch, const jump_patch_steps *steps, const layer_change *change)
{
    const int32_t first_x = change->word * WORD_BITS, width = patch->tables->rows->width;
    for (uint64_t bits = jump_changed_bits(patch, change); bits; bits &= bits - 1) {
        const int32_t x = first_x + bits_lowest(bits);
        for (int32_t column = x > 0 ? x - 1 : x; column <= x + 1 && column < width; column++)
            if (!visit_column(patch, steps, column, row_before(change->y), row_after(patch, change->y)))
                return false;
    }
    return true;
}

/// Forgets how far the word columns and columns around the changes were visited.
static void forget_visited(const jump_patch *patch)
{
    const layer *layer = patch->tables->rows;
    int32_t *falling = patch->tables->visited + layer->words, *rising = falling + layer->width;
    for (size_t i = 0; i < patch->count; i++) {
        const int32_t word = patch->changes[i].word, x = word * WORD_BITS;
        const int32_t first = x > 0 ? x - 1 : 0,
                      end = x + WORD_BITS < layer->width ? x + WORD_BITS + 1 : layer->width;
        memset(falling + first, -1, (size_t)(end - first) * sizeof *falling);
        memset(rising + first, -1, (size_t)(end - first) * sizeof *rising);
        for (int32_t w = first >> WORD_SHIFT; w <= (end - 1) >> WORD_SHIFT; w++)
            patch->tables->visited[w] = -1;
    }
}

bool jump_patch_visit(jump_patch *patch, const jump_patch_steps *steps)
{
    if (steps->row && !visit_rows(patch, steps))
        return false;
    if (steps->column && !visit_columns(patch, steps))
        return false;
    forget_visited(patch);
    for (size_t i = 0; i < patch->count; i++) {
        const layer_change *change = &patch->changes[i];
        if (!visit_row_words(patch, steps, change) ||
            (steps->column_block && !visit_column_blocks(patch, steps, change)))
            return false;
    }
    return true;
}

static bool visit_pages_across(const jump_patch *patch, const change_span *span, jump_page_step *step)
{
    const jump_tables *tables = patch->tables;
    jump_pages *pages = &patch->tables->pages;
    bool goes_on = true;
    for (int32_t y = span->first_y; y <= span->last_y && goes_on; y++)
        goes_on = step(&pages->along_x, (size_t)y);
    if (jump_is_orthogonal(tables)) {
        for (int32_t block = span->first_y >> WORD_SHIFT; block <= span->last_y >> WORD_SHIFT && goes_on;
             block++) {
            goes_on = step(&pages->beyond_aside, (size_t)block);
            for (int32_t word = span->first_word; word <= span->last_word && goes_on; word++)
                goes_on = step(&pages->aside, jump_aside_page(tables, word * WORD_BITS, block * WORD_BITS));
        }
        return goes_on;
    }
    for (int direction = 0; direction < JUMP_DIAGONALS && goes_on; direction++) {
        const bool falls = jump_lines_fall(direction);
        const int32_t first = jump_row_number(tables, direction, falls ? span->first_y : span->last_y);
        const int32_t last = jump_row_number(tables, direction, falls ? span->last_y : span->first_y) + 63;
        for (int32_t line = first & -JUMP_BLOCK_LINES; line <= last && goes_on; line += JUMP_BLOCK_LINES) {
            goes_on = step(&pages->beyond_x[direction], (size_t)line / JUMP_BLOCK_LINES);
            for (int32_t word = span->first_word; word <= span->last_word && goes_on; word++)
                goes_on =
                    step(&pages->diagonal[direction], jump_diagonal_page(tables, word * WORD_BITS, line));
        }
    }
    return goes_on;
}

static bool visit_pages_along(const jump_patch *patch, const change_span *span, uint64_t bits,
                              int32_t first_x, jump_page_step *step)
{
    jump_pages *pages = &patch->tables->pages;
    const int32_t width = patch->tables->rows->width;
    const bool has_columns = !jump_is_orthogonal(patch->tables);
    bool goes_on = true;
    for (int32_t word = span->first_word; word <= span->last_word && has_columns; word++)
        for (int direction = 0; direction < JUMP_DIAGONALS && goes_on; direction++)
            goes_on = step(&pages->beyond_y[direction], (size_t)word);
    for (; bits && goes_on; bits &= bits - 1) {
        const int32_t x = first_x + bits_lowest(bits);
        goes_on = step(&pages->columns, (size_t)x);
        for (int32_t column = x > 0 ? x - 1 : x; column <= x + 1 && column < width && has_columns && goes_on;
             column++)
            goes_on = step(&pages->along_y, (size_t)column);
    }
    return goes_on;
}

bool jump_patch_visit_pages(jump_tables *tables, const layer_change *changes, size_t count,
                            jump_page_step *step)
{
    const jump_patch patch = { .tables = tables, .changes = changes, .count = count };
    for (size_t i = 0; i < count; i++) {
        const change_span span = span_of(&patch, &changes[i]);
        if (!visit_pages_across(&patch, &span, step) ||
            !visit_pages_along(&patch, &span, jump_changed_bits(&patch, &changes[i]),
                               changes[i].word * WORD_BITS, step))
            return false;
    }
    return true;
}
