#include "shape/roads/road_shape.h"

#include "curve/segment.h"
#include "curve/sweep_body.h"
#include "shape/road_piece.h"
#include "shape/roads/road_drive.h"

/// The stretch that begins at a place. Unless it is the last one, it ends with the heading of the next stretch's first
/// step.
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
        ends.goal = way_heading(items[last].at, items[last + 1].at);
        ends.any_goal = false;
    }
    return (road_stretch){ items + first, last - first + 1, ends };
}

/// True if the present stretch is on roads, and is shaped between kerbs.
static bool is_between_kerbs(const assembly *assembly)
{
    return assembly->part.places[0].is_on_road && road_needs_kerbs(assembly->task);
}

/// Begins to write the lines of the present stretch to the piece.
static fw_result begin_writing(assembly *assembly, stretch_phase after)
{
    assembly->phase = STRETCH_WRITE;
    assembly->after_writing = after;
    return road_copy_places(assembly, &assembly->part);
}

/// Continues to put up kerbs around the piece.
static fw_result put_kerbs(assembly *assembly, double aside)
{
    const road_task *task = assembly->task;
    return roadside_put_kerbs(&assembly->shaper->side, &task->roads, assembly->shaper->piece, aside,
                              task->ground.work, &assembly->kerbs);
}

static double reach_of(const assembly *assembly)
{
    return sweep_body_of(&assembly->task->ground.unit->def.footprint).reach;
}

/// Begins the next stretch. Off the roads it is smoothed; on roads it is shaped between kerbs, or stays as it is.
static fw_result begin_stretch(assembly *assembly)
{
    assembly->part = stretch_from(assembly, assembly->next);
    assembly->kerbs = (kerb_progress){ 0 };
    shaping_charge(assembly->task->ground.work, assembly->part.count);
    return begin_writing(assembly, is_between_kerbs(assembly)            ? STRETCH_KERBS
                                   : assembly->part.places[0].is_on_road ? STRETCH_APPEND
                                                                         : STRETCH_BEGIN_SHAPE);
}

static fw_result write_lines(assembly *assembly)
{
    const road_shaper *shaper = assembly->shaper;
    const fw_result written = road_write_lines(assembly, &shaper->points, shaper->piece);
    if (written == FW_OK)
        assembly->phase = assembly->after_writing;
    return written;
}

/// Continues to put up kerbs around the lines of a stretch.
static fw_result put_first_kerbs(assembly *assembly)
{
    const double turn_radius = assembly->task->ground.unit->def.turn_radius;
    const fw_result put = put_kerbs(assembly, ROAD_REACH + 2 * turn_radius + reach_of(assembly));
    if (put == FW_OK)
        assembly->phase = STRETCH_BEGIN_SHAPE;
    return put;
}

/// True if the present stretch is moved to the right half of its road.
static bool moves_right(const assembly *assembly)
{
    return assembly->task->keep_right && is_between_kerbs(assembly);
}

/// Begins to shape the piece, which holds the lines of the stretch.
static fw_result begin_shape(assembly *assembly)
{
    const road_task *task = assembly->task;
    smooth_ground ground = task->ground;
    assembly->phase = STRETCH_SHAPE;
    if (moves_right(assembly)) {
        road_drive_begin(assembly->shaper);
        return FW_OK;
    }
    if (is_between_kerbs(assembly))
        ground.overlay = assembly->shaper->side.blocked;
    return smooth_begin(assembly->smoothing, &ground, task->smoothing, &assembly->part.ends,
                        assembly->shaper->piece);
}

static void begin_judging(assembly *assembly)
{
    assembly->phase = STRETCH_JUDGE;
    assembly->judging = (stretch_judging){ 0 };
}

static fw_result shape(assembly *assembly)
{
    const fw_result shaped =
        moves_right(assembly) ? road_drive_step(assembly) : smooth_step(assembly->smoothing);
    if (shaped == FW_OK && is_between_kerbs(assembly)) {
        assembly->phase = STRETCH_MORE_KERBS;
        assembly->kerbs = (kerb_progress){ 0 };
    } else if (shaped == FW_OK) {
        begin_judging(assembly);
    }
    return shaped;
}

