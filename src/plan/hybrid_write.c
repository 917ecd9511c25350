#include <math.h>

#include "curve/line_cost.h"
#include "curve/path.h"
#include "directional/drive.h"
#include "plan/hybrid.h"
#include "plan/planner.h"
#include "plan/route.h"

/// What is written, and what it costs.
typedef struct writing {
    const fw_search *search;
    fw_path *path;
    double cost;
    int32_t impossible; ///< stretches
} writing;

/// A line of the path on the grid.
static fw_result push_line(writing *writing, double from_x, double from_y, double to_x, double to_y)
{
    const query *asked = writing->search->asked;
    if (fabs(to_x - from_x) <= ON_LATTICE && fabs(to_y - from_y) <= ON_LATTICE)
        return FW_OK;
    writing->cost +=
        line_cost(writing->search->map, asked->unit, asked->ask.overlay, from_x, from_y, to_x, to_y);
    return path_push_line(writing->path, from_x, from_y, to_x, to_y);
}

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

/// The path on the grid from a pose at one of its points on: lines, which no turns join. Where that is its end already,
/// only the heading is wrong there.
static fw_result push_rest(writing *writing, fw_pose from, int32_t point)
{
    const hybrid *hybrid = writing->search->hybrid;
    const double offset = writing->search->asked->motions->offset,
                 driven = path_written_length(writing->path);
    double x = from.x, y = from.y;
    for (;;) {
        const double to_x = hybrid->points[point].x + offset, to_y = hybrid->points[point].y + offset;
        if (push_line(writing, x, y, to_x, to_y) != FW_OK)
            return FW_NO_MEMORY;
        x = to_x;
        y = to_y;
        if (point + 1 == hybrid->point_count)
            break;
        point = hybrid_run_end(hybrid, point);
    }
    const fw_pose goal = writing->search->course.drive_to.pose;
    if (push_line(writing, x, y, goal.x, goal.y) != FW_OK)
        return FW_NO_MEMORY;
    writing->impossible++;
    return path_push_impossible(writing->path, driven, path_written_length(writing->path));
}

static fw_result push_driven(writing *writing, int32_t segments)
{
    const query *asked = writing->search->asked;
    drive drive =
        drive_from(writing->path, writing->search->map, asked->unit, asked->ask.overlay, asked->ask.start);
    if (drive_push_all(&drive, writing->search->hybrid->driven.segments, segments) != FW_OK)
        return FW_NO_MEMORY;
    const fw_result ended = drive_end(&drive);
    writing->cost += drive.cost;
    return ended;
}

/// What was driven, and how far the search that is under way has come beyond it.
static fw_result push_so_far(writing *writing, fw_search *search)
{
    hybrid *hybrid = search->hybrid;
    const int32_t stations = hybrid->driven.station_count, segments = hybrid->driven.segment_count;
    fw_result pushed = hybrid->phase == HYBRID_ALONG    ? hybrid_push_along(search, SMOOTHING_END_BEST)
                       : hybrid->phase == HYBRID_REPAIR ? hybrid_push_leg(search, DIRECTIONAL_END_BEST)
                                                        : FW_OK;
    if (pushed == FW_OK)
        pushed = push_driven(writing, hybrid->driven.segment_count);
    hybrid->driven.station_count = stations;
    hybrid->driven.segment_count = segments;
    return pushed;
}

/// What can be driven of a path that cannot be smoothed to its end, as far as the path itself can be followed from
/// there, and then that path.
static fw_result push_both(writing *writing)
{
    const hybrid *hybrid = writing->search->hybrid;
    for (int32_t i = hybrid->driven.station_count - 1; i >= 0; i--) {
        const trail_station *last = &hybrid->driven.stations[i];
        const corridor_tile *beside = &hybrid->points[last->point];
        if (last->at.x != beside->x || last->at.y != beside->y)
            continue;
        const double offset = writing->search->asked->motions->offset;
        const fw_pose from = { beside->x + offset, beside->y + offset, 0 };
        const fw_result driven = push_driven(writing, last->segment_count);
        return driven == FW_OK ? push_rest(writing, from, last->point) : driven;
    }
    const fw_result begun = push_driven(writing, 0);
    return begun == FW_OK ? push_rest(writing, writing->search->asked->ask.start, 0) : begun;
}

fw_result hybrid_write(fw_search *search, fw_outcome outcome, fw_path *path)
{
    const hybrid *hybrid = search->hybrid;
    const query *asked = search->asked;
    if (hybrid->phase == HYBRID_FULL)
        return directional_stage.write(search, outcome, path);
    const bool has_failed = hybrid->phase == HYBRID_DONE && !hybrid->is_whole; // and was asked for no repair
    const bool turns_follow = has_failed && asked->ask.turns != FW_TURNS_NONE;
    if (hybrid->rigour == HYBRID_SMOOTHS && (hybrid->phase == HYBRID_GRID || turns_follow))
        return hybrid->grid->write(search, outcome, path);
    writing writing = { .search = search, .path = path };
    path_begin(path);
    const fw_result written =
        has_failed && hybrid->rigour == HYBRID_SMOOTHS ? push_both(&writing) : push_so_far(&writing, search);
    return write_end(search, written, outcome, writing.cost, writing.impossible, path);
}
