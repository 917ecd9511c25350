#include "map/overlay.h"
#include "plan/grid_search.h"
#include "plan/planner.h"
#include "plan/route.h"
#include "shape/roads/roads.h"

/// The roads that a search keeps to; none if it may leave them.
static lanes lanes_of(const fw_search *search)
{
    const query *asked = search->asked;
    const road_rules roads = { search->map, asked->ask.road_terrains };
    if (!query_keeps_to_roads(asked) || search->leaves_roads)
        return (lanes){ 0 };
    const fw_pose goal = asked->ask.goal.pose;
    return (lanes){ .roads = roads,
                    .size = asked->unit->def.size,
                    .goal = goal,
                    .has_exit = !road_holds(&roads, goal.x, goal.y) };
}

fw_result grid_search_prepare(fw_search *search)
{
    fw_planner *planner = search->planner;
    return search->grid ? FW_OK
                        : grid_space_create(&planner->memory, &planner->small_pages, &planner->pages,
                                            &planner->natural_moves, &search->grid);
}

static fw_result begin(fw_search *search)
{
    if (grid_search_prepare(search) != FW_OK)
        return FW_NO_MEMORY;
    const query *asked = search->asked;
    int32_t aim_count;
    const fw_pose *aims = query_aims(asked, &aim_count);
    const lanes kept = lanes_of(search);
    const grid_query grid = { .map = search->map,
                              .unit = asked->unit,
                              .overlay = asked->ask.overlay,
                              .start_x = asked->start.x,
                              .start_y = asked->start.y,
                              .goal = asked->goal,
                              .forbidden = overlay_is_empty(search->turning.forbidden)
                                               ? NULL
                                               : search->turning.forbidden,
                              .guide = search->turning.has_guide ? search->turning.guide : NULL,
                              .roads = kept.roads.terrains ? &kept : NULL,
                              .is_orthogonal = asked->method == FW_HYBRID_STRICT,
                              .on_demand = asked->method == FW_ON_DEMAND,
                              .fewer_bends = asked->ask.fewer_bends,
                              .aims = aims,
                              .aim_count = asked->searches_nearest ? aim_count : 0,
                              .max_distance = asked->is_hybrid ? 0 : asked->ask.max_distance };
    const search_limits limits = limits_left(search, 0);
    grid_space_reset(search->grid, &grid, &limits);
    return FW_OK;
}

static bool serves(const query *asked)
{
    (void)asked;
    return true;
}

static fw_result run(fw_search *search, uint64_t work)
{
    return grid_space_run(search->grid, work);
}

static fw_result route(fw_search *search, grid_end end, grid_route *route)
{
    return grid_space_route(search->grid, end, route);
}

static void statistics(const fw_search *search, fw_statistics *result)
{
    grid_space_statistics(search->grid, result);
}

static double progress(const fw_search *search)
{
    return grid_space_progress(search->grid);
}

const grid_method grid_astar = { .serves = serves,
                                 .begin = begin,
                                 .run = run,
                                 .route = route,
                                 .statistics = statistics,
                                 .progress = progress };
