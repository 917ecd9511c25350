#ifndef FAIRWAY_POSE_H
#define FAIRWAY_POSE_H

/// @file
/// Positions and headings. x increases to the right, y increases downward, angles increase from +x toward +y.

#ifdef __cplusplus
extern "C" {
#endif

/// Greatest depth of an overlap, in tiles, that still counts as touching. A deeper overlap is a collision.
#define FW_TOUCH 1e-6

/// Poses that pass through 32-bit floats move by up to a quarter of this share of their coordinates. A unit is at a
/// place if its distance from there, in tiles, is at most FW_TOUCH plus FW_ROUNDING times its larger coordinate. Its
/// heading may differ by FW_TOUCH + FW_ROUNDING * FW_PI, in radians.
#define FW_ROUNDING (1.0 / 2097152)

/// Half a turn, in radians.
#define FW_PI 3.14159265358979323846

/// Position of the body's centre, or of another point of the body (see fw_rectangle_at() and fw_polygon()), and the
/// heading that the body faces. Heading 0 is +x (east), pi/2 is +y (down, south). Headings are taken modulo 2 pi.
typedef struct fw_pose {
    double x;       ///< tiles, to the right
    double y;       ///< tiles, downward
    double heading; ///< radians
} fw_pose;

#ifdef __cplusplus
}
#endif
#endif
