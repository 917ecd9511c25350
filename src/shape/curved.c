#include "shape/curved.h"

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

static double cost_of(const drive_rules *rules, const leg *of)
{
    double cost = 0;
    for (int32_t i = 0; i < of->count; i++)
        cost += drive_cost(rules, &of->segments[i]);
    return cost;
}

static fw_result copy_leg(memory *from, const leg *of, leg *copy)
{
    if (memory_reserve(from, &copy->segments, &copy->room, (size_t)of->count, sizeof *copy->segments))
        return FW_NO_MEMORY;
    memcpy(copy->segments, of->segments, (size_t)of->count * sizeof *copy->segments);
    copy->count = of->count;
    copy->end = of->end;
    return FW_OK;
}

static fw_result push(const curved_pass *of, const leg *written)
{
    for (int32_t i = 0; i < written->count; i++) {
        const fw_segment segment = leg_driven(&written->segments[i], of->gear);
        if (path_push(of->path, &segment) != FW_OK)
            return FW_NO_MEMORY;
    }
    return FW_OK;
}

/// Is it one of the shortest of all curves already? Those have three parts at most.
static bool is_shortest(const curved_pass *of, const leg *travelled)
{
    shaping_charge(of->rules.on.work, 0);
    return travelled->count <= FW_CURVE_SEGMENTS &&
           cost_of(&of->rules, travelled) -
                   drive_least_cost(&of->rules, travelled->segments[0].start, travelled->end) <=
               NO_GAIN;
}

/// Writes the present leg as a stretch that was left impossible.
static fw_result write_left(curved_pass *of)
{
    const double begin = path_written_length(of->path);
    const fw_result pushed = push(of, &of->by->before);
    of->stretch_count++;
    return pushed == FW_OK ? path_push_impossible(of->path, begin, path_written_length(of->path)) : pushed;
}

/// Writes the present leg as it is, or begins to make it shorter.
static fw_result begin_leg(curved_pass *of)
{
    const leg *before = &of->by->before;
    if (of->stretch != NO_STRETCH)
        return write_left(of);
    if (of->only_bends || is_shortest(of, before))
        return push(of, before);
    of->phase = CURVED_THERE;
    of->leg_rules = of->rules;
    shortcuts_begin(&of->by->shortcuts);
    return copy_leg(of->from, before, &of->by->after);
}

/// Takes shortcuts from the start on, and then from the end back.
static fw_result shorten(curved_pass *of)
{
    while (of->phase != CURVED_LEGS) {
        leg *after = &of->by->after;
        const fw_result taken = shortcuts_step(&of->by->shortcuts, of->from, &of->leg_rules, after);
        if (taken != FW_OK)
            return taken;
        leg_turn_around(after);
        of->leg_rules.under.passage.is_backward = !of->leg_rules.under.passage.is_backward;
        of->phase = of->phase == CURVED_THERE ? CURVED_BACK : CURVED_LEGS;
        shortcuts_begin(&of->by->shortcuts);
    }
    return FW_OK;
}

/// Writes the present leg, made shorter where that is a gain.
static fw_result end_leg(curved_pass *of)
{
    const leg *before = &of->by->before, *after = &of->by->after;
    const double gain = cost_of(&of->rules, before) - cost_of(&of->rules, after);
    if (gain <= NO_GAIN)
        return push(of, before);
    const double penalty = of->gear == FW_REVERSE ? of->rules.on.unit->def.reverse_penalty : 1;
    of->gain += gain * penalty;
    of->saved += (cost_of(&of->uncharged, before) - cost_of(&of->uncharged, after)) * penalty;
    return push(of, after);
}

/// Begins to replace stretches of the present run around changes of gear, if it has any and may be changed.
static fw_result begin_cusps(curved_pass *of)
{
    const leg *run = &of->by->run;
    if (of->stretch != NO_STRETCH || of->only_bends || !cusps_any(run)) {
        of->phase = CURVED_LEGS;
        return FW_OK;
    }
    of->phase = CURVED_CUSPS;
    of->run_cost = drive_run_cost(&of->rules, run->segments, run->count);
    of->run_uncharged = drive_run_cost(&of->uncharged, run->segments, run->count);
    return cusps_begin(&of->by->cusps, of->from, &of->rules, run);
}

static fw_result cut_cusps(curved_pass *of)
{
    leg *run = &of->by->run;
    const fw_result cut = cusps_step(&of->by->cusps, of->from, run);
    if (cut != FW_OK)
        return cut;
    of->gain += of->run_cost - drive_run_cost(&of->rules, run->segments, run->count);
    of->saved += of->run_uncharged - drive_run_cost(&of->uncharged, run->segments, run->count);
    of->phase = CURVED_LEGS;
    return FW_OK;
}

/// Takes up the next leg of the present run: what is driven in one gear. Where there is none, the next run follows.
static fw_result take_leg(curved_pass *of)
{
    leg *run = &of->by->run, *before = &of->by->before;
    if (of->next == run->count) {
        of->phase = of->has_part ? CURVED_PARTS : CURVED_DONE;
        return FW_OK;
    }
    before->count = 0;
    of->gear = run->segments[of->next].gear;
    for (; of->next < run->count && run->segments[of->next].gear == of->gear; of->next++) {
        const fw_segment travelled = leg_travelled(&run->segments[of->next]);
        if (leg_add(before, of->from, &travelled) != FW_OK)
            return FW_NO_MEMORY;
        before->end = segment_end(&travelled);
    }
    return begin_leg(of);
}

