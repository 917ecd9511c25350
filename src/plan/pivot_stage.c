#include "curve/path.h"
#include "pivot/pivot_search.h"
#include "plan/goal_area.h"
#include "plan/planner.h"
#include "plan/route.h"
#include "plan/stage.h"

static fw_result begin(fw_search *search)
{
    fw_planner *planner = search->planner;
    if (!search->spaces.pivot &&
        pivot_search_create(&planner->memory, &planner->pages, &search->spaces.pivot) != FW_OK)
        return FW_NO_MEMORY;
    const query *query = search->query;
    const fw_goal *goal = &query->request.goal;
    const pivot_query pivot = { .map = search->map,
                                .unit = query->unit,
                                .overlay = query->request.overlay,
                                .start = query->request.start,
                                .goal = goal->pose,
                                .any_heading = !goal_has_heading(goal),
                                .tolerance = goal->heading_tolerance };
    const search_limits limits = limits_left(search, 0);
    return pivot_search_reset(search->spaces.pivot, &pivot, &limits);
}

static fw_result step(fw_search *search, uint64_t work)
{
    return pivot_search_run(search->spaces.pivot, work);
}

static fw_result write(fw_search *search, fw_outcome outcome, fw_path *path)
{
    double cost = 0;
    path_begin(path);
    const fw_result written =
        pivot_search_write(search->spaces.pivot, outcome != FW_OUTCOME_PARTIAL, path, &cost);
    return write_end(search, written, outcome, cost, 0, path);
}

static void statistics(const fw_search *search, fw_statistics *result)
{
    pivot_search_statistics(search->spaces.pivot, result);
}

static double progress(const fw_search *search)
{
    return pivot_search_progress(search->spaces.pivot);
}

const stage_kind pivot_stage = {
    .begin = begin, .step = step, .write = write, .statistics = statistics, .progress = progress
};
