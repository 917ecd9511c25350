#pragma once

/// What walls allow: lines, corners, and room beside a way.

#include "traffic/inside.h"

/// True if walls block a unit's way between its corners `first` and `last`.
bool way_is_cut(const fw_traffic *traffic, const agent *unit, int32_t first, int32_t last);

/// True if walls let the unit go straight from one place to another.
bool way_is_clear(const fw_traffic *traffic, const agent *unit, double x, double y, double to_x, double to_y);

/// True if walls let the unit stand at a place.
static inline bool way_may_stand(const fw_traffic *traffic, const agent *unit, double x, double y)
{
    return way_is_clear(traffic, unit, x, y, x, y);
}

/// Finds out whether a unit may stand at its goal, and notes it in `refused`.
///
/// @return true if it may
bool way_judge_goal(fw_traffic *traffic, agent *unit);

/// How far walls let a body move from a place in a direction (a unit vector), at most `most`, rounded down to a 64th of
/// `most`.
double way_room(const fw_traffic *traffic, const agent *unit, double x, double y, double dx, double dy,
                double most);

/// Room that the centres of two bodies need across their ways to go side by side, in tiles.
double way_width_for_two(const fw_traffic *traffic, const agent *unit);

/// Moves a corner of a way away from the wall that it leads around, if the lines to its neighbours stay free.
void way_widen_corner(const fw_traffic *traffic, const agent *unit, const way_point *before,
                      way_point *corner, const way_point *after);
