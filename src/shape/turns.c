#include "shape/turns.h"

#include <assert.h>
#include <math.h>

#include "base/trig.h"
#include "curve/segment.h"
#include "shape/violations.h"

/// Places that differ by less, in tiles, are the same.
#define SAME_PLACE 1e-9

fw_result turns_judge(const map_unit *unit, fw_turns kind, fw_refusal *why)
{
    if (kind == FW_TURNS_BACK_UP && !unit->def.reverse)
        return refuse_both(why, FW_METHOD_DOES_NOT_FIT, "turns", "unit.reverse",
                           "backing up needs a unit with a reverse gear");
    if (corners_are_cut(unit->def.corners))
        return refuse_both(why, FW_METHOD_DOES_NOT_FIT, "turns", "unit.corners",
                           "this needs the corner rule never or orthogonal");
    return FW_OK;
}

static fw_result add_waypoint(turner *by, double x, double y)
{
    shape_points *way = &by->room.way;
    const shape_point *last = way->count ? &way->items[way->count - 1] : NULL;
    if (last && fabs(last->x - x) <= SAME_PLACE && fabs(last->y - y) <= SAME_PLACE)
        return FW_OK;
    return shape_points_add(way, by->from, (shape_point){ x, y });
}

/// Takes up the waypoints. A unit that stands at its goal but faces another way goes from a point to the same point.
static fw_result read_way(turner *by, const turn_task *task, const fw_path *path)
{
    int32_t count;
    const fw_segment *segments = fw_path_segments(path, &count);
    const fw_pose end = segment_end(&segments[count - 1]);
    fw_result added = FW_OK;
    by->room.way.count = 0;
    for (int32_t i = 0; i < count && added == FW_OK; i++)
        added = add_waypoint(by, segments[i].start.x, segments[i].start.y);
    if (added == FW_OK)
        added = add_waypoint(by, end.x, end.y);
    if (added == FW_OK && by->room.way.count == 1 && task->has_goal_heading &&
        !headings_meet(task->goal_heading, task->start.heading))
        added = shape_points_add(&by->room.way, by->from, (shape_point){ end.x, end.y });
    return added;
}

/// Would a legal turn lead on, had the unit come to a waypoint along another of the eight directions?
static bool is_lost_approach(const arrivals *of, int32_t waypoint)
{
    const shape_point at = of->in->way.items[waypoint];
    for (int direction = 0; direction < 8; direction++) {
        const fw_pose pose = { at.x, at.y, trig_wrap(direction * FW_PI / 4) };
        const double step = direction % 2 ? SQRT2 : 1;
        const fw_segment come = { .start = { at.x - step * trig_cos(pose.heading),
                                             at.y - step * trig_sin(pose.heading), pose.heading },
                                  .length = step };
        if (sweep_segment_is_free(&of->by.under, &of->by.body, &come) &&
            arrivals_could_lead_on(of, waypoint, pose, step))
            return true;
    }
    return false;
}

static fw_result note_illegal(turner *by, const arrivals *of, int32_t waypoint)
{
    if (memory_reserve(by->from, &by->illegal, &by->illegal_room, (size_t)by->illegal_count + 1,
                       sizeof *by->illegal))
        return FW_NO_MEMORY;
    by->illegal[by->illegal_count++] = waypoint;
    by->lost += is_lost_approach(of, waypoint);
    return FW_OK;
}

/// Leads on from a waypoint where no direct turn is legal, as the task has it.
static fw_result do_as_asked(arrivals *of, fw_turns kind, int32_t waypoint)
{
    switch (kind) {
    case FW_TURNS_IGNORE:
        return arrivals_force(of, waypoint);
    case FW_TURNS_TIGHTEN:
        return arrivals_tighten(of, waypoint);
    case FW_TURNS_BACK_UP:
        return arrivals_back_up(of, waypoint);
    case FW_TURNS_RECALCULATE:
        return arrivals_lead_on(of, waypoint, ARRIVAL_FREE);
    case FW_TURNS_NONE:
        break;
    }
    return FW_OK;
}

