#pragma once

/// What the engine of a study must know of its jobs: how many there are, and how to prepare and to do them.

#include <stdbool.h>
#include <stdint.h>

#include "batch/answer.h"
#include "io/fault.h"

/// Jobs are numbered from 0. Jobs that share what must be prepared, such as a map, follow each other: they are a stage.
typedef struct workload {
    void *user;
    const uint64_t
        *starts; ///< [job * stage_count + 1] first job of each stage; the last one: number of all jobs
    int32_t stage_count;
    /// Prepares a stage, in a process of its own, from which workers are forked.
    bool (*prepare)(void *user, int32_t stage, io_fault *fault);
    /// Does in advance what each worker would do on its own; may be null. Answers do not depend on it.
    void (*warm_up)(void *user);
    /// Makes a worker ready for the stage that was prepared; without memory, false.
    bool (*begin)(void *user);
    /// Does a job; sets the answer's values, which are 0 before.
    void (*run)(void *user, uint64_t job, answer *into);
} workload;

static inline uint64_t workload_jobs(const workload *work)
{
    return work->starts[work->stage_count];
}
