#include "grid/jump_history.h"

jump_history *jump_history_create(memory *memory, size_t block_count)
{
    jump_history *history =
        memory_get_zeroed(memory, 1, sizeof *history + block_count * sizeof *history->changed);
    if (history) {
        history->users = 1;
        history->block_count = block_count;
    }
    return history;
}

jump_history *jump_history_join(jump_history *history)
{
    history->users++;
    return history;
}

size_t jump_history_bytes(const jump_history *history)
{
    return sizeof *history + history->block_count * sizeof *history->changed;
}

void jump_history_leave(memory *memory, jump_history *history)
{
    if (history && --history->users == 0)
        memory_give_back(memory, history, 1, jump_history_bytes(history));
}

void jump_history_mark_all(jump_history *history)
{
    for (size_t i = 0; i < history->block_count; i++)
        atomic_store_explicit(&history->changed[i], history->edition + 1, memory_order_relaxed);
    history->patched = (block_box){ 0, 0, UINT8_MAX, UINT8_MAX };
}

void jump_history_publish(jump_history *history)
{
    const block_box patched = history->patched;
    const uint64_t edition = ++history->edition;
    const uint64_t entry = edition << 32 | (uint32_t)patched.left << 24 | (uint32_t)patched.top << 16 |
                           (uint32_t)patched.right << 8 | patched.bottom;
    atomic_store_explicit(&history->recent[edition % JUMP_RECENT], entry, memory_order_relaxed);
}

bool jump_history_widen(const jump_history *history, uint64_t earlier, uint64_t later, block_box *blocks)
{
    if (later - earlier >= JUMP_RECENT)
        return false;
    for (uint64_t edition = earlier + 1; edition <= later; edition++) {
        const uint64_t entry =
            atomic_load_explicit(&history->recent[edition % JUMP_RECENT], memory_order_relaxed);
        if (entry >> 32 != (uint32_t)edition)
            return false;
        block_box_widen(blocks, (block_box){ .left = (uint8_t)(entry >> 24),
                                             .top = (uint8_t)(entry >> 16),
                                             .right = (uint8_t)(entry >> 8),
                                             .bottom = (uint8_t)entry });
    }
    return true;
}
