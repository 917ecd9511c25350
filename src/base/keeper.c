#include "base/keeper.h"

#include <stddef.h>

#include "base/must_hold.h"

typedef struct kept_block {
    struct kept_block *next, *before;
    size_t bytes; ///< with this head
    _Alignas(max_align_t) unsigned char items[];
} kept_block;

static void *allocate(size_t bytes, void *user)
{
    keeper *keeper = user;
    const size_t whole = sizeof(kept_block) + bytes;
    kept_block *block = memory_get(keeper->source, whole, 1);
    if (!block)
        return NULL;
    *block = (kept_block){ .next = keeper->first, .bytes = whole };
    if (keeper->first)
        keeper->first->before = block;
    keeper->first = block;
    return block->items;
}

static void release(void *items, size_t bytes, void *user)
{
    (void)bytes;
    keeper *keeper = user;
    kept_block *block = (void *)((unsigned char *)items - offsetof(kept_block, items));
    *(block->before ? &block->before->next : &keeper->first) = block->next;
    if (block->next)
        block->next->before = block->before;
    memory_give_back(keeper->source, block, block->bytes, 1);
}

void keeper_init(keeper *keeper, memory *source)
{
    const fw_allocator hooks = { .allocate = allocate, .release = release, .user = keeper };
    *keeper = (struct keeper){ .source = source };
    memory_init(&keeper->memory, &hooks);
}

void keeper_release(keeper *keeper)
{
    must_hold(keeper->memory.hooks.user == keeper); // it has not moved
    while (keeper->first)
        memory_give_back(&keeper->memory, keeper->first->items, keeper->first->bytes - sizeof(kept_block), 1);
}

void *keeper_found(const fw_allocator *hooks, size_t bytes)
{
    memory own;
    memory_init(&own, hooks);
    keeper *founded = memory_get_zeroed(&own, 1, bytes);
    if (!founded)
        return NULL;
    keeper_init(founded, &founded->own);
    founded->own = own;
    return founded;
}

void keeper_close(void *object, size_t bytes)
{
    keeper *closed = object;
    if (!closed)
        return;
    keeper_release(closed);
    memory own = closed->own;
    memory_give_back(&own, object, 1, bytes);
}
