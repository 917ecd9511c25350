#include "shape/road_shape.h"

#include <math.h>

#include "base/trig.h"
#include "curve/line_cost.h"
#include "curve/segment.h"
#include "map/overlay.h"
#include "shape/drive.h"
#include "shape/road_piece.h"

/// Lines shorter than this, in tiles, are none.
#define NO_LINE 1e-9

static bool sets_cones(const road_task *task)
{
    return task->method == FW_ROADS_CONES && !task->keep_right;
}

/// Does it shape stretches on roads with kerbs beside them?
static bool needs_kerbs(const road_task *task)
{
    return task->keep_right || task->method == FW_ROADS_LANES;
}

static double heading_along(shape_point from, shape_point to)
{
    fw_segment line;
    segment_set_line(&line, from.x, from.y, to.x, to.y);
    return line.start.heading;
}

static fw_result take_points(const assembly *of, const road_stretch *part)
{
    shape_points *points = &of->by->points;
    points->count = 0;
    for (int32_t i = 0; i < part->count; i++)
        if (shape_points_add(points, of->by->from, part->places[i].at) != FW_OK)
            return FW_NO_MEMORY;
    return FW_OK;
}

/// Half of the body's width: what it needs to both sides when it drives along a road.
static double half_width(const map_unit *unit)
{
    const fw_unit_def *def = &unit->def;
    const fw_footprint *body = &def->footprint;
    if (body->kind == FW_FOOTPRINT_BY_SIZE)
        return 0.5 * def->size;
    return body->kind == FW_FOOTPRINT_CIRCLE ? body->radius : body->width / 2;
}

/// Can the unit drive a path, and does it keep to the roads?
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

/// Lines as a drive around their bends that keeps to the roads with its centre, or else with the whole body: then it
/// swings out.
static fw_result drive_lines(const assembly *of, const shape_points *points, const bend_ends *ends,
                             fw_path *drive)
{
    for (int i = 0; i < 2; i++) {
        smooth_ground ground = of->task->on;
        if (i == 1)
            ground.overlay = of->by->side.blocked;
        fw_result done = road_write_lines(of, points, drive);
        if (done == FW_OK)
            done = curved_begin(&of->smoothing->curved, of->by->from, &ground, ends, true, drive);
        if (done == FW_OK)
            done = curved_step(&of->smoothing->curved);
        if (done != FW_OK || is_drive_on_roads(of->task, drive))
            return done;
    }
    return FW_OK;
}

static shape_point toward(shape_point from, shape_point to, double distance)
{
    const double share = distance / way_length(from, to);
    return (shape_point){ from.x + share * (to.x - from.x), from.y + share * (to.y - from.y) };
}

/// Drives the section of the lane that was taken up; the next one begins where it ends.
static fw_result end_section(assembly *lane, bend_ends ends)
{
    road_shaper *by = lane->by;
    shape_points *points = &by->points;
    ends.start = lane->heading;
    fw_result done = drive_lines(lane, points, &ends, by->section);
    if (done == FW_OK)
        done = road_append_piece(lane, by->section);
    points->items[0] = points->items[points->count - 1];
    points->count = 1;
    return done;
}

/// Ends a section at a point of a line, and faces along it there.
static fw_result end_section_at(assembly *lane, shape_point at, double heading)
{
    const bend_ends ends = { .goal = heading };
    const fw_result added = shape_points_add(&lane->by->points, lane->by->from, at);
    return added == FW_OK ? end_section(lane, ends) : added;
}

/// How far from the ends of a lane, and from bends that no arc fits, curves may move it.
static double wide_room(const assembly *lane)
{
    return 2 * lane->task->on.unit->def.turn_radius + 1;
}

/// A bend of the lane, and how much of the lines beside it is left for it, in tiles.
typedef struct lane_bend {
    shape_point before, at, after;
    double left_before, left_after;
} lane_bend;

/// How far from a bend a curve may move the lane: as far as an arc needs that touches both lines, if it fits there.
static double room_at_bend(const assembly *lane, const lane_bend *of)
{
    const smooth_ground *on = &lane->task->on;
    const double radius = on->unit->def.turn_radius, heading = heading_along(of->before, of->at);
    const double turn = trig_wrap(heading_along(of->at, of->after) - heading);
    double sine, cosine;
    trig_sincos(fabs(turn) / 2, &sine, &cosine);
    if (radius * sine > fmin(of->left_before, of->left_after) * cosine)
        return wide_room(lane);
    const double room = radius * sine / cosine;
    const shape_point begin = toward(of->at, of->before, room);
    const fw_segment arc = { .start = { begin.x, begin.y, heading },
                             .curvature = (turn < 0 ? -1 : 1) / radius,
                             .length = fabs(turn) * radius };
    const drive_rules by = drive_rules_of(on);
    const bool fits =
        road_holds_segment(&lane->task->roads, &arc) && sweep_segment_is_free(&by.under, &by.body, &arc);
    return fits ? room : wide_room(lane);
}

