#pragma once

/// Which of many units gets which of as many places.

#include "fairway/traffic.h"
#include "traffic/way.h"

/// A unit that gets a place.
typedef struct rally_member {
    double x, y; ///< where it will stop
    uint32_t slot;
    fw_agent_id id;
    fw_unit_id kind;
    double radius; ///< tiles
} rally_member;

/// Sorts members and places so that member i gets place i: the left half of the members gets the left half of the
/// places, of these halves the upper halves get the upper ones, and so on. So the sum of the squares of their distances
/// is small, and units that come from one side fill the far places first. O(count log(count)^2).
void match_places(rally_member *members, way_point *places, int32_t count);
