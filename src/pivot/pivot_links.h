#ifndef PIVOT_PIVOT_LINKS_H
#define PIVOT_PIVOT_LINKS_H

/// @file
/// The links of an exact pose with the nodes of the lattice around it: at the pose the unit turns to the direction of
/// a place nearby, drives there, and turns to a heading of the lattice; or the same backward in time.

#include "base/memory.h"
#include "pivot/pivot_ground.h"
#include "search/cost.h"

_Static_assert(COST_IS_WIDE, "sources that share this header agree on the width of costs");

enum { PIVOT_SCALE = 1024 }; ///< cost of one tile's length on the cheapest terrain, in a search

/// An end of a search.
typedef struct pivot_end {
    fw_pose pose;
    bool any_heading;
    double tolerance; ///< of the heading, in radians
    bool is_goal;     ///< links lead to the pose, not away from it
} pivot_end;

typedef struct pivot_link {
    uint64_t cell; ///< of the node
    cost price;
    fw_gear gear; ///< in which the link is driven
} pivot_link;

typedef struct pivot_links {
    pivot_link *items; ///< [link * count] in order of their cells, one for each cell
    size_t count, capacity;
} pivot_links;

/// Lists the links of an end.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result pivot_links_list(pivot_links *links, memory *memory, const pivot_ground *ground,
                           const pivot_headings *headings, const pivot_end *end);

/// The link of a node; null if there is none.
const pivot_link *pivot_links_find(const pivot_links *links, uint64_t cell);

/// True if the unit may turn, at an end, between the end's heading and another one.
bool pivot_end_turns(const pivot_ground *ground, const pivot_end *end, double heading);

/// The cost of a line in a search.
cost pivot_price(const pivot_ground *ground, const fw_segment *line);

#endif
