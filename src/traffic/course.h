#pragma once

/// Courses: paths with arcs and changes of gear that the planner has found, for units with a turning radius that make
/// no progress by single turns. And the data that only such units have.

#include "traffic/knots.h"

/// A path from where the unit stood to its goal. A place on a course is its distance from the start, in tiles.
typedef struct course {
    fw_segment *segments; ///< [segment * count]
    size_t room;
    int32_t count;  ///< 0: there is none
    double length;  ///< tiles
    double reached; ///< place where the unit's reservation ends
} course;

/// The data that only a unit with a turning radius has.
typedef struct drive {
    reservation plan; ///< the unit's reservation, with all knots
    rail under_way;   ///< the rail from the last knot on
    course course;
    rail wanted;         ///< the curve for which the unit has last asked for room; no parts: there is none
    double course_left;  ///< length of its course at its last plan, in tiles
    int64_t holds_until; ///< knot until which the unit keeps its reservation
} drive;

/// What is left of a course from a place on: the length, in tiles, and a little for each change of gear.
double course_cost(const course *course, double place);

/// The rail along a course from a place on: up to the next change of gear, and of at most MOST_PARTS parts. At the end
/// of the course, the rail has no parts.
///
/// @param pose  of the unit at this place
rail course_rail(const course *course, double place, fw_pose pose);
