#include "shape/curved/curved.h"

#include "curve/segment.h"
#include "curve/sweep_body.h"
#include "shape/path_on_map.h"

/// Smaller gains may be rounding errors.
#define NO_GAIN 1e-9

/// Parts of segments shorter than this (tiles) are left out.
#define NO_PART 1e-9

/// A path jumps if a segment starts farther than this (tiles) from the end of the previous segment.
#define SAME_POSE 1e-6

/// Begins a walk along the parts of a path, cut at its impossible stretches, or at the stretches that must stay.
///
/// @param kept  stretches that must stay; null = the impossible ones
static part_walk walk_along(const fw_path *path, const path_stretches *kept)
{
    part_walk walk = { 0 };
    walk.segments = fw_path_segments(path, &walk.count);
    walk.borders = kept ? kept->borders : fw_path_impossible(path, &walk.border_count);
    walk.border_count = 2 * (kept ? kept->count : walk.border_count);
    return walk;
}

static part_walk walk_along_bends(const bend_pass *drawn)
{
    return (part_walk){ .segments = drawn->drawn.segments,
                        .borders = drawn->borders,
                        .count = drawn->drawn.count,
                        .border_count = drawn->border_count };
}

/// The next part of a path: the rest of a segment, up to the next border of an impossible stretch.
///
/// @param[out] stretch  number of the impossible stretch that the part belongs to, or NO_STRETCH
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

static double cost_of(const drive_rules *rules, const segment_list *list)
{
    return drive_costs(rules, list->segments, list->count);
}

/// Appends a one-gear drive to the new drive.
static fw_result draw_segments(const curved_pass *pass, const segment_list *written)
{
    for (int32_t i = 0; i < written->count; i++) {
        const fw_segment segment = segment_as_driven(&written->segments[i], pass->gear);
        if (segment_list_add(&pass->smoother->drawn, pass->memory, &segment) != FW_OK)
            return FW_NO_MEMORY;
    }
    return FW_OK;
}

/// Cancels what two consecutive segments drive twice, there and back: the second one begins where the first one ends,
/// and leads back along it in the other gear. The shorter of them gets the length 0, the other one the difference.
/// Returns false if the second segment does not lead back along the first one.
static bool cancel_both(fw_segment *first, fw_segment *second)
{
    if (first->gear == second->gear || first->curvature != second->curvature)
        return false;
    const double both = fmin(first->length, second->length);
    first->length -= both;
    second->length -= both;
    second->start = first->length > 0 ? second->start : first->start;
    return true;
}

/// Cancels what the new drive leads there and back around its cusps: where the drive before a cusp became shorter, the
/// drive after it may begin by going back.
static void cancel_returns(curved_pass *pass)
{
    segment_list *drawn = &pass->smoother->drawn;
    const double cost = drive_segments_cost(&pass->rules, drawn->segments, drawn->count),
                 uncharged = drive_segments_cost(&pass->uncharged, drawn->segments, drawn->count);
    int32_t count = 0;
    for (int32_t i = 0; i < drawn->count; i++) {
        fw_segment next = drawn->segments[i];
        while (count > 0 && cancel_both(&drawn->segments[count - 1], &next) &&
               drawn->segments[count - 1].length == 0)
            count--;
        if (next.length > 0)
            drawn->segments[count++] = next;
    }
    drawn->count = count;
    pass->gain += cost - drive_segments_cost(&pass->rules, drawn->segments, count);
    pass->saved += uncharged - drive_segments_cost(&pass->uncharged, drawn->segments, count);
}

static fw_result write_drive(curved_pass *pass)
{
    const segment_list *drawn = &pass->smoother->drawn;
    if (pass->stretch == NO_STRETCH && drive_has_cusps(drawn))
        cancel_returns(pass);
    return path_push_all(pass->path, drawn->segments, drawn->count);
}

