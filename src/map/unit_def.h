#pragma once

/// The def of a unit, and what follows from it.

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "fairway/unit.h"
#include "map/footprint.h"

/// Costs are integers, 256 for a tile's length at cost 1, and at most those of terrain that costs 255.
enum { COST_ONE = 256, COST_MOST = 255 * COST_ONE };

/// Methods that plan a walk in legs. They need the unit's layer, and no table.
#define METHODS_IN_LEGS                                                                                      \
    (FW_METHOD_BIT(FW_MIDPOINT) | FW_METHOD_BIT(FW_AREAS) | FW_METHOD_BIT(FW_COMPASS) |                      \
     FW_METHOD_BIT(FW_SIGHT))

static inline bool goes_in_legs(fw_method method)
{
    return FW_METHOD_BIT(method) & METHODS_IN_LEGS;
}

/// True if corners of blocked tiles may be cut. Such units move as points along the grid.
static inline bool corners_are_cut(fw_corner_rule rule)
{
    return rule == FW_CORNERS_ONE || rule == FW_CORNERS_ALWAYS;
}

/// The cost of a terrain for a unit, in 1 / COST_ONE, as all planners count it; 0 = the unit may not enter.
static inline uint32_t terrain_cost_of(const fw_unit_def *unit, int terrain)
{
    return (uint32_t)lround((double)unit->terrain_cost[terrain] * COST_ONE);
}

/// Checks a def and fills in what follows from the rest: size, footprint.
///
/// @param[out] def  the complete one; undefined unless the result is FW_OK
/// @param why       which field is wrong; may be null
/// @return FW_OK or a mistake as fw_map_add_unit() names them
fw_result unit_complete(const fw_unit_def *given, fw_unit_def *def, fw_refusal *why);
