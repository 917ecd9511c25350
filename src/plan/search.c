#include "plan/search.h"

#include <math.h>

#include "base/compiler.h"
#include "base/def.h"
#include "curve/path.h"
#include "plan/choose.h"
#include "plan/distance_stage.h"
#include "plan/goal.h"
#include "plan/goal_area.h"
#include "plan/grid_flow.h"
#include "plan/hybrid.h"
#include "plan/next_attempt.h"
#include "plan/pivot_stage.h"
#include "plan/places.h"
#include "plan/planner.h"
#include "plan/recording.h"
#include "plan/replanning.h"
#include "plan/request.h"
#include "plan/route.h"
#include "plan/search_pool.h"
#include "plan/sight_stage.h"
#include "plan/stages.h"
#include "plan/survey_stage.h"
#include "shape/violations.h"

/// Looks from the start to a goal that is an anchor, if query_looks_at_once(). Returns true if the goal is in sight.
static inline bool sees_anchor(query *query)
{
    query_take_place(query);
    return query_sees_goal(query);
}

/// Moves a start where the unit does not stand, if the request allows it. That counts as work; a limit does not cut it
/// short if the answer is a partial path, which begins there.
///
/// @return as query_move_start()
static NEVER_INLINE fw_result move_start(fw_search *search)
{
    uint64_t work;
    const uint64_t most = search->query->request.partial ? 0 : limits_left(search, 0).max_work;
    const fw_result moved = query_move_start(search->map, &search->judged, most, &work);
    tally_spend_work(&search->tally, work);
    return moved;
}

/// Finds out if the unit stands at its start, or nearly so, and if it has arrived; if not, begins to resolve the goal.
///
/// @return as query_understand()
static inline fw_result understand(fw_search *search)
{
    query *query = &search->judged;
    const fw_request *request = &query->request;
    const fw_result moved = query_stands_at_start(search->map, query) ? FW_OK : move_start(search);
    if (moved != FW_OK)
        return moved;
    query->has_arrived = goal_is_reached(&request->goal, &request->start, query->unit->def.turn_radius > 0);
    if (query->method == FW_PIVOT)
        return pivot_request_understand(search->map, query);
    if (query->has_arrived || (query_looks_at_once(query) && sees_anchor(query)))
        return FW_OK;
    return survey_begin(search);
}

/// Begins to decide: nothing of the request's last attempt counts any more.
static inline void clear_decisions(fw_search *search)
{
    search->decisions.is_partial = false;
    search->decisions.leaves_roads = false;
    search->decisions.method = search->query->method;
    search->decisions.reached = FW_OUTCOME_FOUND;
    search->shapers.work = (shaping_work){ 0 };
    search->decisions.turn_charge = search->query->request.turn_charge;
    search->shapers.easing.eased = search->shapers.easing.stops = 0;
    search->race.seconds = INFINITY;
    search->race.rounds = 0;
}

/// Resolves the request of `search->query`, and begins the first stage of an attempt that is not the first.
static NEVER_INLINE fw_result begin_another_attempt(fw_search *search)
{
    clear_decisions(search);
    return stages_begin(search, understand(search));
}

/// Begins further attempts until one is under way or the request is answered. Returns true if an attempt is under way.
static bool begin_next_attempts(fw_search *search)
{
    bool is_begun = false;
    while (search->ended != FW_PENDING && !attempts_need_no_judge(&search->attempts) &&
           attempts_choose_next(search)) {
        const fw_result begun = begin_another_attempt(search);
        search->ended = begun == FW_OK ? search->ended : begun;
        is_begun = true;
    }
    return is_begun && search->ended == FW_PENDING;
}

/// Begins the attempts of a request, whose query is chosen.
static ALWAYS_INLINE fw_result begin_attempts(fw_search *search, const fw_request *request)
{
    clear_decisions(search);
    const fw_result understood = understand(search);
    if (understood == FW_OK && sight_answers(search->query)) {
        sight_end(search);
        return FW_OK;
    }
    attempts_begin(&search->attempts, search->query, request);
    const fw_result begun = stages_begin(search, understood);
    if (begun == FW_OK)
        begin_next_attempts(search);
    return begun;
}

/// Begins a search for a request that replaces the judged one.
///
/// @return as prepare()
static fw_result begin_instead(fw_search *search, const fw_request *request)
{
    const fw_result judged = query_choose(search->map, request, &search->judged, NULL);
    return judged == FW_OK ? begin_attempts(search, request) : judged;
}

