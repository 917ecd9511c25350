#pragma once

/// In which order a search looks at places: a heap.

#include "traffic/inside.h"

/// A place that waits for its turn.
typedef struct place_turn {
    float way;     ///< from the goal, in tiles: the least comes first
    int32_t point; ///< which place; of two as far away, the lower one comes first
} place_turn;

/// Enters a turn into `traffic->rally.turns`.
///
/// @param[in,out] count  turns in the heap
/// @return FW_OK or FW_NO_MEMORY: nothing has changed
fw_result place_turns_push(fw_traffic *traffic, int32_t *count, place_turn turn);

/// Takes the first turn out.
///
/// @param[in,out] count  turns in the heap, at least one
place_turn place_turns_pop(fw_traffic *traffic, int32_t *count);
