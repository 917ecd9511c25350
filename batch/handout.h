#pragma once

/// Which jobs are still to be given out, and to whom: chunks are sized by measured time, so that each takes about as
/// long as the others and all ranks end together (guided self-scheduling: Polychronopoulos & Kuck 1987).

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "batch/chunk_log.h"
#include "batch/workload.h"

/// Jobs that wait for a worker: they follow each other, and belong to one stage.
typedef struct waiting_jobs {
    uint64_t first, end;
    int32_t stage;
} waiting_jobs;

/// What is known of a rank.
typedef struct handout_rank {
    int32_t stage; ///< of its last chunk; -1: it has had none
    int32_t next;  ///< the stage that it prepares meanwhile; -1: none
    int32_t workers;
} handout_rank;

typedef struct handout {
    const workload *work;
    waiting_jobs *waiting; ///< [count]
    size_t count, room;
    handout_rank *ranks; ///< [rank_count]
    int32_t rank_count;
    int64_t workers;      ///< of all ranks
    double *spent_us;     ///< [stage_count] of jobs that were answered
    uint64_t *answered;   ///< [stage_count]
    uint64_t *unassigned; ///< [stage_count] jobs that wait
    int32_t *visitors;    ///< [stage_count] ranks that are at this stage, or prepare it
} handout;

/// Begins with all jobs that the log does not hold.
///
/// @param log  sorted
/// @return false without memory
bool handout_open(const workload *work, const chunk_log *log, int32_t rank_count, handout *out);

/// Tells how many workers a rank has.
void handout_welcome(handout *out, int32_t rank, int32_t workers);

/// Gives a rank its next chunk, and chooses the stage that the rank prepares meanwhile.
///
/// @return false if no job waits
bool handout_take(handout *out, int32_t rank, chunk *given);

/// Takes note of a chunk that was answered.
void handout_note(handout *out, const answer *answers, uint32_t count);

/// Takes jobs back; they are given out apart from those beside them. Without memory, false.
bool handout_return(handout *out, uint64_t first, uint64_t end);

/// Microseconds of work that is left for one worker, by what was measured.
double handout_left_us(const handout *out);

/// The stage of a job.
int32_t handout_stage(const handout *out, uint64_t job);

void handout_close(handout *out);
