#pragma once

/// What a search is asked whose poses are exact, and not those of the lattice.

#include "curve/sweep_body.h"
#include "directional/ends/goal_set.h"
#include "directional/guides/surcharge.h"
#include "directional/motions/ground.h"
#include "search/near_nodes.h"

typedef struct exact_query {
    const motion_ground *ground;
    const sweep_body *body;
    const fw_unit_def *unit; ///< with the cost of changing gear in tiles on the cheapest terrain
    const surcharge *charges;
    const map_version *map;
    const fw_overlay *overlay; ///< the overlay of the request; null = none
    fw_pose start;
    goal_set goals;   ///< any of them will do
    search_aims aims; ///< poses to end near if the goals cannot be reached; may be none
    uint64_t most;    ///< expansions of the wide search for a goal; 0 = as many as usual
} exact_query;
