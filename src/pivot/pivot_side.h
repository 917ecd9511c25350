#pragma once

/// The search from one end of a query to the other one, as a space of the best-first loop.
///
/// A node is a lattice place with a heading; if the unit may turn all the way round at the place, the place alone. From
/// such a place, strides of half a tile and more lead to other ones; if one of them is not free, or leads to a place
/// where the unit cannot turn, steps along all headings are made as well. From other places, the unit drives a step
/// along its heading, or turns to the next heading.

#include "directional/fine/fine_cells.h"
#include "grid/field.h"
#include "pivot/pivot_links.h"
#include "search/best_first.h"

_Static_assert(COST_IS_WIDE, "sources that share this header agree on the width of costs");

/// How a node was reached.
typedef enum pivot_via {
    PIVOT_AT_REST = 0, ///< the unit has not moved yet
    PIVOT_FORWARD = 1,
    PIVOT_REVERSE = 2
} pivot_via;

typedef struct pivot_side {
    const pivot_ground *ground;
    const pivot_lattice *lattice;
    const pivot_links *begin_links, *end_links;
    bool is_backward; ///< from the goal: drives lead from a node's successor to the node
    fw_pose begin, end;
    const pivot_link *direct; ///< the drive straight from the start to the goal; null if none is free
    best_first search;
    fine_cells cells;
    grid_field field; ///< distances of tiles from the end
} pivot_side;

void pivot_side_init(pivot_side *side, memory *memory, page_pool *pool);

/// Lets the distances of tiles from the end begin.
///
/// @param passable  tiles that the search may enter
/// @return FW_OK or FW_NO_MEMORY
fw_result pivot_side_guide(pivot_side *side, const layer *passable);

/// Prepares a search; the members up to `direct` must be set. FW_OK or FW_NO_MEMORY.
fw_result pivot_side_reset(pivot_side *side, const search_limits *limits);

/// Continues the search; results as best_first_run().
fw_result pivot_side_run(pivot_side *side, uint64_t work);
