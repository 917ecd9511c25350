#ifndef TRAFFIC_COURSE_H
#define TRAFFIC_COURSE_H

/// @file
/// Courses: paths of the planner, in lines, arcs and gears, for units with a turning radius that come no nearer to
/// their goals by single turns.

#include "traffic/reservation.h"

/// A path from where the unit stood to its goal. Places on it are told by their distance from its start, in tiles.
typedef struct course {
    fw_segment *segments; ///< [segment * count]
    size_t room;
    int32_t count;  ///< 0: there is none
    double length;  ///< tiles
    double reached; ///< where the unit's reservation ends
} course;

/// What only a unit with a turning radius has.
typedef struct drive {
    reservation plan; ///< with all its knots
    rail under_way;   ///< on which the unit drives the interval under way
    course course;
    double course_left; ///< length of its course at its last plan, in tiles
} drive;

/// The rail along a course from a place on, up to the next change of gear, of at most MOST_PARTS parts. There is none
/// at the end.
///
/// @param pose  of the unit, there
rail course_rail(const course *course, double place, fw_pose pose);

#endif
