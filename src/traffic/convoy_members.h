#pragma once

/// Who leads a convoy, who can follow, and how members leave.

#include "traffic/inside.h"

/// Lets a unit go on its own, before it gets another order or is removed.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result convoy_leave(fw_traffic *traffic, uint32_t slot);

/// After the priority of a unit has changed: the request for the shared way of its convoy gets its turn anew.
void convoy_prioritise(fw_traffic *traffic, uint32_t slot);

/// Lets a member go on its own, and says so.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result convoy_split(fw_traffic *traffic, uint32_t slot);

/// True if units of kind `follower` can go wherever units of kind `leader` can.
bool convoy_can_follow(const fw_traffic *traffic, uint32_t leader, uint32_t follower);

/// True if a unit is a member of a convoy and can follow a kind.
bool convoy_follows(const fw_traffic *traffic, const agent *unit, uint32_t number, uint32_t kind);

/// True if a unit has use for a way to its goal now.
bool convoy_is_fit(const agent *unit);

/// Takes a unit out of its convoy.
void convoy_drop(fw_traffic *traffic, uint32_t slot);

/// Chooses the leader: of the kind that most members can follow, of the largest such kind, the member with the
/// smallest id. Members that cannot stand at their goals leave the convoy.
fw_result convoy_elect(fw_traffic *traffic, uint32_t number);
