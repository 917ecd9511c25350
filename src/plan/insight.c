#include "plan/insight.h"

#include <math.h>

#include "plan/grid_search.h"
#include "plan/planner.h"

const map_version *insight_begin(const fw_search *search)
{
    return search->ended != FW_STALE && search_resume((fw_search *)search) ? search->map
                                                                           : NULL; // no reader sees the pin
}

void insight_end(const fw_search *search)
{
    search_rest((fw_search *)search);
}

const map_unit *insight_unit(const fw_search *search)
{
    return search->query->unit;
}

/// True if the present attempt has begun a stage.
static bool has_begun(const fw_search *search, const stage_kind *stage)
{
    for (int32_t i = 0; i < search->stage_count && i <= search->stage; i++)
        if (search->chain[i] == stage)
            return true;
    return false;
}

static bool is_by_astar(const fw_search *search)
{
    return has_begun(search, &grid_stage) && search->grid_by == &grid_astar;
}

bool insight_has_guide(const fw_search *search)
{
    return is_by_astar(search) ||
           (has_begun(search, &directional_stage) && directional_space_has_guide(search->directional));
}

double insight_guide(const fw_search *search, int32_t x, int32_t y, double heading)
{
    return is_by_astar(search) ? grid_space_estimate(search->grid, x, y)
                               : directional_space_estimate(search->directional, x, y, heading);
}

fw_result insight_cones(const fw_search *search, roadside *cones)
{
    *cones = (roadside){ 0 };
    return has_begun(search, &road_stage) && search->ended != FW_PENDING
               ? road_repeat_cones(&search->shapers.roads, cones)
               : FW_NOT_FOUND;
}

void insight_free_cones(const fw_search *search, roadside *cones)
{
    roadside_free(cones, search->shapers.roads.memory);
}
