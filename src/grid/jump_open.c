#include "grid/jump_open.h"

#include <string.h>

/// Blocked tiles of a word, or of the words of a block in several rows.
typedef struct blocked_tiles {
    int all, first, last; ///< of all columns, of the westernmost, and of the easternmost one
} blocked_tiles;

/// Adds tiles to the count of a block that may lie beside the map.
static void add_to_block(const jump_tables *tables, int32_t word, int32_t row, int tiles)
{
    if (word < 0 || word >= tables->rows->words)
        return;
    uint16_t *obstacles = &tables->obstacles[(size_t)row * (size_t)tables->rows->words + (size_t)word];
    *obstacles = (uint16_t)(*obstacles + tiles);
}

/// Adds tiles of a word column, which lie in a row of blocks or beside it, to the blocks of this row.
///
/// @param sign  1, or -1 for tiles that are blocked no more
static void add_to_row(const jump_tables *tables, int32_t word, int32_t row, blocked_tiles tiles, int sign)
{
    if (row < 0 || row >= tables->column_words)
        return;
    add_to_block(tables, word, row, sign * tiles.all);
    if (tiles.first)
        add_to_block(tables, word - 1, row, sign * tiles.first);
    if (tiles.last)
        add_to_block(tables, word + 1, row, sign * tiles.last);
}

static blocked_tiles count_word(uint64_t blocked)
{
    return (blocked_tiles){ bits_count(blocked), (int)(blocked & 1), (int)(blocked >> 63) };
}

/// Adds blocked tiles of a word to its block and to those beside it.
static void add_word(const jump_tables *tables, int32_t y, int32_t word, uint64_t blocked, int sign)
{
    const int32_t first = (y > 0 ? y - 1 : y) >> WORD_SHIFT, last = (y + 1) >> WORD_SHIFT;
    for (int32_t row = first; row <= last && blocked; row++)
        add_to_row(tables, word, row, count_word(blocked), sign);
}

static uint64_t blocked_at(const layer *layer, int32_t y, int32_t word)
{
    const int32_t left = layer->width - word * WORD_BITS;
    return ~layer_row(layer, y)[word] & bits_below(left < WORD_BITS ? left : WORD_BITS);
}

/// Adds the blocked tiles of a block to it and to those beside it.
static void add_block(const jump_tables *tables, int32_t word, int32_t row)
{
    const layer *layer = tables->rows;
    const int32_t first_y = row * WORD_BITS;
    const int32_t last_y = (row + 1 < tables->column_words ? first_y + WORD_BITS : layer->height) - 1;
    blocked_tiles tiles = { 0 };
    for (int32_t y = first_y; y <= last_y; y++) {
        const uint64_t blocked = blocked_at(layer, y, word);
        tiles.all += bits_count(blocked);
        tiles.first += (int)(blocked & 1);
        tiles.last += (int)(blocked >> 63);
    }
    add_to_row(tables, word, row, tiles, 1);
    add_to_row(tables, word, row - 1, count_word(blocked_at(layer, first_y, word)), 1);
    add_to_row(tables, word, row + 1, count_word(blocked_at(layer, last_y, word)), 1);
}

void jump_open_count(jump_tables *tables)
{
    const int32_t words = tables->rows->words, rows = tables->column_words;
    for (int32_t row = 0; row < rows; row++)
        for (int32_t word = 0; word < words; word++)
            tables->obstacles[(size_t)row * (size_t)words + (size_t)word] =
                row == 0 || word == 0 || row + 1 == rows || word + 1 == words; // at the border
    for (int32_t row = 0; row < rows; row++)
        for (int32_t word = 0; word < words; word++)
            add_block(tables, word, row);
}

void jump_open_follow(const jump_tables *tables, const change_list *words, bool back)
{
    for (size_t i = 0; i < words->count; i++) {
        const layer_change *change = &words->items[i];
        const uint64_t now = layer_row(tables->rows, change->y)[change->word];
        add_word(tables, change->y, change->word, change->before & ~now, back ? -1 : 1);
        add_word(tables, change->y, change->word, now & ~change->before, back ? 1 : -1);
    }
}

fw_result jump_open_make_page(const jump_tables *tables, const jump_pages *old, paged *open)
{
    if (old)
        return old->open.row ? paged_copy(&old->open, open) : FW_OK;
    if (tables->rows->words < 3 || tables->column_words < 3)
        return FW_OK;
    const bool orthogonal = jump_is_orthogonal(tables);
    const int lines = orthogonal ? JUMP_BLOCK_LINES : 2 * JUMP_BLOCK_LINES;
    const size_t line_bytes = orthogonal ? sizeof(jump_aside) : sizeof(jump_diagonal);
    if (paged_create(tables->memory, 1, (size_t)lines * line_bytes / sizeof(uint64_t), 0, open) ||
        !paged_add(open, 0))
        return FW_NO_MEMORY;
    for (int i = 0; i < lines; i++)
        if (orthogonal)
            ((jump_aside *)open->row[0])[i] =
                (jump_aside){ .leaves_east = UINT64_MAX, .leaves_west = UINT64_MAX };
        else
            ((jump_diagonal *)open->row[0])[i] =
                (jump_diagonal){ .leaves_along_x = UINT64_MAX, .leaves_along_y = UINT64_MAX };
    return FW_OK;
}
