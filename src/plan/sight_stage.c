#include <math.h>

#include "plan/planner.h"
#include "plan/route.h"
#include "plan/stage.h"

static fw_result begin(fw_search *search)
{
    (void)search;
    return FW_OK;
}

static fw_result step(fw_search *search, uint64_t work)
{
    (void)search;
    (void)work;
    return FW_OK;
}

/// One diagonal and one straight run, either of which may be missing.
static fw_result write(fw_search *search, fw_outcome outcome, fw_path *path)
{
    if (outcome == FW_OUTCOME_PARTIAL)
        return FW_NOT_FOUND;
    const query *asked = &search->asked;
    const grid_waypoint start = { asked->start_x, asked->start_y };
    const grid_waypoint goal = { asked->goal.x, asked->goal.y };
    const jump_aim aim = jump_aim_along(goal.x - start.x, goal.y - start.y);
    const int32_t across = aim.diagonal * move_dx[aim.diagonal_move];
    const int32_t along = aim.diagonal * move_dy[aim.diagonal_move];
    grid_waypoint points[3] = { start };
    int32_t count = 1;
    if (aim.diagonal && aim.straight)
        points[count++] = asked->sight == JUMP_SIGHT_DIAGONAL_FIRST
                              ? (grid_waypoint){ start.x + across, start.y + along }
                              : (grid_waypoint){ goal.x - across, goal.y - along };
    if (aim.diagonal || aim.straight)
        points[count++] = goal;
    const double tile_cost = (double)asked->unit->cheapest / COST_ONE;
    const grid_route route = { .points = points,
                               .count = count,
                               .cost = (aim.straight + aim.diagonal * sqrt(2.0)) * tile_cost };
    return write_route(search, outcome, &route, &asked->end, path);
}

static void statistics(const fw_search *search, fw_statistics *result)
{
    (void)search;
    result->bound = 1.0;
}

static double progress(const fw_search *search)
{
    (void)search;
    return 1.0;
}

const stage_kind sight_stage = {
    .begin = begin, .step = step, .write = write, .statistics = statistics, .progress = progress
};
