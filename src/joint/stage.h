#pragma once

/// The places of a knot, built in slices: first the plain lattice, which is quick and mostly enough; then with the
/// doors and pockets that it misses; then one of half its spacing. What both of the last two deny is impossible.

#include "joint/repair.h"

typedef enum stage_kind {
    STAGE_PLAIN,    ///< a lattice of a spacing at which two units fit beside each other
    STAGE_REPAIRED, ///< the same, with more places where it misses something
    STAGE_FINE,     ///< about half the spacing, repaired
    STAGE_KINDS
} stage_kind;

typedef enum stage_step {
    STEP_SURVEY, ///< a wave over the fine grid from all units
    STEP_GROW,   ///< the lattice grows
    STEP_CHECK,  ///< the fine grid is compared with the lattice
    STEP_TIE,    ///< starts and goals are added
    STEP_BUILT
} stage_step;

typedef struct stage {
    const knot *knot;
    stage_kind kind;
    stage_step step;
    int32_t body; ///< that is checked: 2 * ground, and 1 more for its largest body
    double reach;
    double grid; ///< spacing of the fine grid
    fw_box box;
    places places;
    repair repair;
    int32_t starts[JOINT_MOST_UNITS], goals[JOINT_MOST_UNITS]; ///< places
} stage;

void stage_init(stage *stage, memory *memory);

void stage_release(stage *stage);

/// Begins to build places.
///
/// @param reach  the window: places within this way of where units stand or want to be, in tiles
fw_result stage_begin(stage *stage, const knot *knot, double reach, stage_kind kind);

/// Goes on building.
///
/// @param[in,out] work  units that are left
/// @return FW_OK when the places are finished; FW_PENDING when the work is spent; FW_TOO_MANY; FW_NO_MEMORY
fw_result stage_build(stage *stage, uint64_t *work);
