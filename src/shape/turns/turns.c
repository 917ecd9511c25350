#include "shape/turns/turns.h"

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

static fw_result add_waypoint(turner *turner, double x, double y)
{
    shape_points *way = &turner->room.way;
    const shape_point *last = way->count ? &way->items[way->count - 1] : NULL;
    if (last && fabs(last->x - x) <= SAME_PLACE && fabs(last->y - y) <= SAME_PLACE)
        return FW_OK;
    return shape_points_add(way, turner->memory, (shape_point){ x, y });
}

/// Takes up the waypoints. A unit that stands at its goal but faces another way goes from a point to the same point.
static fw_result read_way(turner *turner, const turn_task *task, const fw_path *path)
{
    int32_t count;
    const fw_segment *segments = fw_path_segments(path, &count);
    const fw_pose end = segment_end(&segments[count - 1]);
    fw_result added = FW_OK;
    turner->room.way.count = 0;
    for (int32_t i = 0; i < count && added == FW_OK; i++)
        added = add_waypoint(turner, segments[i].start.x, segments[i].start.y);
    if (added == FW_OK)
        added = add_waypoint(turner, end.x, end.y);
    if (added == FW_OK && turner->room.way.count == 1 && task->has_goal_heading &&
        !headings_meet(task->goal_heading, task->start.heading))
        added = shape_points_add(&turner->room.way, turner->memory, (shape_point){ end.x, end.y });
    return added;
}

/// Would a legal turn lead on, had the unit come to a waypoint along another of the eight directions?
static bool is_lost_approach(const arrivals *arrivals, int32_t waypoint)
{
    const shape_point at = arrivals->room->way.items[waypoint];
    for (int direction = 0; direction < 8; direction++) {
        const fw_pose pose = { at.x, at.y, trig_wrap(direction * FW_PI / 4) };
        const double step = direction % 2 ? SQRT2 : 1;
        const fw_segment come = { .start = { at.x - step * trig_cos(pose.heading),
                                             at.y - step * trig_sin(pose.heading), pose.heading },
                                  .length = step };
        if (sweep_segment_is_free(&arrivals->rules.sweep, &arrivals->rules.body, &come) &&
            arrivals_could_lead_on(arrivals, waypoint, pose, step))
            return true;
    }
    return false;
}

static fw_result note_illegal(turner *turner, const arrivals *arrivals, int32_t waypoint)
{
    if (memory_reserve(turner->memory, &turner->illegal, &turner->illegal_room,
                       (size_t)turner->illegal_count + 1, sizeof *turner->illegal))
        return FW_NO_MEMORY;
    turner->illegal[turner->illegal_count++] = waypoint;
    turner->lost += is_lost_approach(arrivals, waypoint);
    return FW_OK;
}

/// Leads on from a waypoint where no direct turn is legal, as the task has it.
static fw_result do_as_asked(arrivals *arrivals, fw_turns kind, int32_t waypoint)
{
    switch (kind) {
    case FW_TURNS_IGNORE:
        return arrivals_force(arrivals, waypoint);
    case FW_TURNS_TIGHTEN:
        return arrivals_tighten(arrivals, waypoint);
    case FW_TURNS_BACK_UP:
        return arrivals_back_up(arrivals, waypoint);
    case FW_TURNS_RECALCULATE:
        return arrivals_lead_on(arrivals, waypoint, ARRIVAL_FREE);
    case FW_TURNS_NONE:
        break;
    }
    return FW_OK;
}

/// Leads on from a waypoint where no direct turn is legal.
static fw_result get_past(turner *turner, arrivals *arrivals, fw_turns kind, int32_t waypoint)
{
    fw_result result = do_as_asked(arrivals, kind, waypoint);
    if (result == FW_OK && arrivals->farthest == waypoint && kind == FW_TURNS_BACK_UP)
        result = arrivals_lead_on(arrivals, waypoint, ARRIVAL_FREE);
    if (result == FW_OK && arrivals->farthest == waypoint && kind == FW_TURNS_RECALCULATE)
        result = note_illegal(turner, arrivals, waypoint);
    return result == FW_OK && arrivals->farthest == waypoint ? arrivals_turn_on_the_spot(arrivals, waypoint)
                                                             : result;
}

