#include "shape/roads/road_shape.h"

#include <math.h>

#include "base/trig.h"
#include "curve/line_cost.h"
#include "curve/segment.h"
#include "shape/curved/drive.h"
#include "shape/road_piece.h"

/// Lines shorter than this (tiles) count as length 0.
#define NO_LINE 1e-9

static double heading_along(shape_point from, shape_point to)
{
    fw_segment line;
    segment_set_line(&line, from.x, from.y, to.x, to.y);
    return line.start.heading;
}

/// Copies the places of a stretch to `points`.
static fw_result copy_points(const assembly *assembly, const road_stretch *part)
{
    shape_points *points = &assembly->shaper->points;
    points->count = 0;
    for (int32_t i = 0; i < part->count; i++)
        if (shape_points_add(points, assembly->shaper->memory, part->places[i].at) != FW_OK)
            return FW_NO_MEMORY;
    return FW_OK;
}

/// True if the unit can drive a path, and the path stays on roads.
static bool is_drive_on_roads(const road_task *task, const fw_path *path)
{
    int32_t count, stretch_count;
    const fw_segment *segments = fw_path_segments(path, &count);
    fw_path_impossible(path, &stretch_count);
    bool is_on_road = stretch_count == 0;
    for (int32_t i = 0; i < count && is_on_road; i++)
        is_on_road = road_holds_segment(&task->roads, &segments[i]);
    return is_on_road;
}

/// Makes lines drivable around their bends. If the body's centre would leave the roads, tries again with kerbs, which
/// keep the whole body on the roads: then the drive swings out before bends.
static fw_result drive_lines(const assembly *assembly, const shape_points *points, const bend_ends *ends,
                             fw_path *drive)
{
    for (int i = 0; i < 2; i++) {
        smooth_ground ground = assembly->task->ground;
        if (i == 1)
            ground.overlay = assembly->shaper->side.blocked;
        fw_result result = road_write_lines(assembly, points, drive);
        if (result == FW_OK)
            result = curved_begin(&assembly->smoothing->curved, assembly->shaper->memory, &ground, ends,
                                  CURVED_MEND, drive);
        if (result == FW_OK)
            result = curved_step(&assembly->smoothing->curved);
        if (result != FW_OK || is_drive_on_roads(assembly->task, drive))
            return result;
    }
    return FW_OK;
}

static shape_point toward(shape_point from, shape_point to, double distance)
{
    const double share = distance / way_length(from, to);
    return (shape_point){ from.x + share * (to.x - from.x), from.y + share * (to.y - from.y) };
}

/// Makes the collected section of the lane drivable and appends it. The next section begins at its end.
static fw_result end_section(assembly *lane, bend_ends ends)
{
    road_shaper *shaper = lane->shaper;
    shape_points *points = &shaper->points;
    ends.start = lane->heading;
    fw_result result = drive_lines(lane, points, &ends, shaper->section);
    if (result == FW_OK)
        result = road_append_piece(lane, shaper->section);
    points->items[0] = points->items[points->count - 1];
    points->count = 1;
    return result;
}

/// Ends a section at a point of a line, with the line's heading.
static fw_result end_section_at(assembly *lane, shape_point at, double heading)
{
    const bend_ends ends = { .goal = heading };
    const fw_result added = shape_points_add(&lane->shaper->points, lane->shaper->memory, at);
    return added == FW_OK ? end_section(lane, ends) : added;
}

/// Distance, in tiles, over which curves may move the lane at its ends and at bends that no arc fits.
static double wide_margin(const assembly *lane)
{
    return 2 * lane->task->ground.unit->def.turn_radius + 1;
}

/// A bend of the lane, and the lengths of the lines before and after it that its curve may use, in tiles.
typedef struct lane_bend {
    shape_point before, at, after;
    double left_before, left_after;
} lane_bend;

