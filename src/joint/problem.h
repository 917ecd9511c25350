#pragma once

/// What the planner for a knot of units is asked, and what it answers.

#include <stdint.h>

#include "curve/sweep_body.h"
#include "curve/sweep_ground.h"

enum {
    JOINT_MOST_UNITS = 255,
    JOINT_MOST_GROUNDS = 3 ///< kinds of ground among the units of a knot
};

/// What a unit wants.
typedef enum joint_order {
    JOINT_GOES, ///< to its goal. Units whose goals overlap share them: each ends at a free place near to the goals
    /// Nowhere: steps aside for others, and comes back to where it stands. If it is proven that one that goes could not
    /// get to its goal then, it stays at the nearest place where it is not in this one's way
    JOINT_PARKED,
    JOINT_RETURNS ///< the same, but comes back to its goal
} joint_order;

typedef struct joint_unit {
    uint32_t id;     ///< no two units of a problem have the same
    int32_t ground;  ///< index in joint_problem::grounds
    sweep_body body; ///< round
    double x, y;     ///< where it stands, or would stop, in tiles. Here it overlaps no wall and no other unit
    joint_order order;
    double goal_x, goal_y; ///< of a unit that goes, or returns, in tiles
} joint_unit;

typedef struct joint_problem {
    const sweep_ground *grounds; ///< [ground * ground_count], which must not change until the answer is there
    int32_t ground_count;        ///< 1 .. JOINT_MOST_GROUNDS
    const joint_unit *units;     ///< [unit * unit_count], copied
    int32_t unit_count;          ///< 1 .. JOINT_MOST_UNITS
    double reach;    ///< the window: places within this way, in tiles, of where units stand or want to
                     ///< be; infinite = all places. Only then proofs are looked for
    int32_t plans;   ///< the best of so many plans is taken: 1 is quick, 12 is good
    uint64_t effort; ///< work after which the search gives up; 0 = a million
    double patience; ///< once there is a plan, better ones may take so many times its work; 0 = no such limit
} joint_problem;

typedef enum joint_answer {
    JOINT_WORKING,    ///< joint_work() must be called again
    JOINT_PLANNED,    ///< there is a plan
    JOINT_INFEASIBLE, ///< no plan exists: see joint_proof_of()
    JOINT_UNDECIDED   ///< neither was found within the window and the effort
} joint_answer;

/// Why no plan exists. Every proof was found twice, on two lattices of different spacing.
typedef enum joint_proof_kind {
    JOINT_NO_PROOF,
    JOINT_NO_WAY, ///< `first` cannot get to its goal, even alone
    JOINT_PAIR,   ///< `first` and `second` cannot both get to their goals, even without the others; if one is
                  ///< parked, the other one cannot get to its goal wherever this one goes
    JOINT_ALL     ///< no sequence of moves brings all units to their goals
} joint_proof_kind;

typedef struct joint_proof {
    joint_proof_kind kind;
    uint32_t first, second; ///< ids
} joint_proof;

typedef struct joint_place {
    double x, y; ///< tiles
} joint_place;

/// A plan: where each unit is at each beat. Valid until the solver begins another problem.
typedef struct joint_plan {
    int32_t units;             ///< in the order of their ids
    int32_t beats;             ///< moments from 0, at which all units stand where the problem says
    const uint32_t *ids;       ///< [id * units]
    const joint_place *places; ///< [place * beats * units], units of one beat side by side
    const fw_box *boxes;       ///< [box * stretches_of(beats) * units] (joint/stretches.h) of the paths
    const uint8_t *weights;    ///< [weight * units] 5 of a unit that goes, 1 of others
    uint64_t cost;             ///< sum of the beats until each unit rests, times its weight
} joint_plan;

/// What a problem has cost so far.
typedef struct joint_effort {
    uint64_t work;
    uint64_t nodes; ///< configurations that the search has reached
    int32_t places; ///< of the lattice
    int32_t plans;  ///< found
} joint_effort;

/// Cost of a plan from a beat on, in the measure of joint_plan::cost. It falls with every beat; so whoever replaces a
/// plan only by one of lower remaining cost makes progress.
uint64_t joint_plan_rest(const joint_plan *plan, int32_t from_beat);
