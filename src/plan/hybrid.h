#ifndef PLAN_HYBRID_H
#define PLAN_HYBRID_H

/// @file
/// The hybrid (Pinter 2001): a path on the grid is made drivable by directional search along it, and mended by
/// directional search around the places where that fails. Its steps are phases of one stage.

#include "directional/ends/connections.h"
#include "directional/ends/goal_places.h"
#include "directional/motions/ground.h"
#include "directional/search/directional_space.h"
#include "directional/smoothing_48.h"
#include "fairway/path.h"
#include "grid/grid_route.h"
#include "plan/query.h"
#include "plan/stage.h"
#include "plan/trail.h"

enum { HYBRID_FALLS_BACK = 6 }; ///< points of the path that count as a failure (Pinter 2001)

typedef enum hybrid_phase {
    HYBRID_GRID,   ///< a path on the grid
    HYBRID_ALONG,  ///< directional search along it, on from the end of the trail
    HYBRID_BACK,   ///< and backward from the goal, to meet it
    HYBRID_REPAIR, ///< directional search in a window around the place where that failed
    HYBRID_FULL,   ///< directional search from start to goal
    HYBRID_DONE
} hybrid_phase;

/// How much is tried.
typedef enum hybrid_rigour {
    HYBRID_SMOOTHS, ///< no repair: beyond the place of failure the path stays as it is on the grid
    HYBRID_STRICT,  ///< the article's repair
    HYBRID_EXTENDED ///< larger and larger windows, and then the search from scratch
} hybrid_rigour;

typedef struct hybrid {
    memory *memory;
    hybrid_phase phase;
    hybrid_rigour rigour;
    const stage_kind *grid; ///< the stage that finds the path on the grid
    fw_statistics before;   ///< what earlier phases have done

    motion_ground ground;
    smoothing_48 *along;
    corridor_tile *points; ///< [point * point_count] the path on the grid
    size_t point_capacity;
    int32_t point_count;
    goal_places several;                    ///< goals of which the path on the grid has chosen one
    connections starts, goals;              ///< lattice poses that the exact ones are joined to
    path_end_pose begins[MOST_CONNECTIONS]; ///< where the search along the path may begin
    int32_t begin_count;
    path_end_pose *ends; ///< [pose * end_count] where it may end: in a goal, or on the tail
    size_t end_capacity;
    int32_t end_count;

    trail driven;  ///< from the start on
    bool is_whole; ///< it leads to the goal
    trail tail;    ///< the way into the goal that was found backward
    bool has_tail;
    bool went_back;  ///< it was looked for
    int32_t failed;  ///< point of the path where the search along it failed
    int32_t breadth; ///< how often the window of the repair was doubled
    int32_t target;  ///< of the repair: a point of the path, or point_count + one of `ends`
    fw_path *leg;    ///< what the repair has found
} hybrid;

fw_result hybrid_create(memory *memory, page_pool *pool, hybrid **created);
void hybrid_destroy(hybrid *hybrid);
size_t hybrid_bytes(const hybrid *hybrid);

/// Goes over to a phase, and adds up what the last one has done. What its answer means is for the others below:
/// FW_PENDING (a phase was begun), FW_OK (the path is there), FW_NOT_FOUND, FW_GAVE_UP or FW_NO_MEMORY.
fw_result hybrid_enter(fw_search *search, hybrid_phase phase);

/// The ground for motions along the path on the grid.
motion_ground hybrid_ground(const query *asked);

/// The path on the grid to an end of its search. FW_OK, FW_NOT_FOUND (there is none yet) or FW_NO_MEMORY.
fw_result hybrid_route(fw_search *search, grid_end end, grid_route *route);

/// How a unit is driven along a path on the grid. The caller fills in the ground, and where it may begin and end.
///
/// @param points  [point * count]
smoothing_query hybrid_along_query(const fw_unit_def *unit, const corridor_tile *points, int32_t count);

/// The path on the grid is there: goes along it.
fw_result hybrid_leave_grid(fw_search *search);

/// How far the request's limit on distance lies beyond the trail, in tiles on the cheapest terrain.
///
/// @return more than 0; 0: it has none
double hybrid_distance_left(const fw_search *search);

/// Goes along the path, on from the end of the trail, or backward from the goal.
fw_result hybrid_begin_along(fw_search *search, bool is_backward);

/// Appends what the search along the path has found, or how far it has come.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result hybrid_push_along(fw_search *search, smoothing_end end);

/// What follows a search along the path that ended with a result.
fw_result hybrid_leave_along(fw_search *search, fw_result result);
fw_result hybrid_leave_back(fw_search *search, fw_result result);

/// Appends what follows one of `ends`.
fw_result hybrid_push_end(hybrid *hybrid, int32_t end);

/// Searches around the place of failure.
fw_result hybrid_begin_repair(fw_search *search);
fw_result hybrid_leave_repair(fw_search *search, fw_result result);

/// Searches from start to goal, where that is allowed.
fw_result hybrid_begin_full(fw_search *search);

/// Appends the way to an end of the repair, as far as there is one.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result hybrid_push_leg(fw_search *search, directional_end end);

/// Writes the path that was found, or what can be driven so far.
fw_result hybrid_write(fw_search *search, fw_outcome outcome, fw_path *path);

#endif
