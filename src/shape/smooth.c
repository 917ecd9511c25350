#include "shape/smooth.h"

#include <math.h>

#include "base/trig.h"
#include "curve/segment.h"
#include "curve/segment_cost.h"
#include "curve/sweep.h"

/// Discs are smaller than the body by this much, and sweeps and the checker's body by more.
#define SLACK (FW_TOUCH / 4)

/// Smaller discs count as points: strings bend at them without arcs.
#define LEAST_RADIUS (2 * FW_TOUCH)

/// Saved lengths below this are rounding.
#define NO_GAIN 1e-12

fw_smoothing smooth_kind_for(const map_unit *unit, fw_smoothing kind)
{
    if (kind != FW_SMOOTH_AUTO)
        return kind;
    return unit->def.turn_radius > 0 ? FW_SMOOTH_NONE : FW_SMOOTH_TAUT;
}

bool smooth_is_known(fw_smoothing kind)
{
    return kind == FW_SMOOTH_NONE || kind == FW_SMOOTH_AUTO || kind == FW_SMOOTH_TAUT;
}

/// From a body centre to its place on the rows: an anchor's centre is half a tile from its corner.
static double lift_of(const map_unit *unit)
{
    return (unit->def.size - 1) / 2.0;
}

static bool cuts_corners(const map_unit *unit)
{
    return unit->def.corners == FW_CORNERS_ONE || unit->def.corners == FW_CORNERS_ALWAYS;
}

/// Radius of a circle around the body.
static double reach_of(const fw_footprint *body)
{
    return body->kind == FW_FOOTPRINT_RECTANGLE
               ? sqrt(body->length * body->length + body->width * body->width) / 2
               : body->radius;
}

static bool is_made_of_forward_lines(const fw_segment *segments, int32_t count)
{
    for (int32_t i = 0; i < count; i++)
        if (segments[i].curvature != 0 || segments[i].gear != FW_FORWARD)
            return false;
    return true;
}

/// Takes up the path's waypoints.
static fw_result read_points(smoother *by, const smooth_ground *ground, const fw_path *path)
{
    int32_t count;
    const fw_segment *segments = fw_path_segments(path, &count);
    const double lift = lift_of(ground->unit);
    if (memory_reserve(by->from, (void **)&by->points, &by->point_room, (size_t)count + 1,
                       sizeof *by->points))
        return FW_NO_MEMORY;
    for (int32_t i = 0; i < count; i++)
        by->points[i] = (shape_point){ segments[i].start.x - lift, segments[i].start.y - lift };
    fw_pose end;
    fw_path_pose_at(path, fw_path_length(path), &end);
    by->points[count] = (shape_point){ end.x - lift, end.y - lift };
    by->point_count = count + 1;
    return FW_OK;
}

static funnel_vector unit_vector(funnel_vector v)
{
    const double length = sqrt(v.x * v.x + v.y * v.y);
    return length > 0 ? (funnel_vector){ v.x / length, v.y / length } : v;
}

/// Where a line that passes a disc touches it.
static fw_pose touch_of(const funnel_link *disc, funnel_vector along, double lift)
{
    return (fw_pose){ disc->x + disc->offset * along.y + lift, disc->y - disc->offset * along.x + lift, 0 };
}

static void add_segment(smoother *by, fw_pose start, double curvature, double length)
{
    if (length > 0)
        by->segments[by->segment_count++] =
            (fw_segment){ .start = start, .curvature = curvature, .length = length, .gear = FW_FORWARD };
}

/// A string as lines, and arcs around its discs.
static fw_result draw_string(smoother *by, double lift)
{
    const funnel *pulled = &by->taut.pulled;
    const size_t most = (size_t)by->segment_count + 2 * (size_t)pulled->count;
    if (memory_reserve(by->from, (void **)&by->segments, &by->segment_room, most, sizeof *by->segments))
        return FW_NO_MEMORY;
    fw_pose before = { 0 }; // where the line before ends, and its heading
    for (int32_t i = 1; i < pulled->count; i++) {
        const funnel_link *from = &pulled->string[i - 1], *to = &pulled->string[i];
        const funnel_vector along = unit_vector(to->along);
        fw_pose start = touch_of(from, along, lift), end = touch_of(to, along, lift);
        start.heading = end.heading = trig_atan2(along.y, along.x);
        if (i > 1 && from->offset != 0) {
            const double turn = trig_wrap(start.heading - before.heading);
            if (turn * from->offset > 0)
                add_segment(by, before, 1 / from->offset, turn * from->offset);
        }
        const double x = end.x - start.x, y = end.y - start.y;
        add_segment(by, start, 0, sqrt(x * x + y * y));
        before = end;
    }
    return FW_OK;
}

