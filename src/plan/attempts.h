#ifndef PLAN_ATTEMPTS_H
#define PLAN_ATTEMPTS_H

/// @file
/// FW_AUTO tries one method after another until a path to the goal breaks no rule. The first attempt uses the method
/// that query_choose() prefers. If no method finds such a path, the answer of the first attempt is the answer to the
/// request.

#include "base/memory.h"
#include "fairway/path.h"
#include "fairway/planner.h"

typedef struct attempts {
    uint32_t left;           ///< methods that may still find a path that breaks no rule, one bit each
    fw_request request;      ///< the user's request; set if `left` was not 0 at the beginning
    fw_result first;         ///< result of the first attempt; FW_PENDING until it has ended
    fw_method method;        ///< method of the first attempt, set when it ended
    bool is_written;         ///< `answer` is the path of the request
    bool accepts_violations; ///< the request accepts a path with violations
    fw_path *answer;         ///< the path of the last attempt; null before the first path
    fw_path *fallback;       ///< the path of the first attempt; null before a second attempt
} attempts;

/// Clears the attempts: there is only the first one.
static inline void attempts_clear(attempts *attempts)
{
    attempts->left = 0;
    attempts->first = FW_PENDING;
    attempts->is_written = false;
}

/// Begins with the attempt that `search->query` describes.
///
/// @param request  the user's request
void attempts_begin(fw_search *search, const fw_request *request);

/// Judges the answer of an attempt, and chooses the method of the next attempt.
///
/// @return true: `search->query` holds another attempt; false: `search->ended` is the answer to the request
bool attempts_choose_next(fw_search *search);

/// Frees the memory.
void attempts_free(attempts *attempts);

#endif
