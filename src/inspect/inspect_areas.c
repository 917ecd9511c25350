#include "areas/area_map.h"
#include "inspect/mark.h"
#include "map/unit_def.h"

/// Sends the runs of anchors of one area, row by row. False if the receiver wants no more.
static bool send_runs(const fw_area_map *areas, const marker *to)
{
    for (int32_t y = 0; y < areas->height; y++)
        for (int32_t x = 0, end; x < areas->width; x = end) {
            const int32_t index = fw_area_map_at(areas, x, y);
            for (end = x + 1; end < areas->width && fw_area_map_at(areas, end, y) == index;)
                end++;
            const fw_mark mark = { .kind = FW_MARK_AREA,
                                   .shape = FW_MARK_TILES,
                                   .group = index,
                                   .tiles = { x, y, end - x, 1 },
                                   .numbers = { index, fw_area_map_label(areas, index) } };
            if (index >= 0 && !mark_send(to, &mark))
                return false;
        }
    return true;
}

static bool send_midpoint(const fw_area_map *areas, int32_t index, const marker *to)
{
    const area *middle = &areas->areas[index];
    const fw_mark mark = { .kind = FW_MARK_MIDPOINT,
                           .shape = FW_MARK_POINT,
                           .group = index,
                           .line = mark_at(middle->x, middle->y),
                           .numbers = { index, middle->cost / COST_ONE } };
    return mark_send(to, &mark);
}

/// Sends the steps from an area to those of higher numbers: a step back costs as much.
static bool send_steps(const fw_area_map *areas, int32_t index, const marker *to)
{
    const area *middle = &areas->areas[index];
    for (uint32_t i = middle->first_edge; i < areas->areas[index + 1].first_edge; i++) {
        const area *other = &areas->areas[areas->edges[i].to];
        const fw_segment line =
            mark_between((fw_pose){ middle->x, middle->y, 0 }, (fw_pose){ other->x, other->y, 0 });
        const fw_mark mark = { .kind = FW_MARK_AREA_STEP,
                               .shape = FW_MARK_LINE,
                               .group = index,
                               .line = line,
                               .numbers = { 0.5 * (middle->cost + other->cost) / COST_ONE * line.length } };
        if (areas->edges[i].to > index && !mark_send(to, &mark))
            return false;
    }
    return true;
}

fw_result fw_inspect_areas(const fw_area_map *areas, fw_mark_fn receive, void *user)
{
    if (!areas || !receive)
        return FW_NULL_ARGUMENT;
    const marker to = { receive, user };
    bool is_wanted = send_runs(areas, &to);
    for (int32_t i = 0; i < areas->count && is_wanted; i++)
        is_wanted = send_midpoint(areas, i, &to);
    for (int32_t i = 0; i < areas->count && is_wanted; i++)
        is_wanted = send_steps(areas, i, &to);
    return FW_OK;
}
