#include "shape/path_on_map.h"

#include <math.h>

#include "fairway/pose.h"

/// Most that one arc may turn, in radians.
#define MOST_TURN (4096 * 2 * FW_PI)

static bool turns_too_often(const fw_path *path)
{
    int32_t count;
    const fw_segment *segments = fw_path_segments(path, &count);
    for (int32_t i = 0; i < count; i++)
        if (fabs(segments[i].curvature) * segments[i].length > MOST_TURN)
            return true;
    return false;
}

fw_result path_on_map(const fw_map *map, const fw_path *path)
{
    fw_path_summary claimed = { 0 };
    fw_box box;
    fw_path_summarise(path, &claimed);
    if (claimed.map_version && claimed.map_version != fw_map_version(map))
        return FW_STALE;
    if (turns_too_often(path))
        return FW_TOO_MANY;
    const fw_result result = fw_path_bounds(path, &box);
    if (result != FW_OK)
        return result;
    const bool is_inside = box.min_x >= -FW_TOUCH && box.max_x <= fw_map_width(map) + FW_TOUCH &&
                           box.min_y >= -FW_TOUCH && box.max_y <= fw_map_height(map) + FW_TOUCH;
    return is_inside ? FW_OK : FW_OUT_OF_BOUNDS;
}
