#include "shape/curved/curved.h"

#include <string.h>

#include "base/trig.h"
#include "curve/segment.h"
#include "shape/path_on_map.h"

/// Gains below this are rounding.
#define NO_GAIN 1e-9

/// Parts of segments shorter than this, in tiles, are none.
#define NO_PART 1e-9

/// How far a pose may be from where the segment before ends, before the path counts as torn there.
#define SAME_POSE 1e-6

static part_walk walk_along(const fw_path *path)
{
    part_walk walk = { 0 };
    walk.segments = fw_path_segments(path, &walk.count);
    walk.borders = fw_path_impossible(path, &walk.border_count);
    walk.border_count *= 2;
    return walk;
}

static part_walk walk_along_bends(const bend_room *drawn)
{
    return (part_walk){ .segments = drawn->drawn.segments,
                        .borders = drawn->borders,
                        .count = drawn->drawn.count,
                        .border_count = drawn->border_count };
}

/// @param[out] stretch  number of the stretch that it belongs to, or NO_STRETCH
static bool next_part(part_walk *walk, fw_segment *part, int32_t *stretch)
{
    while (walk->index < walk->count) {
        const fw_segment *segment = &walk->segments[walk->index];
        while (walk->border < walk->border_count && walk->borders[walk->border] <= walk->at + NO_PART)
            walk->border++;
        const double rest = segment->length - walk->within;
        const bool is_cut =
            walk->border < walk->border_count && walk->borders[walk->border] < walk->at + rest - NO_PART;
        *part = *segment;
        if (walk->within > 0)
            part->start = segment_pose_at(segment, walk->within);
        part->length = is_cut ? walk->borders[walk->border] - walk->at : rest;
        *stretch = walk->border % 2 ? walk->border : NO_STRETCH;
        walk->at += part->length;
        walk->within = is_cut ? walk->within + part->length : 0;
        walk->index += !is_cut;
        if (part->length > NO_PART)
            return true;
    }
    return false;
}

static bool is_same_place(fw_pose a, fw_pose b)
{
    return fabs(a.x - b.x) <= SAME_POSE && fabs(a.y - b.y) <= SAME_POSE;
}

static double cost_of(const drive_rules *rules, const leg *leg)
{
    double cost = 0;
    for (int32_t i = 0; i < leg->count; i++)
        cost += drive_cost(rules, &leg->segments[i]);
    return cost;
}

static fw_result copy_leg(memory *memory, const leg *source, leg *copy)
{
    if (memory_reserve(memory, &copy->segments, &copy->room, (size_t)source->count, sizeof *copy->segments))
        return FW_NO_MEMORY;
    memcpy(copy->segments, source->segments, (size_t)source->count * sizeof *copy->segments);
    copy->count = source->count;
    copy->end = source->end;
    return FW_OK;
}

static fw_result push(const curved_pass *pass, const leg *written)
{
    for (int32_t i = 0; i < written->count; i++) {
        const fw_segment segment = leg_driven(&written->segments[i], pass->gear);
        if (path_push(pass->path, &segment) != FW_OK)
            return FW_NO_MEMORY;
    }
    return FW_OK;
}

/// Is it one of the shortest of all curves already? Those have three parts at most.
static bool is_shortest(const curved_pass *pass, const leg *travelled)
{
    shaping_charge(pass->rules.ground.work, 0);
    return travelled->count <= FW_CURVE_SEGMENTS &&
           cost_of(&pass->rules, travelled) -
                   drive_least_cost(&pass->rules, travelled->segments[0].start, travelled->end) <=
               NO_GAIN;
}

/// Writes the present leg as a stretch that was left impossible.
static fw_result write_left(curved_pass *pass)
{
    const double begin = path_written_length(pass->path);
    const fw_result pushed = push(pass, &pass->room->before);
    pass->stretch_count++;
    return pushed == FW_OK ? path_push_impossible(pass->path, begin, path_written_length(pass->path))
                           : pushed;
}

/// Writes the present leg as it is, or begins to make it shorter.
static fw_result begin_leg(curved_pass *pass)
{
    const leg *before = &pass->room->before;
    if (pass->stretch != NO_STRETCH)
        return write_left(pass);
    if (pass->only_bends || is_shortest(pass, before))
        return push(pass, before);
    pass->phase = CURVED_THERE;
    pass->leg_rules = pass->rules;
    shortcuts_begin(&pass->room->shortcuts);
    return copy_leg(pass->memory, before, &pass->room->after);
}

/// Takes shortcuts from the start on, and then from the end back.
static fw_result shorten(curved_pass *pass)
{
    while (pass->phase != CURVED_LEGS) {
        leg *after = &pass->room->after;
        const fw_result taken = shortcuts_step(&pass->room->shortcuts, pass->memory, &pass->leg_rules, after);
        if (taken != FW_OK)
            return taken;
        leg_turn_around(after);
        pass->leg_rules.sweep.passage.is_backward = !pass->leg_rules.sweep.passage.is_backward;
        pass->phase = pass->phase == CURVED_THERE ? CURVED_BACK : CURVED_LEGS;
        shortcuts_begin(&pass->room->shortcuts);
    }
    return FW_OK;
}

