#ifndef DIRECTIONAL_GUIDES_GUIDE_H
#define DIRECTIONAL_GUIDES_GUIDE_H

/// @file
/// The guide of a directional search estimates the cost that remains. directional_guide_choose() chooses the kind, once
/// for each lattice search; directional_estimate.h computes h by the kind.

#include "directional/ends/search_ends.h"
#include "directional/guides/goal_curve.h"
#include "directional/guides/motion_field.h"
#include "directional/guides/perimeter.h"
#include "directional/motions/motion_norm.h"
#include "grid/field.h"

typedef enum guide_kind {
    GUIDE_OPEN,      ///< the obstacle-free bound that the request names
    GUIDE_GRID,      ///< a field on the grid around the goals, and obstacle-free bounds near them
    GUIDE_PERIMETER, ///< exact costs of motions around the goal, and outside that perimeter a field on the grid
    GUIDE_MOTIONS    ///< the norm at first, then a field of motions around the goal
} guide_kind;

typedef struct guide {
    guide_kind kind;
    bool is_ready; ///< the kind's field has begun

    // Obstacle-free bounds:
    norm_aim norm;      ///< lower bound for searches that are not greedy
    goal_curve to_goal; ///< of GUIDE_OPEN, and if `looks_at_curves`
    /// h takes the exact length of the curve to the goal into account: the goal has a heading and lies between lattice
    /// poses, so that no lookup table has it.
    bool looks_at_curves;
    lattice_pose
        beside_goal;   ///< the lattice pose nearest to a goal between lattice poses; heading -1: unused
    bool looks_at_few; ///< there are several goals, at most FEW_GOALS, and they have headings
    goal_curve to_few[FEW_GOALS];

    // The field on the grid: distances to the goal, or to the start for GUIDE_MOTIONS.
    grid_field field;
    field_origin *origins; ///< [origin * origin_capacity]
    size_t origin_capacity;
    uint32_t field_scale;    ///< cost of a unit of the field's distance, in 1 / 65536
    uint32_t least_distance; ///< least distance of an expanded pose, for greedy searches
    uint32_t eighth_charge;  ///< penalty per 45 degrees between a heading and the field's direction

    // Costs of motions around the goal:
    perimeter *perimeter; ///< of GUIDE_PERIMETER and GUIDE_MOTIONS
    motion_origin from_goals[MOST_SEEDS];
    bool has_perimeter;    ///< `perimeter` has begun for GUIDE_PERIMETER
    motion_field *motions; ///< of GUIDE_MOTIONS
    bool knows_motions; ///< `motions` has reached the start and estimates; before, the norm alone estimates
} guide;

#endif
