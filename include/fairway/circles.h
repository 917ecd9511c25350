#ifndef FAIRWAY_CIRCLES_H
#define FAIRWAY_CIRCLES_H

/// @file
/// The geometry of paths among circles, for those who build a search of their own: lines that touch two circles, what a
/// circle hides, and arcs that another circle blocks. Forests (fairway/forest.h) use the same rules.
///
/// A body of radius R is a point if each circle has grown by R.
///
/// Source: Red Blob Games, "Circular Obstacle Pathfinding".

#include <stdbool.h>
#include <stdint.h>

#include "fairway/forest.h"
#include "fairway/path.h"
#include "fairway/result.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Most lines that touch two circles.
#define FW_BITANGENTS 4

/// Computes the lines that touch two circles: first the external ones, which keep both circles on the same side, on the
/// right and on the left of the line; then the internal ones, which keep the first circle on the right and on the left.
///
/// Let d be the distance of the centres. The line touches circle a at an angle theta from the direction to the centre
/// of b: cos theta = (ra - rb) / d for external lines, which exist if d > |ra - rb|; cos theta = (ra + rb) / d for
/// internal ones, which exist if the circles are more than FW_FOREST_TOUCH apart. (Red Blob Games has |ra - rb|, with
/// theta on the other side of b.) The lines are sqrt(d^2 - (ra - rb)^2) and sqrt(d^2 - (ra + rb)^2) long.
///
/// @param a, b        the circles; a point is a circle of radius 0
/// @param[out] lines  [line * FW_BITANGENTS] from circle a to circle b; only the first `count` are set
/// @param[out] count  0: one circle lies inside the other; 2: they touch or overlap; 4: they are apart
/// @return FW_OK, FW_NULL_ARGUMENT, FW_NOT_FINITE or FW_BAD_VALUE (radius)
fw_result fw_bitangents(fw_tree a, fw_tree b, fw_segment *lines, int32_t *count);

/// Where a line comes nearest to a circle.
typedef struct fw_sight {
    double u;        ///< share of the line from its start to the nearest point E, 0 .. 1
    double x;        ///< E
    double y;        ///< E
    double distance; ///< d, of E from the centre
    bool is_clear;   ///< d >= r: the circle does not hide the end of the line from its start
} fw_sight;

/// Finds out if a circle lies on a line from A to B.
///
/// With C the centre: u = (C - A) . (B - A) / |B - A|^2, clamped to 0 .. 1; E = A + u (B - A); d = |E - C|. The circle
/// blocks the line if d < r, by more than FW_FOREST_TOUCH.
///
/// @param circle      the circle
/// @param x, y        A, in tiles
/// @param to_x, to_y  B
/// @param[out] sight  the construction
/// @return FW_OK, FW_NULL_ARGUMENT, FW_NOT_FINITE or FW_BAD_VALUE (radius)
fw_result fw_circle_sees(fw_tree circle, double x, double y, double to_x, double to_y, fw_sight *sight);

/// Where two circles cross.
typedef struct fw_radical {
    double a; ///< from the first centre to the radical line, toward the second centre; 0 without crossings
    double theta;  ///< from the direction of the second centre to a crossing, in radians; 0 without crossings
    double x[2];   ///< the crossings
    double y[2];   ///< the crossings
    int32_t count; ///< of crossings: 0, 1 (the circles touch) or 2
    bool is_blocked; ///< the other circle blocks the arc
} fw_radical;

/// Finds out if a circle blocks an arc of another one.
///
/// With d the distance of the centres, the line through the crossings, the radical line, has the distance
/// a = (ra^2 - rb^2 + d^2) / 2d from the centre of the arc, and the crossings lie at angles of +-theta from the
/// direction of the other centre: cos theta = a / ra. The arc is blocked if a part of it lies inside of the other
/// circle, by more than FW_FOREST_TOUCH, or if it leads through the place where both circles touch from outside.
///
/// @param arc           as a segment: a curvature other than 0
/// @param other         the other circle
/// @param[out] radical  the construction
/// @return FW_OK, FW_NULL_ARGUMENT, FW_NOT_FINITE or FW_BAD_VALUE (curvature of 0, length, radius)
fw_result fw_arc_is_blocked(const fw_segment *arc, fw_tree other, fw_radical *radical);

#ifdef __cplusplus
}
#endif
#endif
