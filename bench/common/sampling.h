#pragma once

/// Which maps and queries a benchmark takes, from its command line: [--every K] [--repeat N] [NAME...].

#include <stdbool.h>
#include <stddef.h>

enum { POSE_MAPS = 6 };

/// Public maps that have lists of poses.
extern const char *const pose_maps[POSE_MAPS];

typedef struct sampling {
    size_t every;   ///< every K-th query of each scenario
    int repeat;     ///< the least time of N passes
    char **words;   ///< [word * word_count] only maps whose name holds one of them
    int word_count; ///< 0: all maps
} sampling;

/// Every 10th query, the least of 3 passes, all maps, unless the command line says otherwise. Where it makes no sense,
/// prints how the program is used and ends it.
sampling sampling_from(int count, char **arguments);

/// Is a map wanted?
bool sampling_takes(const sampling *how, const char *name);
