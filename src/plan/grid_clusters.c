#include "plan/grid_search.h"
#include "plan/planner.h"
#include "plan/route.h"

static fw_result begin(fw_search *search)
{
    const query *query = search->query;
    if (!search->spaces.hierarchy &&
        hierarchy_search_create(&search->kept.memory, &search->spaces.pages.cluster,
                                &search->spaces.hierarchy) != FW_OK)
        return FW_NO_MEMORY;
    const hierarchy_query clusters = { .map = search->map,
                                       .unit = query->unit,
                                       .table = query->clusters.table,
                                       .kind = query->clusters.kind,
                                       .overlay = query->request.overlay,
                                       .start_x = query->start.x,
                                       .start_y = query->start.y,
                                       .goal = query->goal,
                                       .leg_tiles =
                                           query->unit->def.turn_radius > 0 ? 0 : query->request.segment,
                                       .max_distance = most_on_grid(query) };
    const search_limits limits = limits_left(search, 0);
    return hierarchy_search_reset(search->spaces.hierarchy, &clusters, &limits);
}

static bool serves(const fw_search *search)
{
    return search->query->method == FW_HIERARCHY;
}

static fw_result run(fw_search *search, uint64_t work)
{
    return hierarchy_search_run(search->spaces.hierarchy, work);
}

static fw_result route(fw_search *search, grid_end end, grid_route *route)
{
    return hierarchy_search_route(search->spaces.hierarchy, end, route);
}

static void statistics(const fw_search *search, fw_statistics *result)
{
    hierarchy_search_statistics(search->spaces.hierarchy, result);
}

static double progress(const fw_search *search)
{
    return hierarchy_search_progress(search->spaces.hierarchy);
}

const grid_method grid_clusters = { .serves = serves,
                                    .begin = begin,
                                    .run = run,
                                    .route = route,
                                    .statistics = statistics,
                                    .progress = progress };
