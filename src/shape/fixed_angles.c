#include "shape/fixed_angles.h"

#include <math.h>

#include "base/trig.h"
#include "curve/path.h"
#include "curve/segment.h"
#include "curve/segment_cost.h"
#include "fairway/shape.h"
#include "map/overlay.h"
#include "shape/path_on_map.h"

/// How far a heading may be from an angle to be that angle, in radians.
#define SAME_ANGLE 1e-12

/// Lines shorter than this are left out, in tiles.
#define NO_LENGTH 1e-9

/// How far the ends of two lines that become one may be apart, in tiles.
#define SAME_PLACE 1e-8

/// Stretches longer than this are split where neither way is free, in tiles.
#define LEAST_STRETCH (1.0 / 16)

/// Stretches longer than this are split where the way costs more than its length explains by more than a share.
#define LEAST_DEAR_STRETCH 1.0
#define DEARER             0.05

/// Costs that differ by less, as a share of them, are equal.
#define SAME_COST 1e-9

/// Two lines from a place to another one, at neighbouring angles.
typedef struct detour {
    fw_segment lines[2];
    int32_t angle[2];
    double cost; ///< infinite where one of them touches something
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

/// Number of the angle that is this many steps, which may be negative.
static int32_t angle_of(const fixer *fixer, double steps)
{
    return (int32_t)(steps - fixer->angles * floor(steps / fixer->angles));
}

/// Cost of a segment without penalties.
static double cost_of(const fixer *fixer, const fw_segment *segment)
{
    if (fixer->costs_are_even)
        return segment->length * fixer->moves.unit->cheapest / COST_ONE;
    return segment_cost(fixer->moves.map, fixer->moves.unit, fixer->moves.ground.overlay, segment);
}

static fw_result write_segment(fixer *fixer, const fw_segment *segment)
{
    const fw_unit_def *unit = &fixer->moves.unit->def;
    int32_t count;
    fw_path_segments(fixer->path, &count);
    const double cost = cost_of(fixer, segment);
    fixer->cost += segment->gear == FW_REVERSE ? cost * unit->reverse_penalty : cost;
    if (path_written_length(fixer->path) > 0 && segment->gear != fixer->gear)
        fixer->cost += unit->gear_change_cost;
    fixer->gear = segment->gear;
    return path_push(fixer->path, segment);
}

static fw_result end_line(fixer *fixer)
{
    const fw_segment line = fixer->line;
    fixer->line.length = 0;
    return line.length > 0 ? write_segment(fixer, &line) : FW_OK;
}

/// Does a line go on from the end of the last one, at the same angle?
static bool goes_on(const fixer *fixer, const fw_segment *line, int32_t angle)
{
    if (fixer->line.length == 0 || fixer->facing != angle || fixer->line.gear != line->gear)
        return false;
    const fw_pose end = segment_end(&fixer->line);
    return fabs(end.x - line->start.x) <= SAME_PLACE && fabs(end.y - line->start.y) <= SAME_PLACE;
}

/// Appends a line; one that goes on at the same angle becomes one with it.
static fw_result add_line(fixer *fixer, const fw_segment *line, int32_t angle)
{
    if (line->length < NO_LENGTH)
        return FW_OK;
    if (goes_on(fixer, line, angle)) {
        fixer->line.length += line->length;
        return FW_OK;
    }
    const fw_result result = end_line(fixer);
    fixer->line = *line;
    fixer->facing = angle;
    return result;
}

static fw_result note_left(fixer *fixer)
{
    if (fixer->left_to <= fixer->left_from)
        return FW_OK;
    fixer->left_count++;
    return path_push_impossible(fixer->path, fixer->left_from, fixer->left_to);
}

/// The next segment of the old path within a stretch, cut to it. Begin with index -1.
static bool next_part(const fixer *fixer, const fixer_stretch *within, int32_t *index, double *at,
                      fw_segment *part)
{
    int32_t count;
    const fw_segment *segments = fw_path_segments(fixer->path, &count);
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

/// Leaves a stretch as it was.
static fw_result leave(fixer *fixer, const fixer_stretch *as_was)
{
    fw_result result = end_line(fixer);
    const double from = path_written_length(fixer->path);
    int32_t index = -1;
    double at;
    fw_segment part;
    while (result == FW_OK && next_part(fixer, as_was, &index, &at, &part))
        result = write_segment(fixer, &part);
    if (result == FW_OK && from > fixer->left_to) {
        result = note_left(fixer);
        fixer->left_from = from;
    }
    fixer->left_to = path_written_length(fixer->path);
    return result;
}

static fw_pose place_at(const fixer *fixer, double distance)
{
    fw_pose place = { 0 };
    fw_path_pose_at(fixer->path, distance, &place);
    return place;
}

static bool is_same_place(fw_pose a, fw_pose b)
{
    return fabs(a.x - b.x) <= FW_TOUCH && fabs(a.y - b.y) <= FW_TOUCH;
}

/// Where a stretch ends, unless the path is torn there: where the next one begins.
static fw_pose end_place(const fixer *fixer, const fixer_stretch *over)
{
    int32_t count, index = over->first;
    const fw_segment *segments = fw_path_segments(fixer->path, &count);
    double at = over->first_at;
    while (index + 1 < count && at + segments[index].length < over->to)
        at += segments[index++].length;
    const fw_pose end = segment_pose_at(&segments[index], over->to - at), next = place_at(fixer, over->to);
    return is_same_place(end, next) ? next : end;
}

static fw_segment line_at_angle(const fixer *fixer, int32_t angle, fw_gear gear, fw_pose from, double length)
{
    const fw_pose start = { from.x, from.y, fixer->directions[angle].heading };
    return (fw_segment){ .start = start, .length = fmax(length, 0), .gear = gear };
}

static bool line_is_free(const fixer *fixer, const fw_segment *line)
{
    shaping_charge(fixer->work, line->length);
    return line->length < NO_LENGTH || mover_may_drive(&fixer->moves, line);
}

/// The way that begins with the smaller angle, or with the greater one.
static detour detour_along(const fixer *fixer, const fixer_stretch *over, bool greater_first)
{
    const fw_pose from = place_at(fixer, over->from), to = end_place(fixer, over);
    const int32_t angle[2] = { over->angle, (over->angle + 1) % fixer->angles };
    const fw_pose smaller = fixer->directions[angle[0]], greater = fixer->directions[angle[1]];
    const double ahead = over->gear == FW_REVERSE ? -1 : 1;
    const double x = ahead * (to.x - from.x), y = ahead * (to.y - from.y);
    const double sine = smaller.x * greater.y - smaller.y * greater.x;
    const double along[2] = { (x * greater.y - y * greater.x) / sine,
                              (smaller.x * y - smaller.y * x) / sine };
    detour way;
    fw_pose at = from;
    for (int i = 0; i < 2; i++) {
        const int which = greater_first ? 1 - i : i;
        way.angle[i] = angle[which];
        way.lines[i] = line_at_angle(fixer, angle[which], over->gear, at, along[which]);
        at = segment_end(&way.lines[i]);
    }
    way.cost = line_is_free(fixer, &way.lines[0]) && line_is_free(fixer, &way.lines[1])
                   ? cost_of(fixer, &way.lines[0]) + cost_of(fixer, &way.lines[1])
                   : INFINITY;
    return way;
}

/// Does a detour cost more than its greater length explains, so that halves of it had better stay nearer to the road?
static bool is_dear(const fixer *fixer, const fixer_stretch *over, const detour *way)
{
    const double length = over->to - over->from;
    if (fixer->costs_are_even || length <= LEAST_DEAR_STRETCH)
        return false;
    double cost = 0, at;
    int32_t index = -1;
    fw_segment part;
    while (next_part(fixer, over, &index, &at, &part))
        cost += cost_of(fixer, &part);
    const double longer = (way->lines[0].length + way->lines[1].length) / length;
    return way->cost > cost * longer * (1 + DEARER);
}

static fw_result add_detour(fixer *fixer, const detour *way)
{
    const fw_result result = add_line(fixer, &way->lines[0], way->angle[0]);
    return result == FW_OK ? add_line(fixer, &way->lines[1], way->angle[1]) : result;
}

/// Replaces a stretch by the cheaper of both ways, of equals by the one that goes on at the angle before. Where neither
/// is free, or both are dear, halves of the stretch stay nearer to it: they are replaced next.
static fw_result replace(fixer *fixer, const fixer_stretch *over)
{
    const bool goes_on_greater = fixer->facing == (over->angle + 1) % fixer->angles;
    const detour first = detour_along(fixer, over, goes_on_greater);
    const detour second = detour_along(fixer, over, !goes_on_greater);
    const detour *best = second.cost < first.cost * (1 - SAME_COST) ? &second : &first;
    if (best->cost < INFINITY && !is_dear(fixer, over, best))
        return add_detour(fixer, best);
    if (over->to - over->from <= LEAST_STRETCH || fixer->half_count + 2 > MOST_FIXER_HALVINGS)
        return leave(fixer, over);
    fixer_stretch half = *over;
    half.from = (over->from + over->to) / 2;
    fixer->halves[fixer->half_count++] = half;
    half.to = half.from;
    half.from = over->from;
    fixer->halves[fixer->half_count++] = half;
    return FW_OK;
}

/// Notes a part of the old path.
static fw_result note(fixer *fixer, const fixer_part *part)
{
    if (memory_reserve(fixer->memory, &fixer->parts, &fixer->part_room, (size_t)fixer->part_count + 1,
                       sizeof *fixer->parts))
        return FW_NO_MEMORY;
    fixer->parts[fixer->part_count++] = *part;
    return FW_OK;
}

static fw_result end_stretch(fixer *fixer)
{
    const fixer_stretch over = fixer->open;
    fixer->open.from = over.to;
    return over.to - over.from > NO_LENGTH ? note(fixer, &(fixer_part){ .over = over }) : FW_OK;
}

/// The next part of the old path, up to `to`, all of whose headings lie between the same two angles.
static fw_result add_part(fixer *fixer, double to, double heading, fw_gear gear)
{
    const int32_t angle = angle_of(fixer, floor(heading / fixer->step));
    fw_result result = FW_OK;
    if (angle != fixer->open.angle || gear != fixer->open.gear)
        result = end_stretch(fixer);
    if (fixer->open.to == fixer->open.from) {
        fixer->open.first = fixer->index;
        fixer->open.first_at = fixer->before;
    }
    fixer->open.to = to;
    fixer->open.angle = angle;
    fixer->open.gear = gear;
    return result;
}

/// An arc touches the line of each angle that it passes: there, stretches end.
static fw_result fix_arc(fixer *fixer, const fw_segment *arc)
{
    const double bend = segment_run(arc, arc->curvature);
    const double from = arc->start.heading, to = from + bend * arc->length;
    const double side = bend > 0 ? 1 : -1;
    double next = bend > 0 ? floor(from / fixer->step) + 1 : ceil(from / fixer->step) - 1;
    double heading = from;
    fw_result result = FW_OK;
    while (result == FW_OK && (next * fixer->step - to) * side < 0) {
        const double touch = next * fixer->step;
        result = add_part(fixer, fixer->before + (touch - from) / bend, (heading + touch) / 2, arc->gear);
        heading = touch;
        next += side;
    }
    return result == FW_OK ? add_part(fixer, fixer->before + arc->length, (heading + to) / 2, arc->gear)
                           : result;
}

/// A line at one of the angles stays as it is, others go on as part of a stretch.
static fw_result fix_line(fixer *fixer, const fw_segment *line)
{
    const double steps = line->start.heading / fixer->step;
    if (fabs(steps - rint(steps)) * fixer->step > SAME_ANGLE)
        return add_part(fixer, fixer->before + line->length, line->start.heading, line->gear);
    fw_result result = end_stretch(fixer);
    if (result == FW_OK)
        result = note(fixer, &(fixer_part){ .line = *line, .angle = angle_of(fixer, rint(steps)) });
    fixer->open.from = fixer->open.to = fixer->before + line->length;
    return result;
}

/// Does the unit turn on the spot, or is the path torn, between two segments?
static bool jumps_between(const fw_segment *before, const fw_segment *after)
{
    const fw_pose end = segment_end(before);
    return fabs(trig_wrap(after->start.heading - end.heading)) > SAME_ANGLE ||
           !is_same_place(after->start, end);
}

/// Notes all parts of the old path.
static fw_result note_parts(fixer *fixer)
{
    int32_t count;
    const fw_segment *segments = fw_path_segments(fixer->path, &count);
    fw_result result = FW_OK;
    for (int32_t i = 0; i < count && result == FW_OK; i++) {
        fixer->index = i;
        if (i > 0 && jumps_between(&segments[i - 1], &segments[i]))
            result = end_stretch(fixer);
        fw_segment segment = segments[i];
        segment.start.heading = trig_wrap(segment.start.heading);
        if (result == FW_OK && segment.length > 0)
            result = segment.curvature == 0 ? fix_line(fixer, &segment) : fix_arc(fixer, &segment);
        fixer->before += segment.length;
    }
    return result == FW_OK ? end_stretch(fixer) : result;
}

static void set_directions(fixer *fixer)
{
    for (int32_t i = 0; i < fixer->angles; i++) {
        fw_pose *direction = &fixer->directions[i];
        direction->heading = trig_wrap(i * fixer->step);
        trig_sincos(direction->heading, &direction->y, &direction->x);
    }
    fixer->facing = angle_of(fixer, floor(place_at(fixer, 0).heading / fixer->step + 0.5));
}

/// A path of no length, or hardly any, still faces one of the angles if the body has room there.
static fw_result stand(fixer *fixer)
{
    const fw_segment as_was = { .start = place_at(fixer, 0) };
    fw_segment rest = as_was;
    rest.start.heading = fixer->directions[fixer->facing].heading;
    const bool turns = fabs(trig_wrap(rest.start.heading - as_was.start.heading)) > SAME_ANGLE;
    if (!turns || mover_may_drive(&fixer->moves, &rest))
        return write_segment(fixer, &rest);
    const fw_result noted = path_push_impossible(fixer->path, 0, 0);
    fixer->left_count = 1;
    return noted == FW_OK ? write_segment(fixer, &as_was) : noted;
}

fw_result fixer_begin(fixer *begun, const smooth_ground *ground, int32_t angles, fw_path *path)
{
    const map_unit *unit = ground->unit;
    *begun = (fixer){ .memory = begun->memory,
                      .parts = begun->parts,
                      .part_room = begun->part_room,
                      .work = ground->work,
                      .moves = mover_of(ground->map, unit, ground->overlay),
                      .costs_are_even = unit->uniform && !overlay_has_costs(ground->overlay),
                      .path = path,
                      .angles = angles,
                      .step = 2 * FW_PI / angles };
    const fw_result on_map = path_on_map(ground->map, path);
    if (on_map != FW_OK)
        return on_map;
    set_directions(begun);
    if (note_parts(begun) != FW_OK)
        return FW_NO_MEMORY;
    path_begin(path);
    return FW_OK;
}

/// Writes the next part: half of a stretch, a stretch or a line.
static fw_result write_part(fixer *fixer)
{
    if (fixer->half_count > 0) {
        const fixer_stretch half = fixer->halves[--fixer->half_count];
        return replace(fixer, &half);
    }
    const fixer_part *part = &fixer->parts[fixer->next++];
    shaping_charge(fixer->work, part->line.length);
    return part->line.length > 0 ? add_line(fixer, &part->line, part->angle) : replace(fixer, &part->over);
}

/// Writes what is left.
static fw_result write_end(fixer *fixer)
{
    fw_result result = end_line(fixer);
    if (result == FW_OK)
        result = note_left(fixer);
    return result == FW_OK && path_written_length(fixer->path) == 0 ? stand(fixer) : result;
}

fw_result fixer_step(fixer *fixer)
{
    fw_result result = FW_OK;
    while (result == FW_OK && (fixer->half_count > 0 || fixer->next < fixer->part_count)) {
        if (shaping_pauses(fixer->work))
            return FW_PENDING;
        result = write_part(fixer);
    }
    if (result == FW_OK)
        result = write_end(fixer);
    if (result != FW_OK) {
        path_abandon(fixer->path);
        return result;
    }
    fw_path_summary summary;
    fw_path_summarise(fixer->path, &summary);
    summary.fixed_angles = fixer->angles;
    summary.cost = fixer->cost;
    summary.violations.impossible = fixer->left_count;
    path_end(fixer->path, &summary);
    return FW_OK;
}

void fixer_free(fixer *spent)
{
    memory_give_back(spent->memory, spent->parts, spent->part_room, sizeof *spent->parts);
    *spent = (fixer){ .memory = spent->memory };
}
