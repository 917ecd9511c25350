#pragma once

/// How deep a body with corners lies in a tile: an oracle that shares no geometry with the library.

#include "base/random.h"
#include "fairway/pose.h"
#include "fairway/unit.h"

/// The corners of a body, relative to its pose and heading, in order around it.
typedef struct body_corners {
    int count;
    double ahead[8], aside[8];
} body_corners;

/// The corners of a rectangle or polygon.
body_corners body_corners_of(const fw_footprint *body);

/// The place of a corner of a body at a pose.
fw_pose body_corner_at(const body_corners *corners, int index, fw_pose at);

/// By how much a rectangle or polygon at rest overlaps tile (x, y) along the axis where it is least. Of shapes that are
/// apart, the widest gap along an axis, negative.
double body_depth(const fw_footprint *body, fw_pose at, double x, double y);

/// A rectangle with its pose in the middle, or, two times of three, anywhere in it.
fw_footprint body_moved(random_source *random, fw_footprint rectangle);

/// A convex polygon of 3 to 8 corners about as large as a rectangle, around its pose.
fw_footprint body_cut(random_source *random, double length, double width);

/// Makes a body larger by so many tiles on all sides; smaller if negative.
void body_grow(fw_footprint *body, double more);

/// The distance from the pose of a body of any kind to its farthest point.
double body_farthest(const fw_footprint *body);
