#pragma once

/// The answer to one job of a study: plain bytes, which travel between processes and lie in the log as they are.

#include <stdint.h>

enum { ANSWER_COLUMNS = 16 };

/// How a job ended.
typedef enum answer_status {
    ANSWER_GIVEN = 0, ///< the job was done
    ANSWER_CRASHED,   ///< two processes died of it
    ANSWER_HUNG       ///< two processes took longer over it than a worker may
} answer_status;

typedef union answer_value {
    double real;
    int64_t whole;
    uint64_t bits;
} answer_value;

typedef struct answer {
    uint64_t job;
    uint32_t status; ///< answer_status
    int32_t rank;    ///< of the process that led the worker
    int32_t worker;  ///< of that rank
    int32_t unused;  ///< 0: no byte of an answer is undefined
    double time_us;
    answer_value values[ANSWER_COLUMNS]; ///< by column of the workload; the others are 0
} answer;

/// Jobs that follow each other.
typedef struct chunk {
    uint64_t first;
    uint32_t count;
    int32_t stage;
} chunk;

/// Most jobs of a chunk: its answers must fit into one message between processes.
enum { MOST_JOBS_OF_CHUNK = 512 };
