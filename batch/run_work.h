#pragma once

/// The jobs of a study of simulations: units of one kind stand on a map at random, and each drives to a place of its
/// own.

#include "batch/study.h"
#include "batch/workload.h"

typedef struct run_work {
    const study *asked;
} run_work;

/// The workload; `own` must outlive it. Each job makes its map anew, since a traffic may change it.
workload run_workload(const study *asked, run_work *own);

/// Names of results, by the value of RUN_RESULT.
extern const char *const run_result_names[3];
