#include "joint/legs.h"

enum { PLACES_A_WORK = 16 }; ///< of which the ways are found

void legs_reset_units(joint_solver *solver)
{
    const spread *from = solver->leg == LEG_COMING ? &solver->coming : &solver->leaving;
    const int32_t *to = solver->leg == LEG_GOING ? solver->coming.at : from->to;
    for (int32_t i = 0; i < solver->knot.count; i++) {
        knot_unit *unit = &solver->knot.units[i];
        unit->start = from->at[i];
        unit->goal = to[i];
        unit->ways = solver->ways.table + (size_t)i * (size_t)solver->stage.places.count;
    }
}

uint64_t legs_way_work(const joint_solver *solver)
{
    return 1 + (uint64_t)solver->stage.places.count / PLACES_A_WORK;
}

void legs_begin(joint_solver *solver, solver_leg leg)
{
    solver->leg = leg;
    solver->ways.done = 0;
    solver->phase = PHASE_WAYS;
    legs_reset_units(solver);
    goals_let_exchange(&solver->goals, &solver->knot, leg != LEG_GOING);
}

fw_result legs_begin_spread(joint_solver *solver, solver_leg leg, spread_kind kind)
{
    int32_t chosen = 0;
    fw_result result = FW_OK;
    for (; leg != LEG_GOING && chosen == 0 && result == FW_OK; leg += chosen == 0) {
        result = spread_choose(leg == LEG_LEAVING ? &solver->leaving : &solver->coming, kind, &solver->knot,
                               &solver->stage.places, &solver->distances, solver->ways.table, &chosen);
        solver->effort.work += (uint64_t)chosen * legs_way_work(solver);
    }
    legs_begin(solver, leg);
    return result;
}

fw_result legs_end_spread(joint_solver *solver)
{
    const solver_leg next = solver->leg + 1;
    const fw_result result = spread_add(next == LEG_COMING ? &solver->leaving : &solver->coming,
                                        &solver->search, solver->search.best);
    return result == FW_OK ? legs_begin_spread(solver, next, SPREAD_DENSE) : result;
}

fw_result legs_loosen(joint_solver *solver)
{
    solver->runs.is_loosened = true;
    solver->runs.snapped = solver->coming.count;
    return legs_begin_spread(solver, LEG_COMING, SPREAD_TIGHT);
}