static fw_result find_arrivals(turner *turner)
{
    arrivals *arrivals = &turner->arrivals;
    for (; turner->next < arrivals->last; turner->next++) {
        if (arrivals->room->first[turner->next] < 0)
            continue;
        if (shaping_pauses(arrivals->rules.ground.work))
            return FW_PENDING;
        fw_result result = arrivals_lead_on(arrivals, turner->next, ARRIVAL_DIRECT);
        if (result == FW_OK && arrivals->farthest == turner->next)
            result = get_past(turner, arrivals, turner->task.kind, turner->next);
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
static fw_result draw(turner *turner)
{
    arrivals *arrivals = &turner->arrivals;
    const arrival *items = arrivals->room->items;
    outline *drawn = &turner->drawn;
    for (int32_t to; (to = items[turner->next].other) >= 0; turner->next = to) {
        if (shaping_pauses(arrivals->rules.ground.work))
            return FW_PENDING;
        const arrival *reached = &items[to];
        const shape_point at = arrivals->room->way.items[reached->waypoint];
        drawn_manoeuvre part;
        manoeuvre_draw(&reached->manoeuvre, items[turner->next].pose,
                       (manoeuvre_target){ at.x, at.y, arrivals->goal_heading }, &part);
        shaping_charge(arrivals->rules.ground.work, 0);
        if (memory_reserve(turner->memory, &drawn->segments, &drawn->room,
                           (size_t)(drawn->count + part.count), sizeof *drawn->segments))
            return FW_NO_MEMORY;
        assert(drawn->segments); // what was an arrival has been drawn before, and has segments
        cut(drawn, reached->manoeuvre.back);
        for (int32_t i = 0; i < part.count; i++)
            append(drawn, &part.segments[i]);
    }
    return FW_OK;
}

/// Writes the drawn path, counts what it touches, and notes which of its stretches are impossible.
static fw_result write_segments(turner *turner)
{
    const drive_rules *rules = &turner->arrivals.rules;
    const sweep_ground ground = sweep_ground_alone(&rules->sweep);
    fw_path *path = turner->path;
    for (; turner->next < turner->drawn.count; turner->next++) {
        if (shaping_pauses(rules->ground.work))
            return FW_PENDING;
        const fw_segment *segment = &turner->drawn.segments[turner->next];
        const double heading =
            turner->next > 0 ? segment_end(segment - 1).heading : turner->task.start.heading;
        const double at = path_written_length(path);
        shaping_charge(rules->ground.work, segment->length);
        if (path_push(path, segment) != FW_OK)
            return FW_NO_MEMORY;
        turner->broken.blocked += !sweep_segment_is_free(&ground, &rules->body, segment);
        if (headings_meet(segment->start.heading, heading))
            continue;
        turner->broken.impossible++;
        if (path_push_impossible(path, at, at + segment->length) != FW_OK)
            return FW_NO_MEMORY;
    }
    return FW_OK;
}

/// Tiles that the unit may not enter cost nothing.
static double cost_of(const turner *turner)
{
    drive_rules tile_by_tile = turner->arrivals.rules;
    tile_by_tile.is_even = tile_by_tile.is_even && turner->broken.blocked == 0;
    return drive_run_cost(&tile_by_tile, turner->drawn.segments, turner->drawn.count);
}

/// Begins to write the drawn path.
static fw_result begin_to_write(turner *turner)
{
    turner->phase = TURNS_WRITE;
    turner->next = 0;
    turner->broken = (fw_violations){ 0 };
    path_begin(turner->path);
    return path_push(turner->path, &(fw_segment){ .start = turner->task.start });
}

static fw_result write(turner *turner)
{
    const turn_task *task = &turner->task;
    fw_path_summary summary;
    const fw_result written = write_segments(turner);
    if (written != FW_OK)
        return written;
    fw_path_summarise(turner->path, &summary);
    summary.violations = turner->broken;
    summary.cost = cost_of(turner);
    path_end(turner->path, &summary);
    violations_count_turns(task->ground.unit, &task->start.heading,
                           task->has_goal_heading ? &task->goal_heading : NULL, turner->path);
    turner->phase = TURNS_DONE;
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

fw_result turns_begin(turner *turner, const turn_task *task, fw_path *path)
{
    turner->illegal_count = turner->lost = 0;
    turner->phase = TURNS_DONE;
    turner->task = *task;
    turner->path = path;
    if (!is_way(path))
        return FW_OK;
    if (read_way(turner, task, path) != FW_OK)
        return FW_NO_MEMORY;
    turner->arrivals =
        (arrivals){ .memory = turner->memory, .room = &turner->room, .rules = drive_rules_of(&task->ground) };
    turner->arrivals.has_goal_heading = task->has_goal_heading;
    turner->arrivals.goal_heading = task->goal_heading;
    turner->drawn.count = turner->next = 0;
    if (turner->room.way.count <= 1)
        return begin_to_write(turner);
    turner->phase = TURNS_FIND;
    return arrivals_begin(&turner->arrivals, task->start);
}

/// Goes on with the present phase, and over to the next one.
static fw_result step_phase(turner *turner)
{
    fw_result stepped = FW_OK;
    switch (turner->phase) {
    case TURNS_FIND:
        stepped = find_arrivals(turner);
        if (stepped != FW_OK)
            return stepped;
        turner->phase = TURNS_DRAW;
        turner->next = arrivals_link(&turner->arrivals);
        return turner->task.must_be_legal && turner->illegal_count ? FW_GAVE_UP : FW_OK;
    case TURNS_DRAW:
        stepped = draw(turner);
        return stepped == FW_OK ? begin_to_write(turner) : stepped;
    case TURNS_WRITE:
        return write(turner);
    case TURNS_DONE:
        break;
    }
    return stepped;
}

fw_result turns_step(turner *turner)
{
    fw_result stepped = FW_OK;
    while (turner->phase != TURNS_DONE && stepped == FW_OK)
        stepped = step_phase(turner);
    if (stepped != FW_OK && stepped != FW_PENDING && turner->phase == TURNS_WRITE)
        path_abandon(turner->path);
    return stepped;
}

void turner_free(turner *spent)
{
    memory *memory = spent->memory;
    arrivals_free(&spent->room, memory);
    memory_give_back(memory, spent->illegal, spent->illegal_room, sizeof *spent->illegal);
    memory_give_back(memory, spent->drawn.segments, spent->drawn.room, sizeof *spent->drawn.segments);
    *spent = (turner){ .memory = memory };
}
