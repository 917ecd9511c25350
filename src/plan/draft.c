#include "plan/draft.h"

#include "plan/planner.h"

fw_result draft_begin(fw_search *search)
{
    (void)search;
    return FW_OK;
}

bend_ends draft_ends(const fw_search *search)
{
    const fw_request *ask = &search->asked.ask;
    fw_path_summary draft;
    fw_path_summarise(search->draft, &draft);
    const bool is_pose = ask->goal.kind == FW_GOAL_POSE && draft.outcome == FW_OUTCOME_FOUND;
    return (bend_ends){ .start = ask->start.heading, .goal = ask->goal.pose.heading, .any_goal = !is_pose };
}

fw_result draft_write(fw_search *search, fw_outcome outcome, fw_path *path)
{
    (void)outcome;
    return fw_path_copy(search->draft, path);
}

double draft_progress(const fw_search *search)
{
    (void)search;
    return 1.0;
}
