#pragma once

/// A search on the grid by one of several methods, for the grid stage and the hybrid. A method is one row of functions.

#include "fairway/planner.h"
#include "grid/grid_space.h"

/// A method of searching the grid.
typedef struct grid_method {
    /// True if the method can serve a search.
    bool (*serves)(const fw_search *search);
    /// Begins the search: FW_OK or FW_NO_MEMORY.
    fw_result (*begin)(fw_search *search);
    /// Continues the search. FW_PENDING, FW_OK, FW_LIMIT, FW_NOT_FOUND, FW_NO_MEMORY, or FW_TOO_MANY: the path is too
    /// long for the method, and A* must search again.
    fw_result (*run)(fw_search *search, uint64_t work);
    /// Writes the route to an end of the search: FW_OK, FW_NOT_FOUND (no path yet) or FW_NO_MEMORY.
    fw_result (*route)(fw_search *search, grid_end end, grid_route *route);
    void (*statistics)(const fw_search *search, fw_statistics *statistics);
    double (*progress)(const fw_search *search);
} grid_method;

/// Search on the graph of clusters, and its refinement.
extern const grid_method grid_clusters;

extern const grid_method grid_jump_points;

/// A*, which can serve all queries.
extern const grid_method grid_astar;

/// A search backward from the goal that several requests share. See plan/grid_flow.h.
extern const grid_method grid_flow;
