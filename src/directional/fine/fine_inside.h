#pragma once

/// The inside of a fine search, for the files that search and the file that writes the path.

#include "directional/exact_query.h"
#include "directional/fine/fine_cells.h"
#include "directional/fine/fine_frame.h"
#include "search/best_first.h"
#include "search/limits.h"

_Static_assert(COST_IS_WIDE, "sources that share this header agree on the width of costs");

typedef struct fine_search fine_search;

/// One of the two searches of a fine search.
typedef struct fine_side {
    const exact_query *query;
    grid_field *field;       ///< distances to the goals, grown as far as the search needs them
    const fine_frame *frame; ///< the coordinates of poses and curves
    bool is_backward;        ///< from the goal: its curves are driven in the other direction
    best_first search;
    fine_cells cells;
    fine_moves moves;
    fw_pose begin, end;
    int32_t open_reach; ///< a pose is in the open if all tiles within this distance are free
    double near_begin;  ///< tiles from where the search begins within which it takes short steps; 0 = nowhere
    double near_to_a_tile; ///< cells of these places, along each axis
    double to_a_tile;      ///< cells near obstacles, along each axis
    bool is_thorough;      ///< cells are half as wide; curves are tried to all goals around a pose
    double near_end;       ///< tiles from the end within which each expansion tries a curve to the end
    fw_curve last;         ///< the curve of the cheapest way to the end so far
    uint32_t *route;       ///< [slot * route_capacity]
    size_t route_capacity;
} fine_side;

struct fine_search {
    memory *memory;
    exact_query query;   ///< the whole query; its goals are in the frame
    exact_query present; ///< the query that is searched now: the whole query, or one of several goals alone
    grid_field *field;
    fine_frame frame;
    search_end *goals; ///< [goal * goal_capacity] the goals of the query, in the frame
    size_t goal_capacity;
    search_limits limits;
    int32_t tried;          ///< number of goals that were tried alone
    bool are_shut_in;       ///< no path leads to any of the goals that were tried alone
    fw_exhausted exhausted; ///< the end whose search ran dry
    fw_statistics before;   ///< of the searches that tried goals alone
    fine_side sides[2];     ///< from the start, from the goal
    int32_t side_count;
    int32_t fineness;   ///< of the present search
    bool is_thorough;   ///< the present search, which follows one that ran dry
    uint64_t again_end; ///< searches that follow the first one end when all have done this much work
    int32_t turn;       ///< index of the search whose turn it is
    uint64_t turn_length;
    uint64_t turn_end; ///< the turn ends when that search has expanded this many poses
};
