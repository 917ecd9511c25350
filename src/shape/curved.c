#include "shape/curved.h"

#include <string.h>

#include "base/trig.h"
#include "curve/segment.h"
#include "shape/path_on_map.h"

/// Gains below this are rounding.
#define NO_GAIN 1e-9

/// Parts of segments shorter than this, in tiles, are none.
#define NO_PART 1e-9

/// What belongs to no stretch that was left as it is.
#define NO_STRETCH (-1)

/// How far a pose may be from where the segment before ends, before the path counts as torn there.
#define SAME_POSE 1e-6

typedef struct smoothing {
    curved_room *by;
    memory *from;
    drive_rules rules;
    drive_rules uncharged; ///< the same without a charge for turns, which is no part of the path's cost
    fw_path *path;         ///< the old one is read while the new one is written
    fw_gear gear;          ///< of the present leg
    int32_t stretch;       ///< that was left as it is, and that the present run is; or NO_STRETCH
    int32_t stretch_count; ///< written so far
    double gain;           ///< cost and charges saved so far
    double saved;          ///< cost alone
    bool only_bends;       ///< no shortcuts
} smoothing;

/// A walk along a path, part by part: segments, cut where stretches that were left impossible begin and end.
typedef struct part_walk {
    const fw_segment *segments;
    const double *borders; ///< of stretches
    int32_t count, border_count;
    int32_t index, border; ///< the next ones
    double at, within;     ///< tiles along the path, and along the next segment
} part_walk;

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

/// Takes shortcuts from the start on, and then from the end back.
static fw_result shorten(const smoothing *of, leg *shorter)
{
    drive_rules rules = of->rules;
    for (int pass = 0; pass < 2; pass++) {
        if (shortcuts_take(&of->by->shortcuts, of->from, &rules, shorter) != FW_OK)
            return FW_NO_MEMORY;
        leg_turn_around(shorter);
        rules.under.passage.is_backward = !rules.under.passage.is_backward;
    }
    return FW_OK;
}

static fw_result push(const smoothing *of, const leg *written)
{
    for (int32_t i = 0; i < written->count; i++) {
        const fw_segment segment = leg_driven(&written->segments[i], of->gear);
        if (path_push(of->path, &segment) != FW_OK)
            return FW_NO_MEMORY;
    }
    return FW_OK;
}

/// Is it one of the shortest of all curves already? Those have three parts at most.
static bool is_shortest(const smoothing *of, const leg *travelled)
{
    return travelled->count <= FW_CURVE_SEGMENTS &&
           cost_of(&of->rules, travelled) -
                   drive_least_cost(&of->rules, travelled->segments[0].start, travelled->end) <=
               NO_GAIN;
}

/// Writes the present leg, made shorter where that can be, or as it was.
static fw_result write_leg(smoothing *of)
{
    leg *before = &of->by->before, *after = &of->by->after;
    if (of->stretch != NO_STRETCH) {
        const double begin = path_written_length(of->path);
        const fw_result pushed = push(of, before);
        of->stretch_count++;
        return pushed == FW_OK ? path_push_impossible(of->path, begin, path_written_length(of->path))
                               : pushed;
    }
    if (of->only_bends || is_shortest(of, before))
        return push(of, before);
    if (copy_leg(of->from, before, after) != FW_OK || shorten(of, after) != FW_OK)
        return FW_NO_MEMORY;
    const double gain = cost_of(&of->rules, before) - cost_of(&of->rules, after);
    if (gain <= NO_GAIN)
        return push(of, before);
    const double penalty = of->gear == FW_REVERSE ? of->rules.on.unit->def.reverse_penalty : 1;
    of->gain += gain * penalty;
    of->saved += (cost_of(&of->uncharged, before) - cost_of(&of->uncharged, after)) * penalty;
    return push(of, after);
}

/// Replaces stretches of the present run around changes of gear.
static fw_result cut_cusps(smoothing *of)
{
    leg *run = &of->by->run;
    const double cost = drive_run_cost(&of->rules, run->segments, run->count);
    const double uncharged = drive_run_cost(&of->uncharged, run->segments, run->count);
    if (cusps_cut(&of->by->cusps, of->from, &of->rules, run) != FW_OK)
        return FW_NO_MEMORY;
    of->gain += cost - drive_run_cost(&of->rules, run->segments, run->count);
    of->saved += uncharged - drive_run_cost(&of->uncharged, run->segments, run->count);
    return FW_OK;
}

