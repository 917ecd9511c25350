#include "shape/road_piece.h"

#include <math.h>

#include "curve/line_cost.h"
#include "curve/segment.h"

/// Two lines become one if the sine of the angle between them is smaller.
#define STRAIGHT 1e-12

static bool goes_straight_on(vector from, vector over, vector to)
{
    const vector before = vector_between(from, over), after = vector_between(over, to);
    const double along = vector_dot(before, after);
    return along > 0 && fabs(vector_cross(before, after)) <= STRAIGHT * along;
}

fw_result road_copy_places(const assembly *assembly, const road_stretch *part)
{
    shape_points *points = &assembly->shaper->points;
    points->count = 0;
    for (int32_t i = 0; i < part->count; i++)
        if (shape_points_add(points, assembly->shaper->memory, part->places[i].at) != FW_OK)
            return FW_NO_MEMORY;
    return FW_OK;
}

/// The last of the points from `first` + 1 on up to which the points lie on one line.
static int32_t line_end(const shape_points *points, int32_t first)
{
    const vector *items = points->items;
    int32_t last = first + 1;
    while (last + 1 < points->count && goes_straight_on(items[first], items[last], items[last + 1]))
        last++;
    return last;
}

fw_result road_write_lines(const assembly *assembly, const shape_points *points, fw_path *piece)
{
    const smooth_ground *ground = &assembly->task->ground;
    line_writing *writing = &assembly->shaper->writing;
    if (writing->next == 0)
        path_begin(piece);
    while (writing->next + 1 < points->count) {
        if (shaping_pauses(ground->work))
            return FW_PENDING;
        const int32_t last = line_end(points, writing->next);
        const vector begin = points->items[writing->next], end = points->items[last];
        shaping_charge(ground->work, vector_distance(begin, end));
        if (path_push_line(piece, begin.x, begin.y, end.x, end.y) != FW_OK) {
            path_abandon(piece);
            *writing = (line_writing){ 0 };
            return FW_NO_MEMORY;
        }
        writing->cost +=
            line_cost(ground->map, ground->unit, ground->overlay, begin.x, begin.y, end.x, end.y);
        writing->next = last;
    }
    fw_path_summary summary = assembly->summary;
    summary.cost = writing->cost;
    summary.violations = (fw_violations){ 0 };
    path_end(piece, &summary);
    *writing = (line_writing){ 0 };
    return FW_OK;
}

fw_result road_append_piece(assembly *assembly, const fw_path *piece)
{
    const double begin = path_written_length(assembly->path);
    int32_t count, stretch_count;
    const fw_segment *segments = fw_path_segments(piece, &count);
    const double *stretches = fw_path_impossible(piece, &stretch_count);
    assembly->summary.cost += path_shown(piece)->cost;
    assembly->summary.violations.impossible += path_shown(piece)->violations.impossible;
    for (int32_t i = 0; i < count; i++) {
        if (path_push(assembly->path, &segments[i]) != FW_OK)
            return FW_NO_MEMORY;
        assembly->heading = segment_end(&segments[i]).heading;
    }
    for (int32_t i = 0; i < stretch_count; i++)
        if (path_push_impossible(assembly->path, begin + stretches[2 * i], begin + stretches[2 * i + 1]) !=
            FW_OK)
            return FW_NO_MEMORY;
    return FW_OK;
}