/// Completes the answer of a search beside a previous path; begins another one, if none leads on from what was kept.
/// Returns true if another search is under way.
static bool settle_replanning(fw_search *search)
{
    const fw_request *anew = search->ended == FW_PENDING ? NULL : replanning_settle(search);
    if (!anew)
        return false;
    attempts_spend(search);
    const fw_result begun = begin_instead(search, anew);
    search->ended = begun == FW_OK ? search->ended : begun;
    return search->ended == FW_PENDING;
}

/// Begins a search for a request with a previous path, unless the rest of this path is the answer.
///
/// @return as prepare()
static NEVER_INLINE fw_result prepare_again(fw_search *search, const fw_request *request)
{
    attempts_clear(&search->attempts);
    const fw_result kept = replanning_begin(search, request);
    if (kept != FW_PENDING)
        return search->ended = kept;
    const fw_request searched = replanning_request(search, request);
    const fw_result begun = begin_instead(search, &searched);
    if (begun == FW_OK)
        settle_replanning(search);
    return begun;
}

/// Judges a request and begins its first attempt; begins others if the first one fails at once. FW_OK (`search->ended`
/// may be an answer already), bad input, or a failure.
static ALWAYS_INLINE fw_result prepare(fw_search *search, const fw_request *request)
{
    fw_request room;
    request = request_whole(request, &room);
    search->chain.count = 0;
    search->map = map_pin_hold(&search->pin);
    search->record.edition = search->map->edition;
    recalculation_clear(&search->recalculation);
    tally_clear(&search->tally);
    const fw_result judged = query_choose(search->map, request, &search->judged, NULL);
    if (judged != FW_OK)
        return search->ended = judged;
    search->deadline_us = request->max_time_us ? deadline_in(request->max_time_us) : 0;
    search->chain.progress = 0;
    if (search->replanning)
        replanning_clear(search);
    return request->previous ? prepare_again(search, request) : begin_attempts(search, request);
}

/// Continues a search; work 0 = to its end.
static void go_on(fw_search *search, uint64_t work)
{
    do
        do
            stages_run(search, work);
        while (begin_next_attempts(search) && !work);
    while (search->replanning && settle_replanning(search) && !work);
}

static fw_result step(fw_search *search, uint64_t work)
{
    if (search->ended != FW_PENDING)
        return search->ended;
    if (!search_resume(search))
        return search->ended = FW_STALE;
    go_on(search, work);
    search_rest(search);
    return search->ended;
}

fw_result fw_search_step(fw_search *search, uint64_t work)
{
    if (!search)
        return FW_NULL_ARGUMENT;
    const bool is_recorded = recording_call_search(search, RECORD_STEP, work);
    const fw_result result = step(search, work);
    return is_recorded ? recording_tell(search, result, NULL) : result;
}

fw_result fw_search_step_for(fw_search *search, uint64_t microseconds)
{
    enum { SLICE = 64 };
    const uint64_t deadline = deadline_in(microseconds);
    fw_result result;
    do
        result = fw_search_step(search, SLICE);
    while (result == FW_PENDING && !(deadline && clock_us() >= deadline));
    return result;
}

/// The outcome of a search without a path.
static fw_outcome outcome_of(fw_result ended)
{
    switch (ended) {
    case FW_UNREACHABLE:
        return FW_OUTCOME_UNREACHABLE;
    case FW_START_BLOCKED:
    case FW_GOAL_BLOCKED:
        return FW_OUTCOME_BLOCKED;
    case FW_GAVE_UP:
        return FW_OUTCOME_GAVE_UP;
    case FW_LIMIT:
        return FW_OUTCOME_LIMIT;
    case FW_STALE:
        return FW_OUTCOME_STALE;
    default:
        return FW_OUTCOME_NOT_FOUND;
    }
}

/// True if the path consists of motions alone: these touch nothing.
static bool is_driven(const fw_search *search)
{
    return search->query->motions && (search->query->hybrid == HYBRID_UNUSED || hybrid_has_driven(search));
}

