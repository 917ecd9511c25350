#include "open_lists/study_memory.h"

#include <stdio.h>
#include <stdlib.h>

static void *or_end(void *items)
{
    if (!items) {
        fputs("open lists: no memory\n", stderr);
        exit(EXIT_FAILURE);
    }
    return items;
}

void *study_memory(size_t count, size_t each)
{
    return or_end(calloc(count ? count : 1, each));
}

void *study_grow(void *items, size_t *capacity, size_t each)
{
    *capacity = *capacity ? 2 * *capacity : 16;
    return or_end(realloc(items, *capacity * each));
}