/// Leads on from a waypoint where no direct turn is legal.
static fw_result get_past(turner *by, arrivals *of, fw_turns kind, int32_t waypoint)
{
    fw_result result = do_as_asked(of, kind, waypoint);
    if (result == FW_OK && of->farthest == waypoint && kind == FW_TURNS_BACK_UP)
        result = arrivals_lead_on(of, waypoint, ARRIVAL_FREE);
    if (result == FW_OK && of->farthest == waypoint && kind == FW_TURNS_RECALCULATE)
        result = note_illegal(by, of, waypoint);
    return result == FW_OK && of->farthest == waypoint ? arrivals_turn_on_the_spot(of, waypoint) : result;
}

static fw_result find_arrivals(turner *by)
{
    arrivals *of = &by->of;
    for (; by->next < of->last; by->next++) {
        if (of->in->first[by->next] < 0)
            continue;
        if (shaping_pauses(of->by.on.work))
            return FW_PENDING;
        fw_result result = arrivals_lead_on(of, by->next, ARRIVAL_DIRECT);
        if (result == FW_OK && of->farthest == by->next)
            result = get_past(by, of, by->task.kind, by->next);
        if (result != FW_OK)
            return result;
    }
    return FW_OK;
}

/// Takes away the end of the last line.
static void cut(outline *drawn, double length)
{
    if (length == 0)
        return;
    fw_segment *last = &drawn->segments[drawn->count - 1];
    last->length -= length;
    if (last->length <= SAME_PLACE)
        drawn->count--;
}

/// Appends a segment; lines that go on straight become one.
static void append(outline *drawn, const fw_segment *segment)
{
    fw_segment *last = drawn->count ? &drawn->segments[drawn->count - 1] : NULL;
    if (last && segment_is_forward_line(last) && segment_is_forward_line(segment) &&
        fabs(trig_wrap(last->start.heading - segment->start.heading)) <= SAME_PLACE)
        last->length += segment->length;
    else
        drawn->segments[drawn->count++] = *segment;
}

/// Draws the cheapest way to the last waypoint.
static fw_result draw(turner *by)
{
    arrivals *of = &by->of;
    const arrival *items = of->in->items;
    outline *drawn = &by->drawn;
    for (int32_t to; (to = items[by->next].other) >= 0; by->next = to) {
        if (shaping_pauses(of->by.on.work))
            return FW_PENDING;
        const arrival *reached = &items[to];
        const shape_point at = of->in->way.items[reached->waypoint];
        drawn_manoeuvre part;
        manoeuvre_draw(&reached->by, items[by->next].pose, (manoeuvre_target){ at.x, at.y, of->goal_heading },
                       &part);
        shaping_charge(of->by.on.work, 0);
        if (memory_reserve(by->from, &drawn->segments, &drawn->room, (size_t)(drawn->count + part.count),
                           sizeof *drawn->segments))
            return FW_NO_MEMORY;
        assert(drawn->segments); // what was an arrival has been drawn before, and has segments
        cut(drawn, reached->by.back);
        for (int32_t i = 0; i < part.count; i++)
            append(drawn, &part.segments[i]);
    }
    return FW_OK;
}

/// Writes the drawn path, counts what it touches, and notes which of its stretches are impossible.
static fw_result write_segments(turner *by)
{
    const drive_rules *rules = &by->of.by;
    const sweep_ground under = sweep_ground_alone(&rules->under);
    fw_path *path = by->path;
    for (; by->next < by->drawn.count; by->next++) {
        if (shaping_pauses(rules->on.work))
            return FW_PENDING;
        const fw_segment *segment = &by->drawn.segments[by->next];
        const double heading = by->next > 0 ? segment_end(segment - 1).heading : by->task.start.heading;
        const double at = path_written_length(path);
        shaping_charge(rules->on.work, segment->length);
        if (path_push(path, segment) != FW_OK)
            return FW_NO_MEMORY;
        by->broken.blocked += !sweep_segment_is_free(&under, &rules->body, segment);
        if (headings_meet(segment->start.heading, heading))
            continue;
        by->broken.impossible++;
        if (path_push_impossible(path, at, at + segment->length) != FW_OK)
            return FW_NO_MEMORY;
    }
    return FW_OK;
}

