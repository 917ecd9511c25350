#pragma once

/// The forest as a space. A node is an edge that a path has taken; so it has a turning sense, and paths with cusps are
/// never searched. Its expansion walks the arc of the target from the point of arrival. Every line that leaves there is
/// a successor, until the walk comes to a wall, to the next sector, or to an edge that an earlier path reached at no
/// greater cost: all that follows is dominated by that path.
///
/// Each query numbers edges anew, in the order in which the search comes to their sectors. So the choice among paths of
/// equal length never depends on earlier queries.

#include "forest/sides.h"
#include "search/best_first.h"

_Static_assert(COST_IS_WIDE, "sources that share this header agree on the width of costs");

/// A line from a side into the goal.
typedef struct goal_line {
    double turn;   ///< heading: radians from the beginning of the sector; infinite: there is no line
    double length; ///< of the line
} goal_line;

/// One search after another in a forest.
typedef struct forest_space {
    memory *memory;
    best_first search;
    scanner scanner;
    sides *known;
    vector start, goal;
    double scale;       ///< cost of a tile
    edge_list first;    ///< edges that leave the start; their ids come first
    uint32_t *numbered; ///< [numbered_count] index of the known edge with id first.count + i
    size_t numbered_capacity, numbered_count;
    edge_list into_goal;   ///< edges that leave the goal, in the scanned sectors
    uint32_t goal_sectors; ///< scanned sectors of the goal, one bit each
    uint32_t *sees_goal;   ///< [side * sees_goal_capacity] last query in which the side saw the goal
    size_t sees_goal_capacity;
    uint32_t query;
    uint32_t *route; ///< slots of the path that was found, from its end
    size_t route_capacity;
} forest_space;

/// Prepares a query. `known` was prepared for its radius. FW_OK or FW_NO_MEMORY.
///
/// @param size  of the region that may be searched, in tiles; it determines how costs are scaled
fw_result forest_space_reset(forest_space *space, sides *known, vector start, vector goal, double size,
                             const search_limits *limits);

/// Continues the search; results as best_first_run().
fw_result forest_space_run(forest_space *space, uint64_t work);

const edge *forest_space_edge(const forest_space *space, fw_node_id id);

/// True if the present query has given ids to the edges of a sector.
bool forest_space_has_numbered(const forest_space *space, const seen_sector *sector);

/// The tangent from a side to the goal; obstacles are not considered.
///
/// @return false if its heading lies in another sector
bool forest_space_tangent_to_goal(const forest_space *space, const viewpoint *from, int sector,
                                  goal_line *line);
