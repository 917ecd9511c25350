#ifndef DIRECTIONAL_SEARCH_DIRECTIONAL_SPACE_H
#define DIRECTIONAL_SEARCH_DIRECTIONAL_SPACE_H

/// @file
/// Directional A*: a search over poses (x, y, heading) whose moves are motions (Pinter 2001).

#include <stdbool.h>
#include <stdint.h>

#include "base/memory.h"
#include "directional/ends/connections.h"
#include "directional/ends/goal_places.h"
#include "directional/motions/ground.h"
#include "directional/motions/lattice.h"
#include "directional/motions/motions.h"
#include "fairway/path.h"
#include "fairway/planner.h"
#include "fairway/shape.h"
#include "map/map.h"
#include "search/limits.h"
#include "search/page_pool.h"

typedef struct directional_space directional_space;

/// The input of a directional search.
typedef struct directional_query {
    const motion_table *table;
    const fw_map *map;
    const map_unit *unit;
    const fw_overlay *overlay; ///< null or empty = none
    int32_t corridor_shift;    ///< a unit whose centre lies on tile (x, y) is anchored at x, y minus this
    /// Start and goal, or only their tiles if they lie between lattice poses. The goal's heading may be -1 = any.
    lattice_pose start, goal;
    bool start_on_lattice, goal_on_lattice;
    fw_pose exact_start, exact_goal;
    bool goal_any_heading;
    goal_places
        several; ///< several goals instead of `goal`: the search ends at the one that is cheapest to reach
    /// [pose * aim_count] poses to end near if the goal cannot be reached; may be none.
    const fw_pose *aims;
    int32_t aim_count;
    bool tries_direct; ///< take the shortest curve to the goal if it touches nothing blocked
    fw_heuristic heuristic;
    bool is_base;    ///< use base motions only
    bool has_window; ///< enter nothing outside `window`
    lattice_window window;
    bool is_greedy;             ///< add penalties to the estimate: faster, but the path may be longer
    double turn_charge;         ///< charge for a full turn, in tiles
    double max_distance;        ///< stop beyond this cost, in tiles on the cheapest terrain; 0 = no limit
    const fw_speed_def *speeds; ///< minimise the time at these speeds; null: minimise the cost
} directional_query;

fw_result directional_space_create(memory *memory, page_pool *pool, directional_space **space);
void directional_space_destroy(directional_space *space);
size_t directional_space_bytes(const directional_space *space);

/// Prepares a query.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result directional_space_reset(directional_space *space, const directional_query *query,
                                  const search_limits *limits);

/// Floods from both ends before the search.
///
/// @return FW_OK, or FW_NOT_FOUND: base motions do not lead from the start to the goal
fw_result directional_space_probe(directional_space *space);

/// True if a single curve from start to goal was found by the reset.
bool directional_space_has_direct(const directional_space *space);

/// The connections of start and goal that the reset has found. Those of several goals are not listed.
const connections *directional_space_starts(const directional_space *space);
const connections *directional_space_goals(const directional_space *space);

/// Finds the connections of the start, even if the search has not needed them.
void directional_space_join_start(const directional_space *space, connections *joined);

/// Continues the search; results as best_first_run(). If the motion table allows it, a search that runs dry is followed
/// by a search with extended motions and extended connections near the ends, and that one by the fine search.
fw_result directional_space_run(directional_space *space, uint64_t work);

/// Where a path ends.
typedef enum directional_end {
    DIRECTIONAL_END_GOAL,
    DIRECTIONAL_END_BEST,   ///< the most promising pose so far, or the pose beyond the limit on distance
    DIRECTIONAL_END_NEAREST ///< the expanded pose nearest to the query's aims
} directional_end;

/// The expanded pose nearest to the query's aims; ties are broken by y, then x. False if nothing was expanded yet.
bool directional_space_nearest(const directional_space *space, fw_pose *nearest);

/// Appends the curves to an end to a path that is being written.
///
/// @param[out] total  cost of the path, in tiles
/// @return FW_OK, FW_NOT_FOUND (nothing was expanded yet) or FW_NO_MEMORY
fw_result directional_space_write(directional_space *space, directional_end end, fw_path *path,
                                  double *total);

/// True if the query's limit on distance ended the search with FW_LIMIT.
bool directional_space_is_beyond(const directional_space *space);

/// Statistics of the search, and its progress from 0 to 1.
void directional_space_statistics(const directional_space *space, fw_statistics *statistics);
double directional_space_progress(const directional_space *space);

#endif
