#pragma once

/// The refinement of a short path on the abstract graph: one wave over a window, which holds the clusters of the path
/// as far as ways that cost no more may lead there, and as many tiles around them as it has room for. No way within the
/// window costs less than the path; so the path is the cheapest one if no way that costs less leaves the window.
///
/// If the path on the graph is too long for a window, but a goal lies near the start, the window lies around the start.
/// There the wave may find nothing that costs less than the path on the graph.

#include "hierarchy/abstract_space.h"
#include "hierarchy/beelines.h"
#include "hierarchy/route_steps.h"

enum { WINDOW_SIDE = CLUSTER_MOST }; ///< most tiles across a window

typedef struct short_path {
    memory *memory;
    const abstract_space *space; ///< of the search on the graph
    cluster_wave over;           ///< from the goals to the start
    beelines lines;
    uint64_t work; ///< closed tiles, and the window
    route_steps steps;
} short_path;

/// Creates a path in zeroed memory.
void short_path_init(short_path *path, memory *memory, const abstract_space *space);

/// Begins the wave, after the search on the graph has found the goal.
///
/// @param[out] is_begun  false: there is no window with goals in it
/// @return FW_OK or FW_NO_MEMORY
fw_result short_path_begin(short_path *path, bool *is_begun);

/// Continues the wave, by `work` tiles at most. FW_OK: the path is ready; FW_PENDING; FW_NOT_FOUND: there is no path
/// within the window.
fw_result short_path_run(short_path *path, uint64_t work);

/// Writes the route. FW_OK or FW_NO_MEMORY.
fw_result short_path_route(short_path *path, grid_route *route);
