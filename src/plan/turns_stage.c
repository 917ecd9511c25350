#include "shape/turns/turns.h"

#include <math.h>

#include "base/trig.h"
#include "curve/path.h"
#include "fairway/shape.h"
#include "plan/draft.h"
#include "plan/hybrid.h"
#include "plan/planner.h"
#include "plan/turn_rounds.h"
#include "shape/path_on_map.h"
#include "shape/violations.h"

/// If a limit ends the search, the draft is its partial path.
static fw_result end_at_limit(fw_search *search, fw_result result)
{
    if (result == FW_LIMIT)
        path_set_outcome(search->draft, FW_OUTCOME_PARTIAL);
    return result;
}

static fw_result begin(fw_search *search)
{
    const query *query = search->query;
    if (hybrid_has_driven(search))
        return FW_OK;
    const bend_ends ends = draft_ends(search);
    turn_task task = { .ground = draft_ground(search),
                       .kind = query->request.turns,
                       .start = query->request.start,
                       .has_goal_heading = !ends.any_goal,
                       .goal_heading = ends.goal };
    task.ground.turn_charge = 0;
    return turns_begin(&search->shapers.turns, &task, search->draft);
}

static fw_result step(fw_search *search, uint64_t work)
{
    turn_pass *turns = &search->shapers.turns;
    shaping_work *done = &search->shapers.work;
    if (hybrid_has_driven(search))
        return FW_OK;
    if (search->recalculation.is_growing)
        return end_at_limit(search, turn_rounds_grow(search, work));
    const uint64_t before = done->done;
    shaping_allow(done, work);
    const fw_result bent = turns_step(turns);
    if (bent != FW_OK || !turns->illegal_count || search->decisions.is_partial)
        return bent;
    const uint64_t spent = done->done - before;
    return end_at_limit(search, turn_rounds_begin(search, work > spent ? work - spent : 0));
}

const stage_kind turns_stage = { .begin = begin, .step = step };

/// Shapes the turns of a finished path. Without a start heading, the path keeps its own.
static fw_result turn(turn_pass *pass, const smooth_ground *ground, fw_turns kind, const double *start,
                      const double *goal, fw_path *path)
{
    const fw_result judged = turns_judge(ground->unit, kind, NULL);
    if (judged != FW_OK)
        return judged;
    turn_task task = { .ground = *ground, .kind = kind, .must_be_legal = kind == FW_TURNS_RECALCULATE };
    fw_path_pose_at(path, 0, &task.start);
    if (start)
        task.start.heading = *start;
    task.has_goal_heading = goal != NULL;
    task.goal_heading = goal ? *goal : 0;
    const fw_result begun = turns_begin(pass, &task, path);
    return begun == FW_OK ? turns_step(pass) : begun;
}

fw_result fw_path_turn(fw_planner *planner, const fw_overlay *overlay, fw_turns kind, const double *start,
                       const double *goal, fw_path *path)
{
    if (!planner || !path)
        return FW_NULL_ARGUMENT;
    if (kind < FW_TURNS_NONE || kind > FW_TURNS_BACK_UP)
        return FW_BAD_VALUE;
    if ((start && !isfinite(*start)) || (goal && !isfinite(*goal)))
        return FW_NOT_FINITE;
    const double begin = start ? trig_wrap(*start) : 0, end = goal ? trig_wrap(*goal) : 0; // as in requests
    start = start ? &begin : NULL;
    goal = goal ? &end : NULL;
    smooth_ground ground;
    fw_result result = finished_ground(planner, "fw_path_turn", overlay, path, &ground);
    if (result == FW_OK)
        result = path_on_map(ground.map, path);
    if (result != FW_OK || kind == FW_TURNS_NONE)
        return finished_end(planner, result);
    if (ground.unit->def.turn_radius > 0)
        result = turn(&planner->finishing.turns, &ground, kind, start, goal, path);
    if (result == FW_OK)
        violations_count(&ground, start, goal, path);
    return finished_end(planner, result);
}
