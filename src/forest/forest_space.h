#ifndef FOREST_FOREST_SPACE_H
#define FOREST_FOREST_SPACE_H

/// @file
/// The forest as a space: a node is an edge that was taken, so it has a turning sense, and no cusp is ever searched.
/// From where it arrives the arc is walked: every line that leaves there is a successor, up to a wall, to the next
/// sector, or to an edge that an earlier arrival reached at no greater cost: from there on everything is dominated.
///
/// Each query numbers edges anew, in the order in which the search comes to their sectors. So among paths of equal
/// length the choice never depends on earlier queries.

#include "forest/sides.h"
#include "search/best_first.h"

_Static_assert(COST_IS_WIDE, "sources that share this header agree on the width of costs");

/// A line from a side into the goal.
typedef struct goal_way {
    double turn;   ///< its heading: radians since the sector began; infinite: there is none
    double length; ///< of the line
} goal_way;

/// One search after another in a forest.
typedef struct forest_space {
    memory *memory;
    best_first search;
    outlook looking;
    sides *known;
    vector start, goal;
    double scale;       ///< cost of a tile
    edge_list first;    ///< edges that leave the start: the first ids of a query
    uint32_t *numbered; ///< [numbered_count] the known edge with id first.count + i
    size_t numbered_capacity, numbered_count;
    edge_list into_goal;   ///< those that leave the goal, in the sectors that were looked into
    uint32_t goal_sectors; ///< that were looked into: a bit each
    uint32_t
        *sees_goal; ///< [side * sees_goal_capacity] the query in which nothing was between it and the goal
    size_t sees_goal_capacity;
    uint32_t query;
    uint32_t *route; ///< slots of the path that was found, from its end
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

/// True if the present query gave ids to the edges of a sector.
bool forest_space_has_numbered(const forest_space *space, const seen_sector *sector);

/// The line from a side into the goal, whether anything is between or not.
///
/// @param[out] way  it
/// @return false: its heading lies in another sector
bool forest_space_heads_for_goal(const forest_space *space, const viewpoint *from, int sector, goal_way *way);

/// Tells what is known for the radius of the last query.
void forest_space_tell(const forest_space *space, fw_forest_edge_fn receive, void *user);

/// Writes the segments of the path that was found, from the start.
///
/// @param turn_radius     arcs with a smaller one are counted
/// @param[out] too_tight  how many there are
/// @return FW_OK or FW_NO_MEMORY
fw_result forest_space_write(forest_space *space, double turn_radius, fw_path *path, int32_t *too_tight);

#endif
