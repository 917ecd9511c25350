#include <math.h>

#include "fairway/bulk.h"

/// @file
/// Poses along a path, equally far apart.

/// Most poses along a path.
#define MOST_POSES 1073741824.0

fw_result fw_path_sample(const fw_path *path, double step, fw_pose *poses, int32_t capacity, int32_t *count)
{
    if (!path || !count || (!poses && capacity > 0))
        return FW_NULL_ARGUMENT;
    if (!isfinite(step))
        return FW_NOT_FINITE;
    if (step <= 0 || capacity < 0)
        return FW_BAD_VALUE;
    int32_t segments = 0;
    if (!fw_path_segments(path, &segments))
        return FW_BAD_SIZE;
    const double length = fw_path_length(path), steps = ceil(length / step);
    if (!(steps < MOST_POSES))
        return FW_TOO_MANY;
    *count = (int32_t)steps + 1;
    if (*count > capacity)
        return FW_BUFFER_TOO_SMALL;
    int32_t cursor = 0;
    fw_result result = FW_OK;
    for (int32_t i = 0; i < *count && result == FW_OK; i++)
        result = fw_path_pose_following(path, steps > 0 ? length * (i / steps) : 0, &cursor, &poses[i]);
    return result;
}
