#include <math.h>

#include "fairway/shape.h"
#include "plan/directional_search.h"
#include "plan/draft.h"
#include "plan/planner.h"
#include "plan/route.h"
#include "plan/stages.h"

/// Weight of the estimate in greedy searches for the least time.
#define WEIGHT_IN_TIME 1.7

/// Keeps the draft, which is the shortest path after all stages, as the rival of the path that is searched for.
static fw_result keep_rival(fw_search *search)
{
    race *racing = &search->racing;
    racing->seconds = fw_path_speeds(search->draft, NULL) ? fw_path_duration(search->draft) : INFINITY;
    directional_space_statistics(search->directional, &racing->spent);
    return draft_keep(search, &racing->rival);
}

static fw_result begin(fw_search *search)
{
    if (keep_rival(search) != FW_OK)
        return FW_NO_MEMORY;
    directional_query asked = directional_query_of(search);
    search_limits limits = limits_left(search, search->racing.spent.work);
    asked.speeds = search->asked->ask.fastest;
    limits.weight = fmax(limits.weight, asked.is_greedy ? WEIGHT_IN_TIME : 1);
    asked.is_greedy = false;
    return directional_space_reset(search->directional, &asked, &limits);
}

/// If the search ends without a path or at a limit, the shortest path is the answer.
static fw_result step(fw_search *search, uint64_t work)
{
    race *racing = &search->racing;
    const fw_result result = directional_space_run(search->directional, work);
    racing->wins = (result == FW_NOT_FOUND || result == FW_LIMIT) && racing->seconds < INFINITY;
    if (!racing->wins)
        return result;
    stages_end(search);
    return FW_OK;
}

/// While the search is under way, the best so far is the whole shortest path, if it can be driven.
static fw_result write(fw_search *search, fw_outcome outcome, fw_path *path)
{
    const race *racing = &search->racing;
    const bool waits = outcome == FW_OUTCOME_PARTIAL && racing->seconds < INFINITY;
    return racing->wins || waits ? fw_path_copy(racing->rival, path)
                                 : directional_search_write(search, outcome, path);
}

static void statistics(const fw_search *search, fw_statistics *result)
{
    const fw_statistics *spent = &search->racing.spent;
    directional_space_statistics(search->directional, result);
    result->expanded += spent->expanded;
    result->generated += spent->generated;
    result->improved += spent->improved;
    result->reopened += spent->reopened;
    result->work += spent->work;
    result->bound = search->racing.wins ? 0 : result->bound;
}

const stage_kind fastest_stage = { .begin = begin,
                                   .step = step,
                                   .write = write,
                                   .statistics = statistics,
                                   .progress = directional_search_progress };

/// Gives the draft its speed profile, and takes the shortest path if that one is quicker. A path that was cut may be
/// too short to brake in: such a path gets no profile.
static fw_result step_profile(fw_search *search, uint64_t work)
{
    (void)work;
    const fw_result timed = fw_path_profile(search->map, search->asked->ask.fastest, search->draft, NULL);
    if (timed != FW_OK && timed != FW_NOT_FOUND)
        return timed;
    const double seconds = timed == FW_OK ? fw_path_duration(search->draft) : INFINITY;
    return search->racing.seconds < seconds ? fw_path_copy(search->racing.rival, search->draft) : FW_OK;
}

const stage_kind speed_stage = {
    .begin = draft_begin, .step = step_profile, .write = draft_write, .progress = draft_progress
};