/// Distance from a bend over which a curve may move the lane, in tiles: that of the arc that touches both lines, if
/// this arc fits.
static double margin_at_bend(const assembly *lane, const lane_bend *bend)
{
    const smooth_ground *ground = &lane->task->ground;
    const double radius = ground->unit->def.turn_radius, heading = heading_along(bend->before, bend->at);
    const double turn = trig_wrap(heading_along(bend->at, bend->after) - heading);
    double sine, cosine;
    trig_sincos(fabs(turn) / 2, &sine, &cosine);
    if (radius * sine > fmin(bend->left_before, bend->left_after) * cosine)
        return wide_margin(lane);
    const double margin = radius * sine / cosine;
    const shape_point begin = toward(bend->at, bend->before, margin);
    const fw_segment arc = { .start = { begin.x, begin.y, heading },
                             .curvature = (turn < 0 ? -1 : 1) / radius,
                             .length = fabs(turn) * radius };
    const drive_rules rules = drive_rules_of(ground);
    const bool fits = road_holds_segment(&lane->task->roads, &arc) &&
                      sweep_segment_is_free(&rules.sweep, &rules.body, &arc);
    return fits ? margin : wide_margin(lane);
}

/// Adds a line of the lane to the section. A long line is cut at both margins, so that curves at its bends do not move
/// its middle.
static fw_result add_line(assembly *lane, shape_point from, shape_point to, double margin_before,
                          double margin_behind)
{
    const double heading = heading_along(from, to);
    fw_result result = FW_OK;
    if (way_length(from, to) > margin_before + margin_behind + NO_LINE) {
        result = end_section_at(lane, toward(from, to, margin_before), heading);
        if (result == FW_OK)
            result = end_section_at(lane, toward(to, from, margin_behind), heading);
    }
    return result == FW_OK ? shape_points_add(&lane->shaper->points, lane->shaper->memory, to) : result;
}

/// The next point that differs from a point; the number of points if there is none.
static int32_t next_point(const shape_points *drawn, int32_t index)
{
    int32_t next = index + 1;
    while (next < drawn->count && way_length(drawn->items[index], drawn->items[next]) <= NO_LINE)
        next++;
    return next;
}

static fw_result drive_sections(assembly *lane, const road_stretch *part)
{
    road_shaper *shaper = lane->shaper;
    const shape_points *drawn = &shaper->lane.drawn;
    const shape_point *items = drawn->items;
    double margin = wide_margin(lane);
    shaper->points.count = 0;
    fw_result result = shape_points_add(&shaper->points, shaper->memory, items[0]);
    for (int32_t at = 0, to = next_point(drawn, 0); to < drawn->count && result == FW_OK;) {
        const int32_t after = next_point(drawn, to);
        const double margin_before = margin;
        margin = wide_margin(lane);
        if (after < drawn->count) {
            const double ahead = way_length(items[to], items[after]);
            const bool is_last = next_point(drawn, after) == drawn->count;
            const lane_bend bend = { items[at], items[to], items[after],
                                     way_length(items[at], items[to]) - margin_before,
                                     is_last ? ahead - margin : ahead / 2 };
            margin = margin_at_bend(lane, &bend);
        }
        result = add_line(lane, items[at], items[to], margin_before, margin);
        at = to;
        to = after;
    }
    return result == FW_OK ? end_section(lane, part->ends) : result;
}

/// Writes the drawn lane to the piece, made drivable around its bends.
static fw_result drive_lane(const assembly *road, const road_stretch *part)
{
    assembly lane = *road;
    lane.path = road->shaper->piece;
    lane.heading = part->ends.start;
    lane.summary.cost = 0;
    lane.summary.violations = (fw_violations){ 0 };
    path_begin(lane.path);
    const fw_result result = drive_sections(&lane, part);
    if (result == FW_OK)
        path_end(lane.path, &lane.summary);
    else
        path_abandon(lane.path);
    return result;
}

/// Writes a stretch on roads to the piece, made drivable: in its lane if there is one and the unit can drive there,
/// else along its own lines.
static fw_result drive_on_roads(const assembly *assembly, const road_stretch *part, bool has_lane)
{
    if (has_lane) {
        const fw_result result = drive_lane(assembly, part);
        if (result != FW_OK || is_drive_on_roads(assembly->task, assembly->shaper->piece))
            return result;
    }
    const fw_result copied = copy_points(assembly, part);
    return copied == FW_OK
               ? drive_lines(assembly, &assembly->shaper->points, &part->ends, assembly->shaper->piece)
               : copied;
}