/// True if a one-gear drive is a shortest curve already; such a curve has at most three segments.
static bool is_shortest(const curved_pass *pass, const segment_list *travelled)
{
    shaping_charge(pass->rules.ground.work, 0);
    return travelled->count <= FW_CURVE_SEGMENTS &&
           cost_of(&pass->rules, travelled) -
                   drive_least_cost(&pass->rules, travelled->segments[0].start, travelled->end) <=
               NO_GAIN;
}

/// Writes the present one-gear drive as an impossible stretch.
static fw_result write_impossible(curved_pass *pass)
{
    const double begin = path_written_length(pass->path);
    fw_result pushed = draw_segments(pass, &pass->smoother->before);
    if (pushed == FW_OK)
        pushed = write_drive(pass);
    pass->smoother->drawn.count = 0;
    pass->stretch_count++;
    return pushed == FW_OK ? path_push_impossible(pass->path, begin, path_written_length(pass->path))
                           : pushed;
}

static shortcut_reach reach_of(const curved_pass *pass)
{
    return pass->scope == CURVED_SIMPLE ? SHORTCUTS_NEXT : SHORTCUTS_FAR;
}

/// Writes the present one-gear drive as it is, or begins to make it shorter.
static fw_result begin_one_gear(curved_pass *pass)
{
    const segment_list *before = &pass->smoother->before;
    if (pass->stretch != NO_STRETCH && !pass->rules.ground.kept)
        return write_impossible(pass);
    if (pass->stretch != NO_STRETCH || pass->scope == CURVED_MEND || is_shortest(pass, before))
        return draw_segments(pass, before);
    pass->phase = CURVED_THERE;
    pass->phase_rules = pass->rules;
    if (pass->gear == FW_REVERSE)
        pass->phase_rules.body = sweep_body_turned(&pass->rules.body);
    shortcuts_begin(&pass->smoother->shortcuts, reach_of(pass));
    return segment_list_copy(&pass->smoother->after, pass->memory, before);
}

/// Takes shortcuts from the start of the one-gear drive on, then, unless smoothing is simple, from its end back.
static fw_result shorten(curved_pass *pass)
{
    while (pass->phase != CURVED_ONE_GEAR) {
        segment_list *after = &pass->smoother->after;
        const fw_result taken =
            shortcuts_step(&pass->smoother->shortcuts, pass->memory, &pass->phase_rules, after);
        if (taken != FW_OK)
            return taken;
        if (pass->scope == CURVED_SIMPLE) {
            pass->phase = CURVED_ONE_GEAR;
            break;
        }
        segment_list_turn_around(after);
        pass->phase_rules.sweep.passage.is_backward = !pass->phase_rules.sweep.passage.is_backward;
        pass->phase_rules.body = sweep_body_turned(&pass->phase_rules.body);
        pass->phase = pass->phase == CURVED_THERE ? CURVED_BACK : CURVED_ONE_GEAR;
        shortcuts_begin(&pass->smoother->shortcuts, reach_of(pass));
    }
    return FW_OK;
}

/// Writes the shortened drive if it is cheaper, else the drive as it was.
static fw_result end_one_gear(curved_pass *pass)
{
    const segment_list *before = &pass->smoother->before, *after = &pass->smoother->after;
    const double gain = cost_of(&pass->rules, before) - cost_of(&pass->rules, after);
    if (gain <= NO_GAIN)
        return draw_segments(pass, before);
    const double penalty = pass->gear == FW_REVERSE ? pass->rules.ground.unit->def.reverse_penalty : 1;
    pass->gain += gain * penalty;
    pass->saved += (cost_of(&pass->uncharged, before) - cost_of(&pass->uncharged, after)) * penalty;
    return draw_segments(pass, after);
}

