#include "search/page_pool.h"

#include <string.h>

void *page_pool_take(page_pool *pool)
{
    void *page = pool->free;
    if (!page)
        return memory_get(pool->memory, 1, pool->page_bytes);
    memcpy(&pool->free, page, sizeof pool->free);
    pool->free_count--;
    return page;
}

void page_pool_put(page_pool *pool, void *page)
{
    if (pool->most_kept > 0 && pool->free_count >= pool->most_kept) {
        memory_give_back(pool->memory, page, 1, pool->page_bytes);
        return;
    }
    memcpy(page, &pool->free, sizeof pool->free);
    pool->free = page;
    pool->free_count++;
}

void page_pool_trim(page_pool *pool)
{
    while (pool->free) {
        void *page = page_pool_take(pool);
        memory_give_back(pool->memory, page, 1, pool->page_bytes);
    }
}
