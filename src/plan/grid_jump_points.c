#include "plan/grid_search.h"
#include "plan/planner.h"
#include "plan/route.h"

static fw_result begin(fw_search *search)
{
    fw_planner *planner = search->planner;
    if (!search->spaces.jump &&
        jump_space_create(&search->kept.memory, &search->spaces.pages.jump, &search->spaces.pages.small,
                          &planner->memory, &planner->jump_graphs, &search->spaces.jump) != FW_OK)
        return FW_NO_MEMORY;
    const query *query = search->query;
    const bool has_several = query->goal.kind == GRID_GOAL_SET;
    const jump_query jump = { .tables = query->jumps,
                              .start_x = query->start.x,
                              .start_y = query->start.y,
                              .goal_x = query->goal.x,
                              .goal_y = query->goal.y,
                              .goals = query->goal.set,
                              .goal_count = has_several ? query->goal.count : 0,
                              .tile_cost = (double)query->unit->cheapest / COST_ONE,
                              .max_distance = most_on_grid(query),
                              .overlay = query->request.overlay,
                              .is_hidden = !has_several && query_looks_first(query) &&
                                           query->sight.count == JUMP_HIDDEN };
    const search_limits limits = limits_left(search, 0);
    return jump_space_reset(search->spaces.jump, &jump, &limits);
}

static bool serves(const fw_search *search)
{
    return search->query->jumps != NULL;
}

static fw_result run(fw_search *search, uint64_t work)
{
    return jump_space_run(search->spaces.jump, work);
}

static fw_result route(fw_search *search, grid_end end, grid_route *route)
{
    return jump_space_route(search->spaces.jump, end, route);
}

static void statistics(const fw_search *search, fw_statistics *result)
{
    jump_space_statistics(search->spaces.jump, result);
}

static double progress(const fw_search *search)
{
    return jump_space_progress(search->spaces.jump);
}

const grid_method grid_jump_points = { .serves = serves,
                                       .begin = begin,
                                       .run = run,
                                       .route = route,
                                       .statistics = statistics,
                                       .progress = progress };
