#pragma once

/// Directional search along a path on the grid (Pinter 2001, "A Better Smoothing Pass"). The search expands poses
/// on the tiles of the path, and on tiles within a margin beside the path if the turning radius is too large for the
/// path's own tiles. The estimate is the length of the path that remains, not the distance to the goal. The search
/// gives up if it falls back too far along the path, that is, if the pose that it expands lies many points behind the
/// farthest pose that it has expanded. In the article there is no margin, a motion leads at most three points on along
/// the path (a hop), and the search gives up six points behind.
///
/// A backward search runs from the goal to the start. The route that it finds is driven forward, from start to goal.

#include <stdbool.h>
#include <stdint.h>

#include "base/memory.h"
#include "directional/corridor.h"
#include "directional/ends/connections.h"
#include "directional/motions/ground.h"
#include "search/limits.h"
#include "search/page_pool.h"

typedef struct smoothing_48 smoothing_48;

/// A lattice pose at which a search may begin or end, with the cost of its connection to the exact start or goal.
typedef struct path_end_pose {
    lattice_pose pose;
    uint64_t cost; ///< in 1 / MOTION_SCALE tile
} path_end_pose;

typedef struct smoothing_query {
    const motion_ground *ground; ///< the search uses its base motions
    const corridor_tile *points; ///< [point * count] tiles of the path, from start to goal
    int32_t count;
    int32_t margin;     ///< tiles beside the path that belong to the corridor
    int32_t turning;    ///< tiles around both ends that belong to the corridor, for turning around
    int32_t falls_back; ///< the search gives up at a pose this many points behind the farthest pose
    int32_t most_hop;   ///< most points that a motion leads on along the path; 0 = anywhere in the corridor
    bool is_backward;
    bool backs_up;               ///< drives in both gears; never with `is_backward` or `most_hop`
    uint32_t gear_change;        ///< cost of a change of gear, in 1 / MOTION_SCALE tile
    const path_end_pose *starts; ///< [pose * start_count]
    int32_t start_count;
    const path_end_pose *goals; ///< [pose * goal_count]; without goals, the search goes as far as it can
    int32_t goal_count;
} smoothing_query;

/// One motion of a route, whether the search limits hops or not.
typedef struct smoothing_hop {
    lattice_pose from, to; ///< in driving direction
    int32_t point;         ///< index of the path point beside `to`
    uint16_t via;          ///< the motion; backward: from `to` turned around
} smoothing_hop;

/// A route that was found, in driving order.
typedef struct smoothing_route {
    int32_t first, last; ///< indices in `starts` and `goals`; -1 if the route does not reach any of them
    const smoothing_hop *hops; ///< [hop * count], valid until the next query
    int32_t count;
    lattice_pose from; ///< first pose of the route
    int32_t point;     ///< index of the path point beside `from`
} smoothing_route;

fw_result smoothing_48_create(memory *memory, page_pool *pool, smoothing_48 **created);

/// Prepares a query. Its arrays must stay valid until the search ends. FW_OK or FW_NO_MEMORY.
fw_result smoothing_48_reset(smoothing_48 *search, const smoothing_query *query, const search_limits *limits);

/// Continues the search. FW_PENDING, FW_OK, FW_LIMIT, FW_NO_MEMORY, or FW_NOT_FOUND: the search ran dry or fell back
/// too far.
fw_result smoothing_48_run(smoothing_48 *search, uint64_t work);

typedef enum smoothing_end {
    SMOOTHING_END_GOAL,
    SMOOTHING_END_FARTHEST, ///< the pose at the farthest path point that the search has reached
    /// The end of a partial answer: the pose where a limit on costs stopped the search, else the farthest pose, else,
    /// if no motion has left the first poses yet, the pose with the least estimate.
    SMOOTHING_END_BEST
} smoothing_end;

/// Gives the route to one of these ends. FW_OK, FW_NOT_FOUND (no start pose was reached) or FW_NO_MEMORY.
fw_result smoothing_48_route(smoothing_48 *search, smoothing_end end, smoothing_route *route);

/// A segment of a hop, in driving direction.
fw_segment smoothing_48_segment(const motion_table *table, const smoothing_hop *hop, bool is_backward,
                                int32_t index);

int32_t smoothing_48_segment_count(const motion_table *table, const smoothing_hop *hop, bool is_backward);

void smoothing_48_statistics(const smoothing_48 *search, fw_statistics *statistics);
double smoothing_48_progress(const smoothing_48 *search);
