#pragma once

/// Rank 0's office: gives chunks to the ranks that ask for them, and writes their answers to the log. It knows nothing
/// but messages, so that it can be measured with ranks that only sleep.

#include "batch/engine.h"
#include "batch/handout.h"
#include "batch/message.h"

typedef struct master {
    transport *link;
    const engine_settings *settings;
    chunk_log *log;
    handout out;
    int32_t *wanted;    ///< [chunk * ranks] that were asked for and not yet given
    uint64_t *suspects; ///< [job * suspect_count] during which a worker has died once
    size_t suspect_count, suspect_room;
    double next_progress_us;
    bool has_failed;
    io_fault *fault;
    message said; ///< being written
} master;

/// @return false without memory
bool master_open(const workload *work, transport *link, const engine_settings *settings, chunk_log *log,
                 io_fault *fault, master *opened);

void master_take(master *office, int32_t from, const message *heard);

/// True if all jobs are done, or the study cannot go on.
bool master_is_done(const master *office);

/// Tells all ranks that the work is over.
void master_end(master *office);

void master_close(master *office);
