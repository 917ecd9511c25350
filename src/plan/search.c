#include "curve/path.h"
#include "plan/planner.h"

/// The stages that serve a query.
static void choose_chain(fw_search *search)
{
    search->chain[0] = search->asked.method == FW_JUMP_POINTS ? &jump_stage : &grid_stage;
    search->stage_count = 1;
    search->stage = 0;
}

static const stage_kind *current_stage(const fw_search *search)
{
    return search->stage_count ? search->chain[search->stage] : NULL;
}

/// Is the result an answer to a request that made sense, and not bad input or a failure?
static bool is_answer(fw_result result)
{
    return result == FW_OK || result == FW_UNREACHABLE || result == FW_NOT_FOUND ||
           result == FW_START_BLOCKED || result == FW_GOAL_BLOCKED || result == FW_LIMIT ||
           result == FW_STALE;
}

/// Understands a request and begins the first stage.
///
/// @return FW_OK (what `search->ended` tells may be an answer already), bad input, or a failure
static fw_result prepare(fw_search *search, const fw_request *request)
{
    search->stage_count = 0;
    search->is_partial = false;
    const fw_result judged = request_judge(search->planner->map, request);
    if (judged != FW_OK)
        return judged;
    const fw_result understood = query_understand(search, request);
    if (understood != FW_OK) {
        search->ended = understood;
        return is_answer(understood) ? FW_OK : understood;
    }
    choose_chain(search);
    search->ended = FW_PENDING;
    return current_stage(search)->begin(search);
}

/// Has the map changed under a search, or its unit gone?
static bool is_stale(const fw_search *search)
{
    if (!search->asked.unit)
        return false;
    const fw_map *map = search->planner->map;
    return search->asked.map_version != fw_map_version(map) || !map_find_unit(map, search->asked.ask.unit);
}

/// What a stage's answer means for the request.
static fw_result judge_answer(fw_search *search, fw_result answer)
{
    const query *asked = &search->asked;
    if (answer == FW_LIMIT && asked->unit && asked->ask.partial) {
        search->is_partial = true;
        return FW_OK;
    }
    if (answer == FW_NOT_FOUND && asked->unit && asked->searches_nearest) {
        search->asked.reached = FW_OUTCOME_NEAREST;
        return FW_OK;
    }
    return answer;
}

/// Goes on with a search that is under way.
static fw_result go_on(fw_search *search, uint64_t work)
{
    const fw_result answer = current_stage(search)->step(search, work);
    return search->ended = judge_answer(search, answer);
}

fw_result fw_search_step(fw_search *search, uint64_t work)
{
    if (!search)
        return FW_NULL_ARGUMENT;
    if (search->ended != FW_PENDING)
        return search->ended;
    if (is_stale(search))
        return search->ended = FW_STALE;
    return go_on(search, work ? work : UINT64_MAX);
}

/// How a search without a path ended.
static fw_outcome outcome_of(fw_result ended)
{
    switch (ended) {
    case FW_UNREACHABLE:
        return FW_OUTCOME_UNREACHABLE;
    case FW_START_BLOCKED:
    case FW_GOAL_BLOCKED:
        return FW_OUTCOME_BLOCKED;
    case FW_STALE:
        return FW_OUTCOME_STALE;
    default:
        return FW_OUTCOME_NOT_FOUND;
    }
}

/// Writes the path of a search that has one, or the best so far.
static fw_result write_best(fw_search *search, fw_path *path)
{
    const bool complete = search->ended == FW_OK && !search->is_partial;
    return current_stage(search)->write(search, complete ? search->asked.reached : FW_OUTCOME_PARTIAL, path);
}

/// Leaves an empty path that tells why.
static void write_empty(const fw_search *search, fw_path *path)
{
    path_begin(path);
    path_end(path, &(fw_path_summary){ .outcome = outcome_of(search->ended),
                                       .method = search->asked.method,
                                       .unit = search->asked.ask.unit,
                                       .map_version = search->asked.map_version });
}

fw_result fw_find_path(fw_planner *planner, const fw_request *request, fw_path *path)
{
    if (!planner || !request || !path)
        return FW_NULL_ARGUMENT;
    if (!planner->own && !(planner->own = planner_take_search(planner)))
        return FW_NO_MEMORY;
    fw_search *search = planner->own;
    const fw_result prepared = prepare(search, request);
    if (prepared != FW_OK)
        return prepared;
    const fw_result ended = search->ended == FW_PENDING ? go_on(search, UINT64_MAX) : search->ended;
    if (ended == FW_OK)
        return write_best(search, path);
    if (is_answer(ended))
        write_empty(search, path);
    return ended;
}

fw_result fw_search_begin(fw_planner *planner, const fw_request *request, fw_search **begun)
{
    if (!planner || !request || !begun)
        return FW_NULL_ARGUMENT;
    fw_search *search = planner_take_search(planner);
    if (!search)
        return FW_NO_MEMORY;
    const fw_result prepared = prepare(search, request);
    if (prepared != FW_OK) {
        search->next = planner->idle;
        planner->idle = search;
        return prepared;
    }
    planner_add_active(planner, search);
    *begun = search;
    return FW_OK;
}

fw_result fw_search_best_so_far(const fw_search *search, fw_path *path)
{
    if (!search || !path)
        return FW_NULL_ARGUMENT;
    if (!search->asked.unit)
        return FW_METHOD_DOES_NOT_FIT;
    if (search->ended == FW_STALE || is_stale(search))
        return FW_STALE;
    if (search->ended != FW_OK && search->ended != FW_PENDING && search->ended != FW_LIMIT)
        return FW_NOT_FOUND;
    // Stages write into scratch memory of their own, never into what a reader sees.
    return write_best((fw_search *)search, path);
}

fw_result fw_search_statistics(const fw_search *search, fw_statistics *statistics)
{
    if (!search || !statistics)
        return FW_NULL_ARGUMENT;
    *statistics = (fw_statistics){ 0 };
    if (!search->stage_count)
        return FW_OK;
    current_stage(search)->statistics(search, statistics);
    if (search->ended != FW_OK || search->is_partial)
        statistics->bound = 0.0;
    return FW_OK;
}

fw_result fw_planner_statistics(const fw_planner *planner, fw_statistics *statistics)
{
    if (!planner || !statistics)
        return FW_NULL_ARGUMENT;
    *statistics = (fw_statistics){ 0 };
    return planner->own ? fw_search_statistics(planner->own, statistics) : FW_OK;
}

double fw_search_progress(const fw_search *search)
{
    if (!search)
        return 0.0;
    return search->ended == FW_PENDING ? current_stage(search)->progress(search) : 1.0;
}

void fw_search_end(fw_search *search)
{
    if (!search)
        return;
    fw_planner *planner = search->planner;
    if (search->previous)
        search->previous->next = search->next;
    else
        planner->active = search->next;
    if (search->next)
        search->next->previous = search->previous;
    search->previous = NULL;
    search->next = planner->idle;
    planner->idle = search;
}
