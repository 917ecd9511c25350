#include "joint/joint.h"

#include <math.h>

#include "joint/claims.h"
#include "joint/legs.h"
#include "joint/plan.h"
#include "joint/solver.h"

enum {
    DEFAULT_EFFORT = 1000000,
    NODES_FIRST = 40, ///< of a run, and NODES_A_UNIT more for each unit
    NODES_A_UNIT = 1,
    WAYS_A_RUN = 3,        ///< so many more of the longest way
    LOOKS_A_WORK = 128,    ///< at neighbours
    NODES_OF_DOUBT = 1500, ///< after which places are repaired, and proofs are looked for
    RUNS_A_DOUBLING = 8    ///< runs after which the limit is doubled
};

fw_result joint_solver_create(memory *memory, joint_solver **solver)
{
    joint_solver *made = memory_get_zeroed(memory, 1, sizeof *made);
    if (!made)
        return FW_NO_MEMORY;
    made->memory = memory;
    made->answer = JOINT_UNDECIDED;
    stage_init(&made->stage, memory);
    distances_init(&made->distances, memory);
    goals_init(&made->goals, memory);
    search_init(&made->search, memory);
    exhaust_init(&made->exhaust, memory);
    spread_init(&made->leaving, memory);
    spread_init(&made->coming, memory);
    schedule_init(&made->schedule, memory);
    schedule_init(&made->best, memory);
    *solver = made;
    return FW_OK;
}

void joint_solver_destroy(joint_solver *solver)
{
    if (!solver)
        return;
    stage_release(&solver->stage);
    distances_release(&solver->distances);
    goals_release(&solver->goals);
    search_release(&solver->search);
    exhaust_release(&solver->exhaust);
    spread_release(&solver->leaving);
    spread_release(&solver->coming);
    schedule_release(&solver->schedule);
    schedule_release(&solver->best);
    memory_give_back(solver->memory, solver->ways.table, solver->ways.capacity, sizeof *solver->ways.table);
    memory_give_back(solver->memory, solver, 1, sizeof *solver);
}

static void finish(joint_solver *solver, joint_answer answer)
{
    solver->answer = answer;
    solver->phase = PHASE_DONE;
}

static void begin_smoothing(joint_solver *solver)
{
    solver->smoothed = 0;
    solver->phase = PHASE_SMOOTH;
}

/// No work is left: the best plan so far is the answer, if there is one.
static void give_up(joint_solver *solver)
{
    if (solver->has_best)
        begin_smoothing(solver);
    else
        finish(solver, JOINT_UNDECIDED);
}

static fw_result begin_stage(joint_solver *solver, stage_kind kind)
{
    solver->phase = PHASE_BUILD;
    solver->runs.stage_nodes = 0;
    solver->claims.are_due = solver->claims.are_examined = solver->claims.have_changed = false;
    return stage_begin(&solver->stage, &solver->knot, solver->asked.reach, kind);
}

/// Goes on with the next stage; after the last one, no plan is found.
static fw_result begin_next_stage(joint_solver *solver)
{
    if (solver->stage.kind + 1 < STAGE_KINDS)
        return begin_stage(solver, solver->stage.kind + 1);
    give_up(solver);
    return FW_OK;
}

fw_result joint_begin(joint_solver *solver, const joint_problem *problem)
{
    solver->phase = PHASE_IDLE;
    solver->answer = JOINT_UNDECIDED;
    fw_result result = isnan(problem->reach) ? FW_NOT_FINITE : knot_fill(&solver->knot, problem);
    if (result != FW_OK)
        return result;
    solver->proof = (joint_proof){ JOINT_NO_PROOF, 0, 0 };
    solver->claims.present = (solver_claim){ JOINT_NO_PROOF, 0, 0 };
    solver->claims.is_half_proven = solver->has_best = false;
    solver->asked.reach = problem->reach;
    solver->asked.plans = problem->plans;
    solver->asked.most_work = problem->effort ? problem->effort : DEFAULT_EFFORT;
    solver->asked.patience = problem->patience;
    solver->effort = (joint_effort){ 0 };
    result = begin_stage(solver, STAGE_PLAIN);
    if (result == FW_OK)
        solver->answer = JOINT_WORKING;
    if (result == FW_TOO_MANY)
        finish(solver, JOINT_UNDECIDED);
    else if (result != FW_OK)
        solver->phase = PHASE_IDLE;
    return result == FW_TOO_MANY ? FW_OK : result;
}

