#ifndef CHECK_MOTION_H
#define CHECK_MOTION_H

/// @file
/// How a body moves along a segment, cut into pieces so short that only the tiles near them need to be looked at.

#include <stdbool.h>
#include <stdint.h>

#include "fairway/path.h"

/// A straight or a turning movement. A turn on the spot is an arc of radius 0.
typedef struct piece {
    double from;     ///< tiles along the segment where it begins
    double length;   ///< tiles
    double x, y;     ///< body centre at its beginning
    double heading;  ///< that the body faces at its beginning
    double to_x;     ///< body centre at its end
    double to_y;     ///< body centre at its end
    bool is_arc;     ///< the fields below count
    double centre_x; ///< of the circle
    double centre_y; ///< of the circle
    double radius;   ///< of the circle
    double angle;    ///< where on the circle it begins
    double sweep;    ///< by how much angle and heading grow; at most a quarter turn unless it is on the spot
} piece;

/// Where a body is after a distance along a segment; the heading is not wrapped.
fw_pose motion_at(const fw_segment *segment, double distance);

/// Into how many pieces a segment is cut, none longer than `longest` tiles. Arcs of more than a full turn end there,
/// because they cover the same poses again, and lines once they have left every map.
int64_t motion_piece_count(const fw_segment *segment, double longest);

/// One of these pieces.
piece motion_piece(const fw_segment *segment, double longest, int64_t index);

/// The first part of a piece: a share of it from 0 to 1.
piece motion_shortened(const piece *whole, double share);

/// A turn on the spot by an angle.
piece motion_turn(fw_pose at, double sweep);

/// A box that holds the body centre's way, perhaps a little larger.
fw_box motion_box(const piece *piece);

#endif
