#include "plan/grid_stage.h"

#include "plan/grid_search.h"
#include "plan/planner.h"
#include "plan/route.h"
#include "plan/stage.h"

/// The methods, in the order in which they are tried for a query.
static const grid_method *const methods[] = { &grid_flow, &grid_clusters, &grid_jump_points, &grid_astar };

enum { LAST_METHOD = sizeof methods / sizeof *methods - 1 }; ///< serves all queries

static const grid_method *method_for(const fw_search *search)
{
    size_t i = 0;
    while (i < LAST_METHOD && !methods[i]->serves(search))
        i++;
    return search->recalculation.rounds > 0 ? &grid_astar : methods[i];
}

grid_query grid_search_between(const fw_search *search, grid_anchor start, grid_goal goal)
{
    return (grid_query){ .map = search->map,
                         .unit = search->query->unit,
                         .overlay = search->query->request.overlay,
                         .start_x = start.x,
                         .start_y = start.y,
                         .goal = goal };
}

fw_result grid_search_prepare(fw_search *search)
{
    fw_planner *planner = search->planner;
    return search->spaces.grid ? FW_OK
                               : grid_space_create(&search->kept.memory, &search->spaces.pages.small,
                                                   &search->spaces.pages.large, &planner->memory,
                                                   &planner->natural_moves, &search->spaces.grid);
}

fw_result grid_search_begin(fw_search *search)
{
    return grid_search_begin_by(search, method_for(search));
}

fw_result grid_search_begin_by(fw_search *search, const grid_method *method)
{
    search->decisions.grid_by = method;
    return method->begin(search);
}

/// Leaves the search to A*, whose costs have 64 bits. FW_PENDING or FW_NO_MEMORY.
static fw_result leave_to_astar(fw_search *search)
{
    if (search->decisions.method == FW_JUMP_POINTS)
        search->decisions.method = FW_ASTAR;
    const fw_result begun = grid_search_begin_by(search, &grid_astar);
    return begun == FW_OK ? FW_PENDING : begun;
}

fw_result grid_search_run(fw_search *search, uint64_t work)
{
    const fw_result result = search->decisions.grid_by->run(search, work);
    const bool may_leave = result == FW_TOO_MANY && search->decisions.grid_by != &grid_astar;
    return may_leave ? leave_to_astar(search) : result;
}

grid_end grid_search_end_of(const query *query, fw_outcome outcome)
{
    if (outcome == FW_OUTCOME_PARTIAL)
        return query->goal.kind == GRID_GOAL_NOWHERE ? GRID_END_NEAREST : GRID_END_BEST;
    return outcome == FW_OUTCOME_NEAREST && query->nearest == NEAREST_BY_SEARCH ? GRID_END_NEAREST
                                                                                : GRID_END_GOAL;
}

/// The exact pose at which a route ends; null if it ends on its last anchor, as all routes to the nearest place do.
static const fw_pose *exact_end(const query *query, grid_end end, const grid_route *route)
{
    if (end != GRID_END_GOAL || query->reached == FW_OUTCOME_NEAREST)
        return NULL;
    if (query->goal.kind == GRID_GOAL_SET)
        return &query->request.goal.set[route->target->index];
    return query->end;
}

fw_result grid_search_route(fw_search *search, grid_end end, grid_route *route)
{
    return search->decisions.grid_by->route(search, end, route);
}

fw_result grid_search_write_route(const fw_search *search, fw_outcome outcome, grid_end end,
                                  const grid_route *route, fw_path *path)
{
    return write_route(search, outcome, route, exact_end(search->query, end, route), path);
}

fw_result grid_search_write(fw_search *search, fw_outcome outcome, fw_path *path)
{
    const grid_end end = grid_search_end_of(search->query, outcome);
    grid_route route;
    const fw_result routed = grid_search_route(search, end, &route);
    if (routed != FW_OK)
        return routed;
    return grid_search_write_route(search, outcome, end, &route, path);
}

void grid_search_statistics(const fw_search *search, fw_statistics *statistics)
{
    search->decisions.grid_by->statistics(search, statistics);
}

double grid_search_progress(const fw_search *search)
{
    return search->decisions.grid_by->progress(search);
}

const stage_kind grid_stage = { .begin = grid_search_begin,
                                .step = grid_search_run,
                                .write = grid_search_write,
                                .statistics = grid_search_statistics,
                                .progress = grid_search_progress };
