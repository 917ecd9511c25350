#pragma once

/// Does all jobs of a workload that a log does not hold yet, on all ranks of a transport.

#include <stdbool.h>

#include "batch/chunk_log.h"
#include "batch/site.h"
#include "batch/transport.h"

typedef struct engine_settings {
    double patience_us; ///< a job that takes longer hangs
    void *user;         ///< of the two functions; they are called on rank 0
    /// Shows the progress: jobs that are done, and an estimate of the seconds that are left, negative if unknown.
    void (*progress)(void *user, uint64_t done, double left_seconds);
    /// Reports a job that cannot be done.
    void (*report)(void *user, uint64_t job, answer_status why);
} engine_settings;

/// Runs until all jobs are done.
///
/// @param force  started before the transport was opened
/// @param log    of rank 0, which receives the answers; null on other ranks
/// @return false with a fault, on rank 0
bool engine_run(workforce *force, transport *link, const engine_settings *settings, chunk_log *log,
                io_fault *fault);
