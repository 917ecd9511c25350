#include "map/past.h"

#include "map/edits.h"

fw_result past_reserve(memory *memory, map_past *past, size_t words)
{
    return memory_reserve(memory, &past->edits, &past->capacity, past->count + words, sizeof *past->edits);
}

void past_add(map_past *past, const sheet *edits, uint64_t number)
{
    for (const sheet_block *block = edits->used; block; block = block->next)
        for (uint64_t rows = ((const edit_block *)block)->touched; rows; rows &= rows - 1)
            past->edits[past->count++] = (past_edit){ .number = number,
                                                      .y = block->row * BLOCK_SIDE + bits_lowest(rows),
                                                      .word = block->column };
}

void past_forget(map_past *past, uint64_t number)
{
    past->count = 0;
    past->from = number;
}

fw_result past_list_missed(memory *memory, const map_past *past, const map_version *version,
                           const map_version *newest, sheet *missed)
{
    for (size_t i = past->count; i > 0 && past->edits[i - 1].number > version->number; i--) {
        const past_edit *edit = &past->edits[i - 1];
        if (!sheet_put(memory, missed, edit->word, edit->y >> BLOCK_SHIFT))
            return FW_NO_MEMORY;
        edits_word(newest, missed, edit->word * WORD_BITS, edit->y);
    }
    return FW_OK;
}

void past_free(memory *memory, map_past *past)
{
    memory_give_back(memory, past->edits, past->capacity, sizeof *past->edits);
}
