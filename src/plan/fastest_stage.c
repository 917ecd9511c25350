#include <math.h>

#include "fairway/shape.h"
#include "plan/directional_search.h"
#include "plan/draft.h"
#include "plan/planner.h"
#include "plan/route.h"
#include "plan/stages.h"
#include "search/counts.h"
#include "shape/speed/speed.h"

/// Weight of the estimate if the search for the least time is greedy.
#define WEIGHT_IN_TIME 1.7

/// Keeps the draft, which is the shortest path after all stages: the path of least time must beat it.
static fw_result keep_rival(fw_search *search)
{
    race *race = &search->race;
    race->seconds = fw_path_speeds(search->draft, NULL) ? fw_path_duration(search->draft) : INFINITY;
    directional_space_statistics(search->directional, &race->spent);
    return draft_keep(search, &race->rival);
}

static fw_result begin(fw_search *search)
{
    if (keep_rival(search) != FW_OK)
        return FW_NO_MEMORY;
    directional_query lattice_query = directional_query_of(search);
    search_limits limits = limits_left(search, search->race.spent.work);
    lattice_query.speeds = search->query->request.fastest;
    limits.weight = fmax(limits.weight, lattice_query.is_greedy ? WEIGHT_IN_TIME : 1);
    lattice_query.is_greedy = false;
    return directional_space_reset(search->directional, &lattice_query, &limits);
}

/// Continues the search. If it ends without a path or at a limit, the shortest path is the answer.
static fw_result step(fw_search *search, uint64_t work)
{
    race *race = &search->race;
    const fw_result result = directional_space_run(search->directional, work);
    race->wins = (result == FW_NOT_FOUND || result == FW_LIMIT) && race->seconds < INFINITY;
    if (!race->wins)
        return result;
    stages_end(search);
    return FW_OK;
}

/// Writes the path. While the search is under way, the best path so far is the whole shortest path, if it can be
/// driven.
static fw_result write(fw_search *search, fw_outcome outcome, fw_path *path)
{
    const race *race = &search->race;
    const bool waits = outcome == FW_OUTCOME_PARTIAL && race->seconds < INFINITY;
    return race->wins || waits ? fw_path_copy(race->rival, path)
                               : directional_search_write(search, outcome, path);
}

static void statistics(const fw_search *search, fw_statistics *result)
{
    directional_space_statistics(search->directional, result);
    counts_add(result, &search->race.spent);
    result->bound = search->race.wins ? 0 : result->bound;
}

const stage_kind fastest_stage = { .begin = begin,
                                   .step = step,
                                   .write = write,
                                   .statistics = statistics,
                                   .progress = directional_search_progress };

/// Computes the speed profile of the draft, and replaces the draft by the shortest path if that is quicker. A path that
/// was cut short gets no profile if the unit cannot brake before its end.
static fw_result step_profile(fw_search *search, uint64_t work)
{
    (void)work;
    const fw_result timed = speed_profile(search->map, search->query->request.fastest, search->draft, NULL);
    if (timed != FW_OK && timed != FW_NOT_FOUND)
        return timed;
    const double seconds = timed == FW_OK ? fw_path_duration(search->draft) : INFINITY;
    return search->race.seconds < seconds ? fw_path_copy(search->race.rival, search->draft) : FW_OK;
}

const stage_kind speed_stage = {
    .begin = draft_begin, .step = step_profile, .write = draft_write, .progress = draft_progress
};
