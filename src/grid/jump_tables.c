#include "grid/jump_tables.h"

enum {
    LINE_WORDS = JUMP_BLOCK_LINES * sizeof(jump_line) / sizeof(uint64_t),
    ASIDE_WORDS = JUMP_BLOCK_LINES * sizeof(jump_aside) / sizeof(uint64_t),
    BEYOND_WORDS = sizeof(jump_beyond_rows) / sizeof(uint64_t),
    BLOCK_WORDS = 2 * JUMP_BLOCK_LINES * sizeof(jump_diagonal) / sizeof(uint64_t),
};

fw_result jump_pages_create(const jump_tables *tables, jump_pages *pages)
{
    memory *memory = tables->memory;
    const size_t width = (size_t)tables->rows->width;
    const size_t words = (size_t)tables->rows->words, column_words = (size_t)tables->column_words;
    fw_result result = paged_create(memory, width, column_words + 2, 0, &pages->columns);
    if (!result)
        result = paged_create(memory, words * column_words, LINE_WORDS, words, &pages->along_x);
    if (jump_is_orthogonal(tables)) {
        if (!result)
            result = paged_create(memory, words * column_words, ASIDE_WORDS, column_words, &pages->aside);
        return result ? result
                      : paged_create(memory, column_words, words * BEYOND_WORDS, 0, &pages->beyond_aside);
    }
    if (!result)
        result = paged_create(memory, words * column_words, LINE_WORDS, column_words, &pages->along_y);
    const size_t blocks = (size_t)tables->diagonal_blocks;
    for (int i = 0; i < 2 && !result; i++)
        result = paged_create(memory, words * blocks, BLOCK_WORDS, blocks, &pages->diagonal[i]);
    for (int i = 0; i < JUMP_DIAGONALS && !result; i++) {
        result = paged_create(memory, blocks, words * BEYOND_WORDS, 0, &pages->beyond_x[i]);
        if (!result)
            result = paged_create(memory, words, blocks, 0, &pages->beyond_y[i]);
    }
    return result;
}

/// The tables of pages, those that are not there included.
enum { PAGED_COUNT = sizeof(jump_pages) / sizeof(paged) };

static paged *paged_at(jump_pages *pages, int i)
{
    return (paged *)pages + i;
}

void jump_pages_destroy(jump_pages *pages)
{
    for (int i = 0; i < PAGED_COUNT; i++)
        paged_destroy(paged_at(pages, i));
}

void jump_pages_succeed(jump_pages *built, const jump_pages *former)
{
    jump_pages others = *former;
    for (int i = 0; i < PAGED_COUNT; i++)
        if (paged_at(built, i)->row)
            paged_succeed(paged_at(built, i), paged_at(&others, i));
}

static fw_result copy_pages(const jump_pages *from, jump_pages *made)
{
    jump_pages shared = *from;
    *made = (jump_pages){ 0 };
    fw_result result = FW_OK;
    for (int i = 0; i < PAGED_COUNT && !result; i++)
        if (paged_at(&shared, i)->row)
            result = paged_copy(paged_at(&shared, i), paged_at(made, i));
    if (result)
        jump_pages_destroy(made);
    return result;
}

static size_t count_visited(const jump_tables *tables)
{
    return (size_t)tables->rows->words + 2 * (size_t)tables->rows->width;
}

void jump_tables_destroy(memory *memory, jump_tables *tables)
{
    if (!tables)
        return;
    jump_pages_destroy(&tables->pages);
    jump_pages_destroy(&tables->former);
    change_log_leave(memory, tables->log);
    memory_give_back(memory, tables->remembered, tables->remembered_capacity, sizeof *tables->remembered);
    memory_give_back(memory, tables->visited, count_visited(tables), sizeof *tables->visited);
    memory_give_back(memory, tables, 1, sizeof *tables);
}

jump_tables *jump_tables_create(memory *memory, const layer *source, bool orthogonal)
{
    jump_tables *tables = memory_get_zeroed(memory, 1, sizeof *tables);
    if (!tables)
        return NULL;
    tables->memory = memory;
    tables->rows = source;
    tables->is_orthogonal = orthogonal;
    tables->column_words = (source->height + WORD_BITS - 1) >> WORD_SHIFT;
    tables->diagonal_blocks = (source->height + WORD_BITS - 2) / JUMP_BLOCK_LINES + 1;
    tables->visited = memory_get(memory, count_visited(tables), sizeof *tables->visited);
    if (tables->visited)
        return tables;
    jump_tables_destroy(memory, tables);
    return NULL;
}

fw_result jump_tables_copy(memory *memory, const layer *layer, const jump_tables *from, jump_tables **built)
{
    jump_tables *tables = jump_tables_create(memory, layer, jump_is_orthogonal(from));
    if (!tables)
        return FW_NO_MEMORY;
    if (copy_pages(&from->pages, &tables->pages)) {
        jump_tables_destroy(memory, tables);
        return FW_NO_MEMORY;
    }
    tables->log = change_log_join(from->log);
    tables->version = from->version;
    *built = tables;
    return FW_OK;
}

void jump_tables_catch_up(jump_tables *tables, jump_tables *newest)
{
    for (int i = 0; i < PAGED_COUNT; i++)
        if (paged_at(&tables->pages, i)->row)
            paged_catch_up(paged_at(&tables->pages, i), paged_at(&newest->pages, i));
    tables->version = newest->version;
}

size_t jump_tables_bytes(const jump_tables *tables)
{
    size_t bytes = sizeof *tables + change_log_bytes(tables->log) / (size_t)tables->log->users +
                   count_visited(tables) * sizeof *tables->visited +
                   tables->remembered_capacity * sizeof *tables->remembered;
    jump_pages pages = tables->pages;
    for (int i = 0; i < PAGED_COUNT; i++)
        if (paged_at(&pages, i)->row)
            bytes += paged_bytes(paged_at(&pages, i));
    return bytes;
}
