#ifndef TRAFFIC_COURSE_PATH_H
#define TRAFFIC_COURSE_PATH_H

/// @file
/// Courses from paths.

#include "traffic/inside.h"

/// Takes the path that was found as the course of a unit, if it begins where the unit will stop.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result course_take_path(fw_traffic *traffic, agent *unit);

#endif
