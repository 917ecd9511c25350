#pragma once

/// Two hybrids: a path on the grid is made drivable by directional search along it, and repaired by directional search
/// around the places where the search along the path fails. The steps are phases of one stage. FW_HYBRID_STRICT takes
/// the six steps of Pinter 2001 ("Performance and Hybrid Solutions"); its sixth, simple smoothing, is a stage of its
/// own.

#include "directional/ends/connections.h"
#include "directional/ends/goal_set.h"
#include "directional/motions/ground.h"
#include "directional/smoothing_48.h"
#include "fairway/hybrid.h"
#include "fairway/path.h"
#include "grid/grid_route.h"
#include "plan/query.h"
#include "plan/stage.h"
#include "plan/trail.h"

enum {
    HYBRID_FALLS_BACK = 6
}; ///< the search along the path fails if it falls back so many points (Pinter 2001)

typedef enum hybrid_phase {
    HYBRID_GRID,   ///< a path on the grid
    HYBRID_ALONG,  ///< directional search along this path, from the end of the trail
    HYBRID_BACK,   ///< the same backward from the goal, to meet the trail
    HYBRID_REPAIR, ///< directional search in a window around the point of failure
    HYBRID_FULL,   ///< directional search from start to goal
    HYBRID_DONE
} hybrid_phase;

/// How much is tried after a failure of the search along the path.
typedef enum hybrid_rigour {
    HYBRID_SMOOTHS, ///< no repair: beyond the point of failure the path stays on the grid
    HYBRID_STRICT,  ///< one repair, between the ends of the searches from start and goal (Pinter 2001)
    HYBRID_EXTENDED ///< repair in larger and larger windows, then a search from start to goal
} hybrid_rigour;

/// Where the search along the path may end: at goals, or on the tail.
typedef struct hybrid_ends {
    path_end_pose *poses; ///< [pose * count]
    size_t capacity;
    int32_t count;
} hybrid_ends;

/// The repair of a part of the path along which the search has failed.
typedef struct hybrid_repair_run {
    search_end goal; ///< of the present repair
    int32_t breadth; ///< number of times that the window was doubled
    int32_t target;  ///< a point of the path, or point_count + index in `ends`
    fw_path *path;
} hybrid_repair_run;

/// What only HYBRID_STRICT has.
typedef struct hybrid_strict_run {
    double offset;           ///< from a tile's corner to the lattice point on it
    trail forward;           ///< the path of the search from the start
    fw_hybrid_report report; ///< what the steps did
} hybrid_strict_run;

typedef struct hybrid {
    memory *memory;
    hybrid_phase phase;
    hybrid_rigour rigour;
    fw_statistics before; ///< statistics of earlier phases

    motion_ground ground;
    smoothing_48 *along;
    corridor_tile *points; ///< [point * point_count] the path on the grid
    size_t point_capacity;
    int32_t point_count;
    goal_set several;                       ///< several goals; the path on the grid leads to one of them
    connections starts, goals;              ///< connections of the exact start and goal
    path_end_pose begins[MOST_CONNECTIONS]; ///< where the search along the path may begin
    int32_t begin_count;
    hybrid_ends ends;

    trail driven;  ///< the trail from the start
    bool is_whole; ///< `driven` leads to the goal
    trail tail;    ///< the path into the goal, found by the backward search
    bool has_tail;
    bool went_back; ///< the backward search has run
    int32_t failed; ///< point of the path where the search along it failed
    hybrid_repair_run repair;

    hybrid_strict_run strict;
} hybrid;

fw_result hybrid_create(memory *memory, page_pool *pool, hybrid **created);

fw_statistics hybrid_phase_statistics(const fw_search *search);

/// Enters a phase, and adds up the statistics of the last phase.
///
/// @return as all functions that begin or leave a phase: FW_PENDING (a phase was begun), FW_OK (there is a path),
///         FW_NOT_FOUND, FW_GAVE_UP or FW_NO_MEMORY
fw_result hybrid_enter(fw_search *search, hybrid_phase phase);

/// The rest of the request's limit on distance after the trail, in tiles on the cheapest terrain.
///
/// @return more than 0; 0 if the request has no limit
double hybrid_distance_left(const fw_search *search);

/// True if the search is a hybrid one and has driven its path from start to goal.
bool hybrid_has_driven(const fw_search *search);
