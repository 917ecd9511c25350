#include "plan/stages.h"

#include <math.h>

#include "base/compiler.h"
#include "base/must_hold.h"
#include "curve/path.h"
#include "curve/steering.h"
#include "plan/next_attempt.h"
#include "plan/planner.h"
#include "plan/route.h"
#include "plan/scout.h"

static const stage_kind *first_stage(const query *query)
{
    if (query->motions)
        return query->nearest == NEAREST_AT_ONCE ? &nearest_stage
               : query->hybrid != HYBRID_UNUSED  ? &hybrid_stage
                                                 : &directional_stage;
    if (query->sight.count != JUMP_HIDDEN)
        return &sight_stage;
    if (query->method == FW_PIVOT)
        return &pivot_stage;
    if (goes_in_legs(query->method))
        return &walk_stage;
    return query_is_refined(query) ? &quick_stage : &grid_stage;
}

static void append(fw_search *search, const stage_kind *kind)
{
    must_hold(search->chain.count < MOST_STAGES);
    search->chain.kinds[search->chain.count++] = kind;
}

/// Appends the stages that shape the path of a search.
static void add_shaping(fw_search *search)
{
    const query *query = search->query;
    if (query->request.turns != FW_TURNS_NONE)
        append(search, &turns_stage);
    if (query_shapes_roads(query))
        append(search, &road_stage);
    else if (query->request.smoothing != FW_SMOOTH_NONE)
        append(search, &smoothing_stage);
    if (query->request.fixed_angles)
        append(search, &fixed_angle_stage);
    else if (steers_slowly(&query->unit->def))
        append(search, &ease_stage);
    if (query->request.fastest)
        append(search, &speed_stage);
}

/// Appends the searches that the path of the first one must beat, or that must beat it, and what shapes their paths.
static void add_race(fw_search *search)
{
    for (int i = 1; i <= RIVALS; i++) {
        append(search, i < RIVALS ? &rival_stage : &fastest_stage);
        add_shaping(search);
    }
}

static void choose_chain(fw_search *search)
{
    const query *query = search->query;
    search->chain.now = 0;
    search->chain.count = 1;
    if (query->has_arrived) {
        search->chain.kinds[0] = &arrived_stage;
        return;
    }
    search->chain.kinds[0] = first_stage(query);
    if (query_is_refined(query))
        append(search, &refine_stage);
    if (query->request.max_distance > 0)
        append(search, &distance_stage);
    if (query->scope != SCOPE_SHAPED)
        return;
    add_shaping(search);
    if (query->request.fastest)
        add_race(search);
}

static const stage_kind *current_stage(const fw_search *search)
{
    return search->chain.kinds[search->chain.now];
}

/// True if a stage searches for a path, instead of changing the draft.
static bool is_search(const stage_kind *stage)
{
    return stage->write;
}

static fw_result begin_stage(fw_search *search)
{
    const stage_kind *stage = current_stage(search);
    return stage->begin ? stage->begin(search) : FW_OK;
}

/// Continues the present stage. In a comparison, shaping has less work to do than the step.
static fw_result step_stage(fw_search *search, uint64_t work)
{
    const stage_kind *stage = current_stage(search);
    const uint64_t most = is_search(stage) ? work : attempts_shaping_left(search);
    if (most == 0)
        return FW_LIMIT;
    return stage->step ? stage->step(search, work < most ? work : most) : FW_OK;
}

static fw_result write_stage(fw_search *search, fw_outcome outcome, fw_path *path)
{
    const stage_kind *stage = current_stage(search);
    return stage->write ? stage->write(search, outcome, path) : fw_path_copy(search->draft, path);
}

void stages_end(fw_search *search)
{
    search->chain.count = search->chain.now + 1;
}