/// Tiles that the unit may not enter cost nothing.
static double cost_of(const turner *by)
{
    drive_rules tile_by_tile = by->of.by;
    tile_by_tile.is_even = tile_by_tile.is_even && by->broken.blocked == 0;
    return drive_run_cost(&tile_by_tile, by->drawn.segments, by->drawn.count);
}

/// Begins to write the drawn path.
static fw_result begin_to_write(turner *by)
{
    by->phase = TURNS_WRITE;
    by->next = 0;
    by->broken = (fw_violations){ 0 };
    path_begin(by->path);
    return path_push(by->path, &(fw_segment){ .start = by->task.start });
}

static fw_result write(turner *by)
{
    const turn_task *task = &by->task;
    fw_path_summary summary;
    const fw_result written = write_segments(by);
    if (written != FW_OK)
        return written;
    fw_path_summarise(by->path, &summary);
    summary.violations = by->broken;
    summary.cost = cost_of(by);
    path_end(by->path, &summary);
    violations_count_turns(task->on.unit, &task->start.heading,
                           task->has_goal_heading ? &task->goal_heading : NULL, by->path);
    by->phase = TURNS_DONE;
    return FW_OK;
}

/// Is it a way of lines driven forward, and for a unit that can face any way?
static bool is_way(const fw_path *path)
{
    int32_t count;
    const fw_segment *segments = fw_path_segments(path, &count);
    fw_path_summary summary;
    fw_path_summarise(path, &summary);
    return count > 0 && !summary.fixed_angles && segments_are_forward_lines(segments, count);
}

fw_result turns_begin(turner *by, const turn_task *task, fw_path *path)
{
    by->illegal_count = by->lost = 0;
    by->phase = TURNS_DONE;
    by->task = *task;
    by->path = path;
    if (!is_way(path))
        return FW_OK;
    if (read_way(by, task, path) != FW_OK)
        return FW_NO_MEMORY;
    by->of = (arrivals){ .from = by->from, .in = &by->room, .by = drive_rules_of(&task->on) };
    by->of.has_goal_heading = task->has_goal_heading;
    by->of.goal_heading = task->goal_heading;
    by->drawn.count = by->next = 0;
    if (by->room.way.count <= 1)
        return begin_to_write(by);
    by->phase = TURNS_FIND;
    return arrivals_begin(&by->of, task->start);
}

/// Goes on with the present phase, and over to the next one.
static fw_result step_phase(turner *by)
{
    fw_result stepped = FW_OK;
    switch (by->phase) {
    case TURNS_FIND:
        stepped = find_arrivals(by);
        if (stepped != FW_OK)
            return stepped;
        by->phase = TURNS_DRAW;
        by->next = arrivals_link(&by->of);
        return by->task.must_be_legal && by->illegal_count ? FW_GAVE_UP : FW_OK;
    case TURNS_DRAW:
        stepped = draw(by);
        return stepped == FW_OK ? begin_to_write(by) : stepped;
    case TURNS_WRITE:
        return write(by);
    case TURNS_DONE:
        break;
    }
    return stepped;
}

fw_result turns_step(turner *by)
{
    fw_result stepped = FW_OK;
    while (by->phase != TURNS_DONE && stepped == FW_OK)
        stepped = step_phase(by);
    if (stepped != FW_OK && stepped != FW_PENDING && by->phase == TURNS_WRITE)
        path_abandon(by->path);
    return stepped;
}

void turner_free(turner *by)
{
    memory *from = by->from;
    arrivals_free(&by->room, from);
    memory_give_back(from, by->illegal, by->illegal_room, sizeof *by->illegal);
    memory_give_back(from, by->drawn.segments, by->drawn.room, sizeof *by->drawn.segments);
    *by = (turner){ .from = from };
}
