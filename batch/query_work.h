#pragma once

/// The jobs of a study of queries: a stage is a map, with its units prepared for their methods.

#include "batch/study.h"
#include "batch/workload.h"
#include "fairway/planner.h"

typedef struct query_work {
    const study *asked;
    int32_t map_index;
    fw_map *map;
    fw_unit_id
        *units; ///< [unit * methods]: each pair is a unit of its own, so that no method sees another's tables
    fw_unit_def *defs; ///< [unit_count]
    fw_planner *planner;
    fw_path *path;
} query_work;

/// The workload; `own` must outlive it.
workload query_workload(const study *asked, query_work *own);

/// Names of a query's places, if it joins two of them; else null.
void query_places(const study *asked, const study_job *place, const char **from, const char **to);

/// Prepares a map in this process and finds the path of one job again, for pictures.
bool query_prepare(void *user, int32_t stage, io_fault *fault);
bool query_begin(void *user);
void query_run(void *user, uint64_t job, answer *into);
void query_close(query_work *own);
