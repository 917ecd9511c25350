#include "shape/path_on_map.h"

#include <math.h>

#include "curve/segment.h"

/// Largest angle of an arc, in radians.
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

/// True if a segment stays on the map. Most segments are shorter than the distance from their start to the nearest side
/// of the map, and need no box.
static bool stays_on(const map_version *map, const fw_segment *segment)
{
    const fw_pose start = segment->start;
    const double width = map_width(map), height = map_height(map);
    if (segment->length <= fmin(fmin(start.x, width - start.x), fmin(start.y, height - start.y)))
        return true;
    fw_box box = { start.x, start.y, start.x, start.y };
    segment_widen_box(segment, &box);
    return box.min_x >= -FW_TOUCH && box.max_x <= width + FW_TOUCH && box.min_y >= -FW_TOUCH &&
           box.max_y <= height + FW_TOUCH;
}

fw_result path_on_map(const map_version *map, const fw_path *path)
{
    fw_path_summary summary = { 0 };
    int32_t count = 0;
    const fw_segment *segments = fw_path_segments(path, &count);
    fw_path_summarise(path, &summary);
    if (map && summary.map_version && summary.map_version != map_version_number(map))
        return FW_STALE;
    if (turns_too_often(path))
        return FW_TOO_MANY;
    for (int32_t i = 0; map && i < count; i++)
        if (!stays_on(map, &segments[i]))
            return FW_OUT_OF_BOUNDS;
    return count > 0 ? FW_OK : FW_BAD_SIZE;
}
