#include "plan/planner.h"
#include "plan/route.h"
#include "plan/stage.h"

static fw_result begin(fw_search *search)
{
    fw_planner *planner = search->planner;
    if (!search->jump &&
        jump_space_create(&planner->memory, &planner->pages, &planner->jump_graphs, &search->jump) != FW_OK)
        return FW_NO_MEMORY;
    const query *asked = search->asked;
    const jump_query jump = { .tables = asked->jumps,
                              .start_x = asked->start.x,
                              .start_y = asked->start.y,
                              .goal_x = asked->goal.x,
                              .goal_y = asked->goal.y,
                              .tile_cost = (double)asked->unit->cheapest / COST_ONE,
                              .max_distance = asked->is_hybrid ? 0 : asked->ask.max_distance,
                              .is_hidden = query_looks_first(asked) && asked->sight_count == JUMP_HIDDEN };
    const search_limits limits = limits_left(search, 0);
    return jump_space_reset(search->jump, &jump, &limits);
}

/// A path that is too long for the costs of jump points is left to A*, which adds up in 64 bits.
static fw_result leave_to_astar(fw_search *search, uint64_t work)
{
    search->course.method = FW_ASTAR;
    search->chain[search->stage] = &grid_stage;
    const fw_result begun = grid_stage.begin(search);
    return begun == FW_OK ? grid_stage.step(search, work) : begun;
}

static fw_result step(fw_search *search, uint64_t work)
{
    const fw_result stepped = jump_space_run(search->jump, work);
    return stepped == FW_TOO_MANY ? leave_to_astar(search, work) : stepped;
}

static fw_result write(fw_search *search, fw_outcome outcome, fw_path *path)
{
    const grid_end end = outcome == FW_OUTCOME_PARTIAL ? GRID_END_BEST : GRID_END_GOAL;
    grid_route route;
    const fw_result routed = jump_space_route(search->jump, end, &route);
    if (routed != FW_OK)
        return routed;
    return write_route(search, outcome, &route, end == GRID_END_GOAL ? search->asked->end : NULL, path);
}

static void statistics(const fw_search *search, fw_statistics *result)
{
    jump_space_statistics(search->jump, result);
}

static double progress(const fw_search *search)
{
    return jump_space_progress(search->jump);
}

const stage_kind jump_stage = {
    .begin = begin, .step = step, .write = write, .statistics = statistics, .progress = progress
};
