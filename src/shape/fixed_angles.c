#include "shape/fixed_angles.h"

#include <math.h>

#include "base/trig.h"
#include "curve/line_cost.h"
#include "curve/path.h"
#include "curve/segment.h"
#include "fairway/shape.h"
#include "map/overlay.h"
#include "shape/path_on_map.h"

/// A heading within this many radians of an angle is equal to the angle.
#define SAME_ANGLE 1e-12

/// Lines shorter than this (tiles) are left out.
#define NO_LENGTH 1e-9

/// Lines, and stretches that are kept, are joined if their ends are at most this far apart (tiles).
#define SAME_PLACE 1e-8

/// Stretches longer than this (tiles) are split if neither detour is free.
#define LEAST_STRETCH (1.0 / 16)

/// Stretches longer than LEAST_EXPENSIVE_STRETCH (tiles) are split if the detour's cost per tile exceeds the stretch's
/// by more than this share.
#define LEAST_EXPENSIVE_STRETCH 1.0
#define MOST_EXTRA_COST         0.05

/// Costs whose relative difference is smaller are equal.
#define SAME_COST 1e-9

/// Two lines at neighbouring angles that replace a stretch.
typedef struct detour {
    fw_segment lines[2];
    int32_t angle[2];
    double cost; ///< infinite if the unit may not drive the lines and the bend between them
} detour;

double fw_round_heading(double heading, int32_t angles)
{
    if (angles <= 0 || !isfinite(heading))
        return heading;
    const double step = 2.0 * FW_PI / angles;
    double index = fmod(floor(heading / step + 0.5), angles);
    if (2.0 * index > angles)
        index -= angles;
    else if (2.0 * index <= -angles)
        index += angles;
    return index * step;
}

/// Index (0 .. angles - 1) of the angle that is `steps` steps from heading 0; `steps` may be negative.
static int32_t angle_of(const angle_pass *pass, double steps)
{
    return (int32_t)(steps - pass->angles * floor(steps / pass->angles));
}

static double cost_of(const angle_pass *pass, const fw_segment *segment)
{
    if (pass->costs_are_even)
        return segment->length * pass->mover.unit->cheapest / COST_ONE;
    return segment_cost(pass->mover.map, pass->mover.unit, pass->overlay, segment);
}

static fw_result write_segment(angle_pass *pass, const fw_segment *segment)
{
    const fw_unit_def *unit = &pass->mover.unit->def;
    const double cost = cost_of(pass, segment);
    pass->cost += segment->gear == FW_REVERSE ? cost * unit->reverse_penalty : cost;
    if (path_written_length(pass->path) > 0 && segment->gear != pass->gear)
        pass->cost += unit->gear_change_cost;
    pass->gear = segment->gear;
    return path_push(pass->path, segment);
}

/// True if a line continues the last one at the same angle and in the same gear.
static bool continues_line(const angle_pass *pass, const fw_segment *line, int32_t angle)
{
    if (pass->line.length == 0 || pass->last_angle != angle || pass->line.gear != line->gear)
        return false;
    const fw_pose end = segment_end(&pass->line);
    return fabs(end.x - line->start.x) <= SAME_PLACE && fabs(end.y - line->start.y) <= SAME_PLACE;
}

/// Finds the part of the next segment of the old path that lies within a stretch.
///
/// @param[in,out] index  the segment found last; -1 at the beginning
/// @param[in,out] at     tiles along the old path where segment `index` ends; set at the beginning
/// @return false if there are no more parts
static bool next_part(const angle_pass *pass, const angle_stretch *within, int32_t *index, double *at,
                      fw_segment *part)
{
    int32_t count;
    const fw_segment *segments = fw_path_segments(pass->path, &count);
    if (*index < 0)
        *at = within->first_at;
    *index = *index < 0 ? within->first : *index + 1;
    for (; *index < count && *at < within->to; ++*index) {
        const double length = segments[*index].length;
        const double begin = fmax(within->from - *at, 0), end = fmin(within->to - *at, length);
        *at += length;
        if (begin >= end)
            continue;
        *part = segments[*index];
        part->start = segment_pose_at(part, begin);
        part->length = end - begin;
        return true;
    }
    return false;
}

/// Writes the last line, or the last stretch of the old path that is kept, as an impossible one.
static fw_result write_last(angle_pass *pass)
{
    const fw_segment line = pass->line;
    const angle_stretch kept = pass->kept;
    const double from = path_written_length(pass->path);
    pass->line.length = 0;
    pass->kept.to = pass->kept.from;
    if (line.length > 0)
        return write_segment(pass, &line);
    if (kept.to == kept.from)
        return FW_OK;
    fw_result result = FW_OK;
    int32_t index = -1;
    double at;
    fw_segment part;
    while (result == FW_OK && next_part(pass, &kept, &index, &at, &part))
        result = write_segment(pass, &part);
    pass->impossible_count++;
    return result == FW_OK ? path_push_impossible(pass->path, from, path_written_length(pass->path)) : result;
}

