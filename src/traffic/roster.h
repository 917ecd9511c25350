#ifndef TRAFFIC_ROSTER_H
#define TRAFFIC_ROSTER_H

/// @file
/// Units by their ids.

#include "traffic/inside.h"

/// Index in `by_id` of the first unit whose id is not below this.
int32_t traffic_index_of(const fw_traffic *traffic, fw_agent_id id);

/// The slot of a unit; NO_AGENT: there is no such unit.
uint32_t traffic_slot_of(const fw_traffic *traffic, fw_agent_id id);

#endif
