#include "joint/joint.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "joint/solver.h"

enum {
    DEFAULT_EFFORT = 1000000,
    NODES_FIRST = 40, ///< of a run, and NODES_A_UNIT more for each unit
    NODES_A_UNIT = 4,
    RUNS_A_DOUBLING = 8 ///< runs after which the limit is doubled
};

fw_result joint_solver_create(memory *memory, joint_solver **solver)
{
    joint_solver *made = memory_get_zeroed(memory, 1, sizeof *made);
    if (!made)
        return FW_NO_MEMORY;
    made->memory = memory;
    places_init(&made->places, memory);
    distances_init(&made->distances, memory);
    search_init(&made->search, memory);
    schedule_init(&made->schedule, memory);
    schedule_init(&made->best, memory);
    *solver = made;
    return FW_OK;
}

void joint_solver_destroy(joint_solver *solver)
{
    if (!solver)
        return;
    places_release(&solver->places);
    distances_release(&solver->distances);
    search_release(&solver->search);
    schedule_release(&solver->schedule);
    schedule_release(&solver->best);
    memory_give_back(solver->memory, solver->ways, solver->way_capacity, sizeof *solver->ways);
    memory_give_back(solver->memory, solver, 1, sizeof *solver);
}

fw_result joint_begin(joint_solver *solver, const joint_problem *problem)
{
    solver->phase = PHASE_IDLE;
    const fw_result result = isnan(problem->reach) ? FW_NOT_FINITE : knot_fill(&solver->knot, problem);
    if (result != FW_OK)
        return result;
    solver->phase = PHASE_LATTICE;
    solver->answer = JOINT_WORKING;
    solver->proof = (joint_proof){ JOINT_NO_PROOF, 0, 0 };
    solver->reach = problem->reach;
    solver->plans = problem->plans;
    solver->most_work = problem->effort ? problem->effort : DEFAULT_EFFORT;
    solver->effort = (joint_effort){ 0 };
    solver->has_best = false;
    return FW_OK;
}

static void finish(joint_solver *solver, joint_answer answer)
{
    solver->answer = answer;
    solver->phase = PHASE_DONE;
}

static fw_result begin_lattice(joint_solver *solver)
{
    knot *knot = &solver->knot;
    const double spacing = knot_spacing(knot);
    const fw_box box = knot_window(knot, solver->reach);
    fw_result result =
        places_begin(&solver->places, knot->ranks, knot->ground_count, &box, spacing, 0.5, 0.5);
    for (int32_t i = 0; i < knot->count && result == FW_OK; i++) {
        const knot_unit *unit = &knot->units[i];
        const joint_place goal = knot_goal(knot, i);
        result = places_seed(&solver->places, knot->asked[i].x, knot->asked[i].y, unit->ground, unit->rank);
        if (result == FW_OK)
            result = places_seed(&solver->places, goal.x, goal.y, unit->ground, unit->rank);
    }
    solver->phase = PHASE_GROW;
    return result;
}

static fw_result tie(joint_solver *solver)
{
    knot *knot = &solver->knot;
    places *places = &solver->places;
    int32_t starts[JOINT_MOST_UNITS], goals[JOINT_MOST_UNITS];
    fw_result result = FW_OK;
    places->shared_count = places->count;
    for (int32_t i = 0; i < knot->count && result == FW_OK; i++) {
        const joint_place goal = knot_goal(knot, i);
        result = places_add(places, knot->asked[i].x, knot->asked[i].y, &starts[i]);
        if (result == FW_OK)
            result = places_add(places, goal.x, goal.y, &goals[i]);
    }
    if (result == FW_OK)
        result = places_finish(places);
    if (result != FW_OK)
        return result;
    snap_find(&solver->leaving, places, knot->units, knot->count, starts);
    snap_find(&solver->coming, places, knot->units, knot->count, goals);
    for (int32_t i = 0; i < knot->count; i++) {
        knot->units[i].start = solver->leaving.to[i];
        knot->units[i].goal = solver->coming.to[i];
    }
    solver->effort.places = places->count;
    solver->ways_done = 0;
    solver->phase = PHASE_WAYS;
    return memory_reserve(solver->memory, &solver->ways, &solver->way_capacity,
                          (size_t)places->count * (size_t)knot->count, sizeof *solver->ways);
}

static fw_result find_ways(joint_solver *solver)
{
    knot *knot = &solver->knot;
    knot_unit *unit = &knot->units[solver->ways_done];
    uint16_t *ways = solver->ways + (size_t)solver->ways_done * (size_t)solver->places.count;
    const fw_result result =
        distances_fill(&solver->distances, &solver->places, unit->ground, unit->rank, unit->goal, ways);
    unit->ways = ways;
    if (result != FW_OK)
        return result;
    if (ways[unit->start] == NO_WAY)
        finish(solver, JOINT_UNDECIDED);
    else if (++solver->ways_done == knot->count) {
        solver->phase = PHASE_RUN;
        solver->run = 0;
        solver->run_nodes = NODES_FIRST + NODES_A_UNIT * knot->count;
        int32_t longest = 0;
        for (int32_t i = 0; i < knot->count; i++)
            if (knot->units[i].ways[knot->units[i].start] > longest)
                longest = knot->units[i].ways[knot->units[i].start];
        solver->run_nodes += 3 * longest / LENGTH_ONE;
    }
    return FW_OK;
}

static fw_result begin_run(joint_solver *solver)
{
    solver->phase = PHASE_SEARCH;
    solver->nodes_left = solver->run_nodes;
    return search_begin(&solver->search, &solver->places, solver->knot.units, solver->knot.count, solver->run);
}

