#include "plan/draft.h"

#include "curve/path.h"
#include "map/overlay.h"
#include "plan/goal.h"
#include "plan/planner.h"
#include "plan/recording.h"

bend_ends draft_ends(const fw_search *search)
{
    bend_ends ends = { .start = search->query->request.start.heading, .any_goal = true };
    const fw_path_summary *draft = path_shown(search->draft);
    fw_pose end;
    if (draft->outcome == FW_OUTCOME_FOUND && fw_path_pose_at(search->draft, draft->length, &end) == FW_OK)
        ends.any_goal = !query_goal_heading(search->query, end, &ends.goal);
    return ends;
}

smooth_ground draft_ground(fw_search *search)
{
    const query *query = search->query;
    return (smooth_ground){ .map = search->map,
                            .unit = query->unit,
                            .overlay = query->request.overlay,
                            .turn_charge = search->decisions.turn_charge,
                            .sample_step = query->request.sample_step,
                            .work = &search->shapers.work };
}

fw_result draft_keep(fw_search *search, fw_path **kept)
{
    const fw_result provided = path_provide(&search->kept.memory, kept);
    return provided == FW_OK ? fw_path_copy(search->draft, *kept) : provided;
}

fw_result finished_ground(fw_planner *planner, const char *function, const fw_overlay *overlay,
                          const fw_path *path, smooth_ground *ground)
{
    if (planner_is_recorded(planner))
        recording_mark(planner, function);
    const map_version *map = map_pin_hold(&planner->pin);
    const fw_path_summary *summary = path_shown(path);
    *ground = (smooth_ground){ .map = map, .unit = map_find_unit(map, summary->unit), .overlay = overlay };
    if (!ground->unit)
        return FW_UNKNOWN_UNIT;
    if (overlay && !overlay_fits(overlay, map_width(map), map_height(map)))
        return FW_WRONG_MAP;
    return summary->map_version && summary->map_version != map_version_number(map) ? FW_STALE : FW_OK;
}

fw_result finished_end(fw_planner *planner, fw_result result)
{
    map_pin_let_go(&planner->pin);
    return result;
}
