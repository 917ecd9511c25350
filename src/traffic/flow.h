#pragma once

/// Flows of a traffic: if many units of one kind wait for paths to one goal, their paths come from one search backward
/// from this goal (plan/grid_flow.h) instead of a search for each.

#include "plan/grid_flow.h"
#include "traffic/inside.h"

enum {
    MOST_FLOWS = 4,
    FLOW_SAMPLE = 128, ///< units of the queue that are asked for their goals
    FLOW_FEWEST = 16,  ///< units that wait for paths to one goal, of which a flow serves at least so many
    FLOW_IDLE = 16,    ///< steps after its last use from which on a flow makes room for another one
    FLOW_REST = 32,    ///< steps after an edit has ended a flow in which no flow begins
    FLOW_MEAN = 16     ///< searches over which their mean work is taken
};

/// Where the path of the search under way comes from, if from no flow.
enum {
    FLOW_OWN = -1,  ///< its own search on the grid
    FLOW_OTHER = -2 ///< another search, or there was none yet
};

/// A flow, and when it was used.
typedef struct used_flow {
    flow flow;
    uint64_t version; ///< of the map; 0: there is no flow
    uint64_t used;    ///< value of `steps` when it was used last
} used_flow;

/// The anchors where a unit can stand, in a version of the map.
typedef struct flow_ground {
    fw_unit_id unit;
    uint64_t version; ///< 0: they are not counted
    uint64_t count;
} flow_ground;

struct flows {
    used_flow all[MOST_FLOWS];
    flow_ground ground;
    int32_t under_way;    ///< index of the flow of the last search that was begun, or FLOW_OWN, FLOW_OTHER
    uint64_t own_work;    ///< FLOW_OWN: expansions of this search
    uint64_t mean_work;   ///< expansions of FLOW_MEAN own searches
    uint64_t rests_until; ///< value of `steps` from which on flows may begin
};

/// A flow in a saved state.
typedef struct saved_flow {
    fw_unit_id unit; ///< relative to the map; 0: there is no flow
    int32_t x, y;
    bool is_over;  ///< a change of the map that the traffic has not noticed yet concerns the flow
    uint64_t work; ///< without the search under way
    uint64_t used;
} saved_flow;

/// Begins the search of the first unit of the queue: its path comes from a flow if this is expected to take less work.
///
/// @param again  the search is repeated after flows_restore()
/// @return as fw_search_begin()
fw_result flows_begin_search(fw_traffic *traffic, const fw_request *ask, bool again);

/// Notes that the search under way has taken more expansions.
void flows_note_work(fw_traffic *traffic, uint64_t expansions);

/// After a change of the map: drops the flows that it concerns. A search under way that uses a flow begins again.
void flows_notice_edits(fw_traffic *traffic);

/// A flow as it is saved.
saved_flow flows_save(const fw_traffic *traffic, int32_t index);

/// Repeats a flow of a saved state up to where it was, in a new traffic.
///
/// @return FW_OK, FW_BAD_VALUE or FW_NO_MEMORY
fw_result flows_restore(fw_traffic *traffic, int32_t index, const saved_flow *saved);

/// Makes the flows of a traffic, none of which has begun, unless they are there.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result flows_provide(fw_traffic *traffic);

void flows_free(fw_traffic *traffic);