fw_result stages_begin(fw_search *search, fw_result understood)
{
    search->ended = understood;
    if (understood == FW_PENDING) {
        search->chain.kinds[0] = &survey_stage;
        search->chain.now = 0;
        search->chain.count = 1;
        return FW_OK;
    }
    if (understood != FW_OK)
        return search_is_answer(understood) ? FW_OK : understood;
    search->decisions.reached = search->query->reached;
    if (search->query->motions)
        search->decisions.drive_to = search->query->drive_to;
    choose_chain(search);
    if (search->chain.count == 1 && !search->chain.kinds[0]->step)
        return FW_OK; // nothing is left but to write the path
    search->ended = FW_PENDING;
    const fw_result begun = begin_stage(search);
    if (begun != FW_OK) {
        search->chain.count = 0;
        search->ended = begun;
    }
    return begun;
}

/// Converts the answer of a stage to the result of the request.
static fw_result judge_answer(fw_search *search, fw_result answer)
{
    const query *query = search->query;
    if (answer == FW_LIMIT && query->unit && query->request.partial) {
        search->decisions.is_partial = true;
        return FW_OK;
    }
    if (answer == FW_NOT_FOUND && query->unit && query->nearest == NEAREST_BY_SEARCH) {
        search->decisions.reached = FW_OUTCOME_NEAREST;
        return FW_OK;
    }
    return answer;
}

/// True if a scout may improve the best path so far: the path of a vehicle that does not lead to the goal.
static bool may_be_scouted(const fw_search *search, const fw_path *path)
{
    const query *query = search->query;
    const fw_path_summary *summary = path_shown(path);
    const bool drives = query->motions &&
                        !(query->hybrid != HYBRID_UNUSED && query->request.pre_smooth != FW_PRE_SMOOTH_NONE);
    const double most = query->request.max_distance;
    return drives && current_stage(search) != &survey_stage && summary->outcome == FW_OUTCOME_PARTIAL &&
           (most == 0 || summary->cost < most) && query->nearest != NEAREST_AT_ONCE;
}

/// Writes the path of a stage that has not ended, or ended at a limit; or the quickest path of a race so far. If a
/// search has not left the start yet, the path stays at the start.
static NEVER_INLINE fw_result write_partial(fw_search *search, fw_path *path)
{
    if (search->race.seconds < INFINITY)
        return fw_path_copy(search->race.rival, path);
    const bool searches = is_search(current_stage(search));
    fw_result written = write_stage(search, FW_OUTCOME_PARTIAL, path);
    if (written == FW_NOT_FOUND && searches)
        written = write_start(search, FW_OUTCOME_PARTIAL, path);
    return written == FW_OK && searches && may_be_scouted(search, path) ? scout_improve(search, path)
                                                                        : written;
}

fw_result stages_write(fw_search *search, fw_outcome outcome, fw_path *path)
{
    return outcome == FW_OUTCOME_PARTIAL ? write_partial(search, path) : write_stage(search, outcome, path);
}

/// Writes the path of a stage that has ended as the draft, and begins the next stage.
static fw_result begin_next_stage(fw_search *search)
{
    if (path_provide(&search->kept.memory, &search->draft) != FW_OK)
        return FW_NO_MEMORY;
    const fw_result written = stages_write(search, search_outcome(search), search->draft);
    if (written != FW_OK)
        return written;
    search->chain.now++;
    return begin_stage(search);
}

fw_statistics stages_first_statistics(const fw_search *search)
{
    fw_statistics first = { 0 };
    must_hold(search->chain.count > 0 && search->chain.kinds[0]->statistics);
    search->chain.kinds[0]->statistics(search, &first);
    return first;
}

fw_result stages_restart(fw_search *search, const stage_kind *first)
{
    const fw_statistics spent = stages_first_statistics(search);
    tally_spend(&search->tally, &spent);
    search->chain.kinds[0] = first;
    search->chain.now = 0;
    return begin_stage(search);
}

/// Continues the survey of the goal's places, and begins the first stage after it.
static fw_result step_survey(fw_search *search, uint64_t work)
{
    const fw_result understood = survey_stage.step(search, work);
    if (understood == FW_PENDING || understood == FW_LIMIT)
        return judge_answer(search, understood);
    const fw_result begun = stages_begin(search, understood);
    return begun == FW_OK ? search->ended : begun;
}

