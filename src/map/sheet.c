#include "map/sheet.h"

fw_result sheet_create(memory *from, int32_t width, int32_t height, size_t block_bytes, sheet *of)
{
    *of = (sheet){ .block_bytes = block_bytes };
    of->columns = (width + SHEET_SIDE - 1) >> SHEET_SHIFT;
    of->rows = (height + SHEET_SIDE - 1) >> SHEET_SHIFT;
    of->by_row = memory_get_zeroed(from, (size_t)of->rows, sizeof *of->by_row);
    return of->by_row ? FW_OK : FW_NO_MEMORY;
}

static void free_spare(memory *from, sheet *of, size_t keep)
{
    while (of->spare_count > keep) {
        sheet_block *doomed = of->spare;
        of->spare = doomed->next;
        of->spare_count--;
        memory_give_back(from, doomed, 1, of->block_bytes);
    }
}

void sheet_destroy(memory *from, sheet *of)
{
    if (!of->by_row)
        return;
    sheet_clear(from, of, 0);
    for (int32_t row = 0; row < of->rows; row++)
        memory_give_back(from, of->by_row[row], (size_t)of->columns, sizeof **of->by_row);
    memory_give_back(from, of->by_row, (size_t)of->rows, sizeof *of->by_row);
    of->by_row = NULL;
}

static sheet_block *take_block(memory *from, sheet *of)
{
    sheet_block *block = of->spare;
    if (!block)
        return memory_get_zeroed(from, 1, of->block_bytes);
    of->spare = block->next;
    of->spare_count--;
    return block;
}

sheet_block *sheet_put(memory *from, sheet *of, int32_t column, int32_t row)
{
    sheet_block **blocks = of->by_row[row];
    if (blocks && blocks[column])
        return blocks[column];
    if (!blocks) {
        blocks = memory_get_zeroed(from, (size_t)of->columns, sizeof *blocks);
        if (!blocks)
            return NULL;
        of->by_row[row] = blocks;
    }
    sheet_block *block = take_block(from, of);
    if (!block)
        return NULL;
    block->column = column;
    block->row = row;
    block->next = of->used;
    of->used = block;
    of->used_count++;
    blocks[column] = block;
    return block;
}

void sheet_clear(memory *from, sheet *of, size_t keep)
{
    while (of->used) {
        sheet_block *block = of->used;
        of->used = block->next;
        of->by_row[block->row][block->column] = NULL;
        block->next = of->spare;
        of->spare = block;
    }
    of->spare_count += of->used_count;
    of->used_count = 0;
    free_spare(from, of, keep);
}
