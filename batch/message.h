#pragma once

/// What the ranks of a study say to each other.

#include <stddef.h>
#include <string.h>

#include "batch/answer.h"
#include "batch/transport.h"

typedef enum message_kind {
    MESSAGE_ASK,     ///< rank to master: `number` more chunks are wanted; `workers` of this rank
    MESSAGE_GIVE,    ///< master to rank: a chunk; `number`: the stage to prepare meanwhile, or -1
    MESSAGE_ANSWERS, ///< rank to master: the answers of a chunk; `text`: the machine
    MESSAGE_FAILED,  ///< rank to master: a worker has died with a chunk, at job `culprit` (or NO_JOB)
    MESSAGE_REFUSED, ///< rank to master: the study cannot go on; `text` says why
    MESSAGE_END      ///< master to rank: there is nothing more to do
} message_kind;

typedef struct message {
    uint32_t kind; ///< message_kind
    int32_t number, workers;
    uint32_t reason; ///< of MESSAGE_FAILED: answer_status
    chunk jobs;
    uint64_t culprit;
    char text[512];
    answer answers[MOST_JOBS_OF_CHUNK]; ///< of MESSAGE_ANSWERS: as many as the chunk has jobs
} message;

static inline bool message_send(transport *link, int32_t to, const message *sent)
{
    const size_t answers = sent->kind == MESSAGE_ANSWERS ? sent->jobs.count * sizeof(answer) : 0;
    return link->send(link, to, sent, offsetof(message, answers) + answers);
}
