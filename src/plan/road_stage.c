#include "plan/draft.h"
#include "plan/planner.h"

static road_rules roads_of(const fw_search *search)
{
    return (road_rules){ search->map, search->query->request.road_terrains };
}

static fw_result begin(fw_search *search)
{
    const query *query = search->query;
    const road_task task = {
        .ground = draft_ground(search),
        .smoothing = query->request.smoothing,
        .ends = draft_ends(search),
        .roads = roads_of(search),
        .method = query->request.roads,
        .keep_right = query->request.keep_right,
    };
    return road_begin(&search->shapers.roads, &search->shapers.smoothing, &task, search->draft);
}

static fw_result step(fw_search *search, uint64_t work)
{
    shaping_allow(&search->shapers.work, work);
    return road_step(&search->shapers.roads);
}

const stage_kind road_stage = { .begin = begin, .step = step };
