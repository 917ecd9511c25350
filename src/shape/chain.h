#ifndef SHAPE_CHAIN_H
#define SHAPE_CHAIN_H

/// @file
/// Where terrains differ, the shortest way is not the cheapest: the cheapest chain of straight lines between a way's
/// points, the points then moved to where they cost least.

#include "shape/way.h"

typedef struct chain_step {
    double cost;  ///< of the cheapest chain up to this point
    int32_t from; ///< the point before in it
    int32_t next; ///< the point after, in the cheapest chain of all
} chain_step;

/// Memory that is kept from way to way.
typedef struct chain_room {
    shape_points cut;
    chain_step *steps;
    size_t step_room;
} chain_room;

/// Replaces a way by a cheaper one, or one that costs the same.
///
/// @return FW_OK or FW_NO_MEMORY: the way is as before
fw_result chain_cheapen(chain_room *in, memory *from, const way_rules *by, shape_points *way);

void chain_free(chain_room *in, memory *from);

#endif
