#include "fairway/shape.h"
#include "plan/draft.h"
#include "plan/planner.h"
#include "shape/eased/easing.h"
#include "shape/path_on_map.h"

static fw_result begin(fw_search *search)
{
    const smooth_ground ground = draft_ground(search);
    easing_begin(&search->shapers.easing, &ground, search->draft);
    return FW_OK;
}

static fw_result step(fw_search *search, uint64_t work)
{
    shaping_allow(&search->shapers.work, work);
    return easing_step(&search->shapers.easing);
}

const stage_kind ease_stage = { .begin = begin, .step = step };

fw_result fw_path_ease(fw_planner *planner, const fw_overlay *overlay, fw_path *path, int32_t *stops)
{
    if (!planner || !path)
        return FW_NULL_ARGUMENT;
    easing *easing = &planner->finishing.easing;
    smooth_ground ground;
    fw_result result = finished_ground(planner, "fw_path_ease", overlay, path, &ground);
    if (result == FW_OK)
        result = path_on_map(ground.map, path);
    if (result != FW_OK)
        return finished_end(planner, result);
    easing_begin(easing, &ground, path);
    result = easing_step(easing);
    if (result == FW_OK && stops)
        *stops = easing->stops;
    return finished_end(planner, result);
}
