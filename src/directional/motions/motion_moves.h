#pragma once

/// The moves of a motion: the sides of tiles that the anchor point crosses, and the corners that it passes. Forbidden
/// moves are looked up for these. They are the same from every lattice pose.

#include "base/memory.h"
#include "curve/passage.h"

/// The moves of several curves, one curve after the other. A curve whose moves cannot be listed has a single move with
/// FW_MOVE_ bits 0: passage_is_free() must judge it.
typedef struct motion_moves {
    passage_move *items;
    size_t count, capacity;
} motion_moves;

/// Adds the moves of a curve.
///
/// @param segments  [segment * count] from the lattice point (0, 0) to another one
/// @return FW_OK or FW_NO_MEMORY
fw_result moves_add(memory *memory, motion_moves *moves, const fw_segment *segments, int32_t count);

/// A move after quarter turns of its motion about the motion's start.
passage_move move_turned(passage_move move, int quarters);

passage_move move_back(passage_move move);
