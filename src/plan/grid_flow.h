#pragma once

/// A flow: one search backward from an anchor, from which all requests of one unit with this goal take their paths on
/// the grid. Such a path costs as much as the one that a search of its own finds; the stages after the search are the
/// same.
///
/// The flow grows with its requests, by cost: it is stepped until the start of a request has settled, so that the
/// requests with the nearest starts are answered first.
///
/// Source: Patel, "Amit's A* Pages", group movement: "flow field pathfinding".

#include "fairway/planner.h"
#include "grid/grid_space.h"

typedef struct flow {
    grid_space *space; ///< null: the flow was never begun
    fw_unit_id unit;
    grid_anchor goal;
    uint64_t work;    ///< expansions so far: with the map, they determine what has settled
    uint64_t began;   ///< value of `work` when the last search began that takes its path from here
    bool is_complete; ///< nothing more can settle
    bool is_broken;   ///< memory ran out: the flow must begin again
} flow;

/// Begins a flow, or begins again with another goal.
///
/// @param map   the newest version
/// @param goal  anchor where the unit can stand
/// @return FW_OK, FW_UNKNOWN_UNIT or FW_NO_MEMORY
fw_result flow_begin(flow *flow, fw_planner *planner, const map_version *map, fw_unit_id unit,
                     grid_anchor goal);

/// Grows a flow by an amount of work. FW_PENDING, FW_OK (the flow is complete), FW_TOO_MANY or FW_NO_MEMORY.
fw_result flow_grow(flow *flow, uint64_t work);

/// True if the path from an anchor to the goal is known.
bool flow_has_settled(const flow *flow, grid_anchor anchor);

/// True if the map may have changed after a version where the flow has been.
bool flow_has_changed(const flow *flow, const map_version *map, uint64_t version);

/// Frees the memory of a flow, before its planner is freed.
void flow_free(flow *flow);
