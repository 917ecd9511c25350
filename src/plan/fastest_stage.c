#include <math.h>

#include "fairway/shape.h"
#include "plan/directional_stage.h"
#include "plan/draft.h"
#include "plan/planner.h"
#include "plan/route.h"
#include "plan/stages.h"
#include "search/counts.h"
#include "shape/speed/speed.h"

/// Weight of the estimate if the search for the least time is greedy.
#define WEIGHT_IN_TIME 1.7

const double rival_charges[RIVALS] = { 0, 3, 6, 12, 40 };

/// Ends a round: keeps the draft if it is the quickest path so far, and adds up what its search has counted.
static fw_result end_round(fw_search *search)
{
    race *race = &search->race;
    fw_statistics spent = { 0 };
    directional_space_statistics(search->spaces.directional, &spent);
    if (race->rounds == 0)
        race->spent = (fw_statistics){ 0 };
    counts_add_in_turn(&race->spent, &spent);
    race->answer = RACE_DRAFT;
    const double seconds = fw_path_speeds(search->draft, NULL) ? fw_path_duration(search->draft) : INFINITY;
    if (race->rounds++ > 0 && seconds >= race->seconds)
        return FW_OK;
    race->seconds = seconds;
    race->turn_charge = search->decisions.turn_charge;
    race->level = spent.level;
    return draft_keep(search, &race->rival);
}

static fw_result begin_rival(fw_search *search)
{
    if (end_round(search) != FW_OK)
        return FW_NO_MEMORY;
    search->decisions.turn_charge = rival_charges[search->race.rounds];
    const directional_query lattice_query = directional_query_of(search);
    search_limits limits = limits_left(search, search->race.spent.work);
    limits.trace = NULL; // only the search for the least time is traced
    return directional_space_reset(search->spaces.directional, &lattice_query, &limits);
}

/// Begins the search for the least time. Its path is shaped with the charge of the quickest rival.
static fw_result begin_fastest(fw_search *search)
{
    if (end_round(search) != FW_OK)
        return FW_NO_MEMORY;
    search->decisions.turn_charge = search->race.turn_charge;
    directional_query lattice_query = directional_query_of(search);
    search_limits limits = limits_left(search, search->race.spent.work);
    lattice_query.speeds = search->query->request.fastest;
    lattice_query.turn_charge = 0;
    limits.weight = fmax(limits.weight, lattice_query.is_greedy ? WEIGHT_IN_TIME : 1);
    lattice_query.is_greedy = false;
    return directional_space_reset(search->spaces.directional, &lattice_query, &limits);
}

/// Continues the search. If it ends without a path or at a limit, the quickest path so far is the answer.
static fw_result step(fw_search *search, uint64_t work)
{
    race *race = &search->race;
    const fw_result result = directional_space_run(search->spaces.directional, work);
    if ((result != FW_NOT_FOUND && result != FW_LIMIT) || race->seconds == INFINITY)
        return result;
    race->answer = RACE_RIVAL_ALONE;
    stages_end(search);
    return FW_OK;
}

static fw_result write(fw_search *search, fw_outcome outcome, fw_path *path)
{
    return search->race.answer == RACE_RIVAL_ALONE ? fw_path_copy(search->race.rival, path)
                                                   : directional_search_write(search, outcome, path);
}

static void statistics(const fw_search *search, fw_statistics *result)
{
    directional_space_statistics(search->spaces.directional, result);
    counts_add(result, &search->race.spent);
    result->bound = search->race.answer == RACE_RIVAL_ALONE ? 0 : result->bound;
    result->level = search->race.answer == RACE_DRAFT ? result->level : search->race.level;
}

const stage_kind rival_stage = { .begin = begin_rival,
                                 .step = step,
                                 .write = write,
                                 .statistics = statistics,
                                 .progress = directional_search_progress };

const stage_kind fastest_stage = { .begin = begin_fastest,
                                   .step = step,
                                   .write = write,
                                   .statistics = statistics,
                                   .progress = directional_search_progress };

/// Computes the speed profile of the draft, or replaces the draft by a path of an earlier round that is quicker. A path
/// that was cut short gets no profile if the unit cannot brake before its end.
static fw_result step_profile(fw_search *search, uint64_t work)
{
    (void)work;
    const fw_result timed = speed_profile(search->map, search->query->request.fastest, search->draft, NULL);
    if (timed != FW_OK && timed != FW_NOT_FOUND)
        return timed;
    const double seconds = timed == FW_OK ? fw_path_duration(search->draft) : INFINITY;
    if (search->race.seconds >= seconds)
        return FW_OK;
    if (search->race.answer == RACE_DRAFT)
        search->race.answer = RACE_RIVAL_QUICKER;
    return fw_path_copy(search->race.rival, search->draft);
}

const stage_kind speed_stage = { .step = step_profile };