/// True if no stage is left after the present one. If a limit has cut the path short, the searches that follow in a
/// request for the least time are left out.
static bool is_last_stage(const fw_search *search)
{
    const int32_t next = search->chain.now + 1;
    return next == search->chain.count ||
           (search->decisions.is_partial && search->chain.kinds[next] == &rival_stage);
}

/// The search that takes the place of a first one without a path: with all moves allowed, if no path keeps to the roads
/// as the request wants; for the nearest place, if the request asks for it. Null if there is none.
static const stage_kind *search_instead(const fw_search *search, fw_result failure)
{
    const query *query = search->query;
    if (search->chain.now > 0)
        return NULL;
    if (failure == FW_NOT_FOUND && query_keeps_to_roads(query) && !search->decisions.leaves_roads &&
        grid_space_was_held(search->spaces.grid))
        return &grid_stage;
    const bool drives_near = query->nearest == NEAREST_IF_FAILED || query->nearest == NEAREST_AT_ONCE;
    return drives_near && search->chain.kinds[0] != &nearest_stage ? &nearest_stage : NULL;
}

/// Begins the chain again after a failure if another search takes the place of the first one. FW_PENDING, `failure` or
/// FW_NO_MEMORY.
static fw_result try_instead(fw_search *search, fw_result failure)
{
    const stage_kind *instead = search_instead(search, failure);
    if (!instead)
        return failure;
    search->decisions.leaves_roads |= instead == &grid_stage;
    const fw_result begun = stages_restart(search, instead);
    return begun == FW_OK ? FW_PENDING : begun; // what is left of the work may be nothing
}

/// Continues the present stage. If it ends with a path, begins the next stage.
static fw_result step_chain(fw_search *search, uint64_t work)
{
    if (current_stage(search) == &survey_stage)
        return step_survey(search, work);
    fw_result step = step_stage(search, work);
    if (step == FW_NOT_FOUND || step == FW_GAVE_UP)
        step = try_instead(search, step);
    const fw_result answer = judge_answer(search, recalculation_answer(&search->recalculation, step));
    if (answer != FW_OK || is_last_stage(search))
        return answer;
    const fw_result begun = begin_next_stage(search);
    return begun == FW_OK ? FW_PENDING : begun;
}

/// Updates the progress. It is not known until the last search of the chain begins.
static void note_progress(fw_search *search)
{
    for (int32_t i = search->chain.now + 1; i < search->chain.count; i++)
        if (is_search(search->chain.kinds[i]))
            return;
    const stage_kind *stage = current_stage(search);
    search->chain.progress = fmax(search->chain.progress, stage->progress ? stage->progress(search) : 1.0);
}

/// True if the same step goes on with what a stage has left to do.
///
/// @param before  the stage that the step has just continued
/// @param work    0: the step has no end, except that a user's space may wait for something outside the search
static bool goes_on(const fw_search *search, const stage_kind *before, uint64_t work)
{
    const stage_kind *stage = current_stage(search);
    const bool begins_distance = stage != before && stage == &distance_stage; // that stage does no work
    return begins_distance || (work == 0 && stage != &user_stage);
}

void stages_run(fw_search *search, uint64_t work)
{
    const stage_kind *stage;
    do {
        stage = current_stage(search);
        search->ended = step_chain(search, work ? work : UINT64_MAX);
    } while (search->ended == FW_PENDING && goes_on(search, stage, work));
    if (search->ended == FW_PENDING)
        note_progress(search);
}

void stages_statistics(const fw_search *search, fw_statistics *statistics)
{
    if (search->chain.count == 0)
        return;
    int32_t last = search->chain.now;
    while (!is_search(search->chain.kinds[last]))
        last--;
    if (search->chain.kinds[last]->statistics)
        search->chain.kinds[last]->statistics(search, statistics);
    statistics->shaping = search->shapers.work.done;
    statistics->eased = (uint32_t)search->shapers.easing.eased;
    statistics->steering_stops = (uint32_t)search->shapers.easing.stops;
}
