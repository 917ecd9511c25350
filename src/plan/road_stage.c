#include "fairway/shape.h"
#include "map/overlay.h"
#include "plan/draft.h"
#include "plan/planner.h"

static road_rules roads_of(const fw_search *search)
{
    return (road_rules){ search->planner->map, search->asked.ask.road_terrains };
}

fw_result lanes_begin(fw_search *search)
{
    const query *asked = &search->asked;
    const fw_map *map = search->planner->map;
    const fw_allocator hooks = memory_hooks(&search->planner->from);
    fw_overlay **forbidden = &search->turning.forbidden;
    if (!*forbidden && fw_overlay_create(fw_map_width(map), fw_map_height(map), &hooks, forbidden) != FW_OK)
        return FW_NO_MEMORY;
    const road_rules roads = roads_of(search);
    return road_forbid_leaving(&roads, asked->unit->def.size, asked->ask.goal.pose, *forbidden);
}

fw_result lanes_relent(fw_search *search)
{
    recalculation *turning = &search->turning;
    if (search->stage > 0 || overlay_is_empty(turning->forbidden))
        return FW_NOT_FOUND;
    fw_statistics spent = { 0 };
    grid_stage.statistics(search, &spent);
    recalculation_spend(turning, &spent);
    fw_overlay_clear(turning->forbidden);
    return grid_stage.begin(search);
}

static fw_result step(fw_search *search, uint64_t work)
{
    (void)work;
    const query *asked = &search->asked;
    fw_planner *planner = search->planner;
    const road_task task = {
        .on = { planner->map, asked->unit, asked->ask.overlay, asked->ask.turn_charge },
        .smoothing = asked->ask.smoothing,
        .ends = draft_ends(search),
        .roads = roads_of(search),
        .method = asked->ask.roads,
        .keep_right = asked->ask.keep_right,
    };
    return road_shape(&planner->roads, &planner->shaper, &task, search->draft);
}

const stage_kind road_stage = {
    .begin = draft_begin, .step = step, .write = draft_write, .progress = draft_progress
};