/// The claim holds on these places: after the repaired lattice, the fine one is asked.
static fw_result confirm(joint_solver *solver)
{
    const solver_claim *claim = &solver->claims.present;
    if (!solver->claims.is_half_proven) {
        solver->claims.is_half_proven = true;
        return begin_stage(solver, STAGE_FINE);
    }
    solver->proof =
        (joint_proof){ claim->kind, solver->knot.ids[claim->first], solver->knot.ids[claim->second] };
    finish(solver, JOINT_INFEASIBLE);
    return FW_OK;
}

/// The claim holds on these places. A parked unit of a pair stays elsewhere then, if it can, and the claims go on.
static fw_result judge_claim(joint_solver *solver)
{
    knot *knot = &solver->knot;
    const solver_claim *claim = &solver->claims.present;
    const bool is_first = knot->units[claim->first].is_parked;
    const int32_t pair[2] = { is_first ? claim->first : claim->second,
                              is_first ? claim->second : claim->first };
    if (claim->kind != JOINT_PAIR || !knot->units[pair[0]].is_parked ||
        claims_find_stay(solver, pair, false) < 0)
        return confirm(solver);
    const int32_t stay = claims_find_stay(solver, pair, true);
    if (stay >= 0) {
        knot->units[pair[0]].has_left = solver->claims.have_changed = true;
        knot_end_elsewhere(knot, pair[0], solver->stage.places.at[stay]);
    }
    solver->claims.is_half_proven = false;
    solver->phase = PHASE_CLAIM;
    return FW_OK;
}

/// Begins to visit the configurations of the units of the claim.
static fw_result begin_proof(joint_solver *solver)
{
    const knot *knot = &solver->knot;
    uint8_t members[JOINT_MOST_UNITS] = { (uint8_t)solver->claims.present.first,
                                          (uint8_t)solver->claims.present.second };
    int32_t count = 2;
    if (solver->claims.present.kind == JOINT_ALL)
        for (count = 0; count < knot->count; count++)
            members[count] = (uint8_t)count;
    const fw_result result =
        exhaust_begin(&solver->exhaust, &solver->stage.places, knot->units, members, count);
    solver->phase = result == FW_OK ? PHASE_PROVE : solver->claims.is_half_proven ? PHASE_RUN : PHASE_CLAIM;
    if (result == FW_TOO_MANY)
        solver->claims.is_half_proven = false; // nothing is proven of so many
    return result == FW_TOO_MANY ? FW_OK : result;
}

static fw_result begin_try(joint_solver *solver)
{
    const knot *knot = &solver->knot;
    legs_reset_units(solver);
    solver->claims.pair[0] = knot->units[solver->claims.present.first];
    solver->claims.pair[1] = knot->units[solver->claims.present.second];
    solver->claims.pair[0].group = 0;
    solver->claims.pair[1].group = 1;
    solver->runs.nodes_left = solver->runs.most_nodes;
    solver->phase = PHASE_TRY;
    return search_begin(&solver->search, &solver->stage.places, solver->claims.pair, 2, 0);
}

static fw_result try_on(joint_solver *solver)
{
    search_answer answer;
    const fw_result result = search_expand(&solver->search, &answer);
    if (result != FW_OK)
        return result;
    if (answer == SEARCH_FOUND)
        solver->phase = PHASE_CLAIM;
    else if (answer == SEARCH_EXHAUSTED || --solver->runs.nodes_left <= 0)
        return begin_proof(solver);
    return FW_OK;
}

/// Claims that two units cannot both arrive, pair by pair, and then that all cannot.
static fw_result claim_next(joint_solver *solver)
{
    const knot *knot = &solver->knot;
    solver_claim *claim = &solver->claims.present;
    if (claim->kind == JOINT_NO_PROOF)
        *claim = (solver_claim){ JOINT_PAIR, 0, 0 };
    while (claim->kind == JOINT_PAIR) {
        if (++claim->second >= claim->first) {
            claim->second = 0;
            claim->first++;
        }
        if (claim->first >= knot->count)
            *claim = (solver_claim){ JOINT_ALL, 0, 0 };
        else if ((!knot->units[claim->first].is_parked || !knot->units[claim->second].is_parked) &&
                 !claims_share_goal(solver, claim->first) && !claims_share_goal(solver, claim->second) &&
                 !knot->units[claim->first].has_left && !knot->units[claim->second].has_left)
            return begin_try(solver);
    }
    if (solver->claims.have_changed)
        return begin_stage(solver, STAGE_PLAIN);
    if (!solver->claims.are_examined && !solver->goals.has_groups) {
        solver->claims.are_examined = true;
        return begin_proof(solver);
    }
    solver->claims.are_examined = true;
    solver->phase = PHASE_RUN;
    return FW_OK;
}

