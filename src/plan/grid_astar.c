#include "map/overlay.h"
#include "plan/goal.h"
#include "plan/grid_search.h"
#include "plan/grid_stage.h"
#include "plan/planner.h"
#include "plan/route.h"
#include "shape/roads/roads.h"

/// The lanes of roads to which a search keeps; none if it may leave the roads.
static lanes lanes_of(const fw_search *search)
{
    const query *query = search->query;
    const road_rules roads = { search->map, query->request.road_terrains };
    if (!query_keeps_to_roads(query) || search->decisions.leaves_roads)
        return (lanes){ 0 };
    const fw_pose goal = query->request.goal.pose;
    return (lanes){ .roads = roads,
                    .size = query->unit->def.size,
                    .goal = goal,
                    .has_exit = !road_holds(&roads, goal.x, goal.y) };
}

static fw_result begin(fw_search *search)
{
    if (grid_search_prepare(search) != FW_OK)
        return FW_NO_MEMORY;
    const query *query = search->query;
    const lanes kept = lanes_of(search);
    const grid_query grid = { .map = search->map,
                              .unit = query->unit,
                              .overlay = query->request.overlay,
                              .start_x = query->start.x,
                              .start_y = query->start.y,
                              .goal = query->goal,
                              .forbidden = overlay_is_empty(search->recalculation.forbidden)
                                               ? NULL
                                               : search->recalculation.forbidden,
                              .guide = search->recalculation.has_guide ? search->recalculation.guide : NULL,
                              .roads = kept.roads.terrains ? &kept : NULL,
                              .is_orthogonal = query->method == FW_HYBRID_STRICT,
                              .on_demand = query->method == FW_ON_DEMAND,
                              .fewer_bends = query->request.fewer_bends,
                              .bend_cost = query->request.bend_cost,
                              .aims = query->nearest == NEAREST_BY_SEARCH ? query_search_aims(query)
                                                                          : (search_aims){ 0 },
                              .max_distance = most_on_grid(query) };
    const search_limits limits = limits_left(search, 0);
    grid_space_reset(search->spaces.grid, &grid, &limits);
    return FW_OK;
}

static bool serves(const fw_search *search)
{
    (void)search;
    return true;
}

static fw_result run(fw_search *search, uint64_t work)
{
    return grid_space_run(search->spaces.grid, work);
}

static fw_result route(fw_search *search, grid_end end, grid_route *route)
{
    return grid_space_route(search->spaces.grid, end, route);
}

static void statistics(const fw_search *search, fw_statistics *result)
{
    grid_space_statistics(search->spaces.grid, result);
}

static double progress(const fw_search *search)
{
    return grid_space_progress(search->spaces.grid);
}

const grid_method grid_astar = { .serves = serves,
                                 .begin = begin,
                                 .run = run,
                                 .route = route,
                                 .statistics = statistics,
                                 .progress = progress };
