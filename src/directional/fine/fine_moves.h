#ifndef DIRECTIONAL_FINE_FINE_MOVES_H
#define DIRECTIONAL_FINE_FINE_MOVES_H

/// @file
/// The moves of the fine search: a turn as tight as the unit can, by whole parts of a full turn, and a straight line
/// for what is left of the step. Headings are parts of a full turn, counted from the compass, along which walls run.
/// From a pose that is askew a unit goes straight on, or turns to one of them.

#include "fairway/curve.h"

enum {
    FINE_REVERSE = 0x4000, ///< bit of a move: in reverse gear
    FINE_STRIDE = 0x8000   ///< bit of a move: as long as in the open
};

/// A heading: parts of a full turn, or FINE_BEGIN.
typedef uint16_t fine_heading;

/// That of the pose the search begins with, where it is no whole number of parts.
#define FINE_BEGIN ((fine_heading)0xfff)

typedef struct fine_moves {
    double radius;        ///< of turns, in tiles
    int32_t parts;        ///< of a full turn: a multiple of 8
    double angle;         ///< of a part
    double step;          ///< tiles of a move in narrow places
    int32_t step_turns;   ///< turns to a side that fit into a step: by 1, 2, ... parts
    double stride;        ///< tiles of a move in the open
    int32_t stride_turns; ///< turns to a side that are tried within a stride
    int32_t stride_parts; ///< parts of the widest of them
    double begin;         ///< radians
    bool is_askew;        ///< that is no whole number of parts
} fine_moves;

/// Prepares the moves of a unit.
///
/// @param reverses  it has a reverse gear: then it turns in little room by short arcs
fine_moves fine_moves_for(double turn_radius, bool reverses, double begin);

/// Radians.
double fine_heading_of(const fine_moves *moves, fine_heading heading);

/// The nearest of so many sectors of a full turn, which are centred on the compass: mirrored headings lie in mirrored
/// sectors.
int32_t fine_sector_of(const fine_moves *moves, fine_heading heading, int32_t sectors);

/// The heading of the pose the search begins with.
fine_heading fine_heading_of_begin(const fine_moves *moves);

/// Most moves that leave a pose.
int32_t fine_moves_most(const fine_moves *moves);

/// The moves that leave a pose, in forward gear.
///
/// @param stride       those of the open, or those of narrow places
/// @param[out] listed  [move * fine_moves_most()]
/// @return how many
int32_t fine_moves_list(const fine_moves *moves, bool stride, uint16_t *listed);

/// Drives a move.
///
/// @param[in,out] heading  of the pose
/// @param[out] curve       its one or two segments
/// @return where it ends
fw_pose fine_move_drive(const fine_moves *moves, uint16_t move, fw_pose from, fine_heading *heading,
                        fw_curve *curve);

#endif
