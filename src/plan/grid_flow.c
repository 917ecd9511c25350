#include "plan/grid_flow.h"

#include "grid/grid_flow.h"
#include "plan/grid_search.h"
#include "plan/planner.h"

/// Expansions of a flow between two looks at whether the start of a request has settled.
enum { FLOW_SLICE = 64 };

fw_result flow_begin(flow *flow, fw_planner *planner, const map_version *map, fw_unit_id unit,
                     grid_anchor goal)
{
    const map_unit *known = map_find_unit(map, unit);
    if (!known)
        return FW_UNKNOWN_UNIT;
    if (!flow->space && grid_space_create(&planner->memory, &planner->small_pages, &planner->pages,
                                          &planner->memory, &planner->natural_moves, &flow->space) != FW_OK)
        return FW_NO_MEMORY;
    const grid_query query = {
        .map = map, .unit = known, .start_x = goal.x, .start_y = goal.y, .goal.kind = GRID_GOAL_NOWHERE
    };
    grid_space_reset(flow->space, &query, &(search_limits){ .weight = 1 });
    flow->unit = unit;
    flow->goal = goal;
    flow->work = flow->began = 0;
    flow->is_complete = flow->is_broken = false;
    return FW_OK;
}

fw_result flow_grow(flow *flow, uint64_t work)
{
    const fw_result result = grid_space_run(flow->space, work);
    fw_statistics statistics;
    grid_space_statistics(flow->space, &statistics);
    flow->work = statistics.work;
    flow->is_complete = result == FW_NOT_FOUND;
    flow->is_broken = result != FW_PENDING && result != FW_NOT_FOUND;
    return flow->is_complete ? FW_OK : result;
}

bool flow_has_settled(const flow *flow, grid_anchor anchor)
{
    return grid_space_has_settled(flow->space, anchor.x, anchor.y);
}

bool flow_has_changed(const flow *flow, const map_version *map, uint64_t version)
{
    return grid_space_has_changed(flow->space, map, version);
}

void flow_free(flow *flow)
{
    grid_space_destroy(flow->space);
    flow->space = NULL;
}

/// True if the flow of the search, if there is one, leads to the goal of its query.
static bool serves(const fw_search *search)
{
    const query *query = search->query;
    return search->spaces.flow && query->goal.kind == GRID_GOAL_ANCHOR &&
           query->goal.x == search->spaces.flow->goal.x && query->goal.y == search->spaces.flow->goal.y;
}

static fw_result begin(fw_search *search)
{
    grid_space_renew(search->spaces.flow->space, search->map, search->query->unit);
    search->spaces.flow->began = search->spaces.flow->work;
    return FW_OK;
}

static fw_result run(fw_search *search, uint64_t work)
{
    flow *flow = search->spaces.flow;
    const grid_anchor start = { search->query->start.x, search->query->start.y };
    const uint64_t end = work < UINT64_MAX - flow->work ? flow->work + work : UINT64_MAX;
    while (!flow_has_settled(flow, start)) {
        if (flow->is_complete)
            return FW_NOT_FOUND;
        if (flow->work >= end)
            return FW_PENDING;
        const uint64_t left = end - flow->work;
        const fw_result grown = flow_grow(flow, left < FLOW_SLICE ? left : FLOW_SLICE);
        if (flow->is_broken)
            return grown;
    }
    return FW_OK;
}

static fw_result route(fw_search *search, grid_end end, grid_route *route)
{
    const query *query = search->query;
    if (end != GRID_END_GOAL ||
        !flow_has_settled(search->spaces.flow, (grid_anchor){ query->start.x, query->start.y }))
        return FW_NOT_FOUND;
    return grid_space_route_back(search->spaces.flow->space, query->start.x, query->start.y, route);
}

static void statistics(const fw_search *search, fw_statistics *statistics)
{
    *statistics = (fw_statistics){ 0 };
    statistics->expanded = statistics->work = search->spaces.flow->work - search->spaces.flow->began;
}

static double progress(const fw_search *search)
{
    (void)search;
    return 0;
}

const grid_method grid_flow = { .serves = serves,
                                .begin = begin,
                                .run = run,
                                .route = route,
                                .statistics = statistics,
                                .progress = progress };