static bool is_same_pose(fw_pose a, fw_pose b)
{
    return is_same_place(a, b) && headings_meet(a.heading, b.heading);
}

/// Does the next part belong to the run that ends before it?
static bool goes_on(const curved_pass *of)
{
    const leg *run = &of->by->run;
    return run->count && of->part_stretch == of->stretch &&
           (of->part_stretch != NO_STRETCH || is_same_pose(run->end, of->part.start));
}

static void look_at_next_part(curved_pass *of)
{
    of->has_part = next_part(&of->walk, &of->part, &of->part_stretch);
}

/// Takes up the next run: all parts without a jump between them.
static fw_result take_run(curved_pass *of)
{
    leg *run = &of->by->run;
    run->count = of->next = 0;
    of->stretch = of->part_stretch;
    do {
        if (leg_add(run, of->from, &of->part) != FW_OK)
            return FW_NO_MEMORY;
        run->end = segment_end(&of->part);
        look_at_next_part(of);
    } while (of->has_part && goes_on(of));
    return begin_cusps(of);
}

/// Begins to write what is walked along, run by run.
static void begin_runs(curved_pass *of, part_walk walk)
{
    of->walk = walk;
    look_at_next_part(of);
    of->phase = of->has_part ? CURVED_PARTS : CURVED_DONE;
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

static fw_result read_way(shape_points *way, memory *from, const fw_path *path)
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
        if (shape_points_add(way, from, point) != FW_OK)
            return FW_NO_MEMORY;
    }
    return FW_OK;
}

static fw_result push_as_it_is(const curved_pass *of)
{
    int32_t count;
    const fw_segment *segments = fw_path_segments(of->path, &count);
    for (int32_t i = 0; i < count; i++)
        if (path_push(of->path, &segments[i]) != FW_OK)
            return FW_NO_MEMORY;
    return FW_OK;
}

/// Makes a way of lines drivable; then it is made shorter.
static fw_result drive_bends(curved_pass *of)
{
    bend_room *bends = &of->by->bends;
    const fw_result drawn = bends_step(bends, of->from, &of->rules, &of->ends);
    if (drawn != FW_OK)
        return drawn;
    of->phase = CURVED_DONE;
    if (bends->drawn.count == 0) // it stands, or there is no way to face as it must where it began
        return push_as_it_is(of);
    of->summary.cost = cost_of(&of->uncharged, &bends->drawn);
    begin_runs(of, walk_along_bends(bends));
    return FW_OK;
}

/// Goes on with the present phase.
static fw_result step_phase(curved_pass *of)
{
    fw_result stepped = FW_OK;
    switch (of->phase) {
    case CURVED_BENDS:
        return drive_bends(of);
    case CURVED_PARTS:
        return take_run(of);
    case CURVED_CUSPS:
        return cut_cusps(of);
    case CURVED_LEGS:
        return take_leg(of);
    case CURVED_THERE:
    case CURVED_BACK:
        stepped = shorten(of);
        return stepped == FW_OK ? end_leg(of) : stepped;
    case CURVED_DONE:
        break;
    }
    return stepped;
}

/// Begins to write the path anew.
static fw_result begin_writing(curved_pass *of)
{
    path_begin(of->path);
    if (path_push(of->path, &(fw_segment){ .start = fw_path_segments(of->path, NULL)->start }) != FW_OK)
        return FW_NO_MEMORY;
    if (!of->bends) {
        begin_runs(of, walk_along(of->path));
        return FW_OK;
    }
    of->phase = CURVED_BENDS;
    bends_begin(&of->by->bends);
    return read_way(&of->by->bends.way, of->from, of->path);
}

fw_result curved_begin(curved_room *by, memory *from, const smooth_ground *ground, const bend_ends *ends,
                       bool only_bends, fw_path *path)
{
    curved_pass *of = &by->pass;
    *of = (curved_pass){ .by = by, .from = from, .path = path, .only_bends = only_bends };
    of->phase = CURVED_DONE;
    fw_path_summarise(path, &of->summary);
    if (of->summary.fixed_angles || ground->unit->def.turn_radius <= 0 ||
        path_on_map(ground->map, path) != FW_OK) {
        of->path = NULL;
        return FW_OK;
    }
    of->rules = of->uncharged = drive_rules_of(ground);
    of->uncharged.on.turn_charge = 0;
    of->ends = ends ? *ends : ends_of(path);
    of->bends = needs_bends(path, &of->ends);
    if (begin_writing(of) == FW_OK)
        return FW_OK;
    path_abandon(path);
    return FW_NO_MEMORY;
}

fw_result curved_step(curved_room *by)
{
    curved_pass *of = &by->pass;
    if (!of->path)
        return FW_OK;
    fw_result stepped = FW_OK;
    while (stepped == FW_OK && of->phase != CURVED_DONE)
        stepped = shaping_pauses(of->rules.on.work) ? FW_PENDING : step_phase(of);
    if (stepped == FW_PENDING)
        return FW_PENDING;
    if (stepped != FW_OK || (!of->bends && of->gain <= NO_GAIN)) {
        path_abandon(of->path);
        return stepped;
    }
    of->summary.cost -= of->saved;
    of->summary.violations.impossible = of->stretch_count;
    path_end(of->path, &of->summary);
    return FW_OK;
}

void curved_free(curved_room *by, memory *from)
{
    leg_free(&by->run, from);
    cusps_free(&by->cusps, from);
    leg_free(&by->before, from);
    leg_free(&by->after, from);
    shortcuts_free(&by->shortcuts, from);
    bends_free(&by->bends, from);
    *by = (curved_room){ 0 };
}
