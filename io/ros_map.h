#pragma once

/// Maps of the map server of ROS: a map.yaml and its picture.

#include "io/reading.h"

bool io_ros_read(io_reading *reading, io_fault *fault);