typedef struct extent {
    double length, cost;
} extent;

static extent measure(const smooth_ground *ground, const fw_segment *segments, int32_t count)
{
    const bool is_even = ground->unit->uniform && !overlay_has_costs(ground->overlay);
    extent total = { 0 };
    for (int32_t i = 0; i < count; i++) {
        total.length += segments[i].length;
        if (!is_even)
            total.cost += segment_cost(ground->map, ground->unit, ground->overlay, &segments[i]);
    }
    if (is_even)
        total.cost = total.length * ground->unit->cheapest / COST_ONE;
    return total;
}

/// May the body go all the new path? For bodies that are wider than their square of tiles.
static bool is_free(const smoother *by, const smooth_ground *ground)
{
    const sweep_ground under = { ground->unit->body, ground->overlay };
    const sweep_body body = sweep_body_of(&ground->unit->def.footprint);
    for (int32_t i = 0; i < by->segment_count; i++) {
        if (!sweep_segment_is_free(&under, &body, &by->segments[i]))
            return false;
        if (i == 0 || body.is_round)
            continue;
        const fw_pose end = segment_end(&by->segments[i - 1]);
        const double turn = trig_wrap(by->segments[i].start.heading - end.heading);
        if (!sweep_turn_is_free(&under, &body, end, turn))
            return false;
    }
    return true;
}

/// Makes the new segments the path.
static fw_result write_path(const smoother *by, fw_path *path, double cost)
{
    fw_path_summary summary;
    fw_path_summarise(path, &summary);
    summary.cost = cost;
    int32_t count;
    const fw_segment standing = { .start = fw_path_segments(path, &count)->start };
    path_begin(path);
    if (by->segment_count == 0 && path_push(path, &standing) != FW_OK) {
        path_abandon(path);
        return FW_NO_MEMORY;
    }
    for (int32_t i = 0; i < by->segment_count; i++)
        if (path_push(path, &by->segments[i]) != FW_OK) {
            path_abandon(path);
            return FW_NO_MEMORY;
        }
    path_end(path, &summary);
    return FW_OK;
}

static fw_result smooth_taut(smoother *by, const smooth_ground *ground, fw_path *path)
{
    const map_unit *unit = ground->unit;
    const free_rows rows = { unit->on, overlay_is_empty(ground->overlay) ? NULL : ground->overlay };
    const double lift = lift_of(unit), room = 0.5 - SLACK;
    const bool slips = cuts_corners(unit);
    double wanted = slips ? 0 : reach_of(&unit->def.footprint) - lift - SLACK;
    if (wanted < LEAST_RADIUS)
        wanted = 0;
    fw_result result = read_points(by, ground, path);
    if (result == FW_OK)
        result =
            taut_pull(&by->taut, by->from, &rows, fmin(wanted, room), slips, by->points, by->point_count);
    if (result != FW_OK)
        return result == FW_BAD_VALUE ? FW_OK : result;
    by->segment_count = 0;
    result = draw_string(by, lift);
    if (result != FW_OK)
        return result;
    int32_t count;
    const fw_segment *segments = fw_path_segments(path, &count);
    const extent before = measure(ground, segments, count),
                 after = measure(ground, by->segments, by->segment_count);
    if (after.length > before.length - NO_GAIN || after.cost > before.cost)
        return FW_OK;
    if (wanted > room && !is_free(by, ground))
        return FW_OK;
    return write_path(by, path, after.cost);
}

fw_result smooth_path(smoother *by, const smooth_ground *ground, fw_smoothing kind, fw_path *path)
{
    int32_t count;
    const fw_segment *segments = fw_path_segments(path, &count);
    fw_path_summary summary;
    fw_path_summarise(path, &summary);
    if (count < 2 || summary.fixed_angles || !is_made_of_forward_lines(segments, count))
        return FW_OK;
    return kind == FW_SMOOTH_TAUT ? smooth_taut(by, ground, path) : FW_OK;
}

void smoother_free(smoother *by)
{
    if (!by->from)
        return;
    taut_free(&by->taut, by->from);
    memory_give_back(by->from, by->points, by->point_room, sizeof *by->points);
    memory_give_back(by->from, by->segments, by->segment_room, sizeof *by->segments);
    *by = (smoother){ .from = by->from };
}
