#ifndef JOINT_SOLVER_H
#define JOINT_SOLVER_H

/// @file
/// The state of a problem that is worked on.

#include "joint/distances.h"
#include "joint/knot.h"
#include "joint/schedule.h"
#include "joint/search.h"
#include "joint/snap.h"

/// What comes next.
typedef enum solver_phase {
    PHASE_IDLE,
    PHASE_LATTICE, ///< the lattice begins
    PHASE_GROW,    ///< it grows
    PHASE_TIES,    ///< starts and goals are tied to it
    PHASE_WAYS,    ///< ways to the goals, unit by unit
    PHASE_RUN,     ///< a run of the search begins
    PHASE_SEARCH,  ///< the run goes on
    PHASE_PLAN,    ///< the run has found a plan
    PHASE_DONE
} solver_phase;

struct joint_solver {
    memory *memory;
    knot knot;
    solver_phase phase;
    joint_answer answer;
    joint_proof proof;
    double reach;
    int32_t plans;     ///< wanted
    uint64_t most_work;
    joint_effort effort;
    places places;
    distances distances;
    search search;
    snap leaving, coming; ///< moves to the lattice at the beginning; moves from the lattice to the goals, backward
    uint16_t *ways; ///< [way * places * units]
    size_t way_capacity;
    int32_t ways_done; ///< units whose ways are known
    uint64_t run;
    int32_t run_nodes;  ///< limit of a run
    int32_t nodes_left; ///< of this run
    schedule schedule, best;
    bool has_best;
    joint_plan plan;
};

#endif
