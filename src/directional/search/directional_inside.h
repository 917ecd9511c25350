#pragma once

/// The inside of a directional space, for the files that it is made of: connections of the ends, guides, search, and
/// writing of paths. They must include this header first. Costs are in 1 / MOTION_SCALE of a tile of the cheapest
/// terrain.

#include "directional/ends/ends_inside.h"
#include "directional/fine/fine_search.h"
#include "directional/guides/guide.h"
#include "directional/motions/departure.h"
#include "directional/motions/motion_via.h"
#include "directional/wide/wide_search.h"
#include "search/best_first.h"

_Static_assert(COST_IS_WIDE, "sources that share this header agree on the width of costs");

enum {
    FIELD_SHIFT = 16,    ///< of `field_scale`
    FLOOD_AFTER = 128,   ///< expansions before the flood from the goal goes on; most searches need fewer
    GUIDE_AFTER = 256,   ///< expansions before the field of motions begins to guide
    SMALL_MAP = 1 << 12, ///< tiles: on maps up to this size the field mostly costs more than it saves
    GUIDE_LATE = 2048    ///< expansions before the field begins to guide on small maps
};

/// A step from a node to a lattice pose, not pushed yet: a free motion, or a connection of the start.
typedef struct lattice_step {
    fw_node_id to;
    cost length; ///< cost of the step
    uint16_t via;
} lattice_step;

/// The searches of a directional space, in their order.
typedef enum space_phase {
    SPACE_WIDE,      ///< the wide search, for units with wide turns or long bodies
    SPACE_LATTICE,   ///< the lattice
    SPACE_LATE_WIDE, ///< the wide search, for other units, after the lattice
    SPACE_FINE       ///< the fine search
} space_phase;

struct directional_space {
    best_first search;
    memory *memory;
    search_limits limits;
    directional_task task;
    search_ends ends;
    guide guide;
    cost from_f;         ///< f of the expanded pose, below which no successor's f may fall
    lattice_step *steps; ///< scratch memory for the steps out of one pose
    size_t step_capacity;
    uint32_t *route; ///< [slot * route_capacity]
    size_t route_capacity;
    fine_search *fine; ///< null before the first query that needs it
    wide_search *wide; ///< null before the first query that needs it
    space_phase phase;
    struct speed_space *speeds; ///< null before the first query for the least time
    /// The goals that are searched for one by one if the search for all of them finds no path.
    search_end members[FEW_GOALS];
    int32_t member_count;   ///< 0: there is one goal, or more than FEW_GOALS
    int32_t alone;          ///< number of goals that were searched for alone
    bool is_shut_in;        ///< a search from the start ran dry
    bool has_path;          ///< the search has ended with a path to a goal
    fw_statistics before;   ///< statistics of the searches that ran dry
    fw_exhausted exhausted; ///< after FW_NOT_FOUND: the end whose search ran dry
    bool is_curve_shortest; ///< no path is shorter than a single curve to the goal
};

static inline bool searches_wide(const directional_space *space)
{
    return space->phase == SPACE_WIDE || space->phase == SPACE_LATE_WIDE;
}

static inline fw_pose pose_of(const directional_space *space, lattice_pose pose)
{
    return motion_pose(pose, space->task.query.table->offset);
}

static inline cost shift_cost(const directional_space *space, fw_node_id id, fw_gear gear)
{
    const fw_gear reached_in = id & LATTICE_REVERSE ? FW_REVERSE : FW_FORWARD;
    return space->task.keeps_gear && gear != reached_in ? space->task.charges.gear_change : 0;
}

/// Begins the fine search. FW_OK or FW_NO_MEMORY.
fw_result directional_begin_fine(directional_space *space);

/// The limits of the query, less what was done.
search_limits limits_of_rest(const directional_space *space);
