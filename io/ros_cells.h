#pragma once

/// The cells of a map.yaml of ROS: how much of each is occupied.

#include "io/reading.h"
#include "io/ros_yaml.h"

/// Occupancies in percent; all others are cells that are partly occupied.
enum { IO_ROS_FREE_CELL = 0, IO_ROS_OCCUPIED_CELL = 100, IO_ROS_UNKNOWN_CELL = 255 };

/// Reads a map.yaml and its picture. The reading's tiles become occupancies; its frame is that of the file.
bool io_ros_cells_read(io_reading *reading, io_ros_yaml *yaml, io_fault *fault);
