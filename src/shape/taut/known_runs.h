#pragma once

/// A cache of the crossings of straight runs of grid paths. Paths lead from corner to corner, so many paths share the
/// same runs. A planner keeps the cache. Crossings that were dropped, or that a commit made invalid, are computed
/// again.

#include "base/memory.h"
#include "shape/taut/gates.h"

/// A run on one layer, in one version of the map.
typedef struct run_key {
    uint64_t run;     ///< the run's first tile, direction and length, and the limits of its gates
    uint64_t layer;   ///< capability and size of the layer
    uint64_t version; ///< of the map
} run_key;

typedef struct known_run {
    run_key key;
    uint64_t begin; ///< serial number of the run's first crossing among all that were ever noted
    int32_t count;  ///< of crossings; 0 = the entry is empty
} known_run;

typedef struct known_runs {
    memory *memory;      ///< of the owner of the cache
    size_t room;         ///< entries of the table, a power of 2, at least 64
    known_run *table;    ///< hash table, at most one run an entry
    crossing *crossings; ///< the crossings noted last, each at its number modulo the room
    uint64_t noted;      ///< number of crossings ever noted
} known_runs;

/// Allocates the cache before the first run is noted. FW_OK or FW_NO_MEMORY.
fw_result known_runs_begin(known_runs *runs);

/// The crossings of a run; null if the run is not known.
const crossing *known_runs_find(const known_runs *runs, const run_key *key, int32_t *count);

/// Caches the crossings of a run, unless they are too many. Drops other runs to make room.
void known_runs_note(known_runs *runs, const run_key *key, const crossing *crossings, int32_t count);

void known_runs_free(known_runs *runs);