/// Begins to replace stretches of the present drive around its cusps, if it has cusps and may be changed.
static fw_result begin_cusps(curved_pass *pass)
{
    const segment_list *drive = &pass->smoother->drive;
    if (pass->stretch != NO_STRETCH || pass->scope != CURVED_ALL || !drive_has_cusps(drive)) {
        pass->phase = CURVED_ONE_GEAR;
        return FW_OK;
    }
    pass->phase = CURVED_CUSPS;
    pass->old_cost = drive_segments_cost(&pass->rules, drive->segments, drive->count);
    pass->old_uncharged = drive_segments_cost(&pass->uncharged, drive->segments, drive->count);
    return cusps_begin(&pass->smoother->cusps, pass->memory, &pass->rules, drive);
}

static fw_result replace_cusps(curved_pass *pass)
{
    segment_list *drive = &pass->smoother->drive;
    const fw_result replaced = cusps_step(&pass->smoother->cusps, pass->memory, drive);
    if (replaced != FW_OK)
        return replaced;
    pass->gain += pass->old_cost - drive_segments_cost(&pass->rules, drive->segments, drive->count);
    pass->saved += pass->old_uncharged - drive_segments_cost(&pass->uncharged, drive->segments, drive->count);
    pass->phase = CURVED_ONE_GEAR;
    return FW_OK;
}

/// Begins the next one-gear drive: consecutive segments of the present drive in one gear. After the last of them, the
/// next drive follows.
static fw_result next_one_gear(curved_pass *pass)
{
    segment_list *drive = &pass->smoother->drive, *before = &pass->smoother->before;
    if (pass->next == drive->count) {
        pass->phase = pass->has_part ? CURVED_PARTS : CURVED_DONE;
        return write_drive(pass);
    }
    before->count = 0;
    pass->gear = drive->segments[pass->next].gear;
    for (; pass->next < drive->count && drive->segments[pass->next].gear == pass->gear; pass->next++) {
        const fw_segment travelled = segment_travelled(&drive->segments[pass->next]);
        if (segment_list_add(before, pass->memory, &travelled) != FW_OK)
            return FW_NO_MEMORY;
        before->end = segment_end(&travelled);
    }
    return begin_one_gear(pass);
}

static bool is_same_pose(fw_pose a, fw_pose b)
{
    return is_same_place(a, b) && headings_meet(a.heading, b.heading);
}

/// True if the next part continues the present drive.
static bool continues_drive(const curved_pass *pass)
{
    const segment_list *drive = &pass->smoother->drive;
    return drive->count && pass->part_stretch == pass->stretch &&
           (pass->part_stretch != NO_STRETCH || is_same_pose(drive->end, pass->part.start));
}

static void read_next_part(curved_pass *pass)
{
    pass->has_part = next_part(&pass->walk, &pass->part, &pass->part_stretch);
}

/// Collects the next drive: all parts up to the next jump.
static fw_result next_drive(curved_pass *pass)
{
    segment_list *drive = &pass->smoother->drive;
    drive->count = pass->smoother->drawn.count = pass->next = 0;
    pass->stretch = pass->part_stretch;
    do {
        if (segment_list_add(drive, pass->memory, &pass->part) != FW_OK)
            return FW_NO_MEMORY;
        drive->end = segment_end(&pass->part);
        read_next_part(pass);
    } while (pass->has_part && continues_drive(pass));
    return begin_cusps(pass);
}

