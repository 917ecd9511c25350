#pragma once

/// Free pages of one size, which all spaces of a search share.

#include <stddef.h>

#include "base/memory.h"

typedef struct page_pool {
    memory *memory;
    size_t page_bytes; ///< size of every page, at least that of a pointer
    int page_shift;    ///< log2 of the nodes of a page, if pages hold nodes
    void *free;        ///< list of free pages; the first bytes of each point to the next
    size_t free_count; ///< of the list
    size_t most_kept;  ///< pages that the list keeps, and that a store keeps after a search; 0 = no limit
} page_pool;

/// A page, not initialised; null if there is no memory.
void *page_pool_take(page_pool *pool);

/// Returns a page to the pool; a page too many is freed.
void page_pool_put(page_pool *pool, void *page);

/// Releases all free pages.
void page_pool_trim(page_pool *pool);
