#include "shape/roads/road_drive.h"

#include <math.h>

#include "base/trig.h"
#include "curve/sweep.h"
#include "shape/curved/drive.h"
#include "shape/road_piece.h"

/// Lines shorter than this (tiles) count as length 0.
#define NO_LINE 1e-9

/// Continues to check if the unit can drive a path, and the path stays on roads.
///
/// @param[in,out] judged  number of segments that stay on roads; 0 at the beginning
/// @return FW_OK (it does), FW_NOT_FOUND (it does not) or FW_PENDING (the work is used up)
static fw_result judge_drive(const road_task *task, const fw_path *path, int32_t *judged)
{
    int32_t count, stretch_count;
    const fw_segment *segments = fw_path_segments(path, &count);
    fw_path_impossible(path, &stretch_count);
    if (stretch_count > 0)
        return FW_NOT_FOUND;
    for (; *judged < count; ++*judged) {
        if (shaping_pauses(task->ground.work))
            return FW_PENDING;
        shaping_charge(task->ground.work, segments[*judged].length);
        if (!road_holds_segment(&task->roads, &segments[*judged]))
            return FW_NOT_FOUND;
    }
    return FW_OK;
}

/// Begins to make the shaper's points drivable.
static void begin_bends(const assembly *assembly, fw_path *drive, bend_ends ends)
{
    assembly->shaper->drive.bends = (road_bends){ .drive = drive, .ends = ends };
}

/// Continues to write the lines, then begins to draw curves around their bends.
static fw_result begin_curves(const assembly *assembly, road_bends *bends)
{
    road_shaper *shaper = assembly->shaper;
    smooth_ground ground = assembly->task->ground;
    if (bends->between_kerbs)
        ground.overlay = shaper->side.blocked;
    const fw_result written = road_write_lines(assembly, &shaper->points, bends->drive);
    if (written != FW_OK)
        return written;
    bends->is_begun = true;
    return curved_begin(&assembly->smoothing->curved, shaper->memory, &ground, &bends->ends, CURVED_MEND,
                        bends->drive);
}

/// Continues to make lines drivable around their bends. If the body's centre would leave the roads, tries again with
/// kerbs, which keep the whole body on the roads: then the drive swings out before bends.
static fw_result step_bends(const assembly *assembly)
{
    road_bends *bends = &assembly->shaper->drive.bends;
    for (;;) {
        fw_result result = bends->is_begun ? FW_OK : begin_curves(assembly, bends);
        if (result == FW_OK && !bends->is_drawn)
            result = curved_step(&assembly->smoothing->curved);
        if (result != FW_OK)
            return result;
        bends->is_drawn = true;
        result = bends->between_kerbs ? FW_OK : judge_drive(assembly->task, bends->drive, &bends->judged);
        if (result != FW_NOT_FOUND)
            return result;
        *bends = (road_bends){ .drive = bends->drive, .ends = bends->ends, .between_kerbs = true };
    }
}

static vector toward(vector from, vector to, double distance)
{
    const double share = distance / vector_distance(from, to);
    return (vector){ from.x + share * (to.x - from.x), from.y + share * (to.y - from.y) };
}

/// Distance, in tiles, over which curves may move the lane at its ends, and at bends where no arc fits.
static double wide_margin(const road_task *task)
{
    return 2 * task->ground.unit->def.turn_radius + 1;
}

/// A bend of the lane, and the lengths of the lines before and after the bend that its curve may use, in tiles.
typedef struct lane_bend {
    vector before, at, after;
    double left_before, left_after;
} lane_bend;

/// Distance from a bend over which a curve may move the lane, in tiles: up to the arc that touches both lines if this
/// arc fits, else wide_margin().
static double margin_at_bend(const road_task *task, const lane_bend *bend)
{
    const smooth_ground *ground = &task->ground;
    const double radius = ground->unit->def.turn_radius, heading = way_heading(bend->before, bend->at);
    const double turn = trig_wrap(way_heading(bend->at, bend->after) - heading);
    double sine, cosine;
    trig_sincos(fabs(turn) / 2, &sine, &cosine);
    if (radius * sine > fmin(bend->left_before, bend->left_after) * cosine)
        return wide_margin(task);
    const double margin = radius * sine / cosine;
    const vector begin = toward(bend->at, bend->before, margin);
    const fw_segment arc = { .start = { begin.x, begin.y, heading },
                             .curvature = (turn < 0 ? -1 : 1) / radius,
                             .length = fabs(turn) * radius };
    const drive_rules rules = drive_rules_of(ground);
    const bool fits =
        road_holds_segment(&task->roads, &arc) && sweep_segment_is_free(&rules.sweep, &rules.body, &arc);
    return fits ? margin : wide_margin(task);
}

