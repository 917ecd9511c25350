#pragma once

/// The answers of a study on disk, chunk by chunk as they come, each with a checksum. A log that was cut off at any
/// byte keeps all chunks before the cut.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "batch/answer.h"
#include "io/fault.h"

enum { MACHINE_BYTES = 40 };

/// A chunk that the log holds.
typedef struct logged_chunk {
    uint64_t first;
    uint32_t count;
    int64_t at; ///< of its record, in bytes
    char machine[MACHINE_BYTES];
} logged_chunk;

typedef struct chunk_log {
    const char *name;
    int file;             ///< -1: not open
    logged_chunk *chunks; ///< [chunk * count]; in the order of the file, sorted by chunk_log_sort()
    size_t count, room;
    uint64_t jobs; ///< number of answers
    int64_t end;   ///< bytes
} chunk_log;

/// Opens a log, or begins one. The end of the file, if it is damaged, is cut off. A log that another process holds is
/// waited for up to three seconds: one that was killed may take a moment to end.
///
/// @param name      must outlive the log
/// @param identity  hash of the study; a log of another study is refused
/// @param job_count  of the study
/// @return false with a fault; then nothing needs to be closed
bool chunk_log_open(const char *name, uint64_t identity, uint64_t job_count, chunk_log *log, io_fault *fault);

/// Appends the answers of jobs that follow each other.
bool chunk_log_append(chunk_log *log, const char *machine, const answer *answers, uint32_t count,
                      io_fault *fault);

/// Sorts the list of chunks by job.
void chunk_log_sort(chunk_log *log);

/// Reads the answers of a chunk.
///
/// @param[out] answers  [answer * MOST_JOBS_OF_CHUNK]
bool chunk_log_read(const chunk_log *log, const logged_chunk *from, answer *answers, io_fault *fault);

void chunk_log_close(chunk_log *log);
