#pragma once

/// Makes a way cheaper if terrains differ: finds the cheapest chain of straight lines between the way's points, then
/// moves each point to where the lines cost least.

#include "shape/curved/way.h"

/// The cheapest chain to a point.
typedef struct chain_step {
    double cost;  ///< of the cheapest chain that ends at this point
    int32_t from; ///< the point before this one in that chain
    int32_t next; ///< the point after this one in the cheapest chain of the whole way
} chain_step;

typedef enum chain_phase {
    CHAIN_CUT,       ///< the way is cut where costs change
    CHAIN_KEEP,      ///< only the points of the cheapest chain are kept,
    CHAIN_MOVE,      ///< these points are moved,
    CHAIN_KEEP_AGAIN ///< and the cheapest chain is taken again
} chain_phase;

/// Memory kept from way to way, and the progress of the present way.
typedef struct chain_pass {
    shape_points cut;
    chain_step *steps;
    size_t step_room;
    chain_phase phase;
    int32_t next;  ///< next line or point of the phase
    int32_t round; ///< of CHAIN_MOVE
} chain_pass;

/// Begins to replace a way by a cheaper one, or one that costs the same. FW_OK or FW_NO_MEMORY.
fw_result chain_begin(chain_pass *pass, memory *memory, const shape_points *way);

/// Continues the pass. FW_OK; FW_PENDING (the work is used up) or FW_NO_MEMORY: the way is as before.
fw_result chain_continue(chain_pass *pass, memory *memory, const way_rules *rules, shape_points *way);