/// Writes a stretch on roads to the piece, in the middle of the roads' right half if possible.
static fw_result keep_right(const assembly *assembly, const road_stretch *part)
{
    const road_task *task = assembly->task;
    road_shaper *shaper = assembly->shaper;
    smooth_ground ground = task->ground;
    ground.overlay = shaper->side.blocked;
    const lane_rules rules = { &task->roads, way_rules_of(&ground), lane_half_width(task->ground.unit) };
    if (copy_points(assembly, part) != FW_OK)
        return FW_NO_MEMORY;
    const fw_result drawn = lane_draw(&shaper->lane, shaper->memory, &rules, part->places, part->count);
    if (drawn != FW_OK && drawn != FW_NOT_FOUND)
        return drawn;
    if (task->ground.unit->def.turn_radius > 0)
        return drive_on_roads(assembly, part, drawn == FW_OK);
    return road_write_lines(assembly, drawn == FW_OK ? &shaper->lane.drawn : &shaper->points, shaper->piece);
}

/// Writes the lines of a stretch to the piece.
static fw_result write_stretch(const assembly *assembly, const road_stretch *part)
{
    const fw_result copied = copy_points(assembly, part);
    return copied == FW_OK ? road_write_lines(assembly, &assembly->shaper->points, assembly->shaper->piece)
                           : copied;
}

/// The stretch that begins at a place. Unless it is the last one, it ends with the heading of the next stretch's first
/// step.
static road_stretch stretch_from(const assembly *assembly, int32_t first)
{
    const road_way *way = &assembly->shaper->way;
    const road_place *items = way->items;
    int32_t last = first + 1;
    while (last + 1 < way->count && items[last].is_on_road == items[first].is_on_road)
        last++;
    bend_ends ends = assembly->task->ends;
    if (first > 0)
        ends.start = assembly->heading;
    if (last + 1 < way->count) {
        ends.goal = heading_along(items[last].at, items[last + 1].at);
        ends.any_goal = false;
    }
    return (road_stretch){ items + first, last - first + 1, ends };
}

/// Begins to smooth a stretch, between its kerbs if it has any.
static fw_result begin_to_smooth(const assembly *assembly, const road_stretch *part, bool has_kerbs)
{
    const road_task *task = assembly->task;
    smooth_ground ground = task->ground;
    if (has_kerbs)
        ground.overlay = assembly->shaper->side.blocked;
    const fw_result written = write_stretch(assembly, part);
    return written == FW_OK ? smooth_begin(assembly->smoothing, &ground, task->smoothing, &part->ends,
                                           assembly->shaper->piece)
                            : written;
}

/// Continues to put up kerbs around the piece.
static fw_result put_kerbs(assembly *assembly, double aside)
{
    const road_task *task = assembly->task;
    return roadside_put_kerbs(&assembly->shaper->side, &task->roads, assembly->shaper->piece, aside,
                              task->ground.work, &assembly->kerbs);
}

static double reach_of(const assembly *assembly)
{
    return sweep_body_of(&assembly->task->ground.unit->def.footprint).reach;
}

/// Moves the stretch to the right half of its road, without a pause.
static fw_result keep_right_at_once(const assembly *assembly)
{
    shaping_work *work = assembly->task->ground.work;
    const uint64_t end = work ? work->end : 0;
    if (work)
        work->end = UINT64_MAX;
    const fw_result result = keep_right(assembly, &assembly->part);
    if (work)
        work->end = end;
    return result;
}

/// Begins the next stretch. Off the roads it is smoothed; on roads it is shaped between kerbs, or stays as it is.
static fw_result begin_stretch(assembly *assembly)
{
    const road_task *task = assembly->task;
    const road_stretch *part = &assembly->part;
    assembly->part = stretch_from(assembly, assembly->next);
    shaping_charge(task->ground.work, part->count);
    assembly->phase = STRETCH_APPEND;
    fw_result result = write_stretch(assembly, part);
    const bool is_on_road = part->places[0].is_on_road, has_kerbs = is_on_road && road_needs_kerbs(task);
    if (result != FW_OK || (is_on_road && !has_kerbs))
        return result;
    assembly->departures = road_departures(&task->roads, assembly->shaper->piece);
    assembly->phase = has_kerbs ? STRETCH_KERBS : STRETCH_SMOOTH;
    assembly->kerbs = (kerb_progress){ 0 };
    return has_kerbs ? FW_OK : begin_to_smooth(assembly, part, false);
}

