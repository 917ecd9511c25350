#include "fairway/shape.h"

fw_result fw_path_smooth(fw_planner *planner, const fw_overlay *overlay, fw_smoothing kind, fw_path *path)
{
    (void)overlay;
    if (!planner || !path)
        return FW_NULL_ARGUMENT;
    if (kind < FW_SMOOTH_NONE || kind > FW_SMOOTH_CURVED)
        return FW_BAD_VALUE;
    return kind == FW_SMOOTH_NONE ? FW_OK : FW_NOT_SUPPORTED;
}
