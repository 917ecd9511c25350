#include <math.h>

#include "fairway/pose.h"
#include "fairway/shape.h"

fw_result fw_path_fix_angles(fw_planner *planner, const fw_overlay *overlay, int32_t angles, fw_path *path)
{
    (void)overlay;
    if (!planner || !path)
        return FW_NULL_ARGUMENT;
    return angles == 8 || angles == 16 ? FW_NOT_SUPPORTED : FW_BAD_VALUE;
}

double fw_round_heading(double heading, int32_t angles)
{
    if (angles <= 0 || !isfinite(heading))
        return heading;
    const double step = 2.0 * FW_PI / angles;
    double index = fmod(floor(heading / step + 0.5), angles);
    if (2.0 * index > angles)
        index -= angles;
    else if (2.0 * index <= -angles)
        index += angles;
    return index * step;
}
