#pragma once

/// Sectors of headings, and the geometry of tangent rays within one.
///
/// The tangent rays that leave one side of a circle in one turning sense sweep the outside exactly once. The x axis of
/// a frame points along the middle of a sector, and its origin is the circle's centre. The frame of a left side is
/// mirrored (y upward), so headings grow along the side in every frame. A heading is given as its slope, the tangent of
/// the angle from the frame's x axis: slopes order headings without trigonometry.

#include <math.h>
#include <stdbool.h>

#include "base/vector.h"

#include "fairway/pose.h"

/// Sectors of a full turn, a multiple of 8: each lies in one octant.
enum { SECTORS = 16 };

/// Width of a sector, in radians.
#define SECTOR_WIDTH (2 * FW_PI / SECTORS)

/// Tolerance of a sector's bounds, as slopes: a heading on a border belongs to both sectors.
#define SECTOR_EDGE 1e-12

/// Parts of a sector, of equal width in slopes.
enum { SECTOR_PARTS = 8 };

/// The distance up to which obstacles were considered, for each part of a sector: nothing farther from the viewpoint's
/// centre changes what the viewpoint sees there.
typedef struct sector_reach {
    float parts[SECTOR_PARTS]; ///< rounded up
} sector_reach;

/// The direction in which a body turns that follows the border of a circle.
typedef enum turn_sense {
    TURN_RIGHTWARD = 0, ///< toward growing headings: the circle is on the right
    TURN_LEFTWARD = 1
} turn_sense;

/// The directions of sectors.
typedef struct sector_table {
    vector axis[SECTORS];       ///< direction of the middle of each sector
    vector border[SECTORS + 1]; ///< direction in which sector i begins and sector i - 1 ends
    double most_slope;          ///< greatest slope of a heading in a sector
    double bulge; ///< how far an arc of one sector bulges beyond the tangent at its end, for radius 1
    double half_sine, half_cosine; ///< of half a sector's width
} sector_table;

void sector_table_init(sector_table *table);

/// The sector of the same heading in the mirrored frame.
static inline int sector_mirrored(int sector)
{
    return SECTORS - 1 - sector;
}

/// From a frame's coordinates to the map's; vector_to_frame() is the inverse.
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

/// Slope of a direction in its frame; infinite if the direction points backward.
static inline double slope_of(vector direction)
{
    return direction.x > 0 ? direction.y / direction.x : direction.y < 0 ? -INFINITY : INFINITY;
}

/// A line from a tangent point of the circle at the origin of a frame to the point where it touches another circle.
typedef struct tangent {
    vector along;  ///< direction, not of length 1
    double length; ///< between the two points of contact
} tangent;

/// The tangent to a circle at (x, y).
///
/// @param difference  if both circles are passed in the same sense: radius of the circle at (x, y) minus the radius of
///                    the one at the origin; else minus the sum of both radii
static inline tangent tangent_to(double x, double y, double difference)
{
    const double square = x * x + y * y - difference * difference;
    const double length = square > 0 ? sqrt(square) : 0;
    return (tangent){ { x * length + y * difference, y * length - x * difference }, length };
}

/// True if a circle may meet rays of a sector: it lies beyond neither of the two outer rays. Arcs bulge beyond the last
/// ray by `bulge`.
///
/// @param centre  centre of the circle, in the frame
/// @param own     radius of the circle that the rays leave
/// @param radius  radius of the circle, plus a margin by which it may miss the rays
static inline bool sector_is_met(const sector_table *table, vector centre, double own, double radius)
{
    const double along = table->half_sine * centre.x, across = table->half_cosine * centre.y + own;
    return along + across >= -radius && across - along <= radius + own * table->bulge;
}

/// The part of a sector that contains a slope. The first and the last part extend beyond the sector.
int sector_part_at(const sector_table *table, double slope);

/// The greatest of the distances up to which obstacles were considered in the parts that a circle covers.
///
/// @param radius  radius of the circle, plus a margin by which it may miss lines
double sector_reach_toward(const sector_table *table, const sector_reach *reach, vector centre, double own,
                           double radius);
