#pragma once

/// The text of a map.yaml of the map server of ROS.

#include <stdbool.h>
#include <stddef.h>

#include "io/fault.h"

/// How a grey becomes a cell.
typedef enum io_ros_mode {
    IO_ROS_TRINARY, ///< occupied, free, or else unknown
    IO_ROS_SCALE,   ///< occupied, free, or a percentage between the two thresholds
    IO_ROS_RAW      ///< the grey, 0..100, is the percentage
} io_ros_mode;

typedef struct io_ros_yaml {
    char image[512];
    double resolution;     ///< metres a pixel
    double origin[3];      ///< x, y and yaw of the lower left pixel's outer corner
    double occupied, free; ///< thresholds of the occupancy, 0..1
    bool negate;           ///< bright pixels are occupied
    io_ros_mode mode;
    unsigned missing; ///< bits of io_ros_key: optional keys that the file lacks
} io_ros_yaml;

typedef enum io_ros_key {
    IO_ROS_IMAGE,
    IO_ROS_RESOLUTION,
    IO_ROS_ORIGIN,
    IO_ROS_OCCUPIED,
    IO_ROS_FREE,
    IO_ROS_NEGATE,
    IO_ROS_MODE,
    IO_ROS_KEY_COUNT
} io_ros_key;

/// Reads a text. Keys that are not those of the struct are skipped.
///
/// @param name  for faults
bool io_ros_yaml_read(const char *name, const char *bytes, size_t size, io_ros_yaml *yaml, io_fault *fault);
