#pragma once

/// Where a moving body first touches a blocked tile.

#include "check/contact.h"
#include "check/ground.h"

/// Where a path breaks a rule.
typedef struct place {
    int32_t segment; ///< -1 for the whole path
    double at;       ///< tiles along the path
    double x, y;     ///< body centre
    int64_t tile_x;
    int64_t tile_y;
} place;

/// True if the body touches anything along a segment.
///
/// @param[out] first  where the contact begins, if there is one: `at` in tiles along the segment; `segment` is not set
bool touch_along(const ground *ground, const body *moving, const fw_segment *segment, place *first);

/// True if the body touches anything while it turns on the spot.
///
/// @param turn        angle in radians
/// @param[out] first  as for touch_along(); `at` is 0
bool touch_turning(const ground *ground, const body *moving, fw_pose at, double turn, place *first);