/// The next point that differs from a point; the number of points if there is none.
static int32_t next_point(const shape_points *drawn, int32_t index)
{
    int32_t next = index + 1;
    while (next < drawn->count && vector_distance(drawn->items[index], drawn->items[next]) <= NO_LINE)
        next++;
    return next;
}

/// Measures the margin at the end of the present line. A long line is cut at both margins, so that curves at its bends
/// do not move its middle.
static void measure_line(const road_task *task, const shape_points *drawn, road_drive *drive)
{
    const vector *items = drawn->items;
    const int32_t at = drive->at, to = drive->to, after = next_point(drawn, to);
    const double length = vector_distance(items[at], items[to]), wide = wide_margin(task);
    drive->margin_before = at == 0 ? wide : drive->margin_behind;
    drive->margin_behind = wide;
    if (after < drawn->count) {
        const double ahead = vector_distance(items[to], items[after]);
        const bool is_last = next_point(drawn, after) == drawn->count;
        const lane_bend bend = { items[at], items[to], items[after], length - drive->margin_before,
                                 is_last ? ahead - wide : ahead / 2 };
        drive->margin_behind = margin_at_bend(task, &bend);
    }
    const bool is_long = length > drive->margin_before + drive->margin_behind + NO_LINE;
    drive->line = is_long ? LANE_LINE_CUT_BEFORE : LANE_LINE_END;
    shaping_charge(task->ground.work, length);
}

static void begin_section(const assembly *assembly, bend_ends ends)
{
    road_shaper *shaper = assembly->shaper;
    ends.start = shaper->drive.lane.heading;
    shaper->drive.phase = DRIVE_SECTION;
    begin_bends(assembly, shaper->section, ends);
}

/// Ends the section at a point of the present line.
static fw_result end_section(const assembly *assembly, vector at, bend_ends ends)
{
    begin_section(assembly, ends);
    return shape_points_add(&assembly->shaper->points, assembly->shaper->memory, at);
}

/// Continues to collect the points of a section, by what is left to do at the present line.
static fw_result collect_section(const assembly *assembly)
{
    road_shaper *shaper = assembly->shaper;
    road_drive *drive = &shaper->drive;
    const shape_points *drawn = &shaper->lane.drawn;
    if (drive->to >= drawn->count) {
        drive->is_last = true;
        begin_section(assembly, assembly->part.ends);
        return FW_OK;
    }
    const vector from = drawn->items[drive->at], to = drawn->items[drive->to];
    const bend_ends along = { .goal = way_heading(from, to) };
    switch (drive->line) {
    case LANE_LINE_BEGIN:
        measure_line(assembly->task, drawn, drive);
        return FW_OK;
    case LANE_LINE_CUT_BEFORE:
        drive->line = LANE_LINE_CUT_BEHIND;
        return end_section(assembly, toward(from, to, drive->margin_before), along);
    case LANE_LINE_CUT_BEHIND:
        drive->line = LANE_LINE_END;
        return end_section(assembly, toward(to, from, drive->margin_behind), along);
    case LANE_LINE_END:
        break;
    }
    drive->line = LANE_LINE_BEGIN;
    drive->at = drive->to;
    drive->to = next_point(drawn, drive->to);
    return shape_points_add(&shaper->points, shaper->memory, to);
}

/// Begins to write the lane to the piece, section by section.
static fw_result begin_lane(const assembly *assembly)
{
    road_shaper *shaper = assembly->shaper;
    road_drive *drive = &shaper->drive;
    drive->phase = DRIVE_COLLECT;
    drive->lane = *assembly;
    drive->lane.path = shaper->piece;
    drive->lane.heading = assembly->part.ends.start;
    drive->lane.summary.cost = 0;
    drive->lane.summary.violations = (fw_violations){ 0 };
    drive->at = 0;
    drive->to = next_point(&shaper->lane.drawn, 0);
    drive->line = LANE_LINE_BEGIN;
    path_begin(shaper->piece);
    shaper->points.count = 0;
    return shape_points_add(&shaper->points, shaper->memory, shaper->lane.drawn.items[0]);
}

