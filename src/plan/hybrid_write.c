#include "plan/hybrid_write.h"

#include "curve/path.h"
#include "directional/drive_writer.h"
#include "plan/directional_stage.h"
#include "plan/grid_stage.h"
#include "plan/hybrid.h"
#include "plan/hybrid_along.h"
#include "plan/hybrid_repair.h"
#include "plan/planner.h"
#include "plan/route.h"

/// The path under construction, and its cost.
typedef struct writing {
    const fw_search *search;
    fw_path *path;
    double cost;
    int32_t impossible; ///< number of stretches that cannot be driven
} writing;

int32_t hybrid_run_end(const hybrid *hybrid, int32_t point)
{
    const corridor_tile *points = hybrid->points;
    int32_t next = point + 1;
    while (next + 1 < hybrid->point_count &&
           points[next + 1].x - points[next].x == points[point + 1].x - points[point].x &&
           points[next + 1].y - points[next].y == points[point + 1].y - points[point].y)
        next++;
    return next;
}

/// Writes the rest of the path on the grid from one of its points on, as lines without turns between them. If the point
/// is the end of the path, only the heading is wrong there.
static fw_result push_rest(writing *writing, fw_pose from, int32_t point)
{
    const hybrid *hybrid = writing->search->spaces.hybrid;
    const double offset = writing->search->query->motions->offset,
                 driven = path_written_length(writing->path);
    for (bool is_last = false; !is_last;) {
        const fw_pose to = { hybrid->points[point].x + offset, hybrid->points[point].y + offset, 0 };
        if (write_connection(writing->search, &from, &to, writing->path, &writing->cost) != FW_OK)
            return FW_NO_MEMORY;
        from = to;
        is_last = point + 1 == hybrid->point_count;
        point = is_last ? point : hybrid_run_end(hybrid, point);
    }
    const fw_pose *goal = &writing->search->decisions.drive_to.end.pose;
    if (write_connection(writing->search, &from, goal, writing->path, &writing->cost) != FW_OK)
        return FW_NO_MEMORY;
    writing->impossible++;
    return path_push_impossible(writing->path, driven, path_written_length(writing->path));
}

static fw_result push_driven(writing *writing, int32_t segments)
{
    const query *query = writing->search->query;
    drive_writer writer = drive_writer_begin(writing->path, writing->search->map, query->unit,
                                             query->request.overlay, query->request.start);
    if (drive_writer_push_all(&writer, writing->search->spaces.hybrid->driven.segments, segments) != FW_OK)
        return FW_NO_MEMORY;
    const fw_result ended = drive_writer_end(&writer);
    writing->cost += writer.cost;
    return ended;
}

/// Writes the trail, and after it the path of the present search so far.
static fw_result push_so_far(writing *writing, fw_search *search)
{
    hybrid *hybrid = search->spaces.hybrid;
    const int32_t stations = hybrid->driven.station_count, segments = hybrid->driven.segment_count;
    fw_result pushed = hybrid->phase == HYBRID_ALONG    ? hybrid_push_along(search, SMOOTHING_END_BEST)
                       : hybrid->phase == HYBRID_REPAIR ? hybrid_push_repair(search, DIRECTIONAL_END_BEST)
                                                        : FW_OK;
    if (pushed == FW_OK)
        pushed = push_driven(writing, hybrid->driven.segment_count);
    hybrid->driven.station_count = stations;
    hybrid->driven.segment_count = segments;
    return pushed;
}

/// Writes the trail up to its last station on a point of the path, and the path on the grid from there on.
static fw_result push_both(writing *writing)
{
    const hybrid *hybrid = writing->search->spaces.hybrid;
    for (int32_t i = hybrid->driven.station_count - 1; i >= 0; i--) {
        const trail_station *last = &hybrid->driven.stations[i];
        const corridor_tile *beside = &hybrid->points[last->point];
        if (last->pose.x != beside->x || last->pose.y != beside->y)
            continue;
        const double offset = writing->search->query->motions->offset;
        const fw_pose from = { beside->x + offset, beside->y + offset, 0 };
        const fw_result driven = push_driven(writing, last->segment_count);
        return driven == FW_OK ? push_rest(writing, from, last->point) : driven;
    }
    const fw_result begun = push_driven(writing, 0);
    return begun == FW_OK ? push_rest(writing, writing->search->query->request.start, 0) : begun;
}

fw_result hybrid_write(fw_search *search, fw_outcome outcome, fw_path *path)
{
    const hybrid *hybrid = search->spaces.hybrid;
    const query *query = search->query;
    if (hybrid->phase == HYBRID_FULL)
        return directional_search_write(search, outcome, path);
    const bool has_failed = hybrid->phase == HYBRID_DONE && !hybrid->is_whole; // and no repair was allowed
    const bool turns_follow = has_failed && query->request.turns != FW_TURNS_NONE;
    if (hybrid->rigour == HYBRID_SMOOTHS && (hybrid->phase == HYBRID_GRID || turns_follow))
        return grid_search_write(search, outcome, path);
    writing writing = { .search = search, .path = path };
    path_begin(path);
    const fw_result written =
        has_failed && hybrid->rigour == HYBRID_SMOOTHS ? push_both(&writing) : push_so_far(&writing, search);
    return write_end(search, written, outcome, writing.cost, writing.impossible, path);
}
