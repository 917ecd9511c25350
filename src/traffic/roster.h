#pragma once

/// Units by their ids.

#include "traffic/inside.h"

/// Judges a place that a program names.
///
/// @return FW_OK, FW_NOT_FINITE or FW_OUT_OF_BOUNDS
static inline fw_result traffic_judge_place(const fw_traffic *traffic, double x, double y)
{
    if (!isfinite(x) || !isfinite(y))
        return FW_NOT_FINITE;
    return traffic_is_on_map(traffic, x, y) ? FW_OK : FW_OUT_OF_BOUNDS;
}

/// Index in `by_id` of the first unit whose id is not below this.
int32_t traffic_index_of(const fw_traffic *traffic, fw_agent_id id);

/// The slot of a unit; NO_AGENT: there is no such unit.
uint32_t traffic_slot_of(const fw_traffic *traffic, fw_agent_id id);