/// Appends a line, or makes the last line longer if the new one continues it.
static fw_result add_line(angle_pass *pass, const fw_segment *line, int32_t angle)
{
    if (line->length < NO_LENGTH)
        return FW_OK;
    if (continues_line(pass, line, angle)) {
        pass->line.length += line->length;
        return FW_OK;
    }
    const fw_result result = write_last(pass);
    pass->line = *line;
    pass->last_angle = angle;
    return result;
}

/// Keeps a stretch of the old path, or makes the last kept stretch longer if the new one continues it.
static fw_result keep_stretch(angle_pass *pass, const angle_stretch *stretch)
{
    if (pass->kept.to > pass->kept.from && stretch->from - pass->kept.to <= SAME_PLACE) {
        pass->kept.to = stretch->to;
        return FW_OK;
    }
    const fw_result result = write_last(pass);
    pass->kept = *stretch;
    return result;
}

static fw_pose pose_at(const angle_pass *pass, double distance)
{
    fw_pose pose = { 0 };
    fw_path_pose_at(pass->path, distance, &pose);
    return pose;
}

static bool is_same_place(fw_pose a, fw_pose b)
{
    return fabs(a.x - b.x) <= FW_TOUCH && fabs(a.y - b.y) <= FW_TOUCH;
}

/// The end of a stretch, at the position where the path continues, unless the path jumps there.
static fw_pose end_of_stretch(const angle_pass *pass, const angle_stretch *stretch)
{
    int32_t count, index = stretch->first;
    const fw_segment *segments = fw_path_segments(pass->path, &count);
    double at = stretch->first_at;
    while (index + 1 < count && at + segments[index].length < stretch->to)
        at += segments[index++].length;
    const fw_pose end = segment_pose_at(&segments[index], stretch->to - at),
                  next = pose_at(pass, stretch->to);
    return is_same_place(end, next) ? next : end;
}

static fw_segment line_at_angle(const angle_pass *pass, int32_t angle, fw_gear gear, fw_pose from,
                                double length)
{
    const fw_pose start = { from.x, from.y, pass->directions[angle].heading };
    return (fw_segment){ .start = start, .length = fmax(length, 0), .gear = gear };
}

static bool line_is_free(const angle_pass *pass, const fw_segment *line)
{
    shaping_charge(pass->work, line->length);
    return line->length < NO_LENGTH || mover_may_drive(&pass->mover, line);
}

/// True if the unit may drive both lines of a detour and the bend between them. The bends at the ends of the detour are
/// as legal as the path is there, because the detour's lines lie in the same quadrants as the path.
static bool detour_is_free(const angle_pass *pass, const detour *detour)
{
    const fw_segment *first = &detour->lines[0], *second = &detour->lines[1];
    return line_is_free(pass, first) && line_is_free(pass, second) &&
           (first->length < NO_LENGTH || second->length < NO_LENGTH ||
            mover_may_go_on(&pass->mover, first, second));
}

/// The detour that begins with the smaller angle, or with the greater one.
static detour detour_along(const angle_pass *pass, const angle_stretch *stretch, bool greater_first)
{
    const fw_pose from = pose_at(pass, stretch->from), to = end_of_stretch(pass, stretch);
    const int32_t angle[2] = { stretch->angle, (stretch->angle + 1) % pass->angles };
    const fw_pose smaller = pass->directions[angle[0]], greater = pass->directions[angle[1]];
    const double ahead = stretch->gear == FW_REVERSE ? -1 : 1;
    const double x = ahead * (to.x - from.x), y = ahead * (to.y - from.y);
    const double sine = smaller.x * greater.y - smaller.y * greater.x;
    const double along[2] = { (x * greater.y - y * greater.x) / sine,
                              (smaller.x * y - smaller.y * x) / sine };
    detour drawn;
    fw_pose at = from;
    for (int i = 0; i < 2; i++) {
        const int chosen = greater_first ? 1 - i : i;
        drawn.angle[i] = angle[chosen];
        drawn.lines[i] = line_at_angle(pass, angle[chosen], stretch->gear, at, along[chosen]);
        at = segment_end(&drawn.lines[i]);
    }
    drawn.cost = detour_is_free(pass, &drawn)
                     ? cost_of(pass, &drawn.lines[0]) + cost_of(pass, &drawn.lines[1])
                     : INFINITY;
    return drawn;
}

