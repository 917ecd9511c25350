#include "shape/turns/turns.h"

#include <math.h>

#include "base/must_hold.h"
#include "base/trig.h"
#include "curve/segment.h"
#include "curve/sweep.h"
#include "curve/sweep_ground.h"
#include "shape/violations.h"

/// Positions (tiles) and headings (radians) whose differences are smaller are equal.
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

static fw_result add_waypoint(turn_pass *pass, double x, double y)
{
    shape_points *way = &pass->store.way;
    const vector *last = way->count ? &way->items[way->count - 1] : NULL;
    if (last && fabs(last->x - x) <= SAME_PLACE && fabs(last->y - y) <= SAME_PLACE)
        return FW_OK;
    return shape_points_add(way, pass->memory, (vector){ x, y });
}

/// Reads the waypoints. If start and goal are the same point but the headings differ, this point is both waypoints.
static fw_result read_way(turn_pass *pass, const turn_task *task, const fw_path *path)
{
    int32_t count;
    const fw_segment *segments = fw_path_segments(path, &count);
    const fw_pose end = segment_end(&segments[count - 1]);
    fw_result added = FW_OK;
    pass->store.way.count = 0;
    for (int32_t i = 0; i < count && added == FW_OK; i++)
        added = add_waypoint(pass, segments[i].start.x, segments[i].start.y);
    if (added == FW_OK)
        added = add_waypoint(pass, end.x, end.y);
    if (added == FW_OK && pass->store.way.count == 1 && task->has_goal_heading &&
        !headings_meet(task->goal_heading, task->start.heading))
        added = shape_points_add(&pass->store.way, pass->memory, (vector){ end.x, end.y });
    return added;
}

/// True if a legal turn leads on from a waypoint for a unit that arrives there along one of the eight directions.
static bool is_lost_approach(const arrival_search *search, int32_t waypoint)
{
    const vector at = search->store->way.items[waypoint];
    for (int direction = 0; direction < 8; direction++) {
        const fw_pose pose = { at.x, at.y, trig_wrap(direction * FW_PI / 4) };
        const double step = direction % 2 ? SQRT2 : 1;
        const fw_segment approach = { .start = { at.x - step * trig_cos(pose.heading),
                                                 at.y - step * trig_sin(pose.heading), pose.heading },
                                      .length = step };
        if (sweep_segment_is_free(&search->rules.sweep, &search->rules.body, &approach) &&
            arrival_search_can_continue(search, waypoint, pose, step))
            return true;
    }
    return false;
}

static fw_result note_illegal(turn_pass *pass, const arrival_search *search, int32_t waypoint)
{
    if (MEMORY_RESERVE(pass->memory, pass->illegal, pass->illegal_room, (size_t)pass->illegal_count + 1))
        return FW_NO_MEMORY;
    pass->illegal[pass->illegal_count++] = waypoint;
    pass->lost_approaches += is_lost_approach(search, waypoint);
    return FW_OK;
}

/// Extends the arrivals at a waypoint from which no legal direct turn leads on, by the kind of turns of the task.
static fw_result extend_by_kind(arrival_search *search, fw_turns kind, int32_t waypoint)
{
    switch (kind) {
    case FW_TURNS_IGNORE:
        return arrival_search_force(search, waypoint);
    case FW_TURNS_TIGHTEN:
        return arrival_search_tighten(search, waypoint);
    case FW_TURNS_BACK_UP:
        return arrival_search_back_up(search, waypoint);
    case FW_TURNS_RECALCULATE:
        return arrival_search_extend(search, waypoint, MANOEUVRES_FREE);
    case FW_TURNS_NONE:
        break;
    }
    return FW_OK;
}

/// Extends the arrivals at a waypoint from which no legal direct turn leads on. If the kind of turns of the task does
/// not lead on either, the unit turns on the spot.
static fw_result get_past(turn_pass *pass, arrival_search *search, fw_turns kind, int32_t waypoint)
{
    fw_result result = extend_by_kind(search, kind, waypoint);
    if (result == FW_OK && search->farthest == waypoint && kind == FW_TURNS_BACK_UP)
        result = arrival_search_extend(search, waypoint, MANOEUVRES_FREE);
    if (result == FW_OK && search->farthest == waypoint && kind == FW_TURNS_RECALCULATE)
        result = note_illegal(pass, search, waypoint);
    return result == FW_OK && search->farthest == waypoint ? arrival_search_turn_on_the_spot(search, waypoint)
                                                           : result;
}

static fw_result find_arrivals(turn_pass *pass)
{
    arrival_search *search = &pass->search;
    for (; pass->next < search->last; pass->next++) {
        if (search->store->first[pass->next] < 0)
            continue;
        if (shaping_pauses(search->rules.ground.work))
            return FW_PENDING;
        fw_result result = arrival_search_extend(search, pass->next, MANOEUVRES_DIRECT);
        if (result == FW_OK && search->farthest == pass->next)
            result = get_past(pass, search, pass->task.kind, pass->next);
        if (result != FW_OK)
            return result;
    }
    return FW_OK;
}

static void shorten(outline *drawn, double length)
{
    if (length == 0)
        return;
    fw_segment *last = &drawn->segments[drawn->count - 1];
    last->length -= length;
    if (last->length <= SAME_PLACE)
        drawn->count--;
}

