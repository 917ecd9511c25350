#ifndef SEARCH_PAGE_POOL_H
#define SEARCH_PAGE_POOL_H

/// @file
/// Pages of one size that the searches of a planner hand to each other.

#include <stddef.h>

#include "base/memory.h"

typedef struct page_pool {
    memory *memory;
    size_t page_bytes; ///< size of every page, at least that of a pointer
    void *free;        ///< list of free pages; the first bytes of each point to the next
} page_pool;

/// A page, not initialised; null when there is no memory.
void *page_pool_take(page_pool *pool);

/// Takes a page back.
void page_pool_put(page_pool *pool, void *page);

/// Gives all free pages back to memory.
void page_pool_trim(page_pool *pool);

#endif
