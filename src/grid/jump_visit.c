#include "grid/jump_visit.h"

#include "grid/jump_open.h"

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

/// Pages that are visited together, so that the memory of all of them is asked for before the first is looked at.
typedef struct page_list {
    jump_page_step *step;
    size_t count, room;
    jump_page pages[64];
} page_list;

/// Visits the pages of a list. False as soon as a step fails.
static bool finish_pages(page_list *list)
{
    bool goes_on = true;
    for (size_t i = 0; i < list->count; i++)
        prefetch(&list->pages[i].table->row[list->pages[i].row]);
    for (size_t i = 0; i < list->count; i++)
        paged_prefetch(list->pages[i].table, list->pages[i].row, list->pages[i].word);
    for (size_t i = 0; i < list->count && goes_on; i++)
        goes_on = list->step(&list->pages[i]);
    list->count = 0;
    return goes_on;
}

/// Lists a page, and visits those of the list if it is full. False as soon as a step fails.
static inline bool list_page(page_list *list, jump_page page)
{
    if (list->room == 0)
        return list->step(&page);
    list->pages[list->count++] = page;
    return list->count < list->room || finish_pages(list);
}

/// The pages of diagonals, where lines rise or fall, that hold tiles of a word in some rows.
///
/// @param first_number, last_number  of the rows in the tables
/// @param not_open                   a block that holds a blocked tile, if known
static bool visit_diagonals(jump_tables *tables, bool falls, int32_t word, uint64_t tiles,
                            int32_t first_number, int32_t last_number, int32_t not_open, page_list *list)
{
    void *open = tables->pages.open.row ? tables->pages.open.row[0] : NULL;
    const int32_t first = (first_number + 63 - bits_highest(tiles)) / JUMP_BLOCK_LINES;
    const int32_t last = (last_number + 63 - bits_lowest(tiles)) / JUMP_BLOCK_LINES;
    bool goes_on = true;
    for (int32_t block = first; block <= last && goes_on; block++)
        goes_on = list_page(
            list, (jump_page){ .table = &tables->pages.diagonal[!falls],
                               .row = (uint32_t)(word * tables->diagonal_blocks + block),
                               .open = jump_diagonal_is_open(tables, falls, word, block) ? open : NULL,
                               .unlike = block == not_open ? open : NULL });
    return goes_on;
}

/// For eight neighbours, the pages of blocks that hold a tile beside a changed one. Other blocks do not change, because
/// what runs meet beyond a block is not kept in it.
static bool visit_blocks(const jump_patch *patch, const layer_change *change, const change_span *span,
                         page_list *list)
{
    const int32_t turned = patch->tables->rows->height - 1;
    const uint64_t blocked = change->before & ~layer_row(patch->tables->rows, change->y)[change->word];
    bool goes_on = true;
    for (int falls = 0; falls < 2; falls++) {
        const int32_t first = falls ? span->first_y : turned - span->last_y;
        const int32_t last = falls ? span->last_y : turned - span->first_y;
        const int32_t number = falls ? change->y : turned - change->y;
        for (int32_t word = span->first_word; word <= span->last_word && goes_on; word++) {
            const int32_t not_open = blocked && word == change->word
                                         ? (number + 63 - bits_lowest(blocked)) / JUMP_BLOCK_LINES
                                         : -1;
            goes_on = visit_diagonals(patch->tables, falls, word, bits_beside(patch, change, word), first,
                                      last, not_open, list);
        }
    }
    return goes_on;
}

/// The pages of a block of 64 x 64 tiles.
static bool visit_block(const jump_patch *patch, const layer_change *change, int32_t word, int32_t block,
                        page_list *list)
{
    enum { LINE_WORDS = sizeof(jump_line) / sizeof(uint64_t) };
    const jump_tables *tables = patch->tables;
    jump_pages *pages = &patch->tables->pages;
    const int32_t beside = bits_lowest(bits_beside(patch, change, word));
    const uint32_t column_page = (uint32_t)jump_column_page(tables, word * WORD_BITS, block * WORD_BITS);
    const jump_page along_x = { .table = &pages->along_x,
                                .row = (uint32_t)jump_row_page(tables, word * WORD_BITS, block * WORD_BITS),
                                .word = (uint32_t)((change->y ^ 1) & 63) * LINE_WORDS };
    if (!list_page(list, along_x))
        return false;
    if (!jump_is_orthogonal(tables))
        return list_page(list, (jump_page){ .table = &pages->along_y,
                                            .row = column_page,
                                            .word = (uint32_t)beside * LINE_WORDS });
    return list_page(
        list, (jump_page){ .table = &pages->aside,
                           .row = column_page,
                           .open = jump_block_is_open(tables, word, block) ? pages->open.row[0] : NULL });
}

