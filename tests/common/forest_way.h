#pragma once

/// Queries of a round body among circles, for tests and benchmarks.

#include "fairway/forest.h"

/// From (sx, sy) to (gx, gy).
typedef struct forest_way {
    double body, sx, sy, gx, gy;
} forest_way;

/// Finds the path, by a request that is the default one otherwise.
static inline fw_result forest_way_find(fw_forest_planner *planner, forest_way asked, fw_path *path)
{
    fw_forest_request ask = fw_default_forest_request();
    ask.radius = asked.body;
    ask.start_x = asked.sx;
    ask.start_y = asked.sy;
    ask.goal_x = asked.gx;
    ask.goal_y = asked.gy;
    return fw_forest_find_path(planner, &ask, path);
}
