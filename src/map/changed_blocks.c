#include "map/changed_blocks.h"

static size_t block_count(const changed_blocks *blocks)
{
    return (size_t)blocks->columns * (size_t)blocks->rows;
}

fw_result changed_blocks_create(memory *memory, int32_t width, int32_t height, changed_blocks *made)
{
    *made = (changed_blocks){ .columns = (width + CHANGED_SIDE - 1) >> CHANGED_SHIFT,
                              .rows = (height + CHANGED_SIDE - 1) >> CHANGED_SHIFT };
    made->versions = memory_get_zeroed(memory, block_count(made), sizeof *made->versions);
    return made->versions ? FW_OK : FW_NO_MEMORY;
}

void changed_blocks_destroy(memory *memory, changed_blocks *blocks)
{
    memory_give_back(memory, blocks->versions, block_count(blocks), sizeof *blocks->versions);
    blocks->versions = NULL;
}
