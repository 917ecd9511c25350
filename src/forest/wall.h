#ifndef FOREST_WALL_H
#define FOREST_WALL_H

/// @file
/// What walls hide from one side of a circle. A wall that has grown by the body's radius is a capsule: all places
/// within that radius of a line segment. All coordinates are those of a frame (sector.h), whose origin is the circle's
/// centre.

#include "forest/sector.h"

/// A grown wall.
typedef struct capsule {
    vector ends[2];
    double radius;
} capsule;

/// Headings, from low to high, and how long the tangents are that bound them.
typedef struct heading_range {
    vector low, high; ///< not of length 1
    bool is_wide;     ///< more than half a turn
    double length;    ///< of the longer tangent
} heading_range;

/// The arc of a circle that lies in a capsule, less than half a turn: headings at which a side leaves there.
typedef struct covered_arc {
    vector begin, end;
    heading_range hides[2]; ///< all headings that are hidden, together
    int count;              ///< in `hides`
} covered_arc;

/// How far a point is from the middle line of a capsule.
double capsule_distance(const capsule *wall, vector from);

/// The places on the middle lines of two capsules that are nearest to each other.
///
/// @return how far apart they are
double capsules_nearest(const capsule *a, const capsule *b, vector *on_a, vector *on_b);

/// True if a capsule may meet rays of a sector, as sector_is_met().
bool capsule_is_met(const sector_table *table, const capsule *wall, double own, double margin);

/// The headings that a capsule hides which does not meet the circle.
///
/// @param own  radius of the circle
heading_range capsule_hides(const capsule *wall, double own);

/// The arcs of the circle that a capsule covers, whose radius is not larger than the circle's: at most two.
///
/// @return their number
int capsule_covers(const capsule *wall, double own, covered_arc arcs[2]);

/// True if a line runs into a capsule.
///
/// @param slope   of the line, which leaves the circle as a tangent
/// @param length  of the line
bool capsule_blocks(const capsule *wall, double own, double slope, double length);

#endif
