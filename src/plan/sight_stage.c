#include "plan/sight_stage.h"

#include <math.h>

#include "curve/path.h"
#include "plan/planner.h"
#include "plan/route.h"
#include "plan/stage.h"

/// Cost of a tile of length, of all that the unit may enter: only units for which all cost the same look for the goal.
static double tile_cost(const query *query)
{
    return (double)query->unit->cheapest / COST_ONE;
}

fw_result sight_write(const fw_search *search, fw_path *path)
{
    const query *query = search->query;
    const fw_pose from = centre_of(query->start.x, query->start.y, query->unit->def.size);
    *path_summary(path) = (fw_path_summary){ .outcome = FW_OUTCOME_FOUND,
                                             .method = query->method,
                                             .unit = query->unit->id,
                                             .map_version = query->map_version,
                                             .asked_start = query->request.start };
    return path_show_runs(path, from.x, from.y, query->sight.runs, query->sight.count, tile_cost(query));
}

static fw_result write(fw_search *search, fw_outcome outcome, fw_path *path)
{
    if (outcome == FW_OUTCOME_PARTIAL)
        return FW_NOT_FOUND;
    const query *query = search->query;
    double length = 0;
    for (int32_t i = 0; i < query->sight.count; i++)
        length +=
            query->sight.runs[i].steps * (move_is_diagonal(query->sight.runs[i].direction) ? sqrt(2.0) : 1.0);
    const grid_route route = { .runs = query->sight.runs,
                               .count = query->sight.count,
                               .start = { query->start.x, query->start.y },
                               .end = { query->goal.x, query->goal.y },
                               .cost = length * tile_cost(query) };
    return write_route(search, outcome, &route, query->end, path);
}

static void statistics(const fw_search *search, fw_statistics *result)
{
    (void)search;
    result->bound = 1.0;
}

static fw_result write_seen(fw_search *search, fw_outcome outcome, fw_path *path)
{
    (void)outcome; // such a search ends at once
    return sight_write(search, path);
}

const stage_kind seen_stage = { .write = write_seen, .statistics = statistics };

const stage_kind sight_stage = { .write = write, .statistics = statistics };

const stage_kind arrived_stage = { .write = write_start, .statistics = statistics };
