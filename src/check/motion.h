#pragma once

/// The motion of a body along a segment, in pieces so short that each piece is near few tiles.

#include <stdbool.h>
#include <stdint.h>

#include "fairway/path.h"

/// A straight or a turning movement. A turn on the spot is an arc of radius 0. An arc whose circle is too large to be
/// exact is flat: it has a chord and a sweep, as a line has with sweep 0.
typedef struct piece {
    double from;     ///< tiles along the segment where the piece begins
    double length;   ///< tiles
    double x, y;     ///< body centre at the beginning
    double heading;  ///< of the body at the beginning
    double to_x;     ///< body centre at the end
    double to_y;     ///< body centre at the end
    double sweep;    ///< growth of the heading; at most a quarter turn, except on the spot
    bool is_arc;     ///< the fields below are valid
    double centre_x; ///< of the circle
    double centre_y; ///< of the circle
    double radius;   ///< of the circle
    double angle;    ///< of the beginning, seen from the circle's centre; grows with the heading
} piece;

/// The pose of a body after a distance along a segment; the heading is not wrapped.
fw_pose motion_at(const fw_segment *segment, double distance);

/// The rest of a segment behind a distance along it; of length 0 if the segment is not longer than the distance.
fw_segment motion_rest(const fw_segment *segment, double distance);

/// Number of pieces of a segment, each at most `longest` tiles long. The pieces cover an arc up to a full turn, after
/// which its poses repeat, and a line up to a length that leaves any map.
int64_t motion_piece_count(const fw_segment *segment, double longest);

/// The piece of an index below motion_piece_count().
piece motion_piece(const fw_segment *segment, double longest, int64_t index);

/// The length up to which a line may stand for a piece of a flat arc; infinite for other segments.
double motion_straight_length(const fw_segment *segment);

/// The part of a piece between two shares of it, from 0 to 1.
piece motion_part(const piece *whole, double from, double to);

/// A turn on the spot by an angle.
piece motion_turn(fw_pose at, double sweep);

/// A box around the way of the body's centre; may be slightly larger than necessary.
fw_box motion_box(const piece *piece);
