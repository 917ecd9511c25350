#pragma once

/// The state of a problem that is worked on.

#include "joint/goals.h"
#include "joint/proof.h"
#include "joint/schedule.h"
#include "joint/search.h"
#include "joint/spread.h"
#include "joint/stage.h"

/// What comes next.
typedef enum solver_phase {
    PHASE_IDLE,
    PHASE_BUILD,  ///< the places of a stage
    PHASE_SNAP,   ///< units move to the lattice, and from it to their goals
    PHASE_WAYS,   ///< ways to the goals of a leg, unit by unit
    PHASE_RUN,    ///< a run of the search begins
    PHASE_SEARCH, ///< the run goes on
    PHASE_PLAN,   ///< the run has found a plan
    PHASE_PACK,   ///< its moves are packed into beats, node by node
    PHASE_SMOOTH, ///< the best plan is smoothed, unit by unit
    PHASE_CLAIM,  ///< a set of units is chosen, of which it may be proven that they cannot all arrive
    PHASE_TRY,    ///< a pair tries to find a plan, which is quick if there is one
    PHASE_PROVE,  ///< their configurations are visited
    PHASE_DONE
} solver_phase;

/// A part of the plan that is searched for. Both ends come first, because they are easy.
typedef enum solver_leg {
    LEG_LEAVING, ///< from where units stand to places where they do not hinder each other
    LEG_COMING,  ///< from their goals to such places; made backward
    LEG_GOING    ///< between these places, each unit to its own
} solver_leg;

/// Units of which it may be proven that they cannot all get to their goals: one, two, or all of them.
typedef struct solver_claim {
    joint_proof_kind kind; ///< JOINT_NO_PROOF: nothing is claimed
    int32_t first, second; ///< units, second < first
} solver_claim;

/// What is asked for.
typedef struct solver_wish {
    double reach;
    int32_t plans;
    uint64_t most_work;
    double patience;
} solver_wish;

/// Runs of the search, one after the other.
typedef struct solver_runs {
    uint64_t count;
    int32_t most_nodes;  ///< of a run
    int32_t nodes_left;  ///< of this run
    int32_t stage_nodes; ///< of all runs on these places
    bool is_loosened;    ///< nobody's goal is one where nobody can pass: the others come after the run
    int32_t snapped;     ///< moves of those that come before that
    int32_t start;       ///< moves before the run that has found a plan
    int32_t packed;      ///< moves that are packed into beats
} solver_runs;

/// Ways of all units to their goals of a leg.
typedef struct solver_ways {
    uint16_t *table; ///< [way * places * units]
    size_t capacity;
    int32_t done; ///< units whose ways are known
} solver_ways;

/// Claims that there is no plan.
typedef struct solver_claims {
    solver_claim present; ///< is examined
    knot_unit pair[2];    ///< the units of the claim, while they try
    bool are_due;         ///< once the ways are known
    bool are_examined;    ///< all claims about these places
    bool have_changed;    ///< a parked unit has got another place to stay at: all begins anew
    bool is_half_proven;  ///< the claim holds on the repaired lattice, and is examined on the fine one
} solver_claims;

typedef struct joint_solver {
    memory *memory;
    knot knot;
    solver_phase phase;
    joint_answer answer;
    joint_proof proof;
    solver_wish asked;
    joint_effort effort;
    stage stage;
    distances distances;
    search search;
    exhaust exhaust;
    goals goals;
    solver_leg leg;
    spread leaving, coming; ///< moves from where units stand; moves from their goals, which are made backward
    solver_ways ways;
    solver_runs runs;
    solver_claims claims;
    schedule schedule, best;
    bool has_best;
    int32_t smoothed; ///< units of the best plan, times passes
    joint_plan plan;
} joint_solver;
