#pragma once

/// A goal in sight: most requests of games are answered by a look, without attempts and stages.

#include "plan/planner.h"
#include "plan/stage.h"

/// True if the answer to a request is known: it is plain, from anchor to anchor, and its goal is in sight of the start.
/// No method has a better path.
static inline bool sight_answers(const query *query)
{
    return query->sight.count > 0 && query->scope == SCOPE_PLAIN && query->unit->keeps_to_grid &&
           query->reached == FW_OUTCOME_FOUND && !query->request.previous && query->start.is_centred &&
           query->place.is_centred;
}

/// Ends a search whose answer is known by sight_answers().
static inline void sight_end(fw_search *search)
{
    attempts_clear(&search->attempts);
    search->attempts.accepts_violations = true;
    search->chain.kinds[0] = &seen_stage;
    search->chain.now = 0;
    search->chain.count = 1;
    search->ended = FW_OK;
}

/// True if a search was ended so.
static inline bool sight_has_ended(const fw_search *search)
{
    return search->chain.count == 1 && search->chain.kinds[0] == &seen_stage;
}

/// Writes the path of such a search. FW_OK or FW_NO_MEMORY.
fw_result sight_write(const fw_search *search, fw_path *path);
