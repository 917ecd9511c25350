#include <math.h>

#include "plan/planner.h"
#include "plan/route.h"
#include "plan/stage.h"

static fw_result write(fw_search *search, fw_outcome outcome, fw_path *path)
{
    if (outcome == FW_OUTCOME_PARTIAL)
        return FW_NOT_FOUND;
    const query *query = search->query;
    const double tile_cost = (double)query->unit->cheapest / COST_ONE;
    double length = 0;
    for (int32_t i = 0; i < query->sight.count; i++)
        length +=
            query->sight.runs[i].steps * (move_is_diagonal(query->sight.runs[i].direction) ? sqrt(2.0) : 1.0);
    const grid_route route = { .runs = query->sight.runs,
                               .count = query->sight.count,
                               .start = { query->start.x, query->start.y },
                               .end = { query->goal.x, query->goal.y },
                               .cost = length * tile_cost };
    return write_route(search, outcome, &route, query->end, path);
}

static void statistics(const fw_search *search, fw_statistics *result)
{
    (void)search;
    result->bound = 1.0;
}

const stage_kind sight_stage = { .write = write, .statistics = statistics };

const stage_kind arrived_stage = { .write = write_start, .statistics = statistics };
