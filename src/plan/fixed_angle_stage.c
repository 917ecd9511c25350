#include "shape/fixed_angles.h"

#include "fairway/shape.h"
#include "map/overlay.h"
#include "plan/draft.h"
#include "plan/planner.h"

static fw_result step(fw_search *search, uint64_t work)
{
    (void)work;
    const query *asked = &search->asked;
    return fix_angles(search->planner->map, asked->unit, asked->ask.overlay, asked->ask.fixed_angles,
                      search->draft);
}

const stage_kind fixed_angle_stage = {
    .begin = draft_begin, .step = step, .write = draft_write, .progress = draft_progress
};

fw_result fw_path_fix_angles(fw_planner *planner, const fw_overlay *overlay, int32_t angles, fw_path *path)
{
    if (!planner || !path)
        return FW_NULL_ARGUMENT;
    if (angles != 8 && angles != 16)
        return FW_BAD_VALUE;
    fw_path_summary summary;
    fw_path_summarise(path, &summary);
    const fw_map *map = planner->map;
    const map_unit *unit = map_find_unit(map, summary.unit);
    if (!unit)
        return FW_UNKNOWN_UNIT;
    if (overlay && !overlay_fits(overlay, fw_map_width(map), fw_map_height(map)))
        return FW_WRONG_MAP;
    return fix_angles(map, unit, overlay, angles, path);
}
