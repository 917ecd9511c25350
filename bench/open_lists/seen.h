#pragma once

/// What every search on a grid keeps anyway: for each id, is the node open, and with which f? Cleared by
/// generation.

#include <stdlib.h>
#include <string.h>

#include "open_lists/open_list.h"
#include "open_lists/study_memory.h"

typedef struct seen_node {
    uint64_t f; ///< of the open node
    uint32_t generation;
    uint32_t place; ///< the structure's own use
} seen_node;

struct seen {
    seen_node *all; ///< [node * ids]
    uint32_t ids;
    uint32_t generation;
};

static inline seen seen_create(uint32_t ids)
{
    return (seen){ .all = study_memory(ids, sizeof(seen_node)), .ids = ids, .generation = 1 };
}

static inline void seen_free(seen *nodes)
{
    free(nodes->all);
    *nodes = (seen){ 0 };
}

static inline void seen_clear(seen *nodes)
{
    if (++nodes->generation == 0) {
        memset(nodes->all, 0, nodes->ids * sizeof *nodes->all);
        nodes->generation = 1;
    }
}

static inline bool seen_is_open(const seen *nodes, uint32_t id)
{
    return nodes->all[id].generation == nodes->generation;
}

/// Is a node open with this very f? If not, the entry is stale.
static inline bool seen_is_open_as(const seen *nodes, const queue_entry *what)
{
    return seen_is_open(nodes, what->id) && nodes->all[what->id].f == what->f;
}

static inline void seen_open(seen *nodes, uint32_t id, uint64_t f)
{
    nodes->all[id].f = f;
    nodes->all[id].generation = nodes->generation;
}

static inline void seen_close(seen *nodes, uint32_t id)
{
    nodes->all[id].generation = 0;
}
