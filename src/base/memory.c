#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static void *allocate_by_malloc(size_t bytes, void *user)
{
    (void)user;
    return malloc(bytes);
}

static void release_by_free(void *items, size_t bytes, void *user)
{
    (void)bytes;
    (void)user;
    free(items);
}

void memory_init(memory *memory, const fw_allocator *hooks)
{
    *memory = (struct memory){ .hooks = { .allocate = allocate_by_malloc, .release = release_by_free } };
    if (hooks)
        memory->hooks = *hooks;
}

void *memory_get(memory *memory, size_t count, size_t item_bytes)
{
    if (count == 0 || item_bytes == 0 || count > SIZE_MAX / 2 / item_bytes)
        return NULL;
    void *items = memory->hooks.allocate(count * item_bytes, memory->hooks.user);
    if (!items)
        return NULL;
    memory->bytes += count * item_bytes;
    memory->calls++;
    return items;
}

void *memory_get_zeroed(memory *memory, size_t count, size_t item_bytes)
{
    void *items = memory_get(memory, count, item_bytes);
    if (items)
        memset(items, 0, count * item_bytes);
    return items;
}

void memory_give_back(memory *memory, void *items, size_t count, size_t item_bytes)
{
    if (!items)
        return;
    memory->bytes -= count * item_bytes;
    memory->hooks.release(items, count * item_bytes, memory->hooks.user);
}

fw_result memory_lengthen(memory *memory, void *items, size_t *capacity, size_t longer, size_t item_bytes)
{
    void *more = memory_get(memory, longer, item_bytes);
    if (!more)
        return FW_NO_MEMORY;
    void *before;
    memcpy(&before, items, sizeof before); // memcpy, because the pointer has another type
    if (before)
        memcpy(more, before, *capacity * item_bytes);
    memory_give_back(memory, before, *capacity, item_bytes);
    memcpy(items, &more, sizeof more);
    *capacity = longer;
    return FW_OK;
}

fw_result memory_grow(memory *memory, void *items, size_t *capacity, size_t needed, size_t item_bytes)
{
    const size_t longer = *capacity + *capacity / 2;
    return memory_lengthen(memory, items, capacity, needed < longer ? longer : needed, item_bytes);
}

static void *allocate_from_memory(size_t bytes, void *user)
{
    return memory_get(user, bytes, 1);
}

static void release_to_memory(void *items, size_t bytes, void *user)
{
    memory_give_back(user, items, bytes, 1);
}

fw_allocator memory_hooks(memory *memory)
{
    return (fw_allocator){ .allocate = allocate_from_memory, .release = release_to_memory, .user = memory };
}