/// Counts the parts of the path that the unit cannot drive.
static void count_violations(const fw_search *search, fw_path *path)
{
    const query *query = search->query;
    const fw_path_summary *summary = path_shown(path);
    fw_pose end;
    double heading;
    const bool has_goal = summary->outcome == FW_OUTCOME_FOUND &&
                          fw_path_pose_at(path, summary->length, &end) == FW_OK &&
                          query_goal_heading(query, end, &heading);
    const double *goal = has_goal ? &heading : NULL;
    if (!is_driven(search))
        violations_count_blocked(
            &(smooth_ground){ .map = search->map, .unit = query->unit, .overlay = query->request.overlay },
            &query->request.start.heading, goal, path);
    violations_count_turns(query->unit, &query->request.start.heading, goal, path);
}

/// Counts the violations of a path that may have some, and judges whether the request accepts them.
static NEVER_INLINE fw_result judge_path(const fw_search *search, fw_path *path)
{
    count_violations(search, path);
    if (search->attempts.accepts_violations || !violations_any(&path_shown(path)->violations))
        return FW_OK;
    path_set_outcome(path, FW_OUTCOME_ILLEGAL);
    return FW_ILLEGAL;
}

fw_result search_write_best(fw_search *search, fw_path *path)
{
    if (search_has_path(search->ended) && search->attempts.is_written)
        return fw_path_copy(search->attempts.answer, path) == FW_OK ? search->ended : FW_NO_MEMORY;
    const attempts *attempts = &search->attempts;
    if (search->ended == FW_PENDING && attempts_compare(attempts) && search_has_path(attempts->kept.result))
        return fw_path_copy(attempts->kept.path, path);
    const fw_path *rival = search->ended == FW_PENDING ? replanning_rival(search) : NULL;
    if (rival)
        return fw_path_copy(rival, path);
    const fw_outcome outcome = search->ended == FW_OK ? search_outcome(search) : FW_OUTCOME_PARTIAL;
    const fw_result written = stages_write(search, outcome, path);
    if (search->ended != FW_OK && search->chain.now == 0 && written == FW_OK)
        distance_cut(search, path); // later stages get a path that was cut
    const fw_result judged =
        written == FW_OK && query_may_be_violated(search->query) ? judge_path(search, path) : written;
    const bool is_rest = search->replanning && search_has_path(judged);
    return is_rest && replanning_complete(search, path) != FW_OK ? FW_NO_MEMORY : judged;
}

/// Writes an empty path whose outcome says why there is none.
static void write_empty(const fw_search *search, fw_path *path)
{
    path_begin(path);
    path_end(path, &(fw_path_summary){ .outcome = outcome_of(search->ended),
                                       .method = search->decisions.method,
                                       .unit = search->query->request.unit,
                                       .map_version = search->query->map_version,
                                       .asked_start = query_asked_start(search->query),
                                       .start_shift = search->query->start_shift });
}

/// Writes the path of a search that has ended, or an empty path.
static fw_result write_answer(fw_search *search, fw_path *path)
{
    if (search_has_path(search->ended))
        return search_write_best(search, path);
    if (search_is_answer(search->ended))
        write_empty(search, path);
    return search->ended;
}

static fw_result give_answer(fw_search *search, fw_path *path)
{
    if (search_has_path(search->ended) && !search_resume(search))
        search->ended = FW_STALE;
    const fw_result result = write_answer(search, path);
    if (search_has_path(search->ended))
        search_rest(search);
    return result;
}

fw_result search_give_answer(fw_search *search, fw_path *path)
{
    const bool is_recorded = recording_call_search(search, RECORD_GIVE, 0);
    const fw_result result = give_answer(search, path);
    return is_recorded ? recording_tell(search, result, path) : result;
}

void planner_make_inner(fw_planner *planner)
{
    planner->is_inner = true;
}

fw_result fw_find_path(fw_planner *planner, const fw_request *request, fw_path *path)
{
    if (!planner || !request || !path)
        return FW_NULL_ARGUMENT;
    if (planner->own && planner->own->ended == FW_NO_MEMORY)
        planner_drop_own(planner);
    if (!planner->own && !(planner->own = planner_take_search(planner)))
        return FW_NO_MEMORY;
    fw_search *search = planner->own;
    const bool is_recorded = planner_is_recorded(planner);
    if (is_recorded)
        recording_ask(planner, RECORD_FIND, request, search);
    fw_result result = prepare(search, request);
    if (result == FW_OK) {
        if (search->ended == FW_PENDING)
            go_on(search, 0);
        result = sight_has_ended(search) ? sight_write(search, path) : write_answer(search, path);
    }
    if (is_recorded)
        recording_tell(search, result, path);
    map_pin_let_go(&search->pin);
    return result;
}

