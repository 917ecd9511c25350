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

typedef struct smoothing {
    curved_room *by;
    memory *from;
    drive_rules rules;
    fw_path *path;      ///< the old one is read while the new one is written
    fw_gear gear;       ///< of the present leg
    bool is_impossible; ///< the present leg is left as it is
    double gain;        ///< cost saved so far
} smoothing;

/// A walk along a path, part by part: segments, cut where stretches that were left impossible begin and end.
typedef struct part_walk {
    const fw_path *path;
    const fw_segment *segments;
    const double *borders; ///< of stretches
    int32_t count, border_count;
    int32_t index, border; ///< the next ones
    double at, within;     ///< tiles along the path, and along the next segment
} part_walk;

static part_walk walk_along(const fw_path *path)
{
    part_walk walk = { .path = path };
    walk.segments = fw_path_segments(path, &walk.count);
    walk.borders = fw_path_impossible(path, &walk.border_count);
    walk.border_count *= 2;
    return walk;
}

static bool next_part(part_walk *walk, fw_segment *part, bool *is_impossible)
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
        *is_impossible = walk->border % 2;
        walk->at += part->length;
        walk->within = is_cut ? walk->within + part->length : 0;
        walk->index += !is_cut;
        if (part->length > NO_PART)
            return true;
    }
    return false;
}

static bool is_same_pose(fw_pose a, fw_pose b)
{
    return fabs(a.x - b.x) <= SAME_POSE && fabs(a.y - b.y) <= SAME_POSE &&
           fabs(trig_wrap(a.heading - b.heading)) <= SAME_POSE;
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
    for (int pass = 0; pass < 2; pass++) {
        if (shortcuts_take(&of->by->shortcuts, of->from, &of->rules, shorter) != FW_OK)
            return FW_NO_MEMORY;
        leg_turn_around(shorter);
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

/// Writes the present leg, made shorter where that can be, or as it was.
static fw_result write_leg(smoothing *of)
{
    leg *before = &of->by->before, *after = &of->by->after;
    if (of->is_impossible) {
        const double begin = path_written_length(of->path);
        const fw_result pushed = push(of, before);
        return pushed == FW_OK && before->count
                   ? path_push_impossible(of->path, begin, path_written_length(of->path))
                   : pushed;
    }
    if (copy_leg(of->from, before, after) != FW_OK || shorten(of, after) != FW_OK)
        return FW_NO_MEMORY;
    const double gain = cost_of(&of->rules, before) - cost_of(&of->rules, after);
    if (gain <= NO_GAIN)
        return push(of, before);
    of->gain += of->gear == FW_REVERSE ? gain * of->rules.on.unit->def.reverse_penalty : gain;
    return push(of, after);
}

/// Does a part belong to the leg that ends before it?
static bool goes_on(const smoothing *of, const fw_segment *part, bool is_impossible)
{
    const leg *before = &of->by->before;
    return before->count && part->gear == of->gear && is_impossible == of->is_impossible &&
           is_same_pose(before->end, leg_travelled(part).start);
}

static fw_result write_legs(smoothing *of)
{
    leg *before = &of->by->before;
    part_walk walk = walk_along(of->path);
    fw_segment part;
    bool is_impossible;
    before->count = 0;
    while (next_part(&walk, &part, &is_impossible)) {
        if (!goes_on(of, &part, is_impossible)) {
            if (write_leg(of) != FW_OK)
                return FW_NO_MEMORY;
            before->count = 0;
            of->gear = part.gear;
            of->is_impossible = is_impossible;
        }
        const fw_segment travelled = leg_travelled(&part);
        if (leg_add(before, of->from, &travelled) != FW_OK)
            return FW_NO_MEMORY;
        before->end = segment_end(&travelled);
    }
    return write_leg(of);
}

fw_result curved_smooth(curved_room *by, memory *from, const smooth_ground *ground, double turn_charge,
                        fw_path *path)
{
    fw_path_summary summary;
    fw_path_summarise(path, &summary);
    if (summary.fixed_angles || ground->unit->def.turn_radius <= 0 || path_on_map(ground->map, path) != FW_OK)
        return FW_OK;
    smoothing of = { .by = by, .from = from, .rules = drive_rules_of(ground, turn_charge), .path = path };
    path_begin(path);
    const fw_result written = write_legs(&of);
    if (written != FW_OK || of.gain <= NO_GAIN) {
        path_abandon(path);
        return written;
    }
    summary.cost -= of.gain;
    path_end(path, &summary);
    return FW_OK;
}

void curved_free(curved_room *by, memory *from)
{
    leg_free(&by->before, from);
    leg_free(&by->after, from);
    shortcuts_free(&by->shortcuts, from);
    *by = (curved_room){ 0 };
}
