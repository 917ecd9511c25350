#pragma once

/// Manoeuvres: the movements of a unit with a turning radius from a waypoint to a later one. Source: Pinter 2001,
/// figures 5 to 7.

#include <stdbool.h>

#include "fairway/curve.h"
#include "fairway/path.h"

/// Most three-point turns for one change of heading: each is half as wide as one that turns by twice the angle.
enum { MOST_THREE_POINT_TURNS = 32, MANOEUVRE_SEGMENTS = 2 * (2 * MOST_THREE_POINT_TURNS + 1) + 2 };

typedef enum manoeuvre_kind {
    MANOEUVRE_STAND,  ///< no movement, at the start of the path
    MANOEUVRE_TURN,   ///< an arc, then a straight line
    MANOEUVRE_ARRIVE, ///< a Dubins curve that ends with a heading
    MANOEUVRE_BACK_UP, ///< three-point turns, an arc, a straight line, three-point turns to a heading if one is set
    MANOEUVRE_SPOT ///< a turn on the spot, which breaks the rules, then a straight line
} manoeuvre_kind;

typedef struct manoeuvre {
    manoeuvre_kind kind;
    fw_side side;         ///< side to which the arc turns
    fw_dubins_word word;  ///< MANOEUVRE_ARRIVE
    int32_t times;        ///< MANOEUVRE_BACK_UP: three-point turns at the start
    double reverse_share; ///< share of each of these turns that is driven in reverse
    int32_t times_at_end; ///< MANOEUVRE_BACK_UP: three-point turns at the end; 0 = any final heading
    double radius;        ///< tiles
    double lead; ///< the manoeuvre begins this many tiles before the waypoint, on the line that led there
} manoeuvre;

typedef struct manoeuvre_target {
    double x, y;
    double heading; ///< MANOEUVRE_ARRIVE, and MANOEUVRE_BACK_UP with three-point turns at its end
} manoeuvre_target;

/// A manoeuvre as segments, none of length 0.
typedef struct drawn_manoeuvre {
    fw_segment segments[MANOEUVRE_SEGMENTS];
    int32_t count;
} drawn_manoeuvre;

/// Draws a manoeuvre.
///
/// @return false if the target cannot be reached by this manoeuvre
bool manoeuvre_draw(const manoeuvre *manoeuvre, fw_pose from, manoeuvre_target to, drawn_manoeuvre *drawn);