/// Takes up a line of the lane. A long one is cut on both sides of its middle, so that bends move only what is near.
static fw_result take_line(assembly *lane, shape_point from, shape_point to, double room_before,
                           double room_behind)
{
    const double heading = heading_along(from, to);
    fw_result done = FW_OK;
    if (way_length(from, to) > room_before + room_behind + NO_LINE) {
        done = end_section_at(lane, toward(from, to, room_before), heading);
        if (done == FW_OK)
            done = end_section_at(lane, toward(to, from, room_behind), heading);
    }
    return done == FW_OK ? shape_points_add(&lane->by->points, lane->by->from, to) : done;
}

/// The next point that is not the same one; the number of points where there is none.
static int32_t next_point(const shape_points *drawn, int32_t index)
{
    int32_t next = index + 1;
    while (next < drawn->count && way_length(drawn->items[index], drawn->items[next]) <= NO_LINE)
        next++;
    return next;
}

static fw_result drive_sections(assembly *lane, const road_stretch *part)
{
    road_shaper *by = lane->by;
    const shape_points *drawn = &by->lane.drawn;
    const shape_point *items = drawn->items;
    double room = wide_room(lane);
    by->points.count = 0;
    fw_result done = shape_points_add(&by->points, by->from, items[0]);
    for (int32_t at = 0, to = next_point(drawn, 0); to < drawn->count && done == FW_OK;) {
        const int32_t after = next_point(drawn, to);
        const double room_before = room;
        room = wide_room(lane);
        if (after < drawn->count) {
            const double ahead = way_length(items[to], items[after]);
            const bool is_last = next_point(drawn, after) == drawn->count;
            const lane_bend bend = { items[at], items[to], items[after],
                                     way_length(items[at], items[to]) - room_before,
                                     is_last ? ahead - room : ahead / 2 };
            room = room_at_bend(lane, &bend);
        }
        done = take_line(lane, items[at], items[to], room_before, room);
        at = to;
        to = after;
    }
    return done == FW_OK ? end_section(lane, part->ends) : done;
}

/// The lane that was drawn becomes the piece, as a drive around its bends.
static fw_result drive_lane(const assembly *of, const road_stretch *part)
{
    assembly lane = *of;
    lane.path = of->by->piece;
    lane.heading = part->ends.start;
    lane.summary.cost = 0;
    lane.summary.violations = (fw_violations){ 0 };
    path_begin(lane.path);
    const fw_result done = drive_sections(&lane, part);
    if (done == FW_OK)
        path_end(lane.path, &lane.summary);
    else
        path_abandon(lane.path);
    return done;
}

/// A stretch on roads as a drive around its bends: in its lane if there is one and the unit can, or as it was.
static fw_result drive_on_roads(const assembly *of, const road_stretch *part, bool has_lane)
{
    if (has_lane) {
        const fw_result done = drive_lane(of, part);
        if (done != FW_OK || is_drive_on_roads(of->task, of->by->piece))
            return done;
    }
    const fw_result taken = take_points(of, part);
    return taken == FW_OK ? drive_lines(of, &of->by->points, &part->ends, of->by->piece) : taken;
}

/// A stretch on roads, in the middle of their right half where that is possible.
static fw_result keep_right(const assembly *of, const road_stretch *part)
{
    const road_task *task = of->task;
    road_shaper *by = of->by;
    const smooth_ground ground = { task->on.map, task->on.unit, by->side.blocked, task->on.turn_charge,
                                   task->on.work };
    const lane_rules rules = { &task->roads, way_rules_of(&ground), half_width(task->on.unit) };
    if (take_points(of, part) != FW_OK)
        return FW_NO_MEMORY;
    const fw_result drawn = lane_draw(&by->lane, by->from, &rules, part->places, part->count);
    if (drawn != FW_OK && drawn != FW_NOT_FOUND)
        return drawn;
    if (task->on.unit->def.turn_radius > 0)
        return drive_on_roads(of, part, drawn == FW_OK);
    return road_write_lines(of, drawn == FW_OK ? &by->lane.drawn : &by->points, by->piece);
}

