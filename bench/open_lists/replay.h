#pragma once

/// Performs recorded operations on a structure. The loop is written once and compiled into each structure's
/// file over its constant table, so that every call is direct and inlined, as it would be in a search of its
/// own.

#include "open_lists/kinds.h"
#include "open_lists/recording.h"
#include "open_lists/seen.h"

/// A run of recorded operations.
struct replay_part {
    const recording *recording;
    size_t from; ///< first operation
    size_t to;   ///< behind the last
    /// True: membership tests are put to the structure. False: the search knows from its own array of nodes
    /// what is open, and the tests are skipped.
    bool asks_membership;
    seen *nodes; ///< the search's own array, also lent to the structure
};

/// Returns a sum over what was answered, the same for all structures.
static inline __attribute__((always_inline)) uint64_t replay_inline(const open_list_kind *kind, void *list,
                                                                    const replay_part *part)
{
    const bool keeps_nodes = kind->looks_at_nodes || !part->asks_membership;
    uint64_t sum = 0;
    for (size_t i = part->from; i < part->to; i++) {
        queue_entry best;
        const queue_entry *what = &part->recording->entries[i];
        switch ((operation)part->recording->operations[i]) {
        case OPERATION_INSERT:
            if (keeps_nodes)
                seen_open(part->nodes, what->id, what->f);
            kind->insert(list, what);
            break;
        case OPERATION_REMOVE_BEST:
            best = kind->remove_best(list);
            if (keeps_nodes)
                seen_close(part->nodes, best.id);
            sum += best.f;
            break;
        case OPERATION_CONTAINS:
            if (part->asks_membership)
                sum += kind->contains(list, what);
            break;
        case OPERATION_INCREASE_PRIORITY:
            if (keeps_nodes)
                seen_open(part->nodes, what->id, what->f);
            kind->increase_priority(list, what - 1, what->f); // what - 1: the membership test before it
            break;
        }
    }
    return sum;
}

/// Defines a replay function over the constant table `kind`.
#define DEFINE_REPLAY(function, kind)                                                                        \
    __attribute__((flatten)) static uint64_t function(void *list, const replay_part *part)                   \
    {                                                                                                        \
        return replay_inline(&(kind), list, part);                                                           \
    }
