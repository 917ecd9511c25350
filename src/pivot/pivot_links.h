#pragma once

/// The links of an exact pose with the nodes of the lattice around it: at the pose the unit turns to the direction of
/// a place nearby, drives there, and turns to a heading of the lattice; or the same backward in time. An end that is
/// shut in has links over its exits (pivot_exits.h), too.

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
    fw_gear gear;  ///< in which the link is driven; if it leads over an exit, from the exit on
    uint32_t exit; ///< index of the exit that the link leads over; 0 = none
} pivot_link;

typedef struct pivot_links {
    pivot_link *items;
    /// So many of the first ones are in order of their cells, one for each cell; no others are found
    size_t sorted;
    size_t count, capacity;
} pivot_links;

/// Lists the links of an end. FW_OK or FW_NO_MEMORY.
fw_result pivot_links_list(pivot_links *links, memory *memory, const pivot_ground *ground,
                           const pivot_lattice *lattice, const pivot_end *end);

/// Adds the links of an end, or of an exit from there, with the places around, in any order.
///
/// @param reach  links lead to places up to so many places away, along both axes
/// @param base   the cost, gear and index of the exit, before the links; without an exit all 0
/// @return FW_OK or FW_NO_MEMORY
fw_result pivot_links_add(pivot_links *links, memory *memory, const pivot_ground *ground,
                          const pivot_lattice *lattice, const pivot_end *end, int32_t reach, pivot_link base);

/// Sorts the links by their nodes, and keeps the cheapest of each node.
void pivot_links_sort(pivot_links *links);

/// The link of a node; null if there is none.
const pivot_link *pivot_links_find(const pivot_links *links, uint64_t cell);

/// True if the unit may turn, at an end, between the end's heading and another one.
bool pivot_end_turns(const pivot_ground *ground, const pivot_end *end, double heading);

/// The cost of going on in another gear.
cost pivot_shift_price(const pivot_ground *ground);

/// The cost of a line in a search.
cost pivot_price(const pivot_ground *ground, const fw_segment *line);
