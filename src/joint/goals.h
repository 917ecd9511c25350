#pragma once

/// Goals that overlap are shared: their units get the free places nearest to the goals by way, each its own. Which unit
/// goes to which of them is up to the search.

#include "joint/distances.h"
#include "joint/knot.h"

typedef struct goals {
    memory *memory;
    /// The first unit of each unit's group; a unit that shares no goal is alone in it
    uint8_t groups[JOINT_MOST_UNITS];
    bool has_groups;
    uint16_t *ways; ///< [way * places] from the goals of a group, and those from one of them
    size_t way_capacity;
} goals;

void goals_init(goals *goals, memory *memory);

void goals_release(goals *goals);

/// Finds groups, and gives each of their units a place near its goal.
///
/// @param[in,out] targets  [place * units] the units' goals; then their places
fw_result goals_share(goals *goals, knot *knot, const places *places, distances *distances, int32_t *targets);

/// Tells units with which they may exchange goals: of equal bodies those that share theirs, or all.
void goals_let_exchange(const goals *goals, knot *knot, bool all);
