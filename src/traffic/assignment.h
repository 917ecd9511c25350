#pragma once

/// Which member of a group gets which place.

#include <stdbool.h>
#include <stdint.h>

#include "base/memory.h"
#include "fairway/pose.h"

/// A member of a group on the left side of the assignment, and a place on the right side. Entry 0 stands for nobody.
typedef struct pairing {
    uint32_t slot;    ///< of the member
    double x, y;      ///< where it will stop
    fw_pose place;    ///< the place
    fw_pose goal;     ///< of the member of this number
    double potential; ///< of the member
    double discount;  ///< of the place: its potential
    double least;     ///< reduced length of the best link to the place so far
    int32_t member;   ///< to which the place is given; 0: nobody
    int32_t before;   ///< place before this one on the augmenting path
    bool is_reached;  ///< the place lies on the tree of shortest paths
} pairing;

/// Up to this many members get places of the least sum of straight lengths.
enum { EXACTLY_ASSIGNED = 128 };

/// Gives places to members. Up to EXACTLY_ASSIGNED members: the sum of the straight lengths is at most 1 % more than
/// the least one, and no exchange of two places within this makes the sum of their squares smaller. So nobody goes far
/// while others do not, and in a row of places nobody crosses others. With more members, the lengths are as short as
/// few rounds of exchanges make them.
///
/// @param pairs  [pairing * (count + 1)] with members, and places sorted by x, then by y
/// @return FW_OK, or FW_NO_MEMORY: there are more members than EXACTLY_ASSIGNED
///
/// O(count^3) up to EXACTLY_ASSIGNED, else O(count^2): 1,000 members take about 20 ms.
fw_result assign_places(memory *memory, pairing *pairs, int32_t count);