/// Appends a segment. A line with the heading of the line before makes that line longer.
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
static fw_result turns_draw(turn_pass *pass)
{
    arrival_search *search = &pass->search;
    const arrival *items = search->store->items;
    outline *drawn = &pass->drawn;
    for (int32_t to; (to = items[pass->next].other) >= 0; pass->next = to) {
        if (shaping_pauses(search->rules.ground.work))
            return FW_PENDING;
        const arrival *reached = &items[to];
        const vector at = search->store->way.items[reached->waypoint];
        drawn_manoeuvre part;
        manoeuvre_draw(&reached->manoeuvre, items[pass->next].pose,
                       (manoeuvre_target){ at.x, at.y, search->goal_heading }, &part);
        shaping_charge(search->rules.ground.work, 0);
        if (MEMORY_RESERVE(pass->memory, drawn->segments, drawn->room, (size_t)(drawn->count + part.count)))
            return FW_NO_MEMORY;
        must_hold(drawn->segments); // the manoeuvre of an arrival has at least one segment
        shorten(drawn, reached->manoeuvre.lead);
        for (int32_t i = 0; i < part.count; i++)
            append(drawn, &part.segments[i]);
    }
    return FW_OK;
}

/// Writes the drawn path, counts the segments that touch something, and lists the impossible stretches.
static fw_result write_segments(turn_pass *pass)
{
    const drive_rules *rules = &pass->search.rules;
    const sweep_ground ground = sweep_ground_alone(&rules->sweep);
    fw_path *path = pass->path;
    for (; pass->next < pass->drawn.count; pass->next++) {
        if (shaping_pauses(rules->ground.work))
            return FW_PENDING;
        const fw_segment *segment = &pass->drawn.segments[pass->next];
        const double heading = pass->next > 0 ? segment_end(segment - 1).heading : pass->task.start.heading;
        const double at = path_written_length(path);
        shaping_charge(rules->ground.work, segment->length);
        if (path_push(path, segment) != FW_OK)
            return FW_NO_MEMORY;
        pass->broken.blocked += !sweep_segment_is_free(&ground, &rules->body, segment);
        if (headings_meet(segment->start.heading, heading))
            continue;
        pass->broken.impossible++;
        if (path_push_impossible(path, at, at + segment->length) != FW_OK)
            return FW_NO_MEMORY;
    }
    return FW_OK;
}

/// Cost of the drawn path. If the path leads over blocked tiles, costs are added up tile by tile.
static double cost_of(const turn_pass *pass)
{
    drive_rules tile_by_tile = pass->search.rules;
    tile_by_tile.is_even = tile_by_tile.is_even && pass->broken.blocked == 0;
    return drive_segments_cost(&tile_by_tile, pass->drawn.segments, pass->drawn.count);
}

/// Begins to write the drawn path.
static fw_result begin_to_write(turn_pass *pass)
{
    pass->phase = TURNS_WRITE;
    pass->next = 0;
    pass->broken = (fw_violations){ 0 };
    path_begin(pass->path);
    return path_push(pass->path, &(fw_segment){ .start = pass->task.start });
}

static fw_result turns_write(turn_pass *pass)
{
    const turn_task *task = &pass->task;
    const fw_result written = write_segments(pass);
    if (written != FW_OK)
        return written;
    fw_path_summary summary = *path_shown(pass->path);
    summary.violations = pass->broken;
    summary.cost = cost_of(pass);
    path_end(pass->path, &summary);
    violations_count_turns(task->ground.unit, &task->start.heading,
                           task->has_goal_heading ? &task->goal_heading : NULL, pass->path);
    pass->phase = TURNS_DONE;
    return FW_OK;
}

/// True if a path consists of lines driven forward, without fixed angles.
static bool is_way(const fw_path *path)
{
    int32_t count;
    const fw_segment *segments = fw_path_segments(path, &count);
    return count > 0 && !path_shown(path)->fixed_angles && segments_are_forward_lines(segments, count);
}

fw_result turns_begin(turn_pass *pass, const turn_task *task, fw_path *path)
{
    pass->illegal_count = pass->lost_approaches = 0;
    pass->phase = TURNS_DONE;
    pass->task = *task;
    pass->path = path;
    if (!is_way(path))
        return FW_OK;
    if (read_way(pass, task, path) != FW_OK)
        return FW_NO_MEMORY;
    pass->search = (arrival_search){ .memory = pass->memory,
                                     .store = &pass->store,
                                     .rules = drive_rules_of(&task->ground) };
    pass->search.has_goal_heading = task->has_goal_heading;
    pass->search.goal_heading = task->goal_heading;
    pass->drawn.count = pass->next = 0;
    if (pass->store.way.count <= 1)
        return begin_to_write(pass);
    pass->phase = TURNS_FIND;
    return arrival_search_begin(&pass->search, task->start);
}

/// Continues the present phase; begins the next one at its end.
static fw_result turns_step_phase(turn_pass *pass)
{
    fw_result stepped = FW_OK;
    switch (pass->phase) {
    case TURNS_FIND:
        stepped = find_arrivals(pass);
        if (stepped != FW_OK)
            return stepped;
        pass->phase = TURNS_DRAW;
        pass->next = arrival_search_link(&pass->search);
        return pass->task.must_be_legal && pass->illegal_count ? FW_GAVE_UP : FW_OK;
    case TURNS_DRAW:
        stepped = turns_draw(pass);
        return stepped == FW_OK ? begin_to_write(pass) : stepped;
    case TURNS_WRITE:
        return turns_write(pass);
    case TURNS_DONE:
        break;
    }
    return stepped;
}

fw_result turns_step(turn_pass *pass)
{
    fw_result stepped = FW_OK;
    while (pass->phase != TURNS_DONE && stepped == FW_OK)
        stepped = turns_step_phase(pass);
    if (stepped != FW_OK && stepped != FW_PENDING && pass->phase == TURNS_WRITE)
        path_abandon(pass->path);
    return stepped;
}
