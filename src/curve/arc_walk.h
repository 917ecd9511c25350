#ifndef CURVE_ARC_WALK_H
#define CURVE_ARC_WALK_H

/// @file
/// The tiles under an arc, one after the other: what curve/tile_walk.h is for lines.

#include <stdbool.h>
#include <stdint.h>

#include "fairway/path.h"

/// Within a quarter between two compass headings an arc moves one way along each axis. This is one axis of it.
typedef struct arc_axis {
    double from;  ///< coordinate at the quarter's start
    double along; ///< of the unit vector of motion there, along the axis
    double bend;  ///< of the same vector turned back by a quarter turn, along the axis
    double line;  ///< the grid line that is crossed next
    double at;    ///< where, in tiles along the arc; infinite where the line is not reached
    int32_t side; ///< from tile to tile: -1 or 1
} arc_axis;

typedef struct arc_walk {
    int32_t x, y; ///< the tile under this piece of the arc
    double from;  ///< where the piece begins, in tiles along the arc
    double to;    ///< where it ends
    fw_segment arc;
    double heading;                    ///< of motion, at the start
    double bend;                       ///< change of that heading per tile
    double quarter;                    ///< compass heading at which the quarter ends, in quarter turns
    double quarter_begin, quarter_end; ///< in tiles along the arc
    arc_axis across_x, across_y;
} arc_walk;

/// Starts before the first piece. The arc has a curvature, and all of it lies within +-2^30 tiles.
arc_walk arc_walk_along(const fw_segment *arc);

/// Goes on to the next piece, which ends at a border between tiles, or where the motion has a compass heading; some are
/// empty. False at the arc's end. An arc that turns around very often has very many pieces: count them.
bool arc_walk_next(arc_walk *walk);

#endif