/// Writes the present leg, made shorter where that is a gain.
static fw_result end_leg(curved_pass *pass)
{
    const leg *before = &pass->room->before, *after = &pass->room->after;
    const double gain = cost_of(&pass->rules, before) - cost_of(&pass->rules, after);
    if (gain <= NO_GAIN)
        return push(pass, before);
    const double penalty = pass->gear == FW_REVERSE ? pass->rules.ground.unit->def.reverse_penalty : 1;
    pass->gain += gain * penalty;
    pass->saved += (cost_of(&pass->uncharged, before) - cost_of(&pass->uncharged, after)) * penalty;
    return push(pass, after);
}

/// Begins to replace stretches of the present run around changes of gear, if it has any and may be changed.
static fw_result begin_cusps(curved_pass *pass)
{
    const leg *run = &pass->room->run;
    if (pass->stretch != NO_STRETCH || pass->only_bends || !cusps_any(run)) {
        pass->phase = CURVED_LEGS;
        return FW_OK;
    }
    pass->phase = CURVED_CUSPS;
    pass->run_cost = drive_run_cost(&pass->rules, run->segments, run->count);
    pass->run_uncharged = drive_run_cost(&pass->uncharged, run->segments, run->count);
    return cusps_begin(&pass->room->cusps, pass->memory, &pass->rules, run);
}

static fw_result cut_cusps(curved_pass *pass)
{
    leg *run = &pass->room->run;
    const fw_result cut = cusps_step(&pass->room->cusps, pass->memory, run);
    if (cut != FW_OK)
        return cut;
    pass->gain += pass->run_cost - drive_run_cost(&pass->rules, run->segments, run->count);
    pass->saved += pass->run_uncharged - drive_run_cost(&pass->uncharged, run->segments, run->count);
    pass->phase = CURVED_LEGS;
    return FW_OK;
}

/// Takes up the next leg of the present run: what is driven in one gear. Where there is none, the next run follows.
static fw_result take_leg(curved_pass *pass)
{
    leg *run = &pass->room->run, *before = &pass->room->before;
    if (pass->next == run->count) {
        pass->phase = pass->has_part ? CURVED_PARTS : CURVED_DONE;
        return FW_OK;
    }
    before->count = 0;
    pass->gear = run->segments[pass->next].gear;
    for (; pass->next < run->count && run->segments[pass->next].gear == pass->gear; pass->next++) {
        const fw_segment travelled = leg_travelled(&run->segments[pass->next]);
        if (leg_add(before, pass->memory, &travelled) != FW_OK)
            return FW_NO_MEMORY;
        before->end = segment_end(&travelled);
    }
    return begin_leg(pass);
}

static bool is_same_pose(fw_pose a, fw_pose b)
{
    return is_same_place(a, b) && headings_meet(a.heading, b.heading);
}

/// Does the next part belong to the run that ends before it?
static bool goes_on(const curved_pass *pass)
{
    const leg *run = &pass->room->run;
    return run->count && pass->part_stretch == pass->stretch &&
           (pass->part_stretch != NO_STRETCH || is_same_pose(run->end, pass->part.start));
}

static void look_at_next_part(curved_pass *pass)
{
    pass->has_part = next_part(&pass->walk, &pass->part, &pass->part_stretch);
}

/// Takes up the next run: all parts without a jump between them.
static fw_result take_run(curved_pass *pass)
{
    leg *run = &pass->room->run;
    run->count = pass->next = 0;
    pass->stretch = pass->part_stretch;
    do {
        if (leg_add(run, pass->memory, &pass->part) != FW_OK)
            return FW_NO_MEMORY;
        run->end = segment_end(&pass->part);
        look_at_next_part(pass);
    } while (pass->has_part && goes_on(pass));
    return begin_cusps(pass);
}

/// Begins to write what is walked along, run by run.
static void begin_runs(curved_pass *pass, part_walk walk)
{
    pass->walk = walk;
    look_at_next_part(pass);
    pass->phase = pass->has_part ? CURVED_PARTS : CURVED_DONE;
}

/// The headings that a path has at its ends.
static bend_ends ends_of(const fw_path *path)
{
    int32_t count;
    fw_pose end;
    fw_path_pose_at(path, fw_path_length(path), &end);
    return (bend_ends){ .start = fw_path_segments(path, &count)->start.heading, .goal = end.heading };
}

/// Is it a way that takes bends to drive: lines driven forward that jump in heading, or do not face as they should at
/// an end?
static bool needs_bends(const fw_path *path, const bend_ends *ends)
{
    int32_t count;
    const fw_segment *segments = fw_path_segments(path, &count);
    double heading = ends->start;
    bool jumps = false;
    for (int32_t i = 0; i < count; i++) {
        const bool is_torn = i > 0 && !is_same_place(segment_end(&segments[i - 1]), segments[i].start);
        if (segments[i].curvature != 0 || segments[i].gear != FW_FORWARD || is_torn)
            return false;
        jumps = jumps || !headings_meet(segments[i].start.heading, heading);
        heading = segments[i].start.heading;
    }
    return jumps || !(ends->any_goal || headings_meet(heading, ends->goal));
}

