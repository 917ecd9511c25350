#pragma once

/// The moves of the fine search. A move is an arc of the turning radius by a whole number of parts of a full
/// turn, then a straight line for the rest of the step. The widest arcs are also moves without the line, for a unit
/// that has no room for the line and must turn on. Headings are whole numbers of parts, counted from the compass
/// directions, along which walls run. From a heading that is no whole number of parts, a unit goes straight on or turns
/// to a whole number.

#include "fairway/curve.h"

enum {
    FINEST = 4,            ///< the highest fineness of a search
    FINE_SHORT = 0x1000,   ///< bit of a move: a short step, for places as narrow as the body
    FINE_ARC = 0x2000,     ///< bit of a move: the arc without the line
    FINE_REVERSE = 0x4000, ///< bit of a move: in reverse gear
    FINE_STRIDE = 0x8000   ///< bit of a move: a stride, which is the longer step in the open
};

/// A heading in parts of a full turn, or FINE_BEGIN.
typedef uint16_t fine_heading;

/// The heading of the pose where the search begins, if that is no whole number of parts.
#define FINE_BEGIN ((fine_heading)0xffff)

/// The lengths of moves and the turns within them.
typedef enum fine_pace {
    FINE_PACE_SHORT, ///< in places as narrow as the body: turns to each side by 1, 2, 4 ... parts
    FINE_PACE_STEP,  ///< in narrow places: by 1, 2, 3 ... whole parts of a step
    FINE_PACE_STRIDE ///< in the open: by a few of these
} fine_pace;

typedef struct fine_moves {
    double radius; ///< of turns, in tiles
    int32_t parts; ///< of a full turn: a multiple of 8
    /// Parts by which steps and strides turn at least: a power of two, 1 without short steps
    int32_t parts_of_step;
    double angle;          ///< of a part, in radians
    double short_step;     ///< length of a short step, in tiles
    int32_t short_turns;   ///< turns to each side that fit into a short step
    double step;           ///< length of a move in narrow places, in tiles
    int32_t step_turns;    ///< turns to each side that fit into a step
    double stride;         ///< length of a move in the open, in tiles
    int32_t stride_turns;  ///< turns to each side that are tried within a stride
    int32_t stride_most;   ///< the widest turn within a stride, in turns of a step
    double begin;          ///< heading where the search begins, in radians
    bool is_between_parts; ///< `begin` is no whole number of parts
} fine_moves;

/// By how little a move turns.
typedef enum fine_turns {
    FINE_TURNS_USUAL,
    FINE_TURNS_SMALL, ///< for a unit with a reverse gear, which turns in little room by short arcs
    FINE_TURNS_HALVED ///< by half as much, for the thorough search of a unit that only drives forward
} fine_turns;

/// Prepares the moves of a unit.
///
/// @param fineness  0 (there are no short steps) to FINEST; each number halves their turns, and from 2 on their length
fine_moves fine_moves_for(double turn_radius, fine_turns turns, double begin, int32_t fineness);

/// True if cells tell the turns of steps apart. From a turning radius of about 10 tiles on, the smallest turn of a unit
/// that reverses is longer than a cell, and in the open its poses share few cells.
bool fine_moves_suit_cells(const fine_moves *moves);

/// A heading in radians.
double fine_heading_of(const fine_moves *moves, fine_heading heading);

/// The sector of a heading if a full turn has so many sectors. Sectors are centred on the compass directions, so that
/// mirrored headings lie in mirrored sectors.
int32_t fine_sector_of(const fine_moves *moves, fine_heading heading, int32_t sectors);

fine_heading fine_heading_of_begin(const fine_moves *moves);

/// Upper bound for the number of moves that leave a pose.
int32_t fine_moves_most(const fine_moves *moves);

/// Lists the moves that leave a pose in forward gear.
int32_t fine_moves_list(const fine_moves *moves, fine_heading heading, fine_pace pace, uint16_t *listed);

/// Drives a move from a pose.
///
/// @param[in,out] heading  before the move, then after it
fw_pose fine_move_drive(const fine_moves *moves, uint16_t move, fw_pose from, fine_heading *heading,
                        fw_curve *curve);
