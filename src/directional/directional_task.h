#pragma once

/// The input of a directional search, and what follows from the input for the whole search.

#include <stdbool.h>
#include <stdint.h>

#include "curve/sweep_body.h"
#include "directional/ends/goal_set.h"
#include "directional/exact_query.h"
#include "directional/guides/surcharge.h"
#include "directional/motions/ground.h"
#include "directional/motions/motions.h"
#include "fairway/planner.h"
#include "fairway/shape.h"
#include "search/near_nodes.h"

/// What takes part in a directional search.
typedef enum directional_extent {
    EXTENT_WHOLE,   ///< the wide search, the lattice search and the fine search, each where it serves
    EXTENT_LATTICE, ///< the lattice search
    EXTENT_BASE     ///< the lattice search with base motions
} directional_extent;

typedef struct directional_query {
    const motion_table *table;
    const map_version *map;
    const map_unit *unit;
    const fw_overlay *overlay; ///< null or empty = none
    search_end start;
    goal_set goals;     ///< at least one; the list is copied when the search is reset
    search_aims aims;   ///< poses to end near if the goal cannot be reached; may be none
    uint64_t most_wide; ///< expansions of the wide search for a goal; 0 = as many as usual
    bool tries_direct;  ///< take the shortest curve to the goal if it touches nothing blocked
    fw_heuristic heuristic;
    directional_extent extent;
    bool has_window; ///< enter nothing outside `window`
    tile_box window;
    bool is_greedy;             ///< add penalties to the estimate: faster, but the path may be longer
    double turn_charge;         ///< charge for a full turn, in tiles
    double max_distance;        ///< stop beyond this cost, in tiles on the cheapest terrain; 0 = no limit
    const fw_speed_def *speeds; ///< minimise the time at these speeds; null: minimise the cost
} directional_query;

/// True if the fine search follows when the lattice search has run dry. It never follows a search for the least time.
static inline bool directional_query_allows_fine(const directional_query *query)
{
    return query->extent == EXTENT_WHOLE && query->table->escalates && !query->speeds;
}

/// A query, and data that are computed from it once. Only `ground.extended_ends` changes during a search.
typedef struct directional_task {
    directional_query query; ///< `goals` lists the goals that the search keeps
    const search_end *goal;  ///< the goal if there is only one; null if there are several
    motion_ground ground;
    sweep_body body;
    surcharge charges;
    fw_unit_def driver; ///< the unit, with the cost of changing gear in tiles on the cheapest terrain
    bool keeps_gear;    ///< a change of gear costs, so the gear is part of a node
} directional_task;

/// The task of a query whose goals the caller keeps as long as the task.
directional_task directional_task_of(const directional_query *query);

/// The query as the searches over exact poses take it; it points into the task.
exact_query directional_task_exact(const directional_task *task);

/// The cost of a curve, surcharges included; 0 for a curve without segments. Below half of COST_LIMIT.
uint64_t directional_task_price(const directional_task *task, const fw_curve *curve);