/// Begins to shape and write the parts of a walk, drive by drive.
static void begin_drives(curved_pass *pass, part_walk walk)
{
    pass->walk = walk;
    read_next_part(pass);
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

/// True if a path consists of lines driven forward, and its heading jumps between them, or is not the requested one at
/// an end.
static bool needs_bends(const fw_path *path, const bend_ends *ends)
{
    int32_t count;
    const fw_segment *segments = fw_path_segments(path, &count);
    double heading = ends->start;
    bool jumps = false;
    for (int32_t i = 0; i < count; i++) {
        const bool has_gap = i > 0 && !is_same_place(segment_end(&segments[i - 1]), segments[i].start);
        if (segments[i].curvature != 0 || segments[i].gear != FW_FORWARD || has_gap)
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
        const vector point = { at.x, at.y };
        if (way->count && vector_distance(way->items[way->count - 1], point) < NO_PART)
            continue;
        if (shape_points_add(way, memory, point) != FW_OK)
            return FW_NO_MEMORY;
    }
    return FW_OK;
}

static fw_result push_unchanged(const curved_pass *pass)
{
    int32_t count;
    const fw_segment *segments = fw_path_segments(pass->path, &count);
    for (int32_t i = 0; i < count; i++)
        if (path_push(pass->path, &segments[i]) != FW_OK)
            return FW_NO_MEMORY;
    return FW_OK;
}

/// Makes a way of lines drivable; then begins to make it shorter.
static fw_result round_bends(curved_pass *pass)
{
    bend_pass *bends = &pass->smoother->bends;
    const fw_result drawn = bends_step(bends, pass->memory, &pass->rules, &pass->ends);
    if (drawn != FW_OK)
        return drawn;
    pass->phase = CURVED_DONE;
    if (bends->drawn.count == 0) // the path has length 0, or its heading cannot change at its start
        return push_unchanged(pass);
    pass->summary.cost = cost_of(&pass->uncharged, &bends->drawn);
    begin_drives(pass, walk_along_bends(bends));
    return FW_OK;
}

static fw_result curved_step_phase(curved_pass *pass)
{
    fw_result stepped = FW_OK;
    switch (pass->phase) {
    case CURVED_BENDS:
        return round_bends(pass);
    case CURVED_PARTS:
        return next_drive(pass);
    case CURVED_CUSPS:
        return replace_cusps(pass);
    case CURVED_ONE_GEAR:
        return next_one_gear(pass);
    case CURVED_THERE:
    case CURVED_BACK:
        stepped = shorten(pass);
        return stepped == FW_OK ? end_one_gear(pass) : stepped;
    case CURVED_DONE:
        break;
    }
    return stepped;
}

static fw_result begin_writing(curved_pass *pass)
{
    path_begin(pass->path);
    if (path_push(pass->path, &(fw_segment){ .start = fw_path_segments(pass->path, NULL)->start }) != FW_OK)
        return FW_NO_MEMORY;
    if (!pass->has_bends) {
        begin_drives(pass, walk_along(pass->path, pass->rules.ground.kept));
        return FW_OK;
    }
    pass->phase = CURVED_BENDS;
    bends_begin(&pass->smoother->bends);
    return read_way(&pass->smoother->bends.way, pass->memory, pass->path);
}

fw_result curved_begin(curved_smoother *smoother, memory *memory, const smooth_ground *ground,
                       const bend_ends *ends, curved_scope scope, fw_path *path)
{
    curved_pass *pass = &smoother->pass;
    *pass = (curved_pass){ .smoother = smoother, .memory = memory, .path = path, .scope = scope };
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
    pass->has_bends = scope != CURVED_SIMPLE && needs_bends(path, &pass->ends);
    if (begin_writing(pass) == FW_OK)
        return FW_OK;
    path_abandon(path);
    return FW_NO_MEMORY;
}

fw_result curved_step(curved_smoother *smoother)
{
    curved_pass *pass = &smoother->pass;
    if (!pass->path)
        return FW_OK;
    fw_result stepped = FW_OK;
    while (stepped == FW_OK && pass->phase != CURVED_DONE)
        stepped = shaping_pauses(pass->rules.ground.work) ? FW_PENDING : curved_step_phase(pass);
    if (stepped == FW_PENDING)
        return FW_PENDING;
    if (stepped != FW_OK || (!pass->has_bends && pass->gain <= NO_GAIN)) {
        path_abandon(pass->path);
        return stepped;
    }
    pass->summary.cost -= pass->saved;
    pass->summary.violations.impossible = pass->stretch_count;
    path_end(pass->path, &pass->summary);
    return FW_OK;
}