/// True if a detour's cost per tile exceeds the stretch's by more than MOST_EXTRA_COST: it leads over more expensive
/// terrain, and the detours of the stretch's halves would stay nearer to the stretch.
static bool is_too_expensive(const angle_pass *pass, const angle_stretch *stretch, const detour *detour)
{
    const double length = stretch->to - stretch->from;
    if (pass->costs_are_even || length <= LEAST_EXPENSIVE_STRETCH)
        return false;
    double cost = 0, at;
    int32_t index = -1;
    fw_segment part;
    while (next_part(pass, stretch, &index, &at, &part))
        cost += cost_of(pass, &part);
    const double longer = (detour->lines[0].length + detour->lines[1].length) / length;
    return detour->cost > cost * longer * (1 + MOST_EXTRA_COST);
}

static fw_result add_detour(angle_pass *pass, const detour *detour)
{
    const fw_result result = add_line(pass, &detour->lines[0], detour->angle[0]);
    return result == FW_OK ? add_line(pass, &detour->lines[1], detour->angle[1]) : result;
}

/// Replaces a stretch by the cheaper one of both detours; if both cost the same, by the one that continues at the last
/// angle. If neither is free, or the cheaper one is too expensive, both halves of the stretch are replaced next; a
/// stretch that is too short for this stays, as an impossible one.
static fw_result replace_stretch(angle_pass *pass, const angle_stretch *stretch)
{
    const bool greater_first = pass->last_angle == (stretch->angle + 1) % pass->angles;
    const detour first = detour_along(pass, stretch, greater_first);
    const detour second = detour_along(pass, stretch, !greater_first);
    const detour *best = second.cost < first.cost * (1 - SAME_COST) ? &second : &first;
    if (best->cost < INFINITY && !is_too_expensive(pass, stretch, best))
        return add_detour(pass, best);
    if (stretch->to - stretch->from <= LEAST_STRETCH || pass->half_count + 2 > MOST_ANGLE_HALVINGS)
        return keep_stretch(pass, stretch);
    angle_stretch half = *stretch;
    half.from = (stretch->from + stretch->to) / 2;
    pass->halves[pass->half_count++] = half;
    half.to = half.from;
    half.from = stretch->from;
    pass->halves[pass->half_count++] = half;
    return FW_OK;
}

/// Appends a part to the list of the old path's parts.
static fw_result push_part(angle_pass *pass, const angle_part *part)
{
    if (MEMORY_RESERVE(pass->memory, pass->parts, pass->part_room, (size_t)pass->part_count + 1))
        return FW_NO_MEMORY;
    pass->parts[pass->part_count++] = *part;
    return FW_OK;
}

static fw_result end_stretch(angle_pass *pass)
{
    const angle_stretch stretch = pass->open;
    pass->open.from = stretch.to;
    return stretch.to - stretch.from > NO_LENGTH ? push_part(pass, &(angle_part){ .stretch = stretch })
                                                 : FW_OK;
}

/// Extends the open stretch up to `to` by a part of the old path whose headings all lie between two neighbouring
/// angles. If these angles or the gear differ from the open stretch's, a new stretch begins.
static fw_result extend_stretch(angle_pass *pass, double to, double heading, fw_gear gear)
{
    const int32_t angle = angle_of(pass, floor(heading / pass->step));
    fw_result result = FW_OK;
    if (angle != pass->open.angle || gear != pass->open.gear)
        result = end_stretch(pass);
    if (pass->open.to == pass->open.from) {
        pass->open.first = pass->segment_index;
        pass->open.first_at = pass->segment_begin;
    }
    pass->open.to = to;
    pass->open.angle = angle;
    pass->open.gear = gear;
    return result;
}

/// Divides an arc into stretches, which end where the arc's heading is one of the angles.
static fw_result divide_arc(angle_pass *pass, const fw_segment *arc)
{
    const double bend = segment_signed(arc, arc->curvature);
    const double from = arc->start.heading, to = from + bend * arc->length;
    const double side = bend > 0 ? 1 : -1;
    double next = bend > 0 ? floor(from / pass->step) + 1 : ceil(from / pass->step) - 1;
    double heading = from;
    fw_result result = FW_OK;
    while (result == FW_OK && (next * pass->step - to) * side < 0) {
        const double angle = next * pass->step;
        result = extend_stretch(pass, pass->segment_begin + (angle - from) / bend, (heading + angle) / 2,
                                arc->gear);
        heading = angle;
        next += side;
    }
    return result == FW_OK
               ? extend_stretch(pass, pass->segment_begin + arc->length, (heading + to) / 2, arc->gear)
               : result;
}

/// Makes a line at one of the angles a part of its own; any other line extends the open stretch.
static fw_result divide_line(angle_pass *pass, const fw_segment *line)
{
    const double steps = line->start.heading / pass->step;
    if (fabs(steps - rint(steps)) * pass->step > SAME_ANGLE)
        return extend_stretch(pass, pass->segment_begin + line->length, line->start.heading, line->gear);
    fw_result result = end_stretch(pass);
    if (result == FW_OK)
        result = push_part(pass, &(angle_part){ .line = *line, .angle = angle_of(pass, rint(steps)) });
    pass->open.from = pass->open.to = pass->segment_begin + line->length;
    return result;
}

