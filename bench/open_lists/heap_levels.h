#pragma once

/// How far the entries of a binary heap move in a search, beside how far they could.

#include "open_lists/recording.h"

/// Means over the operations of one kind.
typedef struct heap_move {
    double moved; ///< levels that the entry rose or sank
    double most;  ///< levels that lay above or below the entry
} heap_move;

typedef struct heap_levels {
    heap_move inserted, raised; ///< new entries, and entries of which the priority increased: they rise
    heap_move removed;          ///< the last entry takes the place of the best one and sinks
} heap_levels;

/// Replays a whole search on a binary heap with positions.
heap_levels heap_levels_watch(const recording *recording);
