#include "map/sheet.h"

fw_result sheet_create(memory *memory, int32_t width, int32_t height, size_t block_bytes, sheet *made)
{
    *made = (sheet){ .block_bytes = block_bytes };
    made->columns = blocks_across(width);
    made->rows = blocks_across(height);
    made->by_row = memory_get_zeroed(memory, (size_t)made->rows, sizeof *made->by_row);
    return made->by_row ? FW_OK : FW_NO_MEMORY;
}

static void free_spare(memory *memory, sheet *sheet, size_t keep)
{
    while (sheet->spare_count > keep) {
        sheet_block *doomed = sheet->spare;
        sheet->spare = doomed->next;
        sheet->spare_count--;
        memory_give_back(memory, doomed, 1, sheet->block_bytes);
    }
}

void sheet_destroy(memory *memory, sheet *sheet)
{
    if (!sheet->by_row)
        return;
    sheet_clear(memory, sheet, 0);
    for (int32_t row = 0; row < sheet->rows; row++)
        memory_give_back(memory, sheet->by_row[row], (size_t)sheet->columns, sizeof **sheet->by_row);
    memory_give_back(memory, sheet->by_row, (size_t)sheet->rows, sizeof *sheet->by_row);
    sheet->by_row = NULL;
}

static sheet_block *take_block(memory *memory, sheet *sheet)
{
    sheet_block *block = sheet->spare;
    if (!block)
        return memory_get_zeroed(memory, 1, sheet->block_bytes);
    sheet->spare = block->next;
    sheet->spare_count--;
    return block;
}

sheet_block *sheet_put(memory *memory, sheet *sheet, int32_t column, int32_t row)
{
    sheet_block **blocks = sheet->by_row[row];
    if (blocks && blocks[column])
        return blocks[column];
    if (!blocks) {
        blocks = memory_get_zeroed(memory, (size_t)sheet->columns, sizeof *blocks);
        if (!blocks)
            return NULL;
        sheet->by_row[row] = blocks;
    }
    sheet_block *block = take_block(memory, sheet);
    if (!block)
        return NULL;
    block->column = column;
    block->row = row;
    block->next = sheet->used;
    sheet->used = block;
    sheet->used_count++;
    blocks[column] = block;
    return block;
}

void sheet_clear(memory *memory, sheet *sheet, size_t keep)
{
    while (sheet->used) {
        sheet_block *block = sheet->used;
        sheet->used = block->next;
        sheet->by_row[block->row][block->column] = NULL;
        block->next = sheet->spare;
        sheet->spare = block;
    }
    sheet->spare_count += sheet->used_count;
    sheet->used_count = 0;
    free_spare(memory, sheet, keep);
}
