#ifndef DIRECTIONAL_FINE_FINE_INSIDE_H
#define DIRECTIONAL_FINE_FINE_INSIDE_H

/// @file
/// The inside of a fine search, for the files that search and that write its path.

#include "directional/fine/fine_cells.h"
#include "directional/fine/fine_search.h"
#include "search/best_first.h"

/// One of the two searches.
typedef struct fine_side {
    const fine_query *ask;
    bool is_backward; ///< from the goal: what it drives is driven in the other direction
    best_first search;
    fine_cells cells;
    fine_moves moves;
    fw_pose begin, end;
    int32_t open_reach; ///< tiles around a pose that are free in the open
    double near_end;    ///< tiles from the end within which each pose tries a curve to it
    fw_curve last;      ///< the curve of the last pose that reached the end
    uint32_t *route;    ///< [slot * route_capacity]
    size_t route_capacity;
} fine_side;

struct fine_search {
    memory *memory;
    fine_query ask;
    search_limits limits;
    fine_side sides[2]; ///< from the start, from the goal
    int32_t side_count;
    int32_t turn; ///< whose it is
    uint64_t turn_length;
    uint64_t turn_end; ///< expansions of that search at which it is the other one's
};

/// A curve as it is driven in the other direction by a unit that faces the other way.
fw_curve fine_retraced(const fw_curve *curve);

#endif
