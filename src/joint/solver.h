#pragma once

/// The state of a problem that is worked on.

#include "joint/goals.h"
#include "joint/proof.h"
#include "joint/schedule.h"
#include "joint/search.h"
#include "joint/snap.h"
#include "joint/stage.h"

/// What comes next.
typedef enum solver_phase {
    PHASE_IDLE,
    PHASE_BUILD,  ///< the places of a stage
    PHASE_SNAP,   ///< units move to the lattice, and from it to their goals
    PHASE_WAYS,   ///< ways to the goals, unit by unit
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
    int32_t unpacked;    ///< nodes of the way that was found, whose moves are not packed into beats yet
} solver_runs;

/// Claims that there is no plan.
typedef struct solver_claims {
    solver_claim present; ///< is examined
    knot_unit pair[2];    ///< the units of the claim, while they try
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
    snap leaving,
        coming;     ///< moves to the lattice at the beginning; moves from the lattice to the goals, backward
    uint16_t *ways; ///< [way * places * units]
    size_t way_capacity;
    int32_t ways_done; ///< units whose ways are known
    solver_runs runs;
    solver_claims claims;
    schedule schedule, best;
    bool has_best;
    int32_t smoothed; ///< units of the best plan, times passes
    joint_plan plan;
} joint_solver;