static fw_result prove(joint_solver *solver, uint64_t *work)
{
    const fw_result result = exhaust_visit(&solver->exhaust, work);
    if (result != FW_OK)
        return result;
    if (solver->exhaust.answer == EXHAUST_FAILS)
        return judge_claim(solver);
    solver->phase = solver->claims.is_half_proven ? PHASE_RUN : PHASE_CLAIM; // they can
    return FW_OK;
}

static fw_result snap_units(joint_solver *solver)
{
    knot *knot = &solver->knot;
    const places *places = &solver->stage.places;
    fw_result result = goals_share(&solver->goals, knot, places, &solver->distances, solver->stage.goals);
    if (result != FW_OK)
        return result;
    solver->effort.places = places->count;
    solver->runs.is_loosened = false;
    result = MEMORY_RESERVE(solver->memory, solver->ways.table, solver->ways.capacity,
                            (size_t)places->count * (size_t)knot->count);
    if (result == FW_OK)
        result = spread_begin(&solver->leaving, knot, places, solver->stage.starts);
    if (result == FW_OK)
        result = spread_begin(&solver->coming, knot, places, solver->stage.goals);
    return result == FW_OK ? legs_begin_spread(solver, LEG_LEAVING, SPREAD_DENSE) : result;
}

/// True if places are missing only where units cannot get to.
static bool may_prove(const joint_solver *solver)
{
    return isinf(solver->asked.reach) && solver->stage.kind != STAGE_PLAIN;
}

/// A unit has no way to its goal.
static fw_result miss_way(joint_solver *solver, int32_t unit)
{
    const bool is_claimed =
        solver->claims.present.kind == JOINT_NO_WAY && solver->claims.present.first == unit;
    if (!may_prove(solver) || (solver->stage.kind == STAGE_FINE && !is_claimed))
        return begin_next_stage(solver);
    solver->claims.present = (solver_claim){ JOINT_NO_WAY, unit, unit };
    return confirm(solver);
}

static fw_result find_ways(joint_solver *solver)
{
    knot *knot = &solver->knot;
    const places *places = &solver->stage.places;
    const int32_t number = solver->ways.done;
    knot_unit *unit = &knot->units[number];
    uint16_t *ways = solver->ways.table + (size_t)number * (size_t)places->count;
    const fw_result result =
        distances_fill(&solver->distances, places, unit->ground, unit->rank, unit->goal, ways);
    if (result != FW_OK)
        return result;
    if (ways[unit->start] == NO_WAY)
        return miss_way(solver, number);
    if (++solver->ways.done < knot->count)
        return FW_OK;
    int32_t longest = 0;
    for (int32_t i = 0; i < knot->count; i++)
        if (knot->units[i].ways[knot->units[i].start] > longest)
            longest = knot->units[i].ways[knot->units[i].start];
    solver->runs.count = 0;
    solver->runs.most_nodes = NODES_FIRST + NODES_A_UNIT * knot->count + WAYS_A_RUN * longest / LENGTH_ONE;
    const bool has_claim = solver->claims.is_half_proven && solver->claims.present.kind != JOINT_NO_WAY;
    if (solver->leg == LEG_GOING && has_claim)
        return begin_proof(solver);
    solver->phase = solver->leg == LEG_GOING && solver->claims.are_due ? PHASE_CLAIM : PHASE_RUN;
    solver->claims.are_due &= solver->leg != LEG_GOING;
    return FW_OK;
}

static fw_result begin_run(joint_solver *solver)
{
    solver->phase = PHASE_SEARCH;
    solver->runs.nodes_left = solver->runs.most_nodes;
    legs_reset_units(solver);
    return search_begin(&solver->search, &solver->stage.places, solver->knot.units, solver->knot.count,
                        solver->runs.count);
}

/// Begins to make claims, about the goals themselves.
static void begin_claims(joint_solver *solver)
{
    solver->claims.present = (solver_claim){ JOINT_NO_PROOF, 0, 0 };
    solver->claims.are_due = true;
    if (solver->runs.is_loosened)
        spread_cut(&solver->coming, solver->runs.snapped);
    solver->runs.is_loosened = false;
    legs_begin(solver, LEG_GOING);
}

