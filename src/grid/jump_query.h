#pragma once

/// What jump point search is asked.

#include <stdbool.h>
#include <stdint.h>

#include "fairway/overlay.h"
#include "grid/grid_goal.h"
#include "grid/jump_tables.h"

typedef struct jump_query {
    const jump_tables *tables;
    int32_t start_x, start_y; ///< anchor, where the unit fits
    int32_t goal_x, goal_y;   ///< anchor, where the unit fits; not used if there are several goals
    /// [goal_count] several goals, of which the cheapest is reached; their costs are 0
    const grid_target *goals;
    int32_t goal_count;        ///< 0: there is one goal
    double tile_cost;          ///< cost of a tile's length
    double max_distance;       ///< stop beyond this cost, in tiles; 0 = none
    const fw_overlay *overlay; ///< blocks tiles and forbids moves, nothing else; null or empty: none
    bool is_hidden; ///< one goal, which the start does not see; and an answer without a search is allowed
} jump_query;
