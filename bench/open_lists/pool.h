#pragma once

/// Nodes of one size for linked structures, kept from search to search.

#include <stddef.h>

typedef struct pool_chunk pool_chunk;

typedef struct pool {
    size_t each;         ///< bytes of a node, a multiple of sizeof(void *)
    pool_chunk *first;   ///< all chunks
    pool_chunk *current; ///< the one that nodes are cut from
    size_t used;         ///< nodes cut from it
    void *unused;        ///< nodes given back, linked through their first word
} pool;

pool pool_create(size_t each);
void pool_destroy(pool *from);

/// Takes all nodes back at once.
void pool_clear(pool *from);

/// Cuts a node from the next chunk.
void *pool_cut(pool *from);

static inline void *pool_take(pool *from)
{
    void *node = from->unused;
    if (!node)
        return pool_cut(from);
    from->unused = *(void **)node;
    return node;
}

static inline void pool_give_back(pool *from, void *node)
{
    *(void **)node = from->unused;
    from->unused = node;
}