/// The lines of a stretch become the piece.
static fw_result write_stretch(const assembly *of, const road_stretch *part)
{
    const fw_result taken = take_points(of, part);
    return taken == FW_OK ? road_write_lines(of, &of->by->points, of->by->piece) : taken;
}

/// The stretch that begins at a place. Where another one follows, it ends as that one's first step heads.
static road_stretch stretch_from(const assembly *of, int32_t first)
{
    const road_way *way = &of->by->way;
    const road_place *items = way->items;
    int32_t last = first + 1;
    while (last + 1 < way->count && items[last].is_on_road == items[first].is_on_road)
        last++;
    bend_ends ends = of->task->ends;
    if (first > 0)
        ends.start = of->heading;
    if (last + 1 < way->count) {
        ends.goal = heading_along(items[last].at, items[last + 1].at);
        ends.any_goal = false;
    }
    return (road_stretch){ items + first, last - first + 1, ends };
}

/// Begins to smooth a stretch, between its kerbs if it has any.
static fw_result begin_to_smooth(const assembly *of, const road_stretch *part, bool has_kerbs)
{
    const road_task *task = of->task;
    smooth_ground ground = task->on;
    if (has_kerbs)
        ground.overlay = of->by->side.blocked;
    const fw_result written = write_stretch(of, part);
    return written == FW_OK
               ? smooth_begin(of->smoothing, &ground, task->smoothing, &part->ends, of->by->piece)
               : written;
}

/// Puts up kerbs where the piece gets.
///
/// @param[out] any  there are new ones
static fw_result put_kerbs(const assembly *of, double aside, bool *any)
{
    return roadside_put_kerbs(&of->by->side, &of->task->roads, of->by->piece, aside, any);
}

static double reach_of(const assembly *of)
{
    return sweep_body_of(&of->task->on.unit->def.footprint).reach;
}

/// Moves a stretch to the right half of its road, at once whatever work that takes, and again where it gets to what has
/// no kerbs yet.
static fw_result keep_right_between_kerbs(const assembly *of, const road_stretch *part)
{
    shaping_work *work = of->task->on.work;
    const uint64_t end = work ? work->end : 0;
    fw_result done = FW_OK;
    if (work)
        work->end = UINT64_MAX;
    for (bool any = true; done == FW_OK && any;) {
        done = keep_right(of, part);
        if (done == FW_OK)
            done = put_kerbs(of, reach_of(of), &any);
    }
    if (work)
        work->end = end;
    return done;
}

/// Begins with the next stretch: it is smoothed, on roads between kerbs. These are put up where its lines are, and then
/// where the piece gets that came of them.
static fw_result begin_stretch(assembly *of)
{
    const road_task *task = of->task;
    const road_stretch *part = &of->part;
    of->part = stretch_from(of, of->next);
    shaping_charge(task->on.work, part->count);
    of->phase = STRETCH_APPEND;
    fw_result done = write_stretch(of, part);
    const bool is_on_road = part->places[0].is_on_road, has_kerbs = is_on_road && needs_kerbs(task);
    if (done != FW_OK || (is_on_road && !has_kerbs))
        return done;
    of->leavings = road_leavings(&task->roads, of->by->piece);
    of->phase = has_kerbs ? STRETCH_BETWEEN_KERBS : STRETCH_SMOOTH;
    if (!has_kerbs)
        return begin_to_smooth(of, part, false);
    bool any;
    done = put_kerbs(of, ROAD_REACH + 2 * task->on.unit->def.turn_radius + reach_of(of), &any);
    if (done != FW_OK || !task->keep_right)
        return done == FW_OK ? begin_to_smooth(of, part, true) : done;
    of->phase = STRETCH_JUDGE;
    return keep_right_between_kerbs(of, part);
}

/// Goes on to smooth a stretch between kerbs, and begins again where it gets to what has none yet.
static fw_result smooth_between_kerbs(assembly *of)
{
    bool any = false;
    fw_result done = smooth_step(of->smoothing);
    if (done == FW_OK)
        done = put_kerbs(of, reach_of(of), &any);
    if (done == FW_OK && any)
        return begin_to_smooth(of, &of->part, true);
    if (done == FW_OK)
        of->phase = STRETCH_JUDGE;
    return done;
}

/// In lanes a stretch must not leave a road where its lines do not.
static fw_result judge_stretch(assembly *of)
{
    const road_task *task = of->task;
    const road_stretch *part = &of->part;
    const bool keeps = task->method == FW_ROADS_LANES && !(part->places[0].is_on_road && task->keep_right);
    of->phase = STRETCH_APPEND;
    if (!keeps || road_leavings(&task->roads, of->by->piece) <= of->leavings)
        return FW_OK;
    return write_stretch(of, part);
}

