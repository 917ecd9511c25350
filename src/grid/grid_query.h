#pragma once

/// What the grid space is asked.

#include <stdbool.h>
#include <stdint.h>

#include "fairway/overlay.h"
#include "grid/field.h"
#include "grid/grid_goal.h"
#include "grid/lanes.h"
#include "search/near_nodes.h"

typedef struct grid_query {
    const map_version *map;
    const map_unit *unit;
    const fw_overlay *overlay; ///< null or empty: none
    int32_t start_x, start_y;  ///< anchor, where the unit fits
    grid_goal goal;
    const fw_overlay *forbidden; ///< more forbidden moves; null = none
    const lanes *roads;          ///< roads that the search may not leave; null = none. Copied
    const tile_box *window;      ///< anchors that the search may enter; null = all. Copied
    const grid_field *guide;     ///< distances to the goal if all tiles cost the same; null = none
    bool is_orthogonal;          ///< four neighbours, whatever the unit's corner rule
    bool on_demand;              ///< compute clearance during the search instead of reading the layer
    bool fewer_bends;            ///< the fewest bends among the cheapest paths
    double bend_cost;            ///< of a bend, in tiles; 0 = none
    search_aims aims;            ///< poses to end near if the goal cannot be reached; may be none
    double max_distance;         ///< stop beyond this cost, in tiles; 0 = none
} grid_query;
