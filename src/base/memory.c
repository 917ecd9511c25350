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

void memory_init(memory *from, const fw_allocator *hooks)
{
    *from = (memory){ .hooks = { .allocate = allocate_by_malloc, .release = release_by_free } };
    if (hooks)
        from->hooks = *hooks;
}

void *memory_get(memory *from, size_t count, size_t each)
{
    if (count == 0 || each == 0 || count > SIZE_MAX / 2 / each)
        return NULL;
    void *items = from->hooks.allocate(count * each, from->hooks.user);
    if (!items)
        return NULL;
    from->bytes += count * each;
    from->calls++;
    return items;
}

void *memory_get_zeroed(memory *from, size_t count, size_t each)
{
    void *items = memory_get(from, count, each);
    if (items)
        memset(items, 0, count * each);
    return items;
}

void memory_give_back(memory *from, void *items, size_t count, size_t each)
{
    if (!items)
        return;
    from->bytes -= count * each;
    from->hooks.release(items, count * each, from->hooks.user);
}

fw_result memory_grow(memory *from, void *items, size_t *capacity, size_t needed, size_t each)
{
    const size_t grown = needed < 2 * *capacity ? 2 * *capacity : needed;
    void *more = memory_get(from, grown, each);
    if (!more)
        return FW_NO_MEMORY;
    void *before;
    memcpy(&before, items, sizeof before); // by bytes, because the pointer is of another type
    if (before)
        memcpy(more, before, *capacity * each);
    memory_give_back(from, before, *capacity, each);
    memcpy(items, &more, sizeof more);
    *capacity = grown;
    return FW_OK;
}

static void *draw(size_t bytes, void *user)
{
    return memory_get(user, bytes, 1);
}

static void return_drawn(void *items, size_t bytes, void *user)
{
    memory_give_back(user, items, bytes, 1);
}

fw_allocator memory_hooks(memory *from)
{
    return (fw_allocator){ .allocate = draw, .release = return_drawn, .user = from };
}