/// Continues to put up kerbs around the shaped piece. If the piece comes to blocks that had no kerbs, shapes it again.
static fw_result put_more_kerbs(assembly *assembly)
{
    const fw_result put = put_kerbs(assembly, reach_of(assembly));
    if (put == FW_OK && assembly->kerbs.are_new)
        return begin_writing(assembly, STRETCH_BEGIN_SHAPE);
    if (put == FW_OK)
        begin_judging(assembly);
    return put;
}

/// Continues to count how often the piece leaves a road. If it does, also counts how often the stretch's lines do.
/// FW_OK or FW_PENDING (the work is used up).
static fw_result count_departures(assembly *assembly)
{
    const road_task *task = assembly->task;
    const road_stretch *part = &assembly->part;
    stretch_judging *judging = &assembly->judging;
    int32_t count;
    const fw_segment *segments = fw_path_segments(assembly->shaper->piece, &count);
    while (judging->segment < count || (judging->after.count > 0 && judging->place + 1 < part->count)) {
        if (shaping_pauses(task->ground.work))
            return FW_PENDING;
        if (judging->segment < count) {
            shaping_charge(task->ground.work, segments[judging->segment].length);
            road_count_departures(&task->roads, &segments[judging->segment++], &judging->after);
            continue;
        }
        const road_place *step = &part->places[judging->place++];
        fw_segment line;
        segment_set_line(&line, step[0].at.x, step[0].at.y, step[1].at.x, step[1].at.y);
        shaping_charge(task->ground.work, line.length);
        road_count_departures(&task->roads, &line, &judging->before);
    }
    return FW_OK;
}

/// FW_ROADS_LANES: replaces the piece by the stretch's lines if the piece leaves roads more often than they do.
static fw_result judge_stretch(assembly *assembly)
{
    const road_task *task = assembly->task;
    const road_stretch *part = &assembly->part;
    const bool is_judged =
        task->method == FW_ROADS_LANES && !(part->places[0].is_on_road && task->keep_right);
    if (is_judged && count_departures(assembly) == FW_PENDING)
        return FW_PENDING;
    assembly->phase = STRETCH_APPEND;
    const bool is_good = !is_judged || assembly->judging.after.count <= assembly->judging.before.count;
    return is_good ? FW_OK : begin_writing(assembly, STRETCH_APPEND);
}

static fw_result end_stretch(assembly *assembly)
{
    assembly->next += assembly->part.count - 1;
    assembly->phase = assembly->next + 1 < assembly->shaper->way.count ? STRETCH_BEGIN : STRETCH_NONE;
    return road_append_piece(assembly, assembly->shaper->piece);
}

void road_begin_stretches(assembly *assembly)
{
    assembly->heading = assembly->task->ends.start;
    assembly->next = 0;
    assembly->phase = assembly->shaper->way.count > 1 ? STRETCH_BEGIN : STRETCH_NONE;
    fw_path_summarise(assembly->path, &assembly->summary);
    assembly->summary.cost = 0;
    assembly->summary.violations = (fw_violations){ 0 };
    path_begin(assembly->path);
}

static fw_result step_stretch(assembly *assembly)
{
    switch (assembly->phase) {
    case STRETCH_BEGIN:
        return begin_stretch(assembly);
    case STRETCH_WRITE:
        return write_lines(assembly);
    case STRETCH_KERBS:
        return put_first_kerbs(assembly);
    case STRETCH_BEGIN_SHAPE:
        return begin_shape(assembly);
    case STRETCH_SHAPE:
        return shape(assembly);
    case STRETCH_MORE_KERBS:
        return put_more_kerbs(assembly);
    case STRETCH_JUDGE:
        return judge_stretch(assembly);
    case STRETCH_APPEND:
        return end_stretch(assembly);
    case STRETCH_NONE:
        break;
    }
    return FW_OK;
}

fw_result road_shape_stretches(assembly *assembly)
{
    fw_result result = FW_OK;
    while (result == FW_OK && assembly->phase != STRETCH_NONE)
        result = shaping_pauses(assembly->task->ground.work) ? FW_PENDING : step_stretch(assembly);
    if (result == FW_OK)
        path_end(assembly->path, &assembly->summary);
    else if (result != FW_PENDING)
        path_abandon(assembly->path);
    return result;
}
