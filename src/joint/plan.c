#include "joint/plan.h"

#include "curve/sweep_line.h"
#include "joint/smooth.h"

/// Units do not move up by less, in tiles.
#define LEAST_MOVE 0.02

/// A stop is found to this part of a way.
#define LEAST_PART 1e-3

enum {
    MOVE_UPS = 2,        ///< times that each unit may move up
    SMOOTHINGS = 3,      ///< passes over the best of several plans; a single plan gets one, to be quick
    COMPARED_A_WORK = 64 ///< motions
};

fw_result plan_begin(joint_solver *solver)
{
    const knot *knot = &solver->knot;
    joint_place starts[JOINT_MOST_UNITS];
    for (int32_t i = 0; i < knot->count; i++)
        starts[i] = (joint_place){ knot->asked[i].x, knot->asked[i].y };
    solver->runs.packed = 0;
    solver->runs.start = solver->leaving.count;
    const fw_result result = schedule_begin(&solver->schedule, starts, knot->radii, knot->count);
    return result == FW_OK ? spread_add(&solver->leaving, &solver->search, solver->search.found) : result;
}

fw_result plan_pack(joint_solver *solver)
{
    const spread *leaving = &solver->leaving, *coming = &solver->coming;
    const joint_place *places = solver->stage.places.at;
    fw_result result = FW_OK;
    for (int32_t i = 0; i < solver->knot.count && result == FW_OK; i++) {
        const int32_t number = solver->runs.packed, left = leaving->count + coming->count - number;
        if (left == 0)
            return FW_OK;
        const spread_move *move = left > coming->count ? &leaving->moves[number] : &coming->moves[left - 1];
        if (left > coming->count)
            result = schedule_add(&solver->schedule, move->unit, places[move->to]);
        else // moves from the goals are made backward, by the units that have got these goals
            result = schedule_add(&solver->schedule,
                                  search_owner(&solver->search, solver->search.found, move->unit),
                                  places[move->from]);
        solver->runs.packed++;
    }
    return result == FW_OK ? FW_PENDING : result;
}

/// Where a unit gets on a straight way before it would touch a wall or another unit. All stand where their moves end.
static joint_place find_stop(const joint_solver *solver, int32_t unit, joint_place to)
{
    const knot *knot = &solver->knot;
    const schedule *schedule = &solver->schedule;
    const body_ranks *bodies = &knot->ranks[knot->units[unit].ground];
    const joint_place from = *schedule_at(schedule, schedule->rests[unit], unit);
    joint_place stop = from;
    double share = 0;
    for (double part = 1; part > LEAST_PART; part /= 2) {
        const double longer = share + part;
        const joint_place there = { from.x + longer * (to.x - from.x), from.y + longer * (to.y - from.y) };
        bool is_free =
            longer <= 1 && sweep_line_is_free(bodies->ground, &bodies->bodies[knot->units[unit].rank], from.x,
                                              from.y, there.x, there.y);
        for (int32_t i = 0; i < knot->count && is_free; i++)
            is_free = i == unit || !move_touches(from, there, *schedule_at(schedule, schedule->rests[i], i),
                                                 knot->radii[unit] + knot->radii[i]);
        if (is_free) {
            share = longer;
            stop = there;
        }
    }
    return stop;
}

/// Lets units that share goals move up to theirs, as near as the others leave room: on the lattice, they are farther
/// from each other than they need. Those in the middle move first.
static fw_result move_up(joint_solver *solver)
{
    const knot *knot = &solver->knot;
    const schedule *schedule = &solver->schedule;
    uint8_t order[JOINT_MOST_UNITS];
    double ways[JOINT_MOST_UNITS];
    int32_t count = 0;
    for (int32_t i = 0; i < knot->count; i++) {
        const joint_place goal = knot_goal(knot, i), at = *schedule_at(schedule, schedule->rests[i], i);
        ways[i] = (at.x - goal.x) * (at.x - goal.x) + (at.y - goal.y) * (at.y - goal.y);
        if (ways[i] == 0)
            continue;
        int32_t j = count++;
        for (; j > 0 && ways[order[j - 1]] > ways[i]; j--)
            order[j] = order[j - 1];
        order[j] = (uint8_t)i;
    }
    fw_result result = FW_OK;
    for (int32_t i = 0; i < MOVE_UPS * count && result == FW_OK; i++) {
        const int32_t unit = order[i % count];
        const joint_place at = *schedule_at(schedule, schedule->rests[unit], unit);
        const joint_place stop = find_stop(solver, unit, knot_goal(knot, unit));
        if (!places_touch(at, stop, LEAST_MOVE))
            result = schedule_add(&solver->schedule, unit, stop);
    }
    return result;
}

fw_result plan_end(joint_solver *solver)
{
    const knot *knot = &solver->knot;
    const fw_result result = move_up(solver);
    spread_cut(&solver->leaving, solver->runs.start);
    if (result != FW_OK)
        return result;
    schedule_end(&solver->schedule);
    const joint_plan plan = { .units = knot->count,
                              .beats = solver->schedule.beats,
                              .ids = knot->ids,
                              .weights = knot->weights,
                              .places = solver->schedule.places };
    const uint64_t cost = joint_plan_rest(&plan, 0);
    if (!solver->has_best || cost < solver->plan.cost) {
        const schedule best = solver->schedule;
        solver->schedule = solver->best;
        solver->best = best;
        solver->plan = plan;
        solver->plan.cost = cost;
        solver->has_best = true;
    }
    return FW_OK;
}

fw_result plan_smooth(joint_solver *solver, uint64_t *spent)
{
    const knot *knot = &solver->knot;
    if (solver->smoothed == 0) {
        if (smooth_open(&solver->best) != FW_OK)
            return FW_NO_MEMORY;
        solver->plan.boxes = solver->best.boxes;
    }
    const uint64_t compared = smooth_unit(&solver->best, knot, solver->smoothed % knot->count);
    *spent = 1 + compared / COMPARED_A_WORK;
    const int32_t passes = solver->asked.plans > 1 ? SMOOTHINGS : 1;
    return ++solver->smoothed == passes * knot->count ? FW_OK : FW_PENDING;
}