/// A run is over. Nodes of a stage without a plan raise doubts, first of the places, then of the units.
static fw_result end_run(joint_solver *solver)
{
    if (solver->leg != LEG_GOING)
        return legs_end_spread(solver);
    solver->runs.count++;
    if (solver->runs.count % RUNS_A_DOUBLING == 0)
        solver->runs.most_nodes *= 2;
    solver->phase = PHASE_RUN;
    if (solver->has_best)
        return FW_OK;
    if (!solver->runs.is_loosened)
        return legs_loosen(solver);
    if (solver->runs.stage_nodes < NODES_OF_DOUBT)
        return FW_OK;
    if (solver->stage.kind == STAGE_PLAIN ||
        (solver->stage.kind == STAGE_REPAIRED && solver->effort.work > solver->asked.most_work / 2))
        return begin_next_stage(solver);
    if (may_prove(solver) && !solver->claims.are_examined && !solver->claims.is_half_proven)
        begin_claims(solver);
    return FW_OK;
}

static fw_result search_on(joint_solver *solver)
{
    search_answer answer;
    const fw_result result = search_expand(&solver->search, &answer);
    solver->effort.nodes++;
    solver->runs.stage_nodes++;
    if (result != FW_OK)
        return result;
    if (answer == SEARCH_FOUND && solver->leg == LEG_GOING)
        solver->phase = PHASE_PLAN;
    else if (answer == SEARCH_FOUND)
        return legs_end_spread(solver);
    else if (answer == SEARCH_EXHAUSTED || --solver->runs.nodes_left <= 0)
        return end_run(solver);
    return FW_OK;
}

/// Keeps the plan of the run if it is the best one, and looks for the next one.
static fw_result keep_plan(joint_solver *solver)
{
    const fw_result result = plan_end(solver);
    if (result != FW_OK)
        return result;
    if (++solver->effort.plans == 1 && solver->asked.patience > 0)
        solver->asked.most_work = (uint64_t)((double)solver->effort.work * (1 + solver->asked.patience));
    if (solver->effort.plans < solver->asked.plans)
        return end_run(solver);
    begin_smoothing(solver);
    return FW_OK;
}

/// Makes a step of the phase, and counts its work. A step that cannot be sliced may need more than is left.
static fw_result step(joint_solver *solver, uint64_t *work)
{
    const uint64_t units = (uint64_t)solver->knot.count, before = *work;
    uint64_t spent = 1;
    fw_result result = FW_OK;
    switch (solver->phase) {
    case PHASE_BUILD:
        spent = 0;
        result = stage_build(&solver->stage, work);
        if (result == FW_OK)
            solver->phase = PHASE_SNAP;
        break;
    case PHASE_SNAP:
        result = snap_units(solver);
        break;
    case PHASE_WAYS:
        spent = legs_way_work(solver);
        result = find_ways(solver);
        break;
    case PHASE_RUN:
        result = begin_run(solver);
        break;
    case PHASE_SEARCH:
        result = search_on(solver);
        spent = units + solver->search.stepper.looks / LOOKS_A_WORK;
        break;
    case PHASE_PLAN:
        spent = units;
        result = plan_begin(solver);
        solver->phase = PHASE_PACK;
        break;
    case PHASE_PACK:
        spent = 1 + units / 2;
        result = plan_pack(solver);
        if (result == FW_OK)
            result = keep_plan(solver);
        break;
    case PHASE_SMOOTH:
        result = plan_smooth(solver, &spent);
        if (result == FW_OK)
            finish(solver, JOINT_PLANNED);
        break;
    case PHASE_CLAIM:
        result = claim_next(solver);
        break;
    case PHASE_TRY:
        spent = 2;
        result = try_on(solver);
        break;
    case PHASE_PROVE:
        spent = 0;
        result = prove(solver, work);
        break;
    case PHASE_IDLE:
    case PHASE_DONE:
        break;
    }
    solver->effort.work += before - *work + spent;
    *work -= spent < *work ? spent : *work;
    return result;
}

fw_result joint_work(joint_solver *solver, uint64_t work, joint_answer *answer)
{
    while (work && solver->phase != PHASE_DONE && solver->phase != PHASE_IDLE) {
        const fw_result result = step(solver, &work);
        if (result == FW_NO_MEMORY) {
            solver->phase = PHASE_IDLE;
            solver->answer = JOINT_UNDECIDED;
            return result;
        }
        const bool is_searching = solver->phase != PHASE_DONE && solver->phase != PHASE_PACK &&
                                  solver->phase != PHASE_SMOOTH; // what was found is made a plan first
        if (is_searching && (result == FW_TOO_MANY || solver->effort.work > solver->asked.most_work))
            give_up(solver);
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
