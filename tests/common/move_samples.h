#pragma once

/// The oracle of forbidden moves: follows a path in small steps and looks in which tiles its anchor point may be. It
/// shares no geometry with the library but the pose after a distance.

#include <stdbool.h>
#include <stdint.h>

#include "fairway/path.h"

/// Moves that are forbidden on a map.
typedef struct forbidden_moves {
    int32_t width, height;
    const uint8_t *moves; ///< [tile * width * height] out of each anchor tile, FW_MOVE_ bits
} forbidden_moves;

/// True if the anchor point of a unit makes a forbidden move along a path, in whichever tiles it is counted.
///
/// @param[out] at  tiles along the path where it does
bool samples_make_forbidden_move(const forbidden_moves *under, int32_t size, const fw_path *path, double *at);
