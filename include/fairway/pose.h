#ifndef FAIRWAY_POSE_H
#define FAIRWAY_POSE_H

/// @file
/// Positions and headings. x grows right, y grows down, angles grow from +x toward +y.

#ifdef __cplusplus
extern "C" {
#endif

/// Depth of an overlap, in tiles, up to which a body only touches and does not collide.
#define FW_TOUCH 1e-6

/// Half a turn, in radians.
#define FW_PI 3.14159265358979323846

/// Where a body's centre is, in tiles, and which way it faces, in radians: 0 = +x (east), growing toward +y,
/// so that pi/2 faces down (south). Headings are taken modulo 2 pi.
typedef struct fw_pose {
    double x;       ///< tiles, to the right
    double y;       ///< tiles, downward
    double heading; ///< radians
} fw_pose;

#ifdef __cplusplus
}
#endif
#endif
