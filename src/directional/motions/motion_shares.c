#include "directional/motions/motion_shares.h"

#include <math.h>

#include "curve/arc_walk.h"
#include "curve/segment.h"
#include "curve/tile_walk.h"

/// Adds a length to a tile's share, or a new share if the tile has none or a full one: a motion may enter a tile more
/// than once.
static fw_result add_share(memory *memory, tile_shares *shares, size_t first, int32_t x, int32_t y,
                           double length)
{
    const uint32_t more = (uint32_t)lround(length * SHARE_SCALE);
    if (more == 0)
        return FW_OK;
    for (size_t i = first; i < shares->count; i++) {
        tile_share *share = &shares->items[i];
        if (share->x == x && share->y == y && share->length + more <= UINT16_MAX) {
            share->length = (uint16_t)(share->length + more);
            return FW_OK;
        }
    }
    if (MEMORY_RESERVE(memory, shares->items, shares->capacity, shares->count + 1) != FW_OK)
        return FW_NO_MEMORY;
    shares->items[shares->count++] =
        (tile_share){ (int8_t)x, (int8_t)y, (uint16_t)(more < UINT16_MAX ? more : UINT16_MAX) };
    return FW_OK;
}

static fw_result add_line(memory *memory, tile_shares *shares, size_t first, const fw_segment *line)
{
    const fw_pose end = segment_end(line);
    tile_walk walk = tile_walk_along(line->start.x, line->start.y, end.x, end.y);
    fw_result added = FW_OK;
    while (added == FW_OK && tile_walk_next(&walk)) {
        const bool has_two = walk.on_column || walk.on_row;
        const double length = walk.share * line->length / (has_two ? 2 : 1);
        added = add_share(memory, shares, first, walk.x, walk.y, length);
        if (has_two && added == FW_OK)
            added = add_share(memory, shares, first, walk.x - walk.on_column, walk.y - walk.on_row, length);
    }
    return added;
}

static fw_result add_arc(memory *memory, tile_shares *shares, size_t first, const fw_segment *arc)
{
    arc_walk walk = arc_walk_along(arc);
    fw_result added = FW_OK;
    while (added == FW_OK && arc_walk_next(&walk))
        added = add_share(memory, shares, first, walk.x, walk.y, walk.to - walk.from);
    return added;
}

fw_result shares_add(memory *memory, tile_shares *shares, const fw_segment *segments, size_t count,
                     fw_gear gear, double offset)
{
    const size_t first = shares->count;
    fw_result added = FW_OK;
    for (size_t i = 0; i < count && added == FW_OK; i++) {
        fw_segment segment = segments[i];
        segment.start.x += offset;
        segment.start.y += offset;
        if (segment.gear == gear)
            added = segment.curvature == 0 ? add_line(memory, shares, first, &segment)
                                           : add_arc(memory, shares, first, &segment);
    }
    return added;
}
