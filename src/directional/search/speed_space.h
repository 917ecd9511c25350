#pragma once

/// Speed as a dimension of directional search: a node is a pose with one of the levels of a speed ladder, and a
/// step costs the time that it takes (Pinter 2001, "speed and acceleration", the formal way). The connections, the
/// floods and the guide are those of the directional space to which this space belongs.

#include "directional/search/directional_inside.h"
#include "directional/search/speed_ladder.h"

/// Bits of a node's id below the level: pose and gear.
enum { LEVEL_SHIFT = 40 };

typedef struct speed_space {
    speed_ladder ladder;
    fw_speed_def def;          ///< speeds for which `ladder` and `costs` were computed
    const motion_table *table; ///< table for which they were computed; null: none
    fw_unit_id unit;           ///< unit for which they were computed
    bool is_even;              ///< no terrain has a speed limit
    /// [to + LADDER_LEVELS * (from + LADDER_LEVELS * curve)] over the curves of all sets; a row of costs from one level
    /// is unknown while its cost to level 0 is 0.
    uint32_t *costs;
    size_t cost_capacity;
    size_t first_curve[MOTION_SETS];
} speed_space;

static inline int32_t speed_level_of(fw_node_id id)
{
    return (int32_t)(id >> LEVEL_SHIFT);
}

/// True if the unit may leave a node in a gear: it stands, or drives in this gear.
static inline bool may_go_on(fw_node_id id, fw_gear gear)
{
    return speed_level_of(id) == 0 || (gear == FW_REVERSE) == ((id & LATTICE_REVERSE) != 0);
}

/// The map for ladder_limits_along(): null if no terrain has a speed limit.
static inline const map_version *slow_map(const directional_space *space)
{
    return space->speeds->is_even ? NULL : space->task.query.map;
}

/// Prepares a query; then the search can be reset. The cost of a motion from speed to speed is computed on first use,
/// and kept as long as unit and speeds stay the same. FW_OK or FW_NO_MEMORY.
fw_result speed_space_reset(directional_space *space);

/// The cost of a connection from a node to the goal; LADDER_IMPOSSIBLE if the unit is too fast for it.
uint32_t speed_space_last_cost(const directional_space *space, fw_node_id id, const connection *connection);

/// Least cost of a curve from the start to a lattice pose, or from a node to the goal.
uint32_t speed_space_curve_cost(const directional_space *space, fw_node_id from, const fw_curve *curve,
                                double to, bool is_the_end);

/// Most of speed^2 at the end.
static inline double speed_space_most_at_end(const directional_space *space)
{
    const fw_speed_def *def = space->task.query.speeds;
    return def->end * def->end;
}