static bool jumps_between(const fw_segment *before, const fw_segment *after)
{
    const fw_pose end = segment_end(before);
    return fabs(trig_wrap(after->start.heading - end.heading)) > SAME_ANGLE ||
           !is_same_place(after->start, end);
}

static fw_result list_parts(angle_pass *pass)
{
    int32_t count;
    const fw_segment *segments = fw_path_segments(pass->path, &count);
    fw_result result = FW_OK;
    for (int32_t i = 0; i < count && result == FW_OK; i++) {
        pass->segment_index = i;
        if (i > 0 && jumps_between(&segments[i - 1], &segments[i]))
            result = end_stretch(pass);
        fw_segment segment = segments[i];
        segment.start.heading = trig_wrap(segment.start.heading);
        if (result == FW_OK && segment.length > 0)
            result = segment.curvature == 0 ? divide_line(pass, &segment) : divide_arc(pass, &segment);
        pass->segment_begin += segment.length;
    }
    return result == FW_OK ? end_stretch(pass) : result;
}

static void set_directions(angle_pass *pass)
{
    for (int32_t i = 0; i < pass->angles; i++) {
        fw_pose *direction = &pass->directions[i];
        direction->heading = trig_wrap(i * pass->step);
        trig_sincos(direction->heading, &direction->y, &direction->x);
    }
    pass->last_angle = angle_of(pass, floor(pose_at(pass, 0).heading / pass->step + 0.5));
}

/// Writes a path of length 0, or nearly 0: the unit stands at one of the angles if its body has room there, else as
/// before.
static fw_result write_standing(angle_pass *pass)
{
    const fw_segment before = { .start = pose_at(pass, 0) };
    fw_segment after = before;
    after.start.heading = pass->directions[pass->last_angle].heading;
    const bool turns = fabs(trig_wrap(after.start.heading - before.start.heading)) > SAME_ANGLE;
    if (!turns || mover_may_drive(&pass->mover, &after))
        return write_segment(pass, &after);
    const fw_result pushed = path_push_impossible(pass->path, 0, 0);
    pass->impossible_count = 1;
    return pushed == FW_OK ? write_segment(pass, &before) : pushed;
}

fw_result angle_pass_begin(angle_pass *pass, const smooth_ground *ground, int32_t angles, fw_path *path)
{
    const map_unit *unit = ground->unit;
    *pass = (angle_pass){ .memory = pass->memory,
                          .parts = pass->parts,
                          .part_room = pass->part_room,
                          .work = ground->work,
                          .mover = mover_of(ground->map, unit, ground->overlay),
                          .overlay = ground->overlay,
                          .costs_are_even = unit->uniform && !overlay_has_costs(ground->overlay),
                          .path = path,
                          .angles = angles,
                          .step = 2 * FW_PI / angles };
    const fw_result on_map = path_on_map(ground->map, path);
    if (on_map != FW_OK)
        return on_map;
    set_directions(pass);
    if (list_parts(pass) != FW_OK)
        return FW_NO_MEMORY;
    path_begin(path);
    return FW_OK;
}

/// Writes the next part: half of a stretch, a stretch or a line.
static fw_result write_part(angle_pass *pass)
{
    if (pass->half_count > 0) {
        const angle_stretch half = pass->halves[--pass->half_count];
        return replace_stretch(pass, &half);
    }
    const angle_part *part = &pass->parts[pass->next++];
    shaping_charge(pass->work, part->line.length);
    return part->line.length > 0 ? add_line(pass, &part->line, part->angle)
                                 : replace_stretch(pass, &part->stretch);
}

static fw_result write_end(angle_pass *pass)
{
    const fw_result result = write_last(pass);
    return result == FW_OK && path_written_length(pass->path) == 0 ? write_standing(pass) : result;
}

fw_result angle_pass_step(angle_pass *pass)
{
    fw_result result = FW_OK;
    while (result == FW_OK && (pass->half_count > 0 || pass->next < pass->part_count)) {
        if (shaping_pauses(pass->work))
            return FW_PENDING;
        result = write_part(pass);
    }
    if (result == FW_OK)
        result = write_end(pass);
    if (result != FW_OK) {
        path_abandon(pass->path);
        return result;
    }
    fw_path_summary summary = *path_shown(pass->path);
    summary.fixed_angles = pass->angles;
    summary.cost = pass->cost;
    summary.violations.impossible = pass->impossible_count;
    path_end(pass->path, &summary);
    return FW_OK;
}