/// Begins to make the stretch's own lines drivable.
static fw_result begin_own_lines(const assembly *assembly)
{
    road_shaper *shaper = assembly->shaper;
    shaper->drive.phase = DRIVE_OWN_LINES;
    begin_bends(assembly, shaper->piece, assembly->part.ends);
    return road_copy_places(assembly, &assembly->part);
}

/// Continues to draw the lane. Without a turning radius, its lines become the piece as they are, or the stretch's own
/// lines if there is no room for a lane.
static fw_result draw_lane(const assembly *assembly)
{
    const road_task *task = assembly->task;
    road_shaper *shaper = assembly->shaper;
    smooth_ground ground = task->ground;
    ground.overlay = shaper->side.blocked;
    const lane_rules rules = { &task->roads, way_rules_of(&ground), lane_half_width(task->ground.unit),
                               assembly->part.places, assembly->part.count };
    const fw_result drawn = lane_draw(&shaper->lane, shaper->memory, &rules);
    if (drawn != FW_OK && drawn != FW_NOT_FOUND)
        return drawn;
    if (task->ground.unit->def.turn_radius > 0)
        return drawn == FW_OK ? begin_lane(assembly) : begin_own_lines(assembly);
    shaper->drive.lines = drawn == FW_OK ? &shaper->lane.drawn : &shaper->points;
    shaper->drive.phase = DRIVE_WRITE;
    return FW_OK;
}

/// Continues to make a section drivable, then appends it. The next section begins where it ends.
static fw_result drive_section(const assembly *assembly)
{
    road_shaper *shaper = assembly->shaper;
    road_drive *drive = &shaper->drive;
    fw_result result = step_bends(assembly);
    if (result == FW_OK)
        result = road_append_piece(&drive->lane, shaper->section);
    if (result != FW_OK)
        return result;
    shaper->points.items[0] = shaper->points.items[shaper->points.count - 1];
    shaper->points.count = 1;
    drive->phase = drive->is_last ? DRIVE_JUDGE : DRIVE_COLLECT;
    if (drive->is_last)
        path_end(shaper->piece, &drive->lane.summary);
    return FW_OK;
}

/// Continues to judge the piece. If the unit cannot drive in the lane, the stretch's own lines are made drivable.
static fw_result judge_lane(const assembly *assembly, bool *is_done)
{
    road_shaper *shaper = assembly->shaper;
    const fw_result judged = judge_drive(assembly->task, shaper->piece, &shaper->drive.judged);
    *is_done = judged == FW_OK;
    return judged == FW_NOT_FOUND ? begin_own_lines(assembly) : judged;
}

static fw_result step_phase(const assembly *assembly, bool *is_done)
{
    fw_result result = FW_OK;
    switch (assembly->shaper->drive.phase) {
    case DRIVE_LANE:
        return draw_lane(assembly);
    case DRIVE_WRITE:
        result = road_write_lines(assembly, assembly->shaper->drive.lines, assembly->shaper->piece);
        *is_done = result == FW_OK;
        break;
    case DRIVE_COLLECT:
        return collect_section(assembly);
    case DRIVE_SECTION:
        return drive_section(assembly);
    case DRIVE_JUDGE:
        return judge_lane(assembly, is_done);
    case DRIVE_OWN_LINES:
        result = step_bends(assembly);
        *is_done = result == FW_OK;
        break;
    }
    return result;
}

void road_drive_begin(road_shaper *shaper)
{
    shaper->drive = (road_drive){ .phase = DRIVE_LANE };
    lane_begin(&shaper->lane);
}

fw_result road_drive_step(const assembly *assembly)
{
    bool is_done = false;
    fw_result result = FW_OK;
    while (result == FW_OK && !is_done)
        result = shaping_pauses(assembly->task->ground.work) ? FW_PENDING : step_phase(assembly, &is_done);
    if (result == FW_NO_MEMORY)
        path_abandon(assembly->shaper->piece);
    return result;
}
