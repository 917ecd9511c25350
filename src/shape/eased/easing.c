#include "shape/eased/easing.h"

#include "curve/path.h"
#include "curve/segment.h"
#include "curve/sweep_body.h"
#include "shape/violations.h"

/// True if a path may be eased, and must be.
static bool needs_easing(const fw_unit_def *unit, const fw_path *path, int32_t *stops)
{
    int32_t count;
    const fw_segment *segments = fw_path_segments(path, &count);
    const fw_path_summary *summary = path_shown(path);
    *stops = 0;
    if (!steers_slowly(unit) || summary->fixed_angles || violations_any(&summary->violations))
        return false;
    *stops = steering_stops(unit, segments, count);
    return *stops > 0;
}

void easing_begin(easing *easing, const smooth_ground *ground, fw_path *path)
{
    const fw_unit_def *unit = &ground->unit->def;
    easing->path = NULL;
    easing->phase = EASING_DONE;
    easing->eased = 0;
    if (!needs_easing(unit, path, &easing->stops))
        return;
    easing->path = path;
    easing->phase = EASING_DRIVES;
    easing->rules = drive_rules_of(ground);
    easing->rules.ground.turn_charge = 0;
    easing->body = easing->rules.body;
    easing->easement = easement_of(unit->curvature_rate, easing->rules.radius);
    easing->graph.memory = easing->memory;
    easing->next = 0;
    easing->added = 0;
    path_begin(path);
}

/// Reads the next one-gear drive: all segments up to the next change of gear.
static fw_result read_drive(easing *easing)
{
    int32_t count;
    const fw_segment *segments = fw_path_segments(easing->path, &count);
    segment_list *drive = &easing->drive;
    if (easing->next == count) {
        easing->phase = EASING_DONE;
        return FW_OK;
    }
    drive->count = easing->drawn.count = 0;
    easing->gear = segments[easing->next].gear;
    easing->rules.body = easing->gear == FW_REVERSE ? sweep_body_turned(&easing->body) : easing->body;
    for (; easing->next < count && segments[easing->next].gear == easing->gear; easing->next++) {
        const fw_segment travelled = segment_travelled(&segments[easing->next]);
        if (segment_list_add(drive, easing->memory, &travelled) != FW_OK)
            return FW_NO_MEMORY;
        drive->end = segment_end(&travelled);
    }
    easing->next_part = 0;
    easing->within = 0;
    easing->phase = EASING_SPANS;
    return FW_OK;
}

static double cost_of(const easing *easing, const segment_list *list)
{
    const double penalty = easing->gear == FW_REVERSE ? easing->rules.ground.unit->def.reverse_penalty : 1;
    return penalty * drive_costs(&easing->rules, list->segments, list->count);
}

/// Writes the new drive; the next one follows.
static fw_result write_drive(easing *easing)
{
    easing->added += cost_of(easing, &easing->drawn) - cost_of(easing, &easing->drive);
    for (int32_t i = 0; i < easing->drawn.count; i++) {
        const fw_segment driven = segment_as_driven(&easing->drawn.segments[i], easing->gear);
        if (path_push(easing->path, &driven) != FW_OK)
            return FW_NO_MEMORY;
    }
    easing->phase = EASING_DRIVES;
    return FW_OK;
}

static fw_result append(easing *easing, const segment_list *list)
{
    for (int32_t i = 0; i < list->count; i++)
        if (segment_list_add(&easing->drawn, easing->memory, &list->segments[i]) != FW_OK)
            return FW_NO_MEMORY;
    return FW_OK;
}

/// Reads the next span of the drive. A span in which the unit need not stop is written as it is.
static fw_result read_span(easing *easing)
{
    const double long_line = 2 * eased_graph_reach(&easing->easement);
    const segment_list *drive = &easing->drive;
    segment_list *span = &easing->span;
    bool is_cut = false;
    if (easing->next_part == drive->count)
        return write_drive(easing);
    for (span->count = 0; easing->next_part < drive->count && !is_cut;) {
        fw_segment part = drive->segments[easing->next_part];
        is_cut = part.curvature == 0 && part.length > long_line && easing->within == 0;
        part.start = segment_pose_at(&part, easing->within);
        part.length = is_cut ? part.length / 2 : part.length - easing->within;
        if (segment_list_add(span, easing->memory, &part) != FW_OK)
            return FW_NO_MEMORY;
        span->end = segment_end(&part);
        easing->within = is_cut ? part.length : 0;
        easing->next_part += !is_cut;
    }
    if (steering_stops(&easing->rules.ground.unit->def, span->segments, span->count) == 0)
        return append(easing, span);
    easing->phase = EASING_SEARCH;
    return eased_graph_build(&easing->graph, &easing->rules, &easing->easement, span);
}

/// Finds the best way along the span and appends it to the new drive.
static fw_result search_span(easing *easing)
{
    const fw_result found = eased_graph_search(&easing->graph);
    if (found != FW_OK)
        return found;
    easing->phase = EASING_SPANS;
    return eased_graph_write(&easing->graph, &easing->drawn);
}

static fw_result step_phase(easing *easing)
{
    switch (easing->phase) {
    case EASING_DRIVES:
        return read_drive(easing);
    case EASING_SPANS:
        return read_span(easing);
    case EASING_SEARCH:
        return search_span(easing);
    case EASING_DONE:
        break;
    }
    return FW_OK;
}

/// Adds to the cost what the new drives cost more than the old ones, and shows the new path.
static void finish(easing *easing)
{
    fw_path_summary summary = *path_shown(easing->path);
    summary.cost += easing->added;
    path_end(easing->path, &summary);
    int32_t count;
    const fw_segment *segments = fw_path_segments(easing->path, &count);
    const int32_t before = easing->stops;
    easing->stops = steering_stops(&easing->rules.ground.unit->def, segments, count);
    easing->eased = before > easing->stops ? before - easing->stops : 0;
}

fw_result easing_step(easing *easing)
{
    if (!easing->path)
        return FW_OK;
    fw_result stepped = FW_OK;
    while (stepped == FW_OK && easing->phase != EASING_DONE)
        stepped = shaping_pauses(easing->rules.ground.work) ? FW_PENDING : step_phase(easing);
    if (stepped == FW_PENDING)
        return FW_PENDING;
    if (stepped == FW_OK)
        finish(easing);
    else
        path_abandon(easing->path);
    easing->path = NULL;
    return stepped;
}
