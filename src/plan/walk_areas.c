#include "plan/walk_areas.h"

// Walks over areas (Pinter 2001, "Hierarchical Pathfinding"): first a path over the area map, then a leg from each area
// to the next.

#include "base/refusal.h"
#include "fairway/areas.h"
#include "plan/planner.h"
#include "plan/route.h"
#include "plan/walk.h"

fw_result walk_judge_areas(const map_version *map, const query *query, fw_refusal *why)
{
    const fw_area_map *areas = query->request.areas;
    if (!areas)
        return refuse_both(why, FW_NOT_PREPARED, "method", "areas",
                           "the method needs an area map: fw_area_map_create() makes one");
    if (areas->width != map_width(map) || areas->height != map_height(map))
        return refuse(why, FW_WRONG_MAP, "areas", "the area map was made for a map of another size");
    if (areas->unit != query->request.unit)
        return refuse_both(why, FW_NOT_PREPARED, "areas", "unit", "the area map was made for another unit");
    return FW_OK;
}

fw_result walk_plan_areas(fw_search *search)
{
    const query *query = search->query;
    const fw_area_map *areas = query->request.areas;
    walk *walk = search->spaces.walk;
    const int32_t start = fw_area_map_at(areas, query->start.x, query->start.y);
    const int32_t goal = fw_area_map_at(areas, query->goal.x, query->goal.y);
    if (start < 0 || goal < 0)
        return walk_fail(walk, FW_LEG_NO_AREAS);
    search_limits limits = limits_left(search, 0);
    limits.trace = NULL; // the trace shows tiles
    area_search_reset(&walk->planning, areas, start, goal, query->unit->cheapest, &limits);
    return FW_OK;
}

fw_result walk_take_areas(fw_search *search, fw_result result)
{
    walk *walk = search->spaces.walk;
    if (result != FW_OK)
        return result == FW_NO_MEMORY ? result : walk_fail(walk, FW_LEG_NO_AREAS);
    const int32_t count = area_search_route(&walk->planning, NULL, 0);
    if (memory_reserve(walk->memory, &walk->areas, &walk->area_capacity, (size_t)count,
                       sizeof *walk->areas) != FW_OK)
        return FW_NO_MEMORY;
    walk->area_count = area_search_route(&walk->planning, walk->areas, count);
    return FW_OK;
}

fw_result walk_choose_area(fw_search *search)
{
    walk *walk = search->spaces.walk;
    const fw_area_map *areas = search->query->request.areas;
    const int32_t area = walk->areas[walk->leg_count];
    walk->leg.window = walk_window(areas->areas[area].box);
    if ((int32_t)walk->leg_count + 1 == walk->area_count) {
        walk->leg.goal = search->query->goal;
        return FW_OK;
    }
    const area_edge *edge = area_map_edge(areas, area, walk->areas[walk->leg_count + 1]);
    const uint32_t end = edge[1].first_anchor;
    grid_goal ends;
    if (walk_begin_ends(search, end - edge->first_anchor, &ends) != FW_OK)
        return FW_NO_MEMORY;
    for (uint32_t i = edge->first_anchor; i < end; i++)
        walk_add_end(search, areas->anchors[i].x, areas->anchors[i].y, &ends);
    return walk_take_ends(search, &ends);
}

/// The way of a unit that has arrived: the area where it stands.
static int32_t write_area_of_start(const query *query, int32_t *areas, int32_t capacity)
{
    if (areas && capacity > 0)
        areas[0] = fw_area_map_at(query->request.areas, query->start.x, query->start.y);
    return 1;
}

int32_t fw_search_area_path(const fw_search *search, int32_t *areas, int32_t capacity)
{
    if (!search || search->query->method != FW_AREAS || search->chain.count == 0)
        return 0;
    if (search->query->has_arrived)
        return write_area_of_start(search->query, areas, capacity);
    if (!search->spaces.walk)
        return 0;
    const walk *walk = search->spaces.walk;
    for (int32_t i = 0; areas && i < walk->area_count && i < capacity; i++)
        areas[i] = walk->areas[i];
    return walk->area_count;
}

int32_t fw_planner_area_path(const fw_planner *planner, int32_t *areas, int32_t capacity)
{
    return planner && planner->own ? fw_search_area_path(planner->own, areas, capacity) : 0;
}