fw_result fw_search_begin(fw_planner *planner, const fw_request *request, fw_search **begun)
{
    return search_begin_by_flow(planner, request, NULL, begun);
}

fw_result search_begin_by_flow(fw_planner *planner, const fw_request *request, flow *flow, fw_search **begun)
{
    if (!planner || !request || !begun)
        return FW_NULL_ARGUMENT;
    fw_search *search = planner_take_search(planner);
    if (!search)
        return FW_NO_MEMORY;
    search->spaces.flow = flow;
    const bool is_recorded = planner_is_recorded(planner);
    if (is_recorded)
        recording_ask(planner, RECORD_BEGIN, request, search);
    const fw_result prepared = prepare(search, request);
    if (is_recorded)
        recording_tell(search, prepared, NULL);
    if (prepared != FW_OK) {
        map_pin_let_go(&search->pin);
        planner_put_search(planner, search);
        return prepared;
    }
    map_pin_rest(&search->pin);
    planner_add_active(planner, search);
    *begun = search;
    return FW_OK;
}

static fw_result best_so_far(const fw_search *search, fw_path *path)
{
    if (!search->query->unit)
        return FW_METHOD_DOES_NOT_FIT;
    // Stages write into scratch memory of their own, which no reader sees.
    fw_search *writing = (fw_search *)search;
    if (search->ended == FW_STALE || !search_resume(writing))
        return FW_STALE;
    const bool has_path =
        search_has_path(search->ended) || search->ended == FW_PENDING || search->ended == FW_LIMIT;
    const fw_result written = has_path ? search_write_best(writing, path) : FW_NOT_FOUND;
    search_rest(writing);
    return written;
}

fw_result fw_search_best_so_far(const fw_search *search, fw_path *path)
{
    if (!search || !path)
        return FW_NULL_ARGUMENT;
    const bool is_recorded = recording_call_search(search, RECORD_BEST, 0);
    const fw_result result = best_so_far(search, path);
    return is_recorded ? recording_tell(search, result, search_has_path(result) ? path : NULL) : result;
}

fw_result fw_search_statistics(const fw_search *search, fw_statistics *statistics)
{
    if (!search || !statistics)
        return FW_NULL_ARGUMENT;
    *statistics = (fw_statistics){ 0 };
    stages_statistics(search, statistics);
    statistics_add(statistics, &search->tally.sum);
    statistics->turn_rounds += search->recalculation.rounds;
    statistics->lost_approaches += search->recalculation.lost;
    if (search->ended != FW_NOT_FOUND)
        statistics->exhausted = FW_EXHAUSTED_NONE;
    if (search->ended != FW_OK || search->decisions.is_partial ||
        search->query->request.turns != FW_TURNS_NONE || search->attempts.phase == ATTEMPT_RESCUE)
        statistics->bound = 0.0;
    if (attempts_compare(&search->attempts))
        statistics->bound = search->attempts.bound; // it holds for a cheaper path, too
    statistics->bytes = search->kept.memory.bytes;
    return FW_OK;
}

uint64_t search_work_done(const fw_search *search)
{
    fw_statistics spent = { 0 };
    fw_search_statistics(search, &spent);
    return spent.work + spent.shaping;
}

fw_result fw_search_get_statistics(const fw_search *search, fw_statistics *statistics, size_t bytes)
{
    fw_statistics whole;
    const fw_result result = fw_search_statistics(search, &whole);
    return result == FW_OK ? struct_give(statistics, bytes, &whole, sizeof whole) : result;
}

double fw_search_progress(const fw_search *search)
{
    if (!search)
        return 0.0;
    return search->ended == FW_PENDING ? search->chain.progress : 1.0;
}

void fw_search_end(fw_search *search)
{
    if (!search)
        return;
    fw_planner *planner = search->planner;
    if (recording_call_search(search, RECORD_END, 0))
        recording_tell(search, FW_OK, NULL);
    if (search->previous)
        search->previous->next = search->next;
    else
        planner->active = search->next;
    if (search->next)
        search->next->previous = search->previous;
    map_pin_let_go(&search->pin);
    if (search->spaces.jump)
        jump_space_let_go(search->spaces.jump);
    planner_put_search(planner, search);
}
