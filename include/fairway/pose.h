#ifndef FAIRWAY_POSE_H
#define FAIRWAY_POSE_H

/// @file
/// Positions and headings. x increases to the right, y increases downward, angles increase from +x toward +y.

#ifdef __cplusplus
extern "C" {
#endif

/// Greatest depth of an overlap, in tiles, that still counts as touching. A deeper overlap is a collision.
#define FW_TOUCH 1e-6

/// Half a turn, in radians.
#define FW_PI 3.14159265358979323846

/// Position of the body's centre, and the heading that the body faces. Heading 0 is +x (east), pi/2 is +y (down,
/// south). Headings are taken modulo 2 pi.
typedef struct fw_pose {
    double x;       ///< tiles, to the right
    double y;       ///< tiles, downward
    double heading; ///< radians
} fw_pose;

#ifdef __cplusplus
}
#endif
#endif
