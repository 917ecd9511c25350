#ifndef SHAPE_VIOLATIONS_H
#define SHAPE_VIOLATIONS_H

/// @file
/// What a path breaks, counted in one way whatever made the path: as often as fw_path_check() finds it.

#include "fairway/path.h"
#include "shape/curved/way.h"

/// Does a path break any rule?
static inline bool violations_any(const fw_violations *broken)
{
    return broken->blocked || broken->too_tight || broken->heading_jumps || broken->impossible;
}

/// Counts the turns of a path anew that its unit cannot drive: arcs that are too tight, and jumps in heading, those
/// from `start` and to `goal` included. Jumps between fixed angles are none, nor are jumps to the fixed angles beside
/// these headings.
///
/// @param start  heading that the path should begin with; null = any
/// @param goal   heading that it should end with; null = any
void violations_count_turns(const map_unit *unit, const double *start, const double *goal, fw_path *path);

/// Counts the lines and arcs of a path anew that touch something, and the turns on the spot of a unit that may turn so.
///
/// @param start, goal  as violations_count_turns() has them
void violations_count_blocked(const smooth_ground *ground, const double *start, const double *goal,
                              fw_path *path);

/// Counts all of it anew.
static inline void violations_count(const smooth_ground *ground, const double *start, const double *goal,
                                    fw_path *path)
{
    violations_count_blocked(ground, start, goal, path);
    violations_count_turns(ground->unit, start, goal, path);
}

#endif
