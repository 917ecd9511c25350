#ifndef SHAPE_TAUT_KNOWN_RUNS_H
#define SHAPE_TAUT_KNOWN_RUNS_H

/// @file
/// What straight runs of grid paths cross, as far as paths have gone along them: paths go from corner to corner, and
/// many along the same runs. A planner keeps it; what it forgets, and what a commit makes void, is found again.

#include "base/memory.h"
#include "shape/taut/gates.h"

/// A run on the rows of one layer, in one version of the map.
typedef struct run_key {
    uint64_t run;     ///< where it begins and leads, and all else that its crossings depend on
    uint64_t rows;    ///< capability and size of the layer
    uint64_t version; ///< of the map
} run_key;

typedef struct known_run {
    run_key key;
    uint64_t begin; ///< its first crossing among all that were ever noted
    int32_t count;  ///< crossings; 0: no run is known here
} known_run;

typedef struct known_runs {
    known_run *table;    ///< at most one run at each place
    crossing *crossings; ///< the latest of those noted, each at its number modulo their room
    uint64_t noted;      ///< crossings
} known_runs;

/// Makes room before the first run is noted.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result known_runs_begin(known_runs *runs, memory *memory);

/// The crossings of a run; null where it is not known.
const crossing *known_runs_find(const known_runs *runs, const run_key *key, int32_t *count);

/// Notes the crossings of a run, unless they are too many, and forgets others for it.
void known_runs_note(known_runs *runs, const run_key *key, const crossing *crossings, int32_t count);

/// Gives back the memory.
void known_runs_free(known_runs *runs, memory *memory);

#endif