static void end_run(joint_solver *solver)
{
    solver->run++;
    if (solver->run % RUNS_A_DOUBLING == 0)
        solver->run_nodes *= 2;
    solver->phase = PHASE_RUN;
}

static fw_result search_on(joint_solver *solver)
{
    search_answer answer;
    const fw_result result = search_expand(&solver->search, &answer);
    solver->effort.nodes++;
    if (answer == SEARCH_FOUND)
        solver->phase = PHASE_PLAN;
    else if (answer == SEARCH_EXHAUSTED || --solver->nodes_left <= 0)
        end_run(solver);
    return result;
}

static fw_result add_moves(joint_solver *solver)
{
    const knot *knot = &solver->knot;
    const search *search = &solver->search;
    const joint_place *at = solver->places.at;
    schedule *schedule = &solver->schedule;
    fw_result result = FW_OK;
    for (int32_t i = 0; i < solver->leaving.count && result == FW_OK; i++) {
        const uint8_t unit = solver->leaving.units[i];
        result = schedule_add(schedule, unit, at[solver->leaving.to[unit]], knot->radii);
    }
    // Nodes know their parents only: the way is turned round in the stack, which is no longer needed.
    int32_t depth = 0;
    for (int32_t node = search->found; node > 0; node = search->nodes[node].parent)
        search->stack[depth++] = node;
    while (depth-- > 0) {
        const int32_t node = search->stack[depth], *next = search_places(search, node),
                      *before = search_places(search, search->nodes[node].parent);
        const uint8_t *moves = search_moves(search, node);
        for (int32_t i = 0; i < knot->count && result == FW_OK; i++)
            if (next[moves[i]] != before[moves[i]])
                result = schedule_add(schedule, moves[i], at[next[moves[i]]], knot->radii);
    }
    for (int32_t i = solver->coming.count - 1; i >= 0 && result == FW_OK; i--) {
        const uint8_t unit = solver->coming.units[i];
        result = schedule_add(schedule, unit, knot_goal(knot, unit), knot->radii);
    }
    return result;
}

static fw_result make_plan(joint_solver *solver)
{
    const knot *knot = &solver->knot;
    joint_place starts[JOINT_MOST_UNITS];
    for (int32_t i = 0; i < knot->count; i++)
        starts[i] = (joint_place){ knot->asked[i].x, knot->asked[i].y };
    fw_result result = schedule_begin(&solver->schedule, starts, knot->count);
    if (result == FW_OK)
        result = add_moves(solver);
    if (result != FW_OK)
        return result;
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
    if (++solver->effort.plans >= solver->plans)
        finish(solver, JOINT_PLANNED);
    else
        end_run(solver);
    return FW_OK;
}

/// Makes a step of the phase, and counts its work.
static fw_result step(joint_solver *solver, uint64_t *work)
{
    const uint64_t units = (uint64_t)solver->knot.count;
    uint64_t spent = 1;
    fw_result result = FW_OK;
    switch (solver->phase) {
    case PHASE_LATTICE:
        result = begin_lattice(solver);
        break;
    case PHASE_GROW:
        spent = 0;
        const uint64_t before = *work;
        result = places_grow(&solver->places, INT32_MAX, work);
        solver->effort.work += before - *work;
        if (result == FW_OK)
            solver->phase = PHASE_TIES;
        break;
    case PHASE_TIES:
        result = tie(solver);
        break;
    case PHASE_WAYS:
        result = find_ways(solver);
        spent = 1 + (uint64_t)solver->places.count / 16;
        break;
    case PHASE_RUN:
        result = begin_run(solver);
        break;
    case PHASE_SEARCH:
        result = search_on(solver);
        spent = units;
        break;
    case PHASE_PLAN:
        spent = units * (uint64_t)solver->search.node_count / 4;
        result = make_plan(solver);
        break;
    case PHASE_IDLE:
    case PHASE_DONE:
        break;
    }
    solver->effort.work += spent;
    *work -= spent < *work ? spent : *work;
    return result;
}

fw_result joint_work(joint_solver *solver, uint64_t work, joint_answer *answer)
{
    while (work && solver->phase != PHASE_DONE && solver->phase != PHASE_IDLE) {
        const fw_result result = step(solver, &work);
        if (result == FW_NO_MEMORY) {
            solver->phase = PHASE_IDLE;
            return result;
        }
        if (result == FW_TOO_MANY)
            finish(solver, JOINT_UNDECIDED);
        if (solver->phase != PHASE_DONE && solver->effort.work > solver->most_work)
            finish(solver, solver->has_best ? JOINT_PLANNED : JOINT_UNDECIDED);
    }
    *answer = solver->answer;
    return FW_OK;
}

const joint_plan *joint_plan_of(const joint_solver *solver)
{
    return solver->phase == PHASE_DONE && solver->answer == JOINT_PLANNED ? &solver->plan : NULL;
}

joint_proof joint_proof_of(const joint_solver *solver)
{
    return solver->proof;
}

joint_effort joint_effort_of(const joint_solver *solver)
{
    return solver->effort;
}

uint64_t joint_plan_rest(const joint_plan *plan, int32_t from_beat)
{
    uint64_t cost = 0;
    for (int32_t i = 0; i < plan->units; i++) {
        int32_t rest = plan->beats - 1;
        while (rest > from_beat) {
            const joint_place *now = &plan->places[(size_t)rest * (size_t)plan->units + (size_t)i],
                              *before = now - plan->units;
            if (now->x != before->x || now->y != before->y)
                break;
            rest--;
        }
        if (rest > from_beat)
            cost += (uint64_t)(rest - from_beat) * plan->weights[i];
    }
    return cost;
}
