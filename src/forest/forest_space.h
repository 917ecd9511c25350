#ifndef FOREST_FOREST_SPACE_H
#define FOREST_FOREST_SPACE_H

/// @file
/// The forest as a space: a node is an edge that was taken, so it has a turning sense, and no cusp is ever searched.
/// From where it arrives the arc is walked: every line that leaves there is a successor, up to a wall, to the next
/// sector, or to an edge that an earlier arrival reached at no greater cost: from there on everything is dominated.

#include "forest/sides.h"
#include "search/best_first.h"

/// A line from a side into the goal.
typedef struct goal_line {
    uint32_t query; ///< in which it was seen; others do not count
    double length;
} goal_line;

/// One search after another in a forest.
typedef struct forest_space {
    memory *from;
    best_first search;
    outlook looking;
    sides *known;
    vector start, goal;
    double scale;          ///< cost of a tile
    edge_list first;       ///< edges that leave the start
    edge_list into_goal;   ///< those that leave the goal, in the sectors that were looked into
    uint32_t goal_sectors; ///< that were looked into: a bit each
    goal_line *goal_lines; ///< [side * goal_line_capacity]
    size_t goal_line_capacity;
    uint32_t query;
    fw_node_id *route; ///< edges of the path that was found, from its end
    size_t route_capacity;
} forest_space;

void forest_space_free(forest_space *space);

size_t forest_space_bytes(const forest_space *space);

/// Prepares a query; `known` fits its radius. FW_OK or FW_NO_MEMORY.
///
/// @param size  of what may be searched, in tiles: costs are counted in parts of it
fw_result forest_space_reset(forest_space *space, sides *known, vector start, vector goal, double size,
                             const search_limits *limits);

/// Goes on; results as best_first_run().
fw_result forest_space_run(forest_space *space, uint64_t work);

/// The edge that a node is.
const edge *forest_space_edge(const forest_space *space, fw_node_id id);

/// The heading at which a side leaves for the goal, whether anything lies in the way or not.
///
/// @param[out] turn  radians since the sector began
/// @return false: in another sector
bool forest_space_heads_for_goal(const forest_space *space, const viewpoint *from, int sector, double *turn);

/// Writes the segments of the path that was found, from the start.
///
/// @param turn_radius     arcs with a smaller one are counted
/// @param[out] too_tight  how many there are
/// @return FW_OK or FW_NO_MEMORY
fw_result forest_space_write(forest_space *space, double turn_radius, fw_path *path, int32_t *too_tight);

#endif