static fw_result begin_between_kerbs(assembly *assembly)
{
    assembly->phase = STRETCH_BETWEEN_KERBS;
    return assembly->task->keep_right ? FW_OK : begin_to_smooth(assembly, &assembly->part, true);
}

/// Continues to put up kerbs around the lines of a stretch, then begins to shape it.
static fw_result put_first_kerbs(assembly *assembly)
{
    const double turn_radius = assembly->task->ground.unit->def.turn_radius;
    const fw_result put = put_kerbs(assembly, ROAD_REACH + 2 * turn_radius + reach_of(assembly));
    return put == FW_OK ? begin_between_kerbs(assembly) : put;
}

/// Continues to shape a stretch between its kerbs.
static fw_result shape_between_kerbs(assembly *assembly)
{
    const fw_result shaped =
        assembly->task->keep_right ? keep_right_at_once(assembly) : smooth_step(assembly->smoothing);
    if (shaped == FW_OK) {
        assembly->phase = STRETCH_MORE_KERBS;
        assembly->kerbs = (kerb_progress){ 0 };
    }
    return shaped;
}

/// Continues to put up kerbs around the shaped piece. If it comes to blocks whose kerbs did not stand, begins again.
static fw_result put_more_kerbs(assembly *assembly)
{
    const fw_result put = put_kerbs(assembly, reach_of(assembly));
    if (put == FW_OK && assembly->kerbs.are_new)
        return begin_between_kerbs(assembly);
    if (put == FW_OK)
        assembly->phase = STRETCH_JUDGE;
    return put;
}

/// Replaces the piece by the stretch's lines if it leaves roads more often than these; FW_ROADS_LANES forbids this.
static fw_result judge_stretch(assembly *assembly)
{
    const road_task *task = assembly->task;
    const road_stretch *part = &assembly->part;
    const bool keeps = task->method == FW_ROADS_LANES && !(part->places[0].is_on_road && task->keep_right);
    assembly->phase = STRETCH_APPEND;
    if (!keeps || road_departures(&task->roads, assembly->shaper->piece) <= assembly->departures)
        return FW_OK;
    return write_stretch(assembly, part);
}

/// Appends the present stretch.
static fw_result end_stretch(assembly *assembly)
{
    assembly->next += assembly->part.count - 1;
    assembly->phase = assembly->next + 1 < assembly->shaper->way.count ? STRETCH_BEGIN : STRETCH_NONE;
    return road_append_piece(assembly, assembly->shaper->piece);
}

void road_begin_stretches(assembly *assembly)
{
    assembly->heading = assembly->task->ends.start;
    assembly->next = 0;
    assembly->phase = assembly->shaper->way.count > 1 ? STRETCH_BEGIN : STRETCH_NONE;
    fw_path_summarise(assembly->path, &assembly->summary);
    assembly->summary.cost = 0;
    assembly->summary.violations = (fw_violations){ 0 };
    path_begin(assembly->path);
}

/// Continues the present stretch.
static fw_result step_stretch(assembly *assembly)
{
    fw_result result = FW_OK;
    switch (assembly->phase) {
    case STRETCH_BEGIN:
        return begin_stretch(assembly);
    case STRETCH_SMOOTH:
        result = smooth_step(assembly->smoothing);
        assembly->phase = result == FW_OK ? STRETCH_JUDGE : assembly->phase;
        return result;
    case STRETCH_KERBS:
        return put_first_kerbs(assembly);
    case STRETCH_BETWEEN_KERBS:
        return shape_between_kerbs(assembly);
    case STRETCH_MORE_KERBS:
        return put_more_kerbs(assembly);
    case STRETCH_JUDGE:
        return judge_stretch(assembly);
    case STRETCH_APPEND:
        return end_stretch(assembly);
    case STRETCH_NONE:
        break;
    }
    return result;
}

fw_result road_shape_stretches(assembly *assembly)
{
    fw_result result = FW_OK;
    while (result == FW_OK && assembly->phase != STRETCH_NONE)
        result = shaping_pauses(assembly->task->ground.work) ? FW_PENDING : step_stretch(assembly);
    if (result == FW_OK)
        path_end(assembly->path, &assembly->summary);
    else if (result != FW_PENDING)
        path_abandon(assembly->path);
    return result;
}
