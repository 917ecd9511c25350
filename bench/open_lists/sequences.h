#pragma once

/// The sequences of operations that the study replays, recorded from searches on public maps, or on generated
/// ones where those are absent.

#include <stdbool.h>
#include <stddef.h>

#include "open_lists/recording.h"
#include "open_lists/search.h"

enum {
    SHORT_SIDE = 60,     ///< the window of short searches
    SHORT_DISTANCE = 40, ///< and how far start and goal are apart at most
    FRINGE_SIZES = 8
};

/// What the searches of a set are like.
typedef enum sequence_kind {
    SEQUENCES_SHORT,      ///< whole searches, at most SHORT_DISTANCE tiles apart, inside a window
    SEQUENCES_LONG,       ///< whole searches across a map
    SEQUENCES_BLIND,      ///< the same by Dijkstra's algorithm
    SEQUENCES_JUMP_POINTS ///< whole jump point searches across a map
} sequence_kind;

typedef struct sequences {
    recording *recordings;
    size_t count, capacity;
} sequences;

/// Where maps come from, and how much of their searches is recorded.
typedef struct map_source {
    const char *folder; ///< of the MovingAI maps; null = generated maps
    size_t stretches;   ///< most stretches for each number of open nodes
} map_source;

/// Whole searches.
///
/// @param terrains  three costs of tiles; not for jump points
sequences sequences_record(const map_source *from, sequence_kind kind, bool terrains);

/// Stretches of long searches that begin where so many nodes are open for the first time.
///
/// @param by_size  [set * FRINGE_SIZES], by number of open nodes
void sequences_record_by_fringe(const map_source *from, bool terrains, sequences *by_size);

/// Adds a recording, which the sequences own from then on.
void sequences_keep(sequences *all, const recording *kept);

void sequences_free(sequences *all);

/// A search of a set of short ones, for searching live instead of replaying.
typedef struct short_searches {
    tile_map *maps;
    size_t map_count;
    search_def *defs;
    size_t count, capacity;
} short_searches;

short_searches short_searches_choose(const map_source *from, bool terrains);
void short_searches_free(short_searches *all);
