#include "directional/guides/guide_choice.h"
#include "directional/search/directional_inside.h"

static bool suits(const directional_space *space)
{
    const fw_heuristic heuristic = space->task.query.heuristic;
    return heuristic != FW_HEURISTIC_AUTO && heuristic != FW_HEURISTIC_MOTIONS;
}

/// The guide has no fields.
static fw_result begin(directional_space *space, uint64_t work)
{
    (void)work;
    guide_aim_at_goal(space);
    return FW_OK;
}

/// h of a pose by the heuristic that the request names; of several goals, the nearest counts.
static cost estimate(const directional_space *space, lattice_pose pose)
{
    const directional_query *query = &space->task.query;
    const goal_curve *to_goal = &space->guide.to_goal;
    if (space->task.goal || !heuristic_is_turn(query->heuristic))
        return goal_curve_estimate(to_goal, query->heuristic, pose);
    const bool by_table = query->heuristic == FW_HEURISTIC_TURN_TABLE;
    cost least = COST_LIMIT;
    for (int32_t i = 0; i < query->goals.count; i++) {
        const fw_pose *goal = &query->goals.items[i].pose;
        const cost length = goal_curve_turn(to_goal, by_table, pose, goal->x, goal->y);
        least = length < least ? length : least;
    }
    return least;
}

const guide_kind guide_open = {
    .suits = suits, .begin = begin, .estimate = estimate, .flood_after = FLOOD_AFTER
};
