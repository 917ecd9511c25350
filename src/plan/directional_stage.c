#include "plan/directional_stage.h"

#include "curve/path.h"
#include "directional/guides/goal_curve.h"
#include "directional/motions/motion_kinds.h"
#include "directional/search/directional_space.h"
#include "directional/search/directional_write.h"
#include "plan/planner.h"
#include "plan/route.h"
#include "plan/stage.h"

enum { MOST_TURN_GOALS = 64 }; ///< most goals of FW_HEURISTIC_TURN: each estimate looks at all of them

directional_query directional_query_of(const fw_search *search)
{
    const query *query = search->query;
    const map_unit *unit = query->unit;
    const bool is_named = has_one_neighbourhood(query->method);
    const fw_heuristic heuristic = query->request.heuristic;
    const bool is_auto = heuristic == FW_HEURISTIC_AUTO;
    const drive_goal *goal = &search->decisions.drive_to;
    const goal_set *several = &goal->several;
    // Other heuristics can serve only one goal.
    const bool serves_all =
        several->count == 0 || is_auto || (heuristic_is_turn(heuristic) && several->count <= MOST_TURN_GOALS);
    return (directional_query){
        .table = query->motions,
        .map = search->map,
        .unit = unit,
        .overlay = query->request.overlay,
        .start = query->from,
        .goals = several->count > 0 ? *several : goal_set_of(&goal->end, goal->any_heading),
        .tries_direct = !is_named || !query->from.on_lattice || !goal->end.on_lattice,
        .heuristic = serves_all ? heuristic : FW_HEURISTIC_MOTIONS,
        .is_greedy = !is_named && is_auto,
        .turn_charge = search->decisions.turn_charge,
        .max_distance = query->request.max_distance * COST_ONE / unit->cheapest,
    };
}

fw_result directional_search_prepare(fw_search *search)
{
    return search->spaces.directional
               ? FW_OK
               : directional_space_create(&search->kept.memory, &search->spaces.pages.large,
                                          &search->spaces.directional);
}

static fw_result begin(fw_search *search)
{
    if (directional_search_prepare(search) != FW_OK)
        return FW_NO_MEMORY;
    const directional_query lattice_query = directional_query_of(search);
    search_limits limits = limits_left(search, 0);
    if (search->query->request.fastest)
        limits.trace = NULL; // the search for the least time, which follows, is traced
    return directional_space_reset(search->spaces.directional, &lattice_query, &limits);
}

static fw_result step(fw_search *search, uint64_t work)
{
    return directional_space_run(search->spaces.directional, work);
}

fw_result directional_search_write(fw_search *search, fw_outcome outcome, fw_path *path)
{
    double cost = 0;
    path_begin(path);
    const directional_end end = outcome == FW_OUTCOME_PARTIAL ? DIRECTIONAL_END_BEST : DIRECTIONAL_END_GOAL;
    const fw_result written = directional_space_write(search->spaces.directional, end, path, &cost);
    return write_end(search, written, outcome, cost, 0, path);
}

static void statistics(const fw_search *search, fw_statistics *result)
{
    directional_space_statistics(search->spaces.directional, result);
}

double directional_search_progress(const fw_search *search)
{
    return directional_space_progress(search->spaces.directional);
}

const stage_kind directional_stage = { .begin = begin,
                                       .step = step,
                                       .write = directional_search_write,
                                       .statistics = statistics,
                                       .progress = directional_search_progress };
