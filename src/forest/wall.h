#pragma once

/// Headings that walls hide from one side of a circle. A wall that has grown by the body's radius is a capsule: all
/// places within that radius of a line segment. All coordinates are those of a frame (sector.h), whose origin is the
/// circle's centre. `own` is the radius of that circle.

#include "forest/sector.h"

/// A grown wall.
typedef struct capsule {
    vector ends[2];
    double radius;
} capsule;

/// Headings, from low to high, bounded by two tangents.
typedef struct heading_range {
    vector low, high; ///< not of length 1
    bool is_wide;     ///< more than half a turn
    double length;    ///< of the longer of the two tangents
} heading_range;

/// The arc of a circle that lies in a capsule, less than half a turn, as the headings at which a side leaves its ends.
typedef struct covered_arc {
    vector begin, end;
    heading_range hides[2]; ///< the union is hidden by the capsule
    int count;              ///< in `hides`
} covered_arc;

/// Distance of a point from the middle line of a capsule.
double capsule_distance(const capsule *wall, vector from);

/// The places on the middle lines of two capsules that are nearest to each other. Returns the distance between the two
/// places.
double capsules_nearest(const capsule *a, const capsule *b, vector *on_a, vector *on_b);

/// True if a capsule may meet rays of a sector, as sector_is_met().
bool capsule_is_met(const sector_table *table, const capsule *wall, double own, double margin);

/// The headings that a capsule hides. The capsule does not meet the circle.
heading_range capsule_hides(const capsule *wall, double own);

/// The arcs of the circle that a capsule covers: at most two. The capsule's radius is not larger than the circle's.
/// Returns the number of arcs.
int capsule_covers(const capsule *wall, double own, covered_arc arcs[2]);

/// True if a line runs into a capsule.
///
/// @param slope   of the line, which leaves the circle as a tangent
bool capsule_blocks(const capsule *wall, double own, double slope, double length);
