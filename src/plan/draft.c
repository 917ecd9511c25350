#include "plan/draft.h"

#include "curve/path.h"
#include "plan/goal.h"
#include "plan/planner.h"

bend_ends draft_ends(const fw_search *search)
{
    bend_ends ends = { .start = search->query->request.start.heading, .any_goal = true };
    fw_path_summary draft;
    fw_pose end;
    fw_path_summarise(search->draft, &draft);
    if (draft.outcome == FW_OUTCOME_FOUND && fw_path_pose_at(search->draft, draft.length, &end) == FW_OK)
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

fw_result draft_keep(const fw_search *search, fw_path **kept)
{
    const fw_result provided = path_provide(&search->planner->memory, kept);
    return provided == FW_OK ? fw_path_copy(search->draft, *kept) : provided;
}
