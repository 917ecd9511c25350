#ifndef SHAPE_CURVED_CHAIN_H
#define SHAPE_CURVED_CHAIN_H

/// @file
/// Where terrains differ, the shortest way is not the cheapest: the cheapest chain of straight lines between a way's
/// points, the points then moved to where they cost least.

#include "shape/curved/way.h"

typedef struct chain_step {
    double cost;  ///< of the cheapest chain up to this point
    int32_t from; ///< the point before in it
    int32_t next; ///< the point after, in the cheapest chain of all
} chain_step;

/// What is done with a way, one after the other.
typedef enum chain_phase {
    CHAIN_CUT,       ///< it is cut where costs change
    CHAIN_KEEP,      ///< only the points of the cheapest chain are kept,
    CHAIN_MOVE,      ///< and moved,
    CHAIN_KEEP_AGAIN ///< and fewer of them are kept
} chain_phase;

/// Memory that is kept from way to way, and how far one has come.
typedef struct chain_room {
    shape_points cut;
    chain_step *steps;
    size_t step_room;
    chain_phase phase;
    int32_t next;  ///< line or point of the phase
    int32_t round; ///< of the moves
} chain_room;

/// Begins to replace a way by a cheaper one, or one that costs the same.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result chain_begin(chain_room *room, memory *memory, const shape_points *way);

/// Goes on with it.
///
/// @return FW_OK; FW_PENDING (the work is used up) or FW_NO_MEMORY: the way is as before
fw_result chain_go_on(chain_room *room, memory *memory, const way_rules *rules, shape_points *way);

void chain_free(chain_room *room, memory *memory);

#endif
