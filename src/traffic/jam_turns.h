#pragma once

/// Precedences: whom a member of a jam must let pass before it may go on.

#include "traffic/inside.h"
#include "traffic/jam.h"

/// Computes the boxes of a jam and of its stretches, from its places.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result jam_measure(memory *memory, jam *jam);

/// How far a member may go on along its path without coming before those that the plan lets pass first.
///
/// @param most          beat to which it wants to go at most
/// @param[out] blocker  the member that it must let pass; -1: none
/// @return a beat from where it has its reservation to `most`
double jam_turn(const fw_traffic *traffic, const jam *jam, int32_t member, double most, int32_t *blocker);
