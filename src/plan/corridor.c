#include <math.h>

#include "curve/segment.h"
#include "curve/tile_walk.h"
#include "fairway/overlay.h"
#include "map/overlay.h"

enum { MOST_MARGIN = 64 };

/// Tiles of an arc that one chord spans at most: chords stay within 1/64 tile of arcs of half a tile's radius and more.
#define CHORD 0.25

/// What is done with each rectangle along a path: make room, or open it.
typedef fw_result (*corridor_step)(fw_overlay *overlay, int32_t x, int32_t y, int32_t width, int32_t height);

static fw_result walk_line(fw_overlay *overlay, corridor_step step, double from_x, double from_y, double to_x,
                           double to_y, int32_t margin)
{
    const int32_t side = 2 * margin + 1;
    tile_walk walk = tile_walk_along(from_x, from_y, to_x, to_y);
    while (tile_walk_next(&walk)) {
        const int32_t x = walk.x - margin - walk.on_column;
        const int32_t y = walk.y - margin - walk.on_row;
        const fw_result result = step(overlay, x, y, side + walk.on_column, side + walk.on_row);
        if (result != FW_OK)
            return result;
    }
    return FW_OK;
}

static fw_result walk_segment(fw_overlay *overlay, corridor_step step, const fw_segment *segment,
                              int32_t margin)
{
    const int32_t chords = segment->curvature == 0.0 ? 1 : 1 + (int32_t)(segment->length / CHORD);
    fw_pose from = segment->start;
    for (int32_t i = 1; i <= chords; i++) {
        const fw_pose to = segment_pose_at(segment, segment->length * i / chords);
        const fw_result result = walk_line(overlay, step, from.x, from.y, to.x, to.y, margin);
        if (result != FW_OK)
            return result;
        from = to;
    }
    return FW_OK;
}

static fw_result walk_path(fw_overlay *overlay, corridor_step step, const fw_path *path, int32_t margin)
{
    int32_t count = 0;
    const fw_segment *segments = fw_path_segments(path, &count);
    for (int32_t i = 0; i < count; i++) {
        const fw_result result = walk_segment(overlay, step, &segments[i], margin);
        if (result != FW_OK)
            return result;
    }
    return FW_OK;
}

fw_result fw_overlay_corridor_along(fw_overlay *overlay, const fw_path *path, int32_t margin)
{
    if (!overlay || !path)
        return FW_NULL_ARGUMENT;
    if (margin < 0 || margin > MOST_MARGIN)
        return FW_BAD_VALUE;
    const fw_result room = walk_path(overlay, overlay_make_room, path, margin);
    return room ? room : walk_path(overlay, fw_overlay_corridor, path, margin);
}
