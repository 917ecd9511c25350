#include "open_lists/pool.h"

#include <stdlib.h>

#include "open_lists/study_memory.h"

enum { CHUNK_NODES = 1024 };

struct pool_chunk {
    pool_chunk *next;
    char *nodes;
};

static pool_chunk *chunk_create(size_t each)
{
    pool_chunk *chunk = study_memory(1, sizeof *chunk);
    chunk->nodes = study_memory(CHUNK_NODES, each);
    return chunk;
}

pool pool_create(size_t each)
{
    pool_chunk *first = chunk_create(each);
    return (pool){ .each = each, .first = first, .current = first };
}

void pool_destroy(pool *from)
{
    for (pool_chunk *chunk = from->first, *next; chunk; chunk = next) {
        next = chunk->next;
        free(chunk->nodes);
        free(chunk);
    }
}

void pool_clear(pool *from)
{
    from->current = from->first;
    from->used = 0;
    from->unused = NULL;
}

void *pool_cut(pool *from)
{
    if (from->used == CHUNK_NODES) {
        if (!from->current->next)
            from->current->next = chunk_create(from->each);
        from->current = from->current->next;
        from->used = 0;
    }
    return from->current->nodes + from->each * from->used++;
}
