#include "shape/fixed_angles.h"

#include "fairway/shape.h"
#include "plan/draft.h"
#include "plan/planner.h"
#include "shape/violations.h"

static fw_result begin(fw_search *search)
{
    const smooth_ground ground = draft_ground(search);
    return angle_pass_begin(&search->shapers.angles, &ground, search->query->request.fixed_angles,
                            search->draft);
}

static fw_result step(fw_search *search, uint64_t work)
{
    shaping_allow(&search->shapers.work, work);
    return angle_pass_step(&search->shapers.angles);
}

const stage_kind fixed_angle_stage = { .begin = begin, .step = step };

fw_result fw_path_fix_angles(fw_planner *planner, const fw_overlay *overlay, int32_t angles, fw_path *path)
{
    if (!planner || !path)
        return FW_NULL_ARGUMENT;
    if (angles != 8 && angles != 16)
        return FW_BAD_VALUE;
    angle_pass *pass = &planner->finishing.angles;
    smooth_ground ground;
    fw_result result = finished_ground(planner, "fw_path_fix_angles", overlay, path, &ground);
    if (result == FW_OK)
        result = angle_pass_begin(pass, &ground, angles, path);
    if (result == FW_OK)
        result = angle_pass_step(pass);
    if (result == FW_OK)
        violations_count(&ground, NULL, NULL, path);
    return finished_end(planner, result);
}
