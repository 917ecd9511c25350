#ifndef DIRECTIONAL_MOTIONS_MOTION_MOVES_H
#define DIRECTIONAL_MOTIONS_MOTION_MOVES_H

/// @file
/// Which sides of tiles the anchor point crosses along a motion, and which corners it passes: what forbidden moves are
/// looked up for. The same from every lattice pose.

#include "base/memory.h"
#include "curve/passage.h"

/// Those of some curves, one after the other. A curve whose moves depend on how they are counted has one move, FW_MOVE_
/// bits 0: it must be judged by passage_is_free().
typedef struct motion_moves {
    passage_move *items;
    size_t count, capacity;
} motion_moves;

/// Adds those of a curve.
///
/// @param segments  [segment * count] from the lattice point (0, 0) to another one
/// @return FW_OK or FW_NO_MEMORY
fw_result moves_add(memory *memory, motion_moves *moves, const fw_segment *segments, int32_t count);

/// A move after quarter turns of its motion about the lattice point where that begins.
passage_move move_turned(passage_move move, int quarters);

/// The move back to where a move leads from.
passage_move move_back(passage_move move);

#endif
