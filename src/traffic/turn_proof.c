#include "traffic/turn_proof.h"

#include "joint/joint.h"

/// Work on a proof.
enum { PROOF_WORK = 24000 };

/// A unit as one that turns on the spot.
static joint_unit disc_of(const fw_traffic *traffic, const agent *unit, int32_t ground)
{
    const bool stays = agent_is_at_goal(unit) || unit->way.count == 0;
    return (joint_unit){ .id = unit->id,
                         .ground = ground,
                         .body = kind_of(traffic, unit)->body,
                         .x = unit->plan.stop_x,
                         .y = unit->plan.stop_y,
                         .order = stays                  ? JOINT_PARKED
                                  : agent_has_been(unit) ? JOINT_RETURNS
                                                         : JOINT_GOES,
                         .goal_x = unit->order.place_x,
                         .goal_y = unit->order.place_y };
}

fw_result turns_prove(fw_traffic *traffic, uint32_t first, uint32_t second, bool *is_proven)
{
    const agent *one = &traffic->agents[first], *two = &traffic->agents[second];
    const sweep_ground grounds[] = { kind_of(traffic, one)->ground, kind_of(traffic, two)->ground };
    const joint_unit units[] = { disc_of(traffic, one, 0), disc_of(traffic, two, 1) };
    const joint_problem problem = { .grounds = grounds,
                                    .ground_count = 2,
                                    .units = units,
                                    .unit_count = 2,
                                    .reach = INFINITY,
                                    .plans = 1,
                                    .effort = PROOF_WORK };
    joint_solver *solver = NULL;
    joint_answer answer = JOINT_UNDECIDED;
    fw_result result = joint_solver_create(&traffic->memory, &solver);
    if (result == FW_OK)
        result = joint_begin(solver, &problem);
    if (result == FW_OK)
        result = joint_work(solver, UINT64_MAX, &answer);
    *is_proven = result == FW_OK && answer == JOINT_INFEASIBLE && joint_proof_of(solver).kind == JOINT_PAIR;
    joint_solver_destroy(solver);
    return result == FW_NO_MEMORY ? result : FW_OK;
}
