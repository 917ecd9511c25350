#pragma once

/// Memory for the study, which ends with a message when there is none.

#include <stddef.h>

/// `count` items of `each` bytes, all zero.
void *study_memory(size_t count, size_t each);

/// Doubles the room for items and returns where they are now.
void *study_grow(void *items, size_t *capacity, size_t each);

/// Makes room for one more item behind `count` and returns where the items are now.
static inline void *study_reserve(void *items, size_t *capacity, size_t count, size_t each)
{
    return count == *capacity ? study_grow(items, capacity, each) : items;
}
