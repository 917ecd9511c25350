#include "shape/roads/roadside.h"

#include <math.h>
#include <string.h>

#include "base/block.h"
#include "map/overlay.h"

/// Largest distance between two points of the path around which kerbs are put up, in tiles along the path.
#define STRIDE 32.0

fw_result roadside_begin(roadside *roadside, memory *memory, const smooth_ground *ground)
{
    const int32_t width = map_width(ground->map), height = map_height(ground->map);
    const fw_allocator hooks = memory_hooks(memory);
    const size_t words =
        ((size_t)blocks_across(width) * (size_t)blocks_across(height) + WORD_BITS - 1) / WORD_BITS;
    if (MEMORY_RESERVE(memory, roadside->kerbed, roadside->kerbed_room, words) != FW_OK ||
        (!roadside->blocked && fw_overlay_create(width, height, &hooks, &roadside->blocked) != FW_OK))
        return FW_NO_MEMORY;
    memset(roadside->kerbed, 0, words * sizeof *roadside->kerbed);
    return overlay_copy(ground->overlay, roadside->blocked);
}

/// Blocks the tiles of a row of a block that are not road.
static fw_result put_kerbs_in_row(const roadside *roadside, const road_rules *roads, int32_t left,
                                  int32_t right, int32_t y)
{
    for (int32_t x = left, end; x < right; x = end) {
        const bool is_road = road_has_tile(roads, x, y);
        for (end = x + 1; end < right && road_has_tile(roads, end, y) == is_road; end++)
            ;
        if (!is_road && fw_overlay_block(roadside->blocked, x, y, end - x, 1) != FW_OK)
            return FW_NO_MEMORY;
    }
    return FW_OK;
}

/// Puts up the kerbs of a block unless they stand already.
static fw_result put_kerbs_in_block(const roadside *roadside, const road_rules *roads, int32_t column,
                                    int32_t row, shaping_work *work, bool *are_new)
{
    const int32_t width = map_width(roads->map), height = map_height(roads->map);
    const size_t index = (size_t)row * (size_t)blocks_across(width) + (size_t)column;
    uint64_t *word = &roadside->kerbed[index / WORD_BITS];
    const uint64_t bit = UINT64_C(1) << index % WORD_BITS;
    if (*word & bit)
        return FW_OK;
    const int32_t left = column << BLOCK_SHIFT, top = row << BLOCK_SHIFT;
    const int32_t right = width - left < BLOCK_SIDE ? width : left + BLOCK_SIDE;
    const int32_t bottom = height - top < BLOCK_SIDE ? height : top + BLOCK_SIDE;
    for (int32_t y = top; y < bottom; y++)
        if (put_kerbs_in_row(roadside, roads, left, right, y) != FW_OK)
            return FW_NO_MEMORY;
    shaping_charge(work, BLOCK_SIDE * BLOCK_SIDE);
    *word |= bit;
    *are_new = true;
    return FW_OK;
}

/// The block column (or row) of a coordinate, clamped to the map.
static int32_t block_at(double at, int32_t tiles)
{
    return (int32_t)fmin(fmax(at, 0), tiles - 1) >> BLOCK_SHIFT;
}

static fw_result put_kerbs_around(const roadside *roadside, const road_rules *roads, fw_pose at, double reach,
                                  shaping_work *work, kerb_progress *done)
{
    const int32_t width = map_width(roads->map), height = map_height(roads->map);
    const int32_t left = block_at(at.x - reach, width), columns = block_at(at.x + reach, width) - left + 1;
    const int32_t top = block_at(at.y - reach, height), rows = block_at(at.y + reach, height) - top + 1;
    for (; done->block < rows * columns; done->block++) {
        const int32_t column = left + done->block % columns, row = top + done->block / columns;
        if (shaping_pauses(work))
            return FW_PENDING;
        if (put_kerbs_in_block(roadside, roads, column, row, work, &done->are_new) != FW_OK)
            return FW_NO_MEMORY;
    }
    done->block = 0;
    return FW_OK;
}

fw_result roadside_put_kerbs(const roadside *roadside, const road_rules *roads, const fw_path *path,
                             double reach, shaping_work *work, kerb_progress *done)
{
    const double length = fw_path_length(path), strides = fmax(ceil(length / STRIDE), 1);
    for (; done->stride <= strides; done->stride++) {
        fw_pose at;
        fw_path_pose_following(path, done->stride / strides * length, &done->cursor, &at);
        const fw_result put = put_kerbs_around(roadside, roads, at, STRIDE / 2 + reach, work, done);
        if (put != FW_OK)
            return put;
        shaping_charge(work, 0);
    }
    return FW_OK;
}