/// Writes the present run, leg by leg.
static fw_result write_run(smoothing *of)
{
    leg *run = &of->by->run, *before = &of->by->before;
    if (of->stretch == NO_STRETCH && !of->only_bends && cusps_any(run) && cut_cusps(of) != FW_OK)
        return FW_NO_MEMORY;
    for (int32_t i = 0; i < run->count; i++) {
        const fw_segment travelled = leg_travelled(&run->segments[i]);
        if (i == 0 || run->segments[i].gear != of->gear)
            before->count = 0;
        of->gear = run->segments[i].gear;
        if (leg_add(before, of->from, &travelled) != FW_OK)
            return FW_NO_MEMORY;
        if (i + 1 < run->count && run->segments[i + 1].gear == of->gear)
            continue;
        before->end = segment_end(&travelled);
        if (write_leg(of) != FW_OK)
            return FW_NO_MEMORY;
    }
    run->count = 0;
    return FW_OK;
}

static bool is_same_pose(fw_pose a, fw_pose b)
{
    return is_same_place(a, b) && headings_meet(a.heading, b.heading);
}

/// Does a part belong to the run that ends before it?
static bool goes_on(const smoothing *of, const fw_segment *part, int32_t stretch)
{
    const leg *run = &of->by->run;
    return run->count && stretch == of->stretch &&
           (stretch != NO_STRETCH || is_same_pose(run->end, part->start));
}

static fw_result write_runs(smoothing *of, part_walk walk)
{
    leg *run = &of->by->run;
    fw_segment part;
    int32_t stretch;
    run->count = 0;
    while (next_part(&walk, &part, &stretch)) {
        if (!goes_on(of, &part, stretch)) {
            if (write_run(of) != FW_OK)
                return FW_NO_MEMORY;
            of->stretch = stretch;
        }
        if (leg_add(run, of->from, &part) != FW_OK)
            return FW_NO_MEMORY;
        run->end = segment_end(&part);
    }
    return write_run(of);
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

static fw_result push_as_it_is(const smoothing *of)
{
    int32_t count;
    const fw_segment *segments = fw_path_segments(of->path, &count);
    for (int32_t i = 0; i < count; i++)
        if (path_push(of->path, &segments[i]) != FW_OK)
            return FW_NO_MEMORY;
    return FW_OK;
}

/// Makes a way of lines drivable, and then shorter.
static fw_result drive_bends(smoothing *of, const bend_ends *ends, fw_path_summary *summary)
{
    bend_room *bends = &of->by->bends;
    if (read_way(&bends->way, of->from, of->path) != FW_OK ||
        bends_draw(bends, of->from, &of->rules, ends) != FW_OK)
        return FW_NO_MEMORY;
    if (bends->drawn.count == 0) // it stands, or there is no way to face as it must where it began
        return push_as_it_is(of);
    summary->cost = cost_of(&of->uncharged, &bends->drawn);
    return write_runs(of, walk_along_bends(bends));
}

static fw_result smooth(curved_room *by, memory *from, const smooth_ground *ground, const bend_ends *ends,
                        bool only_bends, fw_path *path)
{
    fw_path_summary summary;
    fw_path_summarise(path, &summary);
    if (summary.fixed_angles || ground->unit->def.turn_radius <= 0 || path_on_map(ground->map, path) != FW_OK)
        return FW_OK;
    smoothing of = {
        .by = by, .from = from, .rules = drive_rules_of(ground), .path = path, .only_bends = only_bends
    };
    of.uncharged = of.rules;
    of.uncharged.on.turn_charge = 0;
    const bend_ends facing = ends ? *ends : ends_of(path);
    const bool bends = needs_bends(path, &facing);
    path_begin(path);
    fw_result written = path_push(path, &(fw_segment){ .start = fw_path_segments(path, NULL)->start });
    if (written == FW_OK)
        written = bends ? drive_bends(&of, &facing, &summary) : write_runs(&of, walk_along(path));
    if (written != FW_OK || (!bends && of.gain <= NO_GAIN)) {
        path_abandon(path);
        return written;
    }
    summary.cost -= of.saved;
    summary.violations.impossible = of.stretch_count;
    path_end(path, &summary);
    return FW_OK;
}

fw_result curved_smooth(curved_room *by, memory *from, const smooth_ground *ground, const bend_ends *ends,
                        fw_path *path)
{
    return smooth(by, from, ground, ends, false, path);
}

fw_result curved_bend(curved_room *by, memory *from, const smooth_ground *ground, const bend_ends *ends,
                      fw_path *path)
{
    return smooth(by, from, ground, ends, true, path);
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
