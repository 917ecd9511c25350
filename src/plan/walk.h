#ifndef PLAN_WALK_H
#define PLAN_WALK_H

/// @file
/// Walks that are planned in legs (Pinter 2001, "Hierarchical Pathfinding"). Each leg is a search on the grid within a
/// window; the path of the request is composed of all legs. A method of this kind decides where the next leg leads.

#include "base/memory.h"
#include "fairway/planner.h"
#include "grid/grid_goal.h"
#include "grid/grid_route.h"
#include "map/overlay.h"

enum {
    WALK_LEG = 40,   ///< greatest extent of a leg along either axis, in tiles (Pinter 2001)
    WALK_WINDOW = 60 ///< side of the window of such a leg
};

typedef struct walk_leg {
    grid_goal goal;
    overlay_span window;
} walk_leg;

typedef struct walk {
    memory *memory;
    bool is_methodical; ///< the method gave up: A* searches from start to goal
    bool is_over;       ///< no search is under way
    grid_anchor here;   ///< the end of the legs so far
    walk_leg leg;       ///< the leg under way
    uint32_t leg_count; ///< legs that have ended
    fw_leg_failure failure;
    grid_target *targets; ///< [target] the ends of the leg, if there are several
    size_t target_capacity;
    grid_run *runs; ///< [run * run_count] of all legs that have ended
    size_t run_capacity;
    int32_t run_count;
    double cost;          ///< of these runs
    fw_statistics before; ///< of the searches of all legs that have ended
} walk;

fw_result walk_create(memory *memory, walk **created);
void walk_destroy(walk *walk);
size_t walk_bytes(const walk *walk);

/// Chooses the leg that begins where the last one ended, and writes it to `walk->leg`.
///
/// @return FW_OK, FW_GAVE_UP (there is none: `walk->failure` says why) or FW_NO_MEMORY
typedef fw_result (*walk_chooser)(fw_search *search);

/// How a method chooses its legs; null for methods that do not walk in legs.
walk_chooser walk_chooser_of(fw_method method);

fw_result walk_choose_midpoint(fw_search *search);
fw_result walk_choose_by_compass(fw_search *search);
fw_result walk_choose_in_sight(fw_search *search);

/// Makes an anchor the end of the leg, and centres its window on the leg.
void walk_aim_at(walk *walk, grid_anchor end);

/// Notes why there is no next leg.
///
/// @return FW_GAVE_UP
fw_result walk_fail(walk *walk, fw_leg_failure failure);

#endif