static fw_result read_way(shape_points *way, memory *memory, const fw_path *path)
{
    int32_t count;
    const fw_segment *segments = fw_path_segments(path, &count);
    fw_pose end;
    fw_path_pose_at(path, fw_path_length(path), &end);
    way->count = 0;
    for (int32_t i = 0; i <= count; i++) {
        const fw_pose at = i < count ? segments[i].start : end;
        const shape_point point = { at.x, at.y };
        if (way->count && way_length(way->items[way->count - 1], point) < NO_PART)
            continue;
        if (shape_points_add(way, memory, point) != FW_OK)
            return FW_NO_MEMORY;
    }
    return FW_OK;
}

static fw_result push_as_it_is(const curved_pass *pass)
{
    int32_t count;
    const fw_segment *segments = fw_path_segments(pass->path, &count);
    for (int32_t i = 0; i < count; i++)
        if (path_push(pass->path, &segments[i]) != FW_OK)
            return FW_NO_MEMORY;
    return FW_OK;
}

/// Makes a way of lines drivable; then it is made shorter.
static fw_result drive_bends(curved_pass *pass)
{
    bend_room *bends = &pass->room->bends;
    const fw_result drawn = bends_step(bends, pass->memory, &pass->rules, &pass->ends);
    if (drawn != FW_OK)
        return drawn;
    pass->phase = CURVED_DONE;
    if (bends->drawn.count == 0) // it stands, or there is no way to face as it must where it began
        return push_as_it_is(pass);
    pass->summary.cost = cost_of(&pass->uncharged, &bends->drawn);
    begin_runs(pass, walk_along_bends(bends));
    return FW_OK;
}

/// Goes on with the present phase.
static fw_result step_phase(curved_pass *pass)
{
    fw_result stepped = FW_OK;
    switch (pass->phase) {
    case CURVED_BENDS:
        return drive_bends(pass);
    case CURVED_PARTS:
        return take_run(pass);
    case CURVED_CUSPS:
        return cut_cusps(pass);
    case CURVED_LEGS:
        return take_leg(pass);
    case CURVED_THERE:
    case CURVED_BACK:
        stepped = shorten(pass);
        return stepped == FW_OK ? end_leg(pass) : stepped;
    case CURVED_DONE:
        break;
    }
    return stepped;
}

/// Begins to write the path anew.
static fw_result begin_writing(curved_pass *pass)
{
    path_begin(pass->path);
    if (path_push(pass->path, &(fw_segment){ .start = fw_path_segments(pass->path, NULL)->start }) != FW_OK)
        return FW_NO_MEMORY;
    if (!pass->bends) {
        begin_runs(pass, walk_along(pass->path));
        return FW_OK;
    }
    pass->phase = CURVED_BENDS;
    bends_begin(&pass->room->bends);
    return read_way(&pass->room->bends.way, pass->memory, pass->path);
}

fw_result curved_begin(curved_room *room, memory *memory, const smooth_ground *ground, const bend_ends *ends,
                       bool only_bends, fw_path *path)
{
    curved_pass *pass = &room->pass;
    *pass = (curved_pass){ .room = room, .memory = memory, .path = path, .only_bends = only_bends };
    pass->phase = CURVED_DONE;
    fw_path_summarise(path, &pass->summary);
    if (pass->summary.fixed_angles || ground->unit->def.turn_radius <= 0 ||
        path_on_map(ground->map, path) != FW_OK) {
        pass->path = NULL;
        return FW_OK;
    }
    pass->rules = pass->uncharged = drive_rules_of(ground);
    pass->uncharged.ground.turn_charge = 0;
    pass->ends = ends ? *ends : ends_of(path);
    pass->bends = needs_bends(path, &pass->ends);
    if (begin_writing(pass) == FW_OK)
        return FW_OK;
    path_abandon(path);
    return FW_NO_MEMORY;
}

fw_result curved_step(curved_room *room)
{
    curved_pass *pass = &room->pass;
    if (!pass->path)
        return FW_OK;
    fw_result stepped = FW_OK;
    while (stepped == FW_OK && pass->phase != CURVED_DONE)
        stepped = shaping_pauses(pass->rules.ground.work) ? FW_PENDING : step_phase(pass);
    if (stepped == FW_PENDING)
        return FW_PENDING;
    if (stepped != FW_OK || (!pass->bends && pass->gain <= NO_GAIN)) {
        path_abandon(pass->path);
        return stepped;
    }
    pass->summary.cost -= pass->saved;
    pass->summary.violations.impossible = pass->stretch_count;
    path_end(pass->path, &pass->summary);
    return FW_OK;
}

void curved_free(curved_room *room, memory *memory)
{
    leg_free(&room->run, memory);
    cusps_free(&room->cusps, memory);
    leg_free(&room->before, memory);
    leg_free(&room->after, memory);
    shortcuts_free(&room->shortcuts, memory);
    bends_free(&room->bends, memory);
    *room = (curved_room){ 0 };
}
