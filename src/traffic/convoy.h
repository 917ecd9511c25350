#pragma once

/// Convoys: groups whose units share the middle of their ways. One unit, the leader, waits in the queue for the shared
/// way; the others wait for the leader. The leader's kind is the one that most members can follow: they are no larger,
/// and may enter all of its terrains.

#include "traffic/assignment.h"
#include "traffic/convoy_roles.h"

/// Makes the members of an assignment a convoy, and orders them to their places.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result convoy_order(fw_traffic *traffic, const fw_group_def *def, const pairing *pairs, int32_t count);

/// Between which places the shared way of a convoy is to be searched.
///
/// @return false: the largest members cannot stand at any of the members' places
bool convoy_ends(const fw_traffic *traffic, const convoy *convoy, fw_pose *start, fw_pose *goal);

/// Finds out how far behind the last members of all convoys are that keep abreast. Those that have arrived leave.
/// Nobody waits while others hold one of the members: in front of a gap, waiting units would be in the way.
void convoy_look_back(fw_traffic *traffic);

/// Ends the search for the shared way of a convoy: its members get their ways, or search on their own.
///
/// @param result  of the search
/// @return FW_OK or FW_NO_MEMORY
fw_result convoy_take(fw_traffic *traffic, uint32_t leader, fw_result result);
