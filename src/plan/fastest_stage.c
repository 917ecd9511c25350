#include <math.h>

#include "fairway/shape.h"
#include "plan/directional_search.h"
#include "plan/draft.h"
#include "plan/planner.h"
#include "plan/route.h"

/// Weight of the estimate in greedy searches for the least time.
#define WEIGHT_IN_TIME 1.7

/// Begins the search for the shortest path, or that for the least time after it.
static fw_result begin_search(fw_search *search, bool in_time)
{
    directional_query asked = directional_query_of(search);
    search_limits limits = limits_left(search, search->racing.spent.work);
    search->racing.in_time = in_time;
    if (!in_time) {
        asked.speeds = NULL;
        limits.trace = NULL;
    } else {
        limits.weight = fmax(limits.weight, asked.is_greedy ? WEIGHT_IN_TIME : 1);
        asked.is_greedy = false;
    }
    return directional_space_reset(search->directional, &asked, &limits);
}

static fw_result begin(fw_search *search)
{
    search->racing.seconds = INFINITY;
    search->racing.spent = (fw_statistics){ 0 };
    search->racing.wins = false;
    search->racing.stage = 0;
    const fw_result prepared = directional_search_prepare(search);
    return prepared == FW_OK ? begin_search(search, false) : prepared;
}

static void swap_drafts(fw_search *search)
{
    fw_path *draft = search->draft;
    search->draft = search->racing.rival;
    search->racing.rival = draft;
}

/// Begins the next of the later stages for the shortest path, which is the draft meanwhile: the fastest path must beat
/// the shortest one after all stages.
static fw_result begin_rival_stage(fw_search *search)
{
    const int32_t next = ++search->racing.stage;
    return next < search->stage_count ? search->chain[next]->begin(search) : FW_OK;
}

static fw_result begin_rival(fw_search *search)
{
    const fw_allocator hooks = memory_hooks(&search->planner->memory);
    swap_drafts(search);
    fw_result begun = search->draft ? FW_OK : fw_path_create(&hooks, &search->draft);
    if (begun == FW_OK)
        begun = directional_search_write(search, search->course.reached, search->draft);
    return begun == FW_OK ? begin_rival_stage(search) : begun;
}

/// Goes on to shape the shortest path.
///
/// @param[in,out] work  work that is allowed; reduced by what was done
static fw_result shape_rival(fw_search *search, uint64_t *work)
{
    const shaping_work *shaping = &search->shaping.work;
    while (search->racing.stage < search->stage_count) {
        if (*work == 0)
            return FW_PENDING;
        const uint64_t before = shaping->done;
        const fw_result stepped = search->chain[search->racing.stage]->step(search, *work);
        const uint64_t spent = shaping->done - before;
        *work -= spent < *work ? spent : *work;
        const fw_result begun = stepped == FW_OK ? begin_rival_stage(search) : stepped;
        if (begun != FW_OK)
            return begun;
    }
    if (fw_path_speeds(search->draft, NULL))
        search->racing.seconds = fw_path_duration(search->draft);
    return FW_OK;
}

/// Continues the search for the least time. If it ends without a path or at a limit, the shortest path wins.
static fw_result step_in_time(fw_search *search, uint64_t work)
{
    const fw_result result = directional_space_run(search->directional, work);
    search->racing.wins = (result == FW_NOT_FOUND || result == FW_LIMIT) && search->racing.seconds < INFINITY;
    return search->racing.wins ? FW_OK : result;
}

/// Continues the search for the shortest path.
///
/// @param[in,out] work  that may be done: what was done is taken off
static fw_result step_to_rival(fw_search *search, uint64_t *work)
{
    fw_statistics before, after;
    directional_space_statistics(search->directional, &before);
    const fw_result result = directional_space_run(search->directional, *work);
    directional_space_statistics(search->directional, &after);
    const uint64_t spent = after.work - before.work;
    *work -= spent < *work ? spent : *work;
    return result == FW_OK ? begin_rival(search) : result;
}

static fw_result step(fw_search *search, uint64_t work)
{
    race *racing = &search->racing;
    if (racing->in_time)
        return step_in_time(search, work);
    fw_result result = racing->stage == 0 ? step_to_rival(search, &work) : FW_OK;
    if (result == FW_OK)
        result = shape_rival(search, &work);
    if (racing->stage > 0 && result != FW_PENDING)
        swap_drafts(search);
    if (result != FW_OK)
        return result;
    directional_space_statistics(search->directional, &racing->spent);
    result = begin_search(search, true);
    if (result != FW_OK)
        return result;
    return work > 0 ? step_in_time(search, work) : FW_PENDING;
}

/// While the search for the least time is under way, the best so far is the whole shortest path, if it can be driven.
static fw_result write(fw_search *search, fw_outcome outcome, fw_path *path)
{
    const race *racing = &search->racing;
    const bool waits = racing->in_time && outcome == FW_OUTCOME_PARTIAL && racing->seconds < INFINITY;
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

/// 0 during the search for the shortest path, so that progress never falls.
static double progress(const fw_search *search)
{
    return search->racing.in_time ? directional_search_progress(search) : 0.0;
}

const stage_kind fastest_stage = {
    .begin = begin, .step = step, .write = write, .statistics = statistics, .progress = progress
};

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
