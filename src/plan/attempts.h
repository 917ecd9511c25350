#ifndef PLAN_ATTEMPTS_H
#define PLAN_ATTEMPTS_H

/// @file
/// FW_AUTO tries one method after another until a path to the goal breaks no rule. The first attempt is by the method
/// that serves most requests like this one best. If none of them finds such a path, its answer is that of the request.

#include "base/memory.h"
#include "fairway/path.h"
#include "fairway/planner.h"

typedef struct attempts {
    uint32_t left;     ///< methods that may still find a path that breaks no rule, one bit each
    fw_request wish;   ///< as it was asked for, where `left` was not 0 to begin with
    fw_result first;   ///< what the first attempt has answered; FW_PENDING while it is the only one
    fw_method method;  ///< of the first attempt, when it was over
    bool is_written;   ///< `answer` is the path of the request
    fw_path *answer;   ///< the path of the last attempt; null before there was any
    fw_path *fallback; ///< the path of the first attempt; null before there was a second one
} attempts;

/// Begins without any other attempt than the first.
static inline void attempts_clear(attempts *tried)
{
    tried->left = 0;
    tried->first = FW_PENDING;
    tried->is_written = false;
}

/// Begins with the attempt that `search->asked` was filled in for.
///
/// @param request  as it was asked for
void attempts_begin(fw_search *search, const fw_request *request);

/// Judges what an attempt has answered, and chooses the method of the next one.
///
/// @return true: `search->asked` holds another attempt; false: `search->ended` is the answer to the request
bool attempts_choose_next(fw_search *search);

/// Frees the memory.
void attempts_free(attempts *tried);

#endif
