#include "plan/planner.h"
#include "plan/route.h"
#include "plan/stage.h"

static fw_result begin(fw_search *search)
{
    fw_planner *planner = search->planner;
    const query *asked = search->asked;
    if (!search->hierarchy &&
        hierarchy_search_create(&planner->memory, &planner->pages, &search->hierarchy) != FW_OK)
        return FW_NO_MEMORY;
    const hierarchy_query query = { .map = search->map,
                                    .unit = asked->unit,
                                    .table = asked->clusters,
                                    .overlay = asked->ask.overlay,
                                    .start_x = asked->start.x,
                                    .start_y = asked->start.y,
                                    .goal = asked->goal,
                                    .max_distance = asked->is_hybrid ? 0 : asked->ask.max_distance };
    const search_limits limits = limits_left(search, 0);
    return hierarchy_search_reset(search->hierarchy, &query, &limits);
}

static fw_result step(fw_search *search, uint64_t work)
{
    return hierarchy_search_run(search->hierarchy, work);
}

static fw_result write(fw_search *search, fw_outcome outcome, fw_path *path)
{
    const query *asked = search->asked;
    const bool is_partial = outcome == FW_OUTCOME_PARTIAL;
    grid_route route;
    const fw_result routed =
        hierarchy_search_route(search->hierarchy, is_partial ? GRID_END_BEST : GRID_END_GOAL, &route);
    if (routed != FW_OK)
        return routed;
    const fw_pose *end = is_partial     ? NULL
                         : route.target ? &asked->ask.goal.set[route.target->index]
                                        : asked->end;
    return write_route(search, outcome, &route, end, path);
}

static void statistics(const fw_search *search, fw_statistics *result)
{
    hierarchy_search_statistics(search->hierarchy, result);
}

static double progress(const fw_search *search)
{
    return hierarchy_search_progress(search->hierarchy);
}

const stage_kind hierarchy_stage = {
    .begin = begin, .step = step, .write = write, .statistics = statistics, .progress = progress
};
