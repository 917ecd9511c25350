#pragma once

/// The tiles under an arc, one after the other, as curve/tile_walk.h gives them for lines.

#include <stdbool.h>
#include <stdint.h>

#include "fairway/path.h"

/// One axis of a quarter. Within a quarter, between two compass headings, an arc moves in one direction along each
/// axis.
typedef struct arc_axis {
    double from;  ///< coordinate at the quarter's start
    double along; ///< component of the unit vector of motion at the quarter's start
    double bend;  ///< component of the same vector turned back by a quarter turn
    double line;  ///< the grid line that is crossed next
    double at;    ///< where the arc crosses `line`, in tiles along the arc; infinite if it does not
    int32_t side; ///< step to the next tile: -1 or 1
} arc_axis;

typedef struct arc_walk {
    int32_t x, y; ///< the tile under this piece of the arc
    double from;  ///< where the piece begins, in tiles along the arc
    double to;    ///< where the piece ends
    fw_segment arc;
    double heading;                    ///< of motion, at the start
    double bend;                       ///< change of that heading per tile
    double quarter;                    ///< compass heading at which the quarter ends, in quarter turns
    double quarter_begin, quarter_end; ///< in tiles along the arc
    arc_axis across_x, across_y;
} arc_walk;

/// Starts before the first piece. The arc has a curvature, and all of it lies within +-2^30 tiles.
arc_walk arc_walk_along(const fw_segment *arc);

/// Moves to the next piece, which ends at a border between tiles or where the motion has a compass heading; some pieces
/// are empty. False at the arc's end. An arc of very many full turns has very many pieces: callers must bound their
/// number.
bool arc_walk_next(arc_walk *walk);
