#ifndef JOINT_GOALS_H
#define JOINT_GOALS_H

/// @file
/// Goals that overlap are shared: their units get the free places nearest to the goals by way, each its own. Which unit
/// goes to which of them is decided by the least sum of squared ways, and again from where a search got stuck.

#include "joint/distances.h"
#include "joint/knot.h"
#include "joint/snap.h"

typedef struct goals {
    memory *memory;
    int16_t groups[JOINT_MOST_UNITS]; ///< the first unit of each unit's group; a unit that shares no goal is alone in it
    bool has_groups;
    uint16_t *ways; ///< [way * places] from the goals of a group, and those from one of them
    size_t way_capacity;
} goals;

void goals_init(goals *goals, memory *memory);

void goals_release(goals *goals);

/// Finds groups, and gives each of their units a place near its goal.
///
/// @param[in,out] targets  [place * units] the units' goals; then their places
fw_result goals_share(goals *goals, const knot *knot, const places *places, distances *distances,
                      int32_t *targets);

/// Exchanges goals within groups, between units of equal bodies, as long as the sum of the squares of their ways falls.
///
/// @param from  [place * units] where units are now
/// @param[in,out] targets, coming  follow the goals
/// @return false: no exchange helps
bool goals_exchange(const goals *goals, knot *knot, const int32_t *from, int32_t *targets, snap *coming);

#endif
