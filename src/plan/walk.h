#pragma once

/// Walks that are planned in legs (Pinter 2001, "Hierarchical Pathfinding"). Each leg is a search on the grid within a
/// window; the path of the request is composed of all legs. Such a method decides where the next leg ends.

#include "areas/area_search.h"
#include "base/memory.h"
#include "fairway/planner.h"
#include "grid/grid_goal.h"
#include "grid/grid_route.h"
#include "plan/query.h"

typedef struct walk_leg {
    grid_goal goal;
    tile_box window;
} walk_leg;

typedef enum walk_phase {
    WALK_PLANS, ///< FW_AREAS: the search over areas is under way
    WALK_GOES,  ///< the search for a leg is under way, or for the whole walk by A*
    WALK_IS_OVER
} walk_phase;

typedef struct walk {
    memory *memory;
    walk_phase phase;
    bool is_methodical;   ///< the method gave up: A* searches from start to goal
    grid_anchor position; ///< the end of the legs so far
    walk_leg leg;         ///< the leg under way
    uint32_t leg_count;   ///< legs that have ended
    fw_leg_failure failure;
    grid_target *targets; ///< [target] the ends of the leg, if there are several
    size_t target_capacity;
    grid_run *runs; ///< [run * run_count] of all legs that have ended
    size_t run_capacity;
    int32_t run_count;
    double cost;          ///< of these runs
    fw_statistics before; ///< of the searches that have ended
    area_search planning; ///< FW_AREAS
    int32_t *areas;       ///< FW_AREAS: [area_count] the areas on the path, in order
    size_t area_capacity;
    int32_t area_count;
} walk;

fw_result walk_create(memory *memory, page_pool *pages, walk **created);

/// Chooses the leg that begins where the last one has ended, and writes it to `walk->leg`. FW_OK, FW_GAVE_UP (there is
/// no next leg: `walk->failure` says why) or FW_NO_MEMORY.
typedef fw_result (*walk_chooser)(fw_search *search);

/// Choosers that do not know the map (Pinter 2001): to the next of the points that divide the line to the goal, for
/// FW_MIDPOINT; to the next area in the direction of the goal, for FW_COMPASS; to a point in sight, for FW_SIGHT.
fw_result walk_choose_midpoint(fw_search *search);
fw_result walk_choose_by_compass(fw_search *search);
fw_result walk_choose_in_sight(fw_search *search);

/// The chooser of FW_AREAS: from each area of the path over the area map to the next.
fw_result walk_choose_area(fw_search *search);

/// Judges the area map of a request. FW_OK, FW_NOT_PREPARED or FW_WRONG_MAP.
fw_result walk_judge_areas(const map_version *map, const query *query, fw_refusal *why);

/// Begins the search for a path over areas. FW_OK, or FW_GAVE_UP: the start or the goal lies in no area.
fw_result walk_plan_areas(fw_search *search);

/// Copies the path that the search over areas has found.
///
/// @return FW_OK, FW_GAVE_UP (there is no path) or FW_NO_MEMORY
fw_result walk_take_areas(fw_search *search, fw_result result);
