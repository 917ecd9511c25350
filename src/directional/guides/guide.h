#pragma once

/// The guide of a directional search estimates the cost that remains. directional_guide_choose() chooses the kind, once
/// for each lattice search. Each kind has a file guide_<name>.c with its row of functions and properties.

#include "directional/ends/ends_inside.h"
#include "directional/guides/goal_curve.h"
#include "directional/guides/motion_field.h"
#include "directional/guides/perimeter.h"
#include "directional/motions/motion_norm.h"
#include "grid/field.h"
#include "search/cost.h"

_Static_assert(COST_IS_WIDE, "sources that share this header agree on the width of costs");

typedef struct directional_space directional_space;

/// What grows around the goals.
typedef enum guide_field {
    GUIDE_HAS_NO_FIELD,
    /// The field on the grid: a pose leads nowhere if the field cannot reach its tile
    GUIDE_HAS_DISTANCES,
    /// Fields that begin when the search has gone on for a while, and h rises as they grow: a node whose h has risen is
    /// queued again, and nodes are reopened
    GUIDE_GROWS_LATE
} guide_field;

/// Curves to goals that lie between lattice poses, and that h takes into account.
typedef enum guide_curves {
    GUIDE_KNOWS_NO_CURVE,
    GUIDE_KNOWS_CURVE, ///< the exact length of the curve to the goal, which has a heading; no lookup table has it
    GUIDE_KNOWS_CURVES ///< there are several goals, at most FEW_GOALS, and they have headings
} guide_curves;

/// What a guide does, and what the search must know of it.
typedef struct guide_kind {
    /// True if the guide serves the search. The first of the kinds in guide_choice.c that suits is chosen.
    bool (*suits)(const directional_space *space);
    /// Begins the guide's fields, with some work at most; result as directional_guide_begin().
    fw_result (*begin)(directional_space *space, uint64_t work);
    /// h of a pose, as far as it is known.
    cost (*estimate)(const directional_space *space, lattice_pose pose);
    guide_field field;
    bool uses_norm; ///< searches that are not greedy take the norm into account
    /// Near the goal h is exact, so that the length of the curve to the goal adds nothing.
    bool knows_last_turns;
    bool outlasts_search; ///< in greedy searches the fields of one lattice search serve the next one too
    uint32_t flood_after; ///< expansions before the flood from the goal goes on
} guide_kind;

extern const guide_kind guide_open;      ///< the obstacle-free bound that the request names
extern const guide_kind guide_perimeter; ///< exact costs of motions around the goal, beyond them guide_grid
extern const guide_kind guide_motions;   ///< the norm at first, then a field of motions around the goal
/// A field on the grid around the goals, and obstacle-free bounds near them.
extern const guide_kind guide_grid;

typedef struct guide {
    const guide_kind *kind;
    bool is_ready; ///< the kind's fields have begun

    // Obstacle-free bounds:
    norm_aim norm;      ///< lower bound for searches that are not greedy
    goal_curve to_goal; ///< of guide_open, and with GUIDE_KNOWS_CURVE
    guide_curves curves;
    /// The lattice pose nearest to a goal between lattice poses; heading -1: unused.
    lattice_pose beside_goal;
    goal_curve to_few[FEW_GOALS]; ///< with GUIDE_KNOWS_CURVES

    // The field on the grid: distances to the goal, or to the start for guide_motions.
    grid_field field;
    field_origin *origins; ///< [origin * origin_capacity]
    size_t origin_capacity;
    uint32_t field_scale;    ///< cost of a unit of the field's distance, in 1 / 65536
    uint32_t least_distance; ///< least distance of an expanded pose, for greedy searches
    uint32_t eighth_charge;  ///< penalty per 45 degrees between a heading and the field's direction

    // Costs of motions around the goal:
    perimeter *perimeter; ///< of guide_perimeter and guide_motions
    motion_origin from_goals[MOST_SEEDS];
    bool has_perimeter;    ///< `perimeter` has begun for guide_perimeter
    motion_field *motions; ///< of guide_motions
    bool knows_motions; ///< `motions` has reached the start and estimates; before, the norm alone estimates
} guide;
