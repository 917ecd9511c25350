#pragma once

/// A complete planner for a knot of round units: all of them get to their goals, or it is proven that they cannot.
///
/// It knows the ground, the bodies, where they stand and where they want to be; it knows no traffic, no speeds and no
/// time. Units move on a lattice of places (joint/places.h) in steps of PIBT (joint/steps.h), which a search over the
/// configurations of all units strings together (joint/search.h; LaCAM: Okumura 2023). The plan is then freed from the
/// detours of the lattice (joint/smooth.h).
///
/// **How to use it.** Fill a joint_problem, call joint_begin(), then joint_work() until its answer is no longer
/// JOINT_WORKING; then read joint_plan_of(). Work is counted, not timed: the same problem gives the same answer and
/// plan in any number of slices, in any order of the units, on every platform.
///
/// **How to drive a plan.** A plan is a schedule in beats: all units move straight and evenly from their place of one
/// beat to their place of the next one, and no two bodies overlap at any moment. Whoever drives it need not keep this
/// time. If the ways of two units come closer than their radii somewhere, the one whose beat is earlier there goes
/// first: the other may enter only after the first has passed. These precedences hold no cycle, because the schedule
/// itself keeps all of them.

#include "base/memory.h"
#include "joint/problem.h"

typedef struct joint_solver joint_solver;

/// @param[out] solver  release it by joint_solver_destroy()
/// @param memory       must outlive the solver
fw_result joint_solver_create(memory *memory, joint_solver **solver);

/// Null does nothing.
void joint_solver_destroy(joint_solver *solver);

/// Begins a problem; an earlier one is forgotten.
///
/// @return FW_OK, FW_BAD_SIZE (counts), FW_BAD_VALUE (two equal ids, a body that is not round, no such ground),
///         FW_NOT_FINITE, FW_NO_MEMORY
fw_result joint_begin(joint_solver *solver, const joint_problem *problem);

/// Works on the problem. A unit of work is about a microsecond: a decision of one unit, or a few places of a lattice.
///
/// @param work  about so much: what cannot be sliced (a node of the search, the ways to one goal, the moves of a plan)
///              is done as a whole. UINT64_MAX = until there is an answer
/// @return FW_OK; FW_NO_MEMORY: the problem must be begun again
fw_result joint_work(joint_solver *solver, uint64_t work, joint_answer *answer);

/// The plan of a problem that is JOINT_PLANNED, else null.
const joint_plan *joint_plan_of(const joint_solver *solver);

/// The proof of a problem that is JOINT_INFEASIBLE.
joint_proof joint_proof_of(const joint_solver *solver);

/// What a problem has cost so far.
joint_effort joint_effort_of(const joint_solver *solver);
