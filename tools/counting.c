#include "counting.h"

#include <stdlib.h>

static void *allocate(size_t bytes, void *user)
{
    counting *count = user;
    count->calls++;
    return malloc(bytes);
}

static void release(void *memory, size_t bytes, void *user)
{
    (void)bytes;
    (void)user;
    free(memory);
}

fw_allocator counting_hooks(counting *count)
{
    return (fw_allocator){ .allocate = allocate, .release = release, .user = count };
}
