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

/// What one query asks.
typedef struct directional_query {
    const motion_table *table;
    const fw_map *map;
    const map_unit *unit;
    const fw_overlay *overlay; ///< null or empty: none
    int32_t corridor_shift;    ///< from a tile to the anchor of the unit that stands on it
    lattice_pose start,
        goal; ///< or their tiles, where they lie between lattice poses; the goal's heading may be any
    bool start_on_lattice, goal_on_lattice;
    fw_pose exact_start, exact_goal;
    bool goal_any_heading;
    goal_places several; ///< whichever is cheapest to reach, instead of `goal`
    const fw_pose
        *aims; ///< [pose * aim_count] what to be near to where the goal cannot be reached; none: no matter
    int32_t aim_count;
    bool tries_direct; ///< take the shortest curve to the goal where it touches nothing
    fw_heuristic heuristic;
    bool is_base;    ///< do not begin again with richer motions
    bool has_window; ///< enter nothing outside `window`
    lattice_window window;
    bool is_greedy;             ///< charges on the queue's key: faster, without a bound
    double turn_charge;         ///< of a full turn, in tiles
    double max_distance;        ///< stop beyond this cost, in tiles on the cheapest terrain; 0 = none
    const fw_speed_def *speeds; ///< take the least time at these; null: the least cost
} directional_query;

fw_result directional_space_create(memory *memory, page_pool *pool, directional_space **space);
void directional_space_destroy(directional_space *space);
size_t directional_space_bytes(const directional_space *space);

/// Prepares a query.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result directional_space_reset(directional_space *space, const directional_query *query,
                                  const search_limits *limits);

/// Looks what can be told at once, before the search.
///
/// @return FW_OK, or FW_NOT_FOUND: lean motions do not lead from the start to the goal
fw_result directional_space_probe(directional_space *space);

/// After a reset: does the shortest of all curves lead to the goal, and how are both ends joined to the lattice?
bool directional_space_has_direct(const directional_space *space);
const connections *directional_space_starts(const directional_space *space);
const connections *directional_space_goals(const directional_space *space);

/// How the start is joined to the lattice, whether or not the search has needed that.
void directional_space_join_start(const directional_space *space, connections *joined);

/// Goes on with it; results as best_first_run(). A search that runs dry begins again with richer motions, where the
/// table has them.
fw_result directional_space_run(directional_space *space, uint64_t work);

/// Where a path ends.
typedef enum directional_end {
    DIRECTIONAL_END_GOAL,
    DIRECTIONAL_END_BEST,   ///< the most promising pose so far, or the one beyond the limit on distance
    DIRECTIONAL_END_NEAREST ///< the expanded pose nearest to the query's aims
} directional_end;

/// Of those expanded, the pose nearest to the query's aims, ties by y, then x; false: nothing was expanded yet.
bool directional_space_nearest(const directional_space *space, fw_pose *nearest);

/// Pushes the curves to an end onto a path that is being written.
///
/// @param[out] total  cost of the path, in tiles
/// @return FW_OK, FW_NOT_FOUND (nothing was expanded yet) or FW_NO_MEMORY
fw_result directional_space_write(directional_space *space, directional_end end, fw_path *path,
                                  double *total);

/// Did a search that ended with FW_LIMIT come to the query's limit on distance?
bool directional_space_is_beyond(const directional_space *space);

/// What the search has done, and how far it has come.
void directional_space_statistics(const directional_space *space, fw_statistics *statistics);
double directional_space_progress(const directional_space *space);

#endif
