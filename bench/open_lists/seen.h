#ifndef OPEN_LISTS_SEEN_H
#define OPEN_LISTS_SEEN_H

/// @file
/// What every search on a grid keeps anyway: for each id, is the node open, and with which f? Cleared by
/// generation.

#include <string.h>

#include "open_lists/open_list.h"
#include "open_lists/study_memory.h"

typedef struct seen_node {
    uint64_t f; ///< of the open node
    uint32_t generation;
    uint32_t place; ///< the structure's own use
} seen_node;

typedef struct seen {
    seen_node *nodes; ///< [node * ids]
    uint32_t ids;
    uint32_t generation;
} seen;

static inline seen seen_create(uint32_t ids)
{
    return (seen){ .nodes = study_memory(ids, sizeof(seen_node)), .ids = ids, .generation = 1 };
}

static inline void seen_clear(seen *all)
{
    if (++all->generation == 0) {
        memset(all->nodes, 0, all->ids * sizeof *all->nodes);
        all->generation = 1;
    }
}

static inline bool seen_is_open(const seen *all, uint32_t id)
{
    return all->nodes[id].generation == all->generation;
}

/// Is a node open with this very f? If not, the entry is stale.
static inline bool seen_is_open_as(const seen *all, const queue_entry *what)
{
    return seen_is_open(all, what->id) && all->nodes[what->id].f == what->f;
}

static inline void seen_open(seen *all, uint32_t id, uint64_t f)
{
    all->nodes[id].f = f;
    all->nodes[id].generation = all->generation;
}

static inline void seen_close(seen *all, uint32_t id)
{
    all->nodes[id].generation = 0;
}

#endif
