#include "plan/finished.h"

#include "map/overlay.h"
#include "plan/planner.h"
#include "plan/recording.h"

fw_result finished_ground(fw_planner *planner, const char *function, const fw_overlay *overlay,
                          const fw_path *path, smooth_ground *ground)
{
    if (planner_is_recorded(planner))
        recording_mark(planner, function);
    const map_version *map = map_pin_hold(&planner->pin);
    fw_path_summary summary;
    fw_path_summarise(path, &summary);
    *ground = (smooth_ground){ .map = map, .unit = map_find_unit(map, summary.unit), .overlay = overlay };
    if (!ground->unit)
        return FW_UNKNOWN_UNIT;
    if (overlay && !overlay_fits(overlay, map_width(map), map_height(map)))
        return FW_WRONG_MAP;
    return summary.map_version && summary.map_version != map_version_number(map) ? FW_STALE : FW_OK;
}

fw_result finished_end(fw_planner *planner, fw_result result)
{
    map_pin_let_go(&planner->pin);
    return result;
}
