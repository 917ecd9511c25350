#include "fairway/shape.h"
#include "plan/draft.h"
#include "plan/planner.h"
#include "plan/stages.h"

static road_rules roads_of(const fw_search *search)
{
    return (road_rules){ search->map, search->asked->ask.road_terrains };
}

fw_result lanes_relent(fw_search *search)
{
    if (search->stage > 0 || search->leaves_roads || !grid_space_was_held(search->grid))
        return FW_NOT_FOUND;
    search->leaves_roads = true;
    return stages_restart(search, &grid_stage);
}

static fw_result begin(fw_search *search)
{
    const query *asked = search->asked;
    const road_task task = {
        .ground = { .map = search->map,
                    .unit = asked->unit,
                    .overlay = asked->ask.overlay,
                    .turn_charge = asked->ask.turn_charge,
                    .work = &search->shaping.work },
        .smoothing = asked->ask.smoothing,
        .ends = draft_ends(search),
        .roads = roads_of(search),
        .method = asked->ask.roads,
        .keep_right = asked->ask.keep_right,
    };
    return road_begin(&search->shaping.roads, &search->shaping.smoothing, &task, search->draft);
}

static fw_result step(fw_search *search, uint64_t work)
{
    shaping_allow(&search->shaping.work, work);
    return road_step(&search->shaping.roads);
}

const stage_kind road_stage = {
    .begin = begin, .step = step, .write = draft_write, .progress = draft_progress
};
