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

/// A leading and a straight run, either of which may be missing.
static fw_result write(fw_search *search, fw_outcome outcome, fw_path *path)
{
    if (outcome == FW_OUTCOME_PARTIAL)
        return FW_NOT_FOUND;
    const query *asked = &search->asked;
    const grid_waypoint start = { asked->start_x, asked->start_y };
    const grid_waypoint goal = { asked->goal.x, asked->goal.y };
    const jump_aim aim = jump_aim_along(asked->jumps, goal.x - start.x, goal.y - start.y);
    const int32_t dx = aim.leading * move_dx[aim.leading_move];
    const int32_t dy = aim.leading * move_dy[aim.leading_move];
    grid_waypoint points[3] = { start };
    int32_t count = 1;
    if (aim.leading && aim.straight)
        points[count++] = asked->sight == JUMP_SIGHT_LEADING_FIRST
                              ? (grid_waypoint){ start.x + dx, start.y + dy }
                              : (grid_waypoint){ goal.x - dx, goal.y - dy };
    if (aim.leading || aim.straight)
        points[count++] = goal;
    const double step = move_is_diagonal(aim.leading_move) ? sqrt(2.0) : 1.0;
    const double tile_cost = (double)asked->unit->cheapest / COST_ONE;
    const grid_route route = { .points = points,
                               .count = count,
                               .cost = (aim.straight + aim.leading * step) * tile_cost };
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