/// Blocks the tile beyond the road's edge to one side of a place.
static fw_result put_cone(const road_rules *roads, vector at, double reach, int dx, int dy,
                          const roadside *roadside)
{
    const double beyond = reach + 0.5;
    const int32_t x = (int32_t)floor(at.x + dx * beyond), y = (int32_t)floor(at.y + dy * beyond);
    const bool has_cone =
        reach < ROAD_REACH && !road_has_tile(roads, x, y) && !(overlay_blocked(roadside->spared, x, y) & 1);
    return has_cone ? fw_overlay_block(roadside->blocked, x, y, 1, 1) : FW_OK;
}

/// The last place of the straight stretch on a road that begins at a place.
static int32_t straight_end(const road_way *way, int32_t first)
{
    const road_place *items = way->items;
    const double dx = items[first + 1].at.x - items[first].at.x;
    const double dy = items[first + 1].at.y - items[first].at.y;
    int32_t last = first + 1;
    while (last + 1 < way->count && items[last].is_on_road &&
           fabs(items[last + 1].at.x - items[last].at.x - dx) <= ON_BORDER &&
           fabs(items[last + 1].at.y - items[last].at.y - dy) <= ON_BORDER)
        last++;
    return last;
}

/// Puts cones to both sides of a place on a straight stretch, unless the road is too narrow.
static fw_result put_cones_beside(const road_rules *roads, vector at, bool is_along_y, int32_t size,
                                  const roadside *roadside)
{
    const int32_t across_x = is_along_y, across_y = !is_along_y;
    const double before = road_reach(roads, at, -across_x, -across_y);
    const double after = road_reach(roads, at, across_x, across_y);
    if (before + after + ON_BORDER < size)
        return FW_OK;
    const fw_result put = put_cone(roads, at, before, -across_x, -across_y, roadside);
    return put == FW_OK ? put_cone(roads, at, after, across_x, across_y, roadside) : put;
}

fw_result roadside_begin_cones(roadside *roadside, memory *memory, const map_version *map)
{
    const fw_allocator hooks = memory_hooks(memory);
    if (!roadside->spared &&
        fw_overlay_create(map_width(map), map_height(map), &hooks, &roadside->spared) != FW_OK)
        return FW_NO_MEMORY;
    fw_overlay_clear(roadside->spared);
    return FW_OK;
}

/// Marks the tiles under the unit's square at a place, where no cones may stand.
static fw_result spare_place(const roadside *roadside, vector at, int32_t size)
{
    const int32_t left = (int32_t)floor(at.x - size / 2.0), right = (int32_t)ceil(at.x + size / 2.0);
    const int32_t top = (int32_t)floor(at.y - size / 2.0), bottom = (int32_t)ceil(at.y + size / 2.0);
    return fw_overlay_block(roadside->spared, left, top, right - left, bottom - top);
}

/// Finds the next straight stretch, and the places along it that get cones.
static void find_coned_places(const road_way *way, int32_t margin, cone_progress *done)
{
    const int32_t first = done->stretch_end,
                  last = way->items[first].is_on_road ? straight_end(way, first) : first + 1;
    const vector begin = way->items[first].at, end = way->items[last].at;
    const bool is_along_axis = fabs(begin.x - end.x) <= ON_BORDER || fabs(begin.y - end.y) <= ON_BORDER;
    done->next = first + (first == 0 ? 0 : margin);
    done->end = last + 1 - (last + 1 == way->count ? 0 : margin);
    done->is_along_y = way->items[first].at.x == way->items[first + 1].at.x;
    if (!way->items[first].is_on_road || !is_along_axis || done->end - done->next <= 1)
        done->end = done->next;
    done->stretch_end = last;
}

fw_result roadside_put_cones(const roadside *roadside, const road_rules *roads, const road_way *way,
                             const cone_rules *rules, shaping_work *work, cone_progress *done)
{
    fw_result result = FW_OK;
    while (result == FW_OK &&
           (done->spared < way->count || done->next < done->end || done->stretch_end + 1 < way->count)) {
        if (shaping_pauses(work))
            return FW_PENDING;
        shaping_charge(work, 0);
        if (done->spared < way->count)
            result = spare_place(roadside, way->items[done->spared++].at, rules->size);
        else if (done->next < done->end)
            result =
                put_cones_beside(roads, way->items[done->next++].at, done->is_along_y, rules->size, roadside);
        else
            find_coned_places(way, rules->margin, done);
    }
    return result;
}

void roadside_free(roadside *spent, memory *memory)
{
    fw_overlay_destroy(spent->blocked);
    fw_overlay_destroy(spent->spared);
    memory_give_back(memory, spent->kerbed, spent->kerbed_room, sizeof *spent->kerbed);
    *spent = (roadside){ 0 };
}