static bool visit_change(const jump_patch *patch, const layer_change *change, const change_span *span,
                         page_list *list)
{
    bool goes_on = true;
    for (int32_t word = span->first_word; word <= span->last_word; word++)
        for (int32_t block = span->first_y >> WORD_SHIFT; block <= span->last_y >> WORD_SHIFT && goes_on;
             block++)
            goes_on = visit_block(patch, change, word, block, list);
    for (uint64_t bits = jump_changed_bits(patch, change); bits && goes_on; bits &= bits - 1)
        goes_on =
            list_page(list, (jump_page){ .table = &patch->tables->pages.columns,
                                         .row = (uint32_t)(change->word * WORD_BITS + bits_lowest(bits)),
                                         .word = (uint32_t)(change->y >> WORD_SHIFT) + 1 });
    return goes_on && (jump_is_orthogonal(patch->tables) || visit_blocks(patch, change, span, list));
}

/// Pages that belong to many changes and that were visited.
typedef struct visited_pages {
    struct row_range {
        int32_t first, last;
    } blocks, falling, rising;                   ///< of the change before
    uint64_t words[JUMP_MOST_WORDS / WORD_BITS]; ///< word columns, one bit each
} visited_pages;

/// The pages of some rows of two tables, but for those of the change before.
///
/// @param other  may be null
static bool visit_rows(paged *one, paged *other, struct row_range *before, int32_t first, int32_t last,
                       page_list *list)
{
    for (int32_t row = first; row <= last; row++) {
        if (row >= before->first && row <= before->last)
            continue;
        if (!list_page(list, (jump_page){ .table = one, .row = (uint32_t)row }) ||
            (other && !list_page(list, (jump_page){ .table = other, .row = (uint32_t)row })))
            return false;
    }
    *before = (struct row_range){ first, last };
    return true;
}

/// The pages that say what lies beyond blocks along columns, and where columns stop runs.
static bool visit_word(jump_pages *pages, visited_pages *visited, int32_t word, page_list *list)
{
    uint64_t *words = &visited->words[word / WORD_BITS];
    const uint64_t bit = UINT64_C(1) << word % WORD_BITS;
    if (*words & bit)
        return true;
    *words |= bit;
    bool goes_on = list_page(list, (jump_page){ .table = &pages->stops_y, .row = (uint32_t)word });
    for (int direction = 0; direction < JUMP_DIAGONALS && goes_on; direction++)
        goes_on = list_page(list, (jump_page){ .table = &pages->beyond_y[direction], .row = (uint32_t)word });
    return goes_on;
}

/// The pages that say what lies beyond the blocks beside a change, and where lines stop runs.
static bool visit_notes(jump_tables *tables, visited_pages *visited, const change_span *span, page_list *list)
{
    jump_pages *pages = &tables->pages;
    const int32_t turned = tables->rows->height - 1;
    const bool orthogonal = jump_is_orthogonal(tables);
    if (!visit_rows(&pages->stops_x, orthogonal ? &pages->beyond_aside : NULL, &visited->blocks,
                    span->first_y >> WORD_SHIFT, span->last_y >> WORD_SHIFT, list))
        return false;
    if (orthogonal)
        return true;
    bool goes_on =
        visit_rows(&pages->beyond_x[JUMP_SE], &pages->beyond_x[JUMP_NW], &visited->falling,
                   span->first_y / JUMP_BLOCK_LINES, (span->last_y + 63) / JUMP_BLOCK_LINES, list) &&
        visit_rows(&pages->beyond_x[JUMP_SW], &pages->beyond_x[JUMP_NE], &visited->rising,
                   (turned - span->last_y) / JUMP_BLOCK_LINES,
                   (turned - span->first_y + 63) / JUMP_BLOCK_LINES, list);
    for (int32_t word = span->first_word; word <= span->last_word && goes_on; word++)
        goes_on = visit_word(pages, visited, word, list);
    return goes_on;
}

bool jump_patch_visit_pages(jump_tables *tables, const layer_change *changes, size_t count,
                            jump_page_step *step)
{
    enum { LONE = 4 }; // changes that are not worth a list
    page_list list;
    list.step = step;
    list.count = 0;
    list.room = count > LONE ? sizeof list.pages / sizeof *list.pages : 0;
    const jump_patch patch = { .tables = tables, .changes = changes, .count = count };
    visited_pages visited = { .blocks = { 0, -1 }, .falling = { 0, -1 }, .rising = { 0, -1 } };
    for (size_t i = 0; i < count; i++) {
        if (!jump_changed_bits(&patch, &changes[i]))
            continue;
        const change_span span = span_of(&patch, &changes[i]);
        if (!visit_change(&patch, &changes[i], &span, &list) || !visit_notes(tables, &visited, &span, &list))
            return false;
    }
    return finish_pages(&list);
}
