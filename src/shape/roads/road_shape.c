#include "shape/roads/road_shape.h"

#include <math.h>

#include "base/trig.h"
#include "curve/line_cost.h"
#include "curve/segment.h"
#include "map/overlay.h"
#include "shape/curved/drive.h"
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

static fw_result take_points(const assembly *assembly, const road_stretch *part)
{
    shape_points *points = &assembly->shaper->points;
    points->count = 0;
    for (int32_t i = 0; i < part->count; i++)
        if (shape_points_add(points, assembly->shaper->memory, part->places[i].at) != FW_OK)
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
static fw_result drive_lines(const assembly *assembly, const shape_points *points, const bend_ends *ends,
                             fw_path *drive)
{
    for (int i = 0; i < 2; i++) {
        smooth_ground ground = assembly->task->ground;
        if (i == 1)
            ground.overlay = assembly->shaper->side.blocked;
        fw_result done = road_write_lines(assembly, points, drive);
        if (done == FW_OK)
            done = curved_begin(&assembly->smoothing->curved, assembly->shaper->memory, &ground, ends, true,
                                drive);
        if (done == FW_OK)
            done = curved_step(&assembly->smoothing->curved);
        if (done != FW_OK || is_drive_on_roads(assembly->task, drive))
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
    road_shaper *shaper = lane->shaper;
    shape_points *points = &shaper->points;
    ends.start = lane->heading;
    fw_result done = drive_lines(lane, points, &ends, shaper->section);
    if (done == FW_OK)
        done = road_append_piece(lane, shaper->section);
    points->items[0] = points->items[points->count - 1];
    points->count = 1;
    return done;
}

/// Ends a section at a point of a line, and faces along it there.
static fw_result end_section_at(assembly *lane, shape_point at, double heading)
{
    const bend_ends ends = { .goal = heading };
    const fw_result added = shape_points_add(&lane->shaper->points, lane->shaper->memory, at);
    return added == FW_OK ? end_section(lane, ends) : added;
}

/// How far from the ends of a lane, and from bends that no arc fits, curves may move it.
static double wide_room(const assembly *lane)
{
    return 2 * lane->task->ground.unit->def.turn_radius + 1;
}

/// A bend of the lane, and how much of the lines beside it is left for it, in tiles.
typedef struct lane_bend {
    shape_point before, at, after;
    double left_before, left_after;
} lane_bend;

/// How far from a bend a curve may move the lane: as far as an arc needs that touches both lines, if it fits there.
static double room_at_bend(const assembly *lane, const lane_bend *bend)
{
    const smooth_ground *ground = &lane->task->ground;
    const double radius = ground->unit->def.turn_radius, heading = heading_along(bend->before, bend->at);
    const double turn = trig_wrap(heading_along(bend->at, bend->after) - heading);
    double sine, cosine;
    trig_sincos(fabs(turn) / 2, &sine, &cosine);
    if (radius * sine > fmin(bend->left_before, bend->left_after) * cosine)
        return wide_room(lane);
    const double room = radius * sine / cosine;
    const shape_point begin = toward(bend->at, bend->before, room);
    const fw_segment arc = { .start = { begin.x, begin.y, heading },
                             .curvature = (turn < 0 ? -1 : 1) / radius,
                             .length = fabs(turn) * radius };
    const drive_rules rules = drive_rules_of(ground);
    const bool fits = road_holds_segment(&lane->task->roads, &arc) &&
                      sweep_segment_is_free(&rules.sweep, &rules.body, &arc);
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
    return done == FW_OK ? shape_points_add(&lane->shaper->points, lane->shaper->memory, to) : done;
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
    road_shaper *shaper = lane->shaper;
    const shape_points *drawn = &shaper->lane.drawn;
    const shape_point *items = drawn->items;
    double room = wide_room(lane);
    shaper->points.count = 0;
    fw_result done = shape_points_add(&shaper->points, shaper->memory, items[0]);
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
static fw_result drive_lane(const assembly *road, const road_stretch *part)
{
    assembly lane = *road;
    lane.path = road->shaper->piece;
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
static fw_result drive_on_roads(const assembly *assembly, const road_stretch *part, bool has_lane)
{
    if (has_lane) {
        const fw_result done = drive_lane(assembly, part);
        if (done != FW_OK || is_drive_on_roads(assembly->task, assembly->shaper->piece))
            return done;
    }
    const fw_result taken = take_points(assembly, part);
    return taken == FW_OK
               ? drive_lines(assembly, &assembly->shaper->points, &part->ends, assembly->shaper->piece)
               : taken;
}

/// A stretch on roads, in the middle of their right half where that is possible.
static fw_result keep_right(const assembly *assembly, const road_stretch *part)
{
    const road_task *task = assembly->task;
    road_shaper *shaper = assembly->shaper;
    const smooth_ground ground = { task->ground.map, task->ground.unit, shaper->side.blocked,
                                   task->ground.turn_charge, task->ground.work };
    const lane_rules rules = { &task->roads, way_rules_of(&ground), half_width(task->ground.unit) };
    if (take_points(assembly, part) != FW_OK)
        return FW_NO_MEMORY;
    const fw_result drawn = lane_draw(&shaper->lane, shaper->memory, &rules, part->places, part->count);
    if (drawn != FW_OK && drawn != FW_NOT_FOUND)
        return drawn;
    if (task->ground.unit->def.turn_radius > 0)
        return drive_on_roads(assembly, part, drawn == FW_OK);
    return road_write_lines(assembly, drawn == FW_OK ? &shaper->lane.drawn : &shaper->points, shaper->piece);
}

/// The lines of a stretch become the piece.
static fw_result write_stretch(const assembly *assembly, const road_stretch *part)
{
    const fw_result taken = take_points(assembly, part);
    return taken == FW_OK ? road_write_lines(assembly, &assembly->shaper->points, assembly->shaper->piece)
                          : taken;
}

/// The stretch that begins at a place. Where another one follows, it ends as that one's first step heads.
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

/// Puts up kerbs where the piece gets.
///
/// @param[out] any  there are new ones
static fw_result put_kerbs(const assembly *assembly, double aside, bool *any)
{
    return roadside_put_kerbs(&assembly->shaper->side, &assembly->task->roads, assembly->shaper->piece, aside,
                              any);
}

static double reach_of(const assembly *assembly)
{
    return sweep_body_of(&assembly->task->ground.unit->def.footprint).reach;
}

/// Moves a stretch to the right half of its road, at once whatever work that takes, and again where it gets to what has
/// no kerbs yet.
static fw_result keep_right_between_kerbs(const assembly *assembly, const road_stretch *part)
{
    shaping_work *work = assembly->task->ground.work;
    const uint64_t end = work ? work->end : 0;
    fw_result done = FW_OK;
    if (work)
        work->end = UINT64_MAX;
    for (bool any = true; done == FW_OK && any;) {
        done = keep_right(assembly, part);
        if (done == FW_OK)
            done = put_kerbs(assembly, reach_of(assembly), &any);
    }
    if (work)
        work->end = end;
    return done;
}

/// Begins with the next stretch: it is smoothed, on roads between kerbs. These are put up where its lines are, and then
/// where the piece gets that came of them.
static fw_result begin_stretch(assembly *assembly)
{
    const road_task *task = assembly->task;
    const road_stretch *part = &assembly->part;
    assembly->part = stretch_from(assembly, assembly->next);
    shaping_charge(task->ground.work, part->count);
    assembly->phase = STRETCH_APPEND;
    fw_result done = write_stretch(assembly, part);
    const bool is_on_road = part->places[0].is_on_road, has_kerbs = is_on_road && needs_kerbs(task);
    if (done != FW_OK || (is_on_road && !has_kerbs))
        return done;
    assembly->leavings = road_leavings(&task->roads, assembly->shaper->piece);
    assembly->phase = has_kerbs ? STRETCH_BETWEEN_KERBS : STRETCH_SMOOTH;
    if (!has_kerbs)
        return begin_to_smooth(assembly, part, false);
    bool any;
    done =
        put_kerbs(assembly, ROAD_REACH + 2 * task->ground.unit->def.turn_radius + reach_of(assembly), &any);
    if (done != FW_OK || !task->keep_right)
        return done == FW_OK ? begin_to_smooth(assembly, part, true) : done;
    assembly->phase = STRETCH_JUDGE;
    return keep_right_between_kerbs(assembly, part);
}

/// Goes on to smooth a stretch between kerbs, and begins again where it gets to what has none yet.
static fw_result smooth_between_kerbs(assembly *assembly)
{
    bool any = false;
    fw_result done = smooth_step(assembly->smoothing);
    if (done == FW_OK)
        done = put_kerbs(assembly, reach_of(assembly), &any);
    if (done == FW_OK && any)
        return begin_to_smooth(assembly, &assembly->part, true);
    if (done == FW_OK)
        assembly->phase = STRETCH_JUDGE;
    return done;
}

/// In lanes a stretch must not leave a road where its lines do not.
static fw_result judge_stretch(assembly *assembly)
{
    const road_task *task = assembly->task;
    const road_stretch *part = &assembly->part;
    const bool keeps = task->method == FW_ROADS_LANES && !(part->places[0].is_on_road && task->keep_right);
    assembly->phase = STRETCH_APPEND;
    if (!keeps || road_leavings(&task->roads, assembly->shaper->piece) <= assembly->leavings)
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

/// Begins to put the path together again.
static void begin_stretches(assembly *assembly)
{
    assembly->heading = assembly->task->ends.start;
    assembly->next = 0;
    assembly->phase = assembly->shaper->way.count > 1 ? STRETCH_BEGIN : STRETCH_NONE;
    fw_path_summarise(assembly->path, &assembly->summary);
    assembly->summary.cost = 0;
    assembly->summary.violations = (fw_violations){ 0 };
    path_begin(assembly->path);
}

/// Goes on with the present stretch.
static fw_result step_stretch(assembly *assembly)
{
    fw_result done = FW_OK;
    switch (assembly->phase) {
    case STRETCH_BEGIN:
        return begin_stretch(assembly);
    case STRETCH_SMOOTH:
        done = smooth_step(assembly->smoothing);
        assembly->phase = done == FW_OK ? STRETCH_JUDGE : assembly->phase;
        return done;
    case STRETCH_BETWEEN_KERBS:
        return smooth_between_kerbs(assembly);
    case STRETCH_JUDGE:
        return judge_stretch(assembly);
    case STRETCH_APPEND:
        return end_stretch(assembly);
    case STRETCH_NONE:
        break;
    }
    return done;
}

/// Goes on to put the path together again, stretch by stretch.
static fw_result shape_stretches(assembly *assembly)
{
    fw_result done = FW_OK;
    while (done == FW_OK && assembly->phase != STRETCH_NONE)
        done = shaping_pauses(assembly->task->ground.work) ? FW_PENDING : step_stretch(assembly);
    if (done == FW_OK)
        path_end(assembly->path, &assembly->summary);
    else if (done != FW_PENDING)
        path_abandon(assembly->path);
    return done;
}

/// Tiles that a turn by a right angle needs along the road, before and after it.
static int32_t tiles_of_turn(const map_unit *unit)
{
    const double radius = ceil(unit->def.turn_radius);
    return 1 + (int32_t)radius;
}

static fw_result begin_roadside(road_shaper *shaper, const road_task *task)
{
    if (!needs_kerbs(task) && !sets_cones(task))
        return FW_OK;
    const fw_result begun = roadside_begin(&shaper->side, shaper->memory, &task->ground);
    if (begun != FW_OK || !sets_cones(task))
        return begun;
    return roadside_put_cones(&shaper->side, shaper->memory, &task->roads, &shaper->way,
                              task->ground.unit->def.size, tiles_of_turn(task->ground.unit));
}

fw_result road_begin(road_shaper *shaper, smoother *smoothing, const road_task *task, fw_path *path)
{
    int32_t count;
    const fw_segment *segments = fw_path_segments(path, &count);
    shaper->phase = ROAD_DONE;
    shaper->task = *task;
    shaper->whole =
        (assembly){ .shaper = shaper, .smoothing = smoothing, .task = &shaper->task, .path = path };
    if (fw_path_length(path) <= 0 || !segments_are_forward_lines(segments, count))
        return FW_OK;
    const fw_allocator hooks = memory_hooks(shaper->memory);
    if ((!shaper->piece && fw_path_create(&hooks, &shaper->piece) != FW_OK) ||
        (!shaper->section && fw_path_create(&hooks, &shaper->section) != FW_OK) ||
        road_read(&shaper->way, shaper->memory, &task->roads, path) != FW_OK ||
        begin_roadside(shaper, task) != FW_OK)
        return FW_NO_MEMORY;
    if (sets_cones(task)) {
        smooth_ground ground = task->ground;
        ground.overlay = shaper->side.blocked;
        shaper->phase = ROAD_CONES;
        return smooth_begin(smoothing, &ground, task->smoothing, &task->ends, path);
    }
    shaper->phase = ROAD_STRETCHES;
    begin_stretches(&shaper->whole);
    return FW_OK;
}

fw_result road_step(road_shaper *shaper)
{
    switch (shaper->phase) {
    case ROAD_CONES:
        return smooth_step(shaper->whole.smoothing);
    case ROAD_STRETCHES:
        return shape_stretches(&shaper->whole);
    case ROAD_DONE:
        break;
    }
    return FW_OK;
}

void road_shaper_free(road_shaper *shaper)
{
    memory *memory = shaper->memory;
    road_way_free(&shaper->way, memory);
    lane_free(&shaper->lane, memory);
    memory_give_back(memory, shaper->points.items, shaper->points.room, sizeof *shaper->points.items);
    fw_path_destroy(shaper->piece);
    fw_path_destroy(shaper->section);
    roadside_free(&shaper->side, memory);
    *shaper = (road_shaper){ .memory = memory };
}
