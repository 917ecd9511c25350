#ifndef FAIRWAY_FRAME_H
#define FAIRWAY_FRAME_H

/// @file
/// Frames: where a map lies in a world of metres. They turn poses, lengths, speeds, units and paths from metres into
/// tiles and back.

#include <stdint.h>

#include "fairway/path.h"
#include "fairway/pose.h"
#include "fairway/result.h"
#include "fairway/shape.h"
#include "fairway/unit.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Where the y axis of a world points if its x axis points to the right. The y axis of a map points down.
typedef enum fw_y_axis {
    FW_Y_UP = 0, ///< as in ROS: headings grow counter-clockwise
    FW_Y_DOWN    ///< as on a map: headings grow clockwise
} fw_y_axis;

/// Where a map lies in a world.
///
/// A place (x, y) of the map, in tiles, lies u = resolution * x and v = resolution * (height - y) metres from the
/// frame's origin along the map's sides; with FW_Y_DOWN, v = resolution * y. In the world, it lies at
/// (origin_x + u cos yaw - v sin yaw, origin_y + u sin yaw + v cos yaw).
typedef struct fw_frame {
    double resolution; ///< metres a tile [Limits: 1e-6 <= resolution <= 1e6]
    /// Of the outer corner of the map's lower left tile, in metres; with FW_Y_DOWN, of the upper left one.
    /// [Limits: -1e9 <= origin <= 1e9]
    double origin_x;
    double origin_y;  ///< of the same corner
    double yaw;       ///< of the map's x axis in the world, in radians [Limits: -1e6 <= yaw <= 1e6]
    fw_y_axis y_axis; ///< of the world
    int32_t height;   ///< of the map, in tiles; has no effect with FW_Y_DOWN [Limits: 0 <= height <= 16384]
} fw_frame;

/// Turns a pose of the map into one of the world.
///
/// @param frame        the frame
/// @param tiles        pose on the map
/// @param[out] metres  pose in the world; its heading, within (-pi, pi], grows from the world's x axis to its y axis.
///                     May be the same struct
/// @return FW_OK, FW_NULL_ARGUMENT, FW_NOT_FINITE or FW_BAD_VALUE (the frame)
///
/// fw_frame_pose_to_tiles() of the result is the same pose but for rounding: by at most 1e-14 of the largest
/// coordinate, that of the origin included.
fw_result fw_frame_pose_to_metres(const fw_frame *frame, const fw_pose *tiles, fw_pose *metres);

/// Turns a pose of the world into one of the map; the inverse of fw_frame_pose_to_metres().
///
/// @param frame       the frame
/// @param metres      pose in the world
/// @param[out] tiles  pose on the map; may be the same struct
/// @return as fw_frame_pose_to_metres()
fw_result fw_frame_pose_to_tiles(const fw_frame *frame, const fw_pose *metres, fw_pose *tiles);

/// Turns a length, a speed or an acceleration from tiles into metres.
///
/// @param frame  the frame
/// @param tiles  tiles, tiles per second or tiles per second^2
/// @return metres, metres per second or metres per second^2; NaN if the frame is null or refused by
///         fw_frame_pose_to_metres()
double fw_frame_to_metres(const fw_frame *frame, double tiles);

/// Turns a length, a speed or an acceleration from metres into tiles.
///
/// @param frame   the frame
/// @param metres  metres, metres per second or metres per second^2
/// @return tiles, tiles per second or tiles per second^2; NaN as for fw_frame_to_metres()
double fw_frame_to_tiles(const fw_frame *frame, double metres);

/// Turns the lengths of a unit from metres into tiles: footprint, turning radius, curvature rate and the cost of a
/// gear change. The size counts tiles and stays.
///
/// @param frame         the frame
/// @param[in,out] unit  the unit
/// @return FW_OK, FW_NULL_ARGUMENT, FW_BAD_DEF (the unit), FW_NOT_FINITE or FW_BAD_VALUE (the frame)
fw_result fw_frame_unit_to_tiles(const fw_frame *frame, fw_unit_def *unit);

/// Turns the lengths of a unit from tiles into metres; the inverse of fw_frame_unit_to_tiles().
///
/// @param frame         the frame
/// @param[in,out] unit  the unit
/// @return as fw_frame_unit_to_tiles()
fw_result fw_frame_unit_to_metres(const fw_frame *frame, fw_unit_def *unit);

/// Turns limits on speed from metres into tiles. `radius_per_speed` is a time and stays.
///
/// @param frame           the frame
/// @param[in,out] speeds  the limits
/// @return FW_OK, FW_NULL_ARGUMENT, FW_BAD_DEF (the limits), FW_NOT_FINITE or FW_BAD_VALUE (the frame)
fw_result fw_frame_speeds_to_tiles(const fw_frame *frame, fw_speed_def *speeds);

/// Turns a path of the map into one of the world: segments, length, cost, asked start, impossible stretches and speed
/// profile. What this header calls a path in metres can be asked for poses, lengths and speeds as any path
/// (fw_path_pose_at(), fw_path_resample()); functions that take a map need a path in tiles.
///
/// @param frame         the frame
/// @param[in,out] path  the path
/// @return FW_OK, FW_NULL_ARGUMENT, FW_NOT_FINITE or FW_BAD_VALUE (the frame). On failure the path is unchanged
fw_result fw_frame_path_to_metres(const fw_frame *frame, fw_path *path);

/// Turns a path of the world into one of the map; the inverse of fw_frame_path_to_metres().
///
/// @param frame         the frame
/// @param[in,out] path  the path
/// @return as fw_frame_path_to_metres()
fw_result fw_frame_path_to_tiles(const fw_frame *frame, fw_path *path);

#ifdef __cplusplus
}
#endif
#endif
