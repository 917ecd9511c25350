#pragma once

/// What a search asked of its open list, in order: the whole search, or a stretch of it.

#include "open_lists/open_list.h"

typedef enum operation {
    OPERATION_INSERT,
    OPERATION_REMOVE_BEST,
    OPERATION_CONTAINS,          ///< the entry is what the node has if it is open
    OPERATION_INCREASE_PRIORITY, ///< the entry has the new f; the operation before is the membership test with the old
} operation;

enum { OPERATION_KINDS = 4 };

typedef struct recording {
    size_t begins_at; ///< recording begins when so many nodes are open; 0 = with the search
    size_t room;      ///< and ends after so many operations; 0 = with the search

    uint8_t *operations;  ///< [operation * count]
    queue_entry *entries; ///< [entry * count]; at OPERATION_REMOVE_BEST: what comes out
    size_t count;
    size_t operation_capacity, entry_capacity;
    size_t stage; ///< operations at the beginning that insert what was open already

    open_list_bounds bounds;        ///< what a structure must hold to replay it
    size_t counts[OPERATION_KINDS]; ///< operations of each kind, the stage not counted
    size_t already_open;            ///< membership tests that were answered with yes
    double fringe_sum;              ///< of the numbers of open nodes at each removal
    size_t largest_fringe;
} recording;

void recording_add(recording *to, operation kind, queue_entry what);
void recording_free(recording *recording);

/// Mean number of open nodes.
double recording_mean_fringe(const recording *recording);