/// Appends the present stretch.
static fw_result end_stretch(assembly *of)
{
    of->next += of->part.count - 1;
    of->phase = of->next + 1 < of->by->way.count ? STRETCH_BEGIN : STRETCH_NONE;
    return road_append_piece(of, of->by->piece);
}

/// Begins to put the path together again.
static void begin_stretches(assembly *of)
{
    of->heading = of->task->ends.start;
    of->next = 0;
    of->phase = of->by->way.count > 1 ? STRETCH_BEGIN : STRETCH_NONE;
    fw_path_summarise(of->path, &of->summary);
    of->summary.cost = 0;
    of->summary.violations = (fw_violations){ 0 };
    path_begin(of->path);
}

/// Goes on with the present stretch.
static fw_result step_stretch(assembly *of)
{
    fw_result done = FW_OK;
    switch (of->phase) {
    case STRETCH_BEGIN:
        return begin_stretch(of);
    case STRETCH_SMOOTH:
        done = smooth_step(of->smoothing);
        of->phase = done == FW_OK ? STRETCH_JUDGE : of->phase;
        return done;
    case STRETCH_BETWEEN_KERBS:
        return smooth_between_kerbs(of);
    case STRETCH_JUDGE:
        return judge_stretch(of);
    case STRETCH_APPEND:
        return end_stretch(of);
    case STRETCH_NONE:
        break;
    }
    return done;
}

/// Goes on to put the path together again, stretch by stretch.
static fw_result shape_stretches(assembly *of)
{
    fw_result done = FW_OK;
    while (done == FW_OK && of->phase != STRETCH_NONE)
        done = shaping_pauses(of->task->on.work) ? FW_PENDING : step_stretch(of);
    if (done == FW_OK)
        path_end(of->path, &of->summary);
    else if (done != FW_PENDING)
        path_abandon(of->path);
    return done;
}

/// Tiles that a turn by a right angle needs along the road, before and after it.
static int32_t tiles_of_turn(const map_unit *unit)
{
    const double radius = ceil(unit->def.turn_radius);
    return 1 + (int32_t)radius;
}

static fw_result begin_roadside(road_shaper *by, const road_task *task)
{
    if (!needs_kerbs(task) && !sets_cones(task))
        return FW_OK;
    const fw_result begun = roadside_begin(&by->side, by->from, &task->on);
    if (begun != FW_OK || !sets_cones(task))
        return begun;
    return roadside_put_cones(&by->side, by->from, &task->roads, &by->way, task->on.unit->def.size,
                              tiles_of_turn(task->on.unit));
}

fw_result road_begin(road_shaper *by, smoother *smoothing, const road_task *task, fw_path *path)
{
    int32_t count;
    const fw_segment *segments = fw_path_segments(path, &count);
    by->phase = ROAD_DONE;
    by->task = *task;
    by->whole = (assembly){ .by = by, .smoothing = smoothing, .task = &by->task, .path = path };
    if (fw_path_length(path) <= 0 || !segments_are_forward_lines(segments, count))
        return FW_OK;
    const fw_allocator hooks = memory_hooks(by->from);
    if ((!by->piece && fw_path_create(&hooks, &by->piece) != FW_OK) ||
        (!by->section && fw_path_create(&hooks, &by->section) != FW_OK) ||
        road_read(&by->way, by->from, &task->roads, path) != FW_OK || begin_roadside(by, task) != FW_OK)
        return FW_NO_MEMORY;
    if (sets_cones(task)) {
        smooth_ground ground = task->on;
        ground.overlay = by->side.blocked;
        by->phase = ROAD_CONES;
        return smooth_begin(smoothing, &ground, task->smoothing, &task->ends, path);
    }
    by->phase = ROAD_STRETCHES;
    begin_stretches(&by->whole);
    return FW_OK;
}

fw_result road_step(road_shaper *by)
{
    switch (by->phase) {
    case ROAD_CONES:
        return smooth_step(by->whole.smoothing);
    case ROAD_STRETCHES:
        return shape_stretches(&by->whole);
    case ROAD_DONE:
        break;
    }
    return FW_OK;
}

void road_shaper_free(road_shaper *by)
{
    memory *from = by->from;
    road_way_free(&by->way, from);
    lane_free(&by->lane, from);
    memory_give_back(from, by->points.items, by->points.room, sizeof *by->points.items);
    fw_path_destroy(by->piece);
    fw_path_destroy(by->section);
    roadside_free(&by->side, from);
    *by = (road_shaper){ .from = from };
}
