#pragma once

/// The attempts of a request so far: see next_attempt.h.

#include "fairway/path.h"
#include "fairway/planner.h"
#include "fairway/rejection.h"
#include "plan/query.h"

typedef enum attempt_phase {
    ATTEMPT_ONLY,   ///< no other method is tried
    ATTEMPT_FIRST,  ///< others may follow
    ATTEMPT_RESCUE, ///< no attempt before has found a legal path
    ATTEMPT_COMPARISON, ///< the attempt before has found a legal path; this one looks for a cheaper path on the grid
    ATTEMPT_RIVAL ///< attempts before have looked for a path of least time; this one looks for a quicker path
} attempt_phase;

/// The answer of an earlier attempt: of the first one or, in a comparison, of the one with the legal path. Among rivals
/// it is the quickest one.
typedef struct kept_answer {
    fw_result result;
    fw_method method;
    fw_path *path; ///< null before the first answer is kept
} kept_answer;

/// Why a method was rejected that was tried.
typedef struct attempt_note {
    fw_rejection_reason reason;
    double value, limit; ///< as in fw_rejection
} attempt_note;

typedef struct attempts {
    attempt_phase phase;
    uint32_t left;           ///< methods that may still find a path that breaks no rule, one bit each
    fw_request request;      ///< the user's request; not set if the phase is ATTEMPT_ONLY
    bool is_stopped;         ///< a limit of the request ended the attempts
    bool is_written;         ///< `answer` is the path of the request
    bool accepts_violations; ///< the request accepts a path with violations, or its paths have none
    fw_path *answer;         ///< the path of the last attempt; null before the first path
    kept_answer kept;
    double bound;     ///< that of statistics when the comparison began
    uint64_t allowed; ///< work that the comparison may take
    uint64_t end;     ///< work of the request at which the comparison ends
    int32_t rival;    ///< number of rivals of the path of least time that were tried
    uint32_t noted;   ///< methods with a note, one bit each
    attempt_note notes[FW_METHOD_COUNT];
} attempts;

/// Clears the attempts: there is only one.
static inline void attempts_clear(attempts *attempts)
{
    attempts->phase = ATTEMPT_ONLY;
    attempts->left = attempts->noted = 0;
    attempts->is_stopped = attempts->is_written = false;
}

/// True if the first attempt is the only one, and its answer is the answer to the request, whichever it is.
static inline bool attempts_need_no_judge(const attempts *attempts)
{
    return attempts->phase == ATTEMPT_ONLY && attempts->accepts_violations;
}

/// True if an answer was kept, and a path is looked for that may be better.
static inline bool attempts_compare(const attempts *attempts)
{
    return attempts->phase == ATTEMPT_COMPARISON || attempts->phase == ATTEMPT_RIVAL;
}
