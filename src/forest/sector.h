#ifndef FOREST_SECTOR_H
#define FOREST_SECTOR_H

/// @file
/// Sectors of headings, and the geometry of tangent rays within one.
///
/// Seen from one side of a circle, the tangent rays that leave it in one turning sense sweep the outside exactly once.
/// A frame looks along the middle of a sector, from the circle's centre; for a left side it is mirrored (y upward), so
/// that in every frame headings grow along the side. There a heading is its slope, the tangent of the angle from the
/// frame's axis: it orders headings without trigonometry.

#include <math.h>
#include <stdbool.h>

#include "fairway/pose.h"

/// Sectors of a full turn, a multiple of 8: each lies in one octant.
enum { SECTORS = 16 };

/// Width of a sector, in radians.
#define SECTOR_WIDTH (2 * FW_PI / SECTORS)

/// Headings outside of a sector by less, as slopes, count as in it: those on a border belong to both sides of it.
#define SECTOR_EDGE 1e-12

/// Parts of a sector, of equal width in slopes.
enum { SECTOR_PARTS = 8 };

/// How far was looked, for each part of a sector: nothing beyond this distance from the viewpoint's centre changes what
/// is seen there.
typedef struct sector_reach {
    float parts[SECTOR_PARTS]; ///< rounded up
} sector_reach;

/// A point or direction.
typedef struct vector {
    double x, y;
} vector;

/// Which way a body turns that hugs a circle.
typedef enum turn_sense {
    TURN_RIGHTWARD = 0, ///< toward growing headings: the circle is at its right
    TURN_LEFTWARD = 1
} turn_sense;

/// The directions of sectors.
typedef struct sector_table {
    vector axis[SECTORS];          ///< in the middle
    vector border[SECTORS + 1];    ///< where sector i begins and sector i - 1 ends
    double most_slope;             ///< of a heading in a sector
    double bulge;                  ///< of an arc of this width beyond the tangent at its end, for radius 1
    double half_sine, half_cosine; ///< of half a sector's width
} sector_table;

void sector_table_init(sector_table *table);

/// The sector that a direction lies in.
int sector_toward(const sector_table *table, vector direction);

/// The sector that a heading falls into if it is seen mirrored.
static inline int sector_mirrored(int sector)
{
    return SECTORS - 1 - sector;
}

/// From a frame's coordinates to the map's, or back along the transpose.
static inline vector vector_from_frame(vector axis, turn_sense sense, double x, double y)
{
    const double across = x * axis.y + y * axis.x;
    return (vector){ x * axis.x - y * axis.y, sense == TURN_LEFTWARD ? -across : across };
}

static inline vector vector_to_frame(vector axis, turn_sense sense, double x, double y)
{
    const double down = sense == TURN_LEFTWARD ? -y : y;
    return (vector){ x * axis.x + down * axis.y, down * axis.x - x * axis.y };
}

/// Slope of a direction in its frame; infinite for those that lead backward.
static inline double slope_of(vector direction)
{
    return direction.x > 0 ? direction.y / direction.x : direction.y < 0 ? -INFINITY : INFINITY;
}

/// A line that touches a circle at the origin of a frame and another one: from the first to the second.
typedef struct tangent {
    vector along;  ///< its direction, not of length 1
    double length; ///< between the two points of contact
} tangent;

/// The tangent to a circle at (x, y).
///
/// @param difference  to turn the same way: its radius less that of the first one; to turn the other way: minus the
///                    sum of both radii
static inline tangent tangent_to(double x, double y, double difference)
{
    const double square = x * x + y * y - difference * difference;
    const double length = square > 0 ? sqrt(square) : 0;
    return (tangent){ { x * length + y * difference, y * length - x * difference }, length };
}

/// True if a circle may meet rays of a sector. It lies beside none of the two outer ones, where arcs bulge beyond the
/// last.
///
/// @param centre  its centre, in the frame
/// @param own     radius of the circle that the rays leave
/// @param radius  of the circle, and what it may miss them by
static inline bool sector_is_met(const sector_table *table, vector centre, double own, double radius)
{
    const double along = table->half_sine * centre.x, across = table->half_cosine * centre.y + own;
    return along + across >= -radius && across - along <= radius + own * table->bulge;
}

/// The part of a sector in which a slope lies; the outer parts go on beyond the sector.
int sector_part_at(const sector_table *table, double slope);

/// How far was looked in the parts in which a circle that is apart lies.
///
/// @param centre  of the circle, in the frame
/// @param own     radius of the viewpoint
/// @param radius  of the circle, and what it may miss lines by
double sector_reach_toward(const sector_table *table, const sector_reach *reach, vector centre, double own,
                           double radius);

#endif
