#include <math.h>

#include "curve/segment.h"
#include "curve/tile_walk.h"
#include "fairway/map.h"
#include "fairway/overlay.h"
#include "fairway/pose.h"
#include "map/overlay.h"

enum { MOST_SIZE = 64, MOST_MARGIN = 64 };

/// Most tiles of an arc that one chord spans: chords stay within 1/64 tile of arcs with a radius of at least half a
/// tile.
#define CHORD 0.25

/// Draws rectangles of an overlay along a path.
typedef struct brush {
    fw_overlay *overlay;
    /// Applied to each rectangle: reserves memory for it, or opens it.
    fw_result (*step)(fw_overlay *overlay, int32_t x, int32_t y, int32_t width, int32_t height);
    double to_anchor; ///< offset along both axes from a body's centre into the tile of its anchor
    int32_t margin;
} brush;

static fw_result draw_line(const brush *brush, const fw_pose *from, const fw_pose *to)
{
    const int32_t side = 2 * brush->margin + 1;
    tile_walk walk = tile_walk_along(from->x + brush->to_anchor, from->y + brush->to_anchor,
                                     to->x + brush->to_anchor, to->y + brush->to_anchor);
    while (tile_walk_next(&walk)) {
        const int32_t x = walk.x - brush->margin - walk.on_column;
        const int32_t y = walk.y - brush->margin - walk.on_row;
        const fw_result result = brush->step(brush->overlay, x, y, side + walk.on_column, side + walk.on_row);
        if (result != FW_OK)
            return result;
    }
    return FW_OK;
}

static fw_result draw_segment(const brush *brush, const fw_segment *segment)
{
    const bool is_line = segment->curvature == 0.0;
    const double length =
        is_line ? segment->length : fmin(segment->length, 2.0 * FW_PI / fabs(segment->curvature));
    const int32_t chords = is_line ? 1 : 1 + (int32_t)(length / CHORD);
    fw_pose from = segment->start;
    for (int32_t i = 1; i <= chords; i++) {
        const fw_pose to = segment_pose_at(segment, length * i / chords);
        const fw_result result = draw_line(brush, &from, &to);
        if (result != FW_OK)
            return result;
        from = to;
    }
    return FW_OK;
}

static fw_result draw_path(const brush *brush, const fw_path *path)
{
    int32_t count = 0;
    const fw_segment *segments = fw_path_segments(path, &count);
    for (int32_t i = 0; i < count; i++) {
        const fw_result result = draw_segment(brush, &segments[i]);
        if (result != FW_OK)
            return result;
    }
    return FW_OK;
}

/// True if a map can be large enough to hold a path.
static bool is_on_a_map(const fw_path *path)
{
    fw_box box;
    return fw_path_bounds(path, &box) != FW_OK ||
           (box.min_x >= -FW_MAX_SIDE && box.min_y >= -FW_MAX_SIDE && box.max_x <= 2.0 * FW_MAX_SIDE &&
            box.max_y <= 2.0 * FW_MAX_SIDE);
}

fw_result fw_overlay_corridor_along(fw_overlay *overlay, const fw_path *path, int32_t size, int32_t margin)
{
    if (!overlay || !path)
        return FW_NULL_ARGUMENT;
    if (size < 1 || size > MOST_SIZE)
        return FW_BAD_SIZE;
    if (margin < 0 || margin > MOST_MARGIN)
        return FW_BAD_VALUE;
    if (!is_on_a_map(path))
        return FW_WRONG_MAP;
    brush brush = {
        .overlay = overlay, .step = overlay_make_room, .to_anchor = (1 - size) / 2.0, .margin = margin
    };
    const fw_result room = draw_path(&brush, path);
    if (room != FW_OK)
        return room;
    brush.step = fw_overlay_corridor;
    return draw_path(&brush, path);
}
