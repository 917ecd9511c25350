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
static int32_t angle_of(const fixer *of, double steps)
{
    return (int32_t)(steps - of->angles * floor(steps / of->angles));
}

/// Cost of a segment without penalties.
static double cost_of(const fixer *of, const fw_segment *segment)
{
    if (of->costs_are_even)
        return segment->length * of->moves.unit->cheapest / COST_ONE;
    return segment_cost(of->moves.map, of->moves.unit, of->moves.ground.overlay, segment);
}

static fw_result write_segment(fixer *of, const fw_segment *segment)
{
    const fw_unit_def *unit = &of->moves.unit->def;
    int32_t count;
    fw_path_segments(of->path, &count);
    const double cost = cost_of(of, segment);
    of->cost += segment->gear == FW_REVERSE ? cost * unit->reverse_penalty : cost;
    if (path_written_length(of->path) > 0 && segment->gear != of->gear)
        of->cost += unit->gear_change_cost;
    of->gear = segment->gear;
    return path_push(of->path, segment);
}

static fw_result end_line(fixer *of)
{
    const fw_segment line = of->line;
    of->line.length = 0;
    return line.length > 0 ? write_segment(of, &line) : FW_OK;
}

/// Does a line go on from the end of the last one, at the same angle?
static bool goes_on(const fixer *of, const fw_segment *line, int32_t angle)
{
    if (of->line.length == 0 || of->facing != angle || of->line.gear != line->gear)
        return false;
    const fw_pose end = segment_end(&of->line);
    return fabs(end.x - line->start.x) <= SAME_PLACE && fabs(end.y - line->start.y) <= SAME_PLACE;
}

/// Appends a line; one that goes on at the same angle becomes one with it.
static fw_result add_line(fixer *of, const fw_segment *line, int32_t angle)
{
    if (line->length < NO_LENGTH)
        return FW_OK;
    if (goes_on(of, line, angle)) {
        of->line.length += line->length;
        return FW_OK;
    }
    const fw_result result = end_line(of);
    of->line = *line;
    of->facing = angle;
    return result;
}

static fw_result note_left(fixer *of)
{
    if (of->left_to <= of->left_from)
        return FW_OK;
    of->left_count++;
    return path_push_impossible(of->path, of->left_from, of->left_to);
}

/// The next segment of the old path within a stretch, cut to it. Begin with index -1.
static bool next_part(const fixer *of, const fixer_stretch *within, int32_t *index, double *at,
                      fw_segment *part)
{
    int32_t count;
    const fw_segment *segments = fw_path_segments(of->path, &count);
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
static fw_result leave(fixer *of, const fixer_stretch *as_was)
{
    fw_result result = end_line(of);
    const double from = path_written_length(of->path);
    int32_t index = -1;
    double at;
    fw_segment part;
    while (result == FW_OK && next_part(of, as_was, &index, &at, &part))
        result = write_segment(of, &part);
    if (result == FW_OK && from > of->left_to) {
        result = note_left(of);
        of->left_from = from;
    }
    of->left_to = path_written_length(of->path);
    return result;
}

static fw_pose place_at(const fixer *of, double distance)
{
    fw_pose place = { 0 };
    fw_path_pose_at(of->path, distance, &place);
    return place;
}

static bool is_same_place(fw_pose a, fw_pose b)
{
    return fabs(a.x - b.x) <= FW_TOUCH && fabs(a.y - b.y) <= FW_TOUCH;
}

/// Where a stretch ends, unless the path is torn there: where the next one begins.
static fw_pose end_place(const fixer *of, const fixer_stretch *over)
{
    int32_t count, index = over->first;
    const fw_segment *segments = fw_path_segments(of->path, &count);
    double at = over->first_at;
    while (index + 1 < count && at + segments[index].length < over->to)
        at += segments[index++].length;
    const fw_pose end = segment_pose_at(&segments[index], over->to - at), next = place_at(of, over->to);
    return is_same_place(end, next) ? next : end;
}

static fw_segment line_at_angle(const fixer *of, int32_t angle, fw_gear gear, fw_pose from, double length)
{
    const fw_pose start = { from.x, from.y, of->directions[angle].heading };
    return (fw_segment){ .start = start, .length = fmax(length, 0), .gear = gear };
}

static bool line_is_free(const fixer *of, const fw_segment *line)
{
    shaping_charge(of->work, line->length);
    return line->length < NO_LENGTH || mover_may_drive(&of->moves, line);
}

/// The way that begins with the smaller angle, or with the greater one.
static detour detour_along(const fixer *of, const fixer_stretch *over, bool greater_first)
{
    const fw_pose from = place_at(of, over->from), to = end_place(of, over);
    const int32_t angle[2] = { over->angle, (over->angle + 1) % of->angles };
    const fw_pose smaller = of->directions[angle[0]], greater = of->directions[angle[1]];
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
        way.lines[i] = line_at_angle(of, angle[which], over->gear, at, along[which]);
        at = segment_end(&way.lines[i]);
    }
    way.cost = line_is_free(of, &way.lines[0]) && line_is_free(of, &way.lines[1])
                   ? cost_of(of, &way.lines[0]) + cost_of(of, &way.lines[1])
                   : INFINITY;
    return way;
}

/// Does a detour cost more than its greater length explains, so that halves of it had better stay nearer to the road?
static bool is_dear(const fixer *of, const fixer_stretch *over, const detour *way)
{
    const double length = over->to - over->from;
    if (of->costs_are_even || length <= LEAST_DEAR_STRETCH)
        return false;
    double cost = 0, at;
    int32_t index = -1;
    fw_segment part;
    while (next_part(of, over, &index, &at, &part))
        cost += cost_of(of, &part);
    const double longer = (way->lines[0].length + way->lines[1].length) / length;
    return way->cost > cost * longer * (1 + DEARER);
}

static fw_result add_detour(fixer *of, const detour *way)
{
    const fw_result result = add_line(of, &way->lines[0], way->angle[0]);
    return result == FW_OK ? add_line(of, &way->lines[1], way->angle[1]) : result;
}

/// Replaces a stretch by the cheaper of both ways, of equals by the one that goes on at the angle before. Where neither
/// is free, or both are dear, halves of the stretch stay nearer to it: they are replaced next.
static fw_result replace(fixer *of, const fixer_stretch *over)
{
    const bool goes_on_greater = of->facing == (over->angle + 1) % of->angles;
    const detour first = detour_along(of, over, goes_on_greater);
    const detour second = detour_along(of, over, !goes_on_greater);
    const detour *best = second.cost < first.cost * (1 - SAME_COST) ? &second : &first;
    if (best->cost < INFINITY && !is_dear(of, over, best))
        return add_detour(of, best);
    if (over->to - over->from <= LEAST_STRETCH || of->half_count + 2 > MOST_FIXER_HALVINGS)
        return leave(of, over);
    fixer_stretch half = *over;
    half.from = (over->from + over->to) / 2;
    of->halves[of->half_count++] = half;
    half.to = half.from;
    half.from = over->from;
    of->halves[of->half_count++] = half;
    return FW_OK;
}

/// Notes a part of the old path.
static fw_result note(fixer *of, const fixer_part *part)
{
    if (memory_reserve(of->from, &of->parts, &of->part_room, (size_t)of->part_count + 1, sizeof *of->parts))
        return FW_NO_MEMORY;
    of->parts[of->part_count++] = *part;
    return FW_OK;
}

static fw_result end_stretch(fixer *of)
{
    const fixer_stretch over = of->open;
    of->open.from = over.to;
    return over.to - over.from > NO_LENGTH ? note(of, &(fixer_part){ .over = over }) : FW_OK;
}

/// The next part of the old path, up to `to`, all of whose headings lie between the same two angles.
static fw_result add_part(fixer *of, double to, double heading, fw_gear gear)
{
    const int32_t angle = angle_of(of, floor(heading / of->step));
    fw_result result = FW_OK;
    if (angle != of->open.angle || gear != of->open.gear)
        result = end_stretch(of);
    if (of->open.to == of->open.from) {
        of->open.first = of->index;
        of->open.first_at = of->before;
    }
    of->open.to = to;
    of->open.angle = angle;
    of->open.gear = gear;
    return result;
}

/// An arc touches the line of each angle that it passes: there, stretches end.
static fw_result fix_arc(fixer *of, const fw_segment *arc)
{
    const double bend = segment_run(arc, arc->curvature);
    const double from = arc->start.heading, to = from + bend * arc->length;
    const double side = bend > 0 ? 1 : -1;
    double next = bend > 0 ? floor(from / of->step) + 1 : ceil(from / of->step) - 1;
    double heading = from;
    fw_result result = FW_OK;
    while (result == FW_OK && (next * of->step - to) * side < 0) {
        const double touch = next * of->step;
        result = add_part(of, of->before + (touch - from) / bend, (heading + touch) / 2, arc->gear);
        heading = touch;
        next += side;
    }
    return result == FW_OK ? add_part(of, of->before + arc->length, (heading + to) / 2, arc->gear) : result;
}

/// A line at one of the angles stays as it is, others go on as part of a stretch.
static fw_result fix_line(fixer *of, const fw_segment *line)
{
    const double steps = line->start.heading / of->step;
    if (fabs(steps - rint(steps)) * of->step > SAME_ANGLE)
        return add_part(of, of->before + line->length, line->start.heading, line->gear);
    fw_result result = end_stretch(of);
    if (result == FW_OK)
        result = note(of, &(fixer_part){ .line = *line, .angle = angle_of(of, rint(steps)) });
    of->open.from = of->open.to = of->before + line->length;
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
static fw_result note_parts(fixer *of)
{
    int32_t count;
    const fw_segment *segments = fw_path_segments(of->path, &count);
    fw_result result = FW_OK;
    for (int32_t i = 0; i < count && result == FW_OK; i++) {
        of->index = i;
        if (i > 0 && jumps_between(&segments[i - 1], &segments[i]))
            result = end_stretch(of);
        fw_segment segment = segments[i];
        segment.start.heading = trig_wrap(segment.start.heading);
        if (result == FW_OK && segment.length > 0)
            result = segment.curvature == 0 ? fix_line(of, &segment) : fix_arc(of, &segment);
        of->before += segment.length;
    }
    return result == FW_OK ? end_stretch(of) : result;
}

static void set_directions(fixer *of)
{
    for (int32_t i = 0; i < of->angles; i++) {
        fw_pose *direction = &of->directions[i];
        direction->heading = trig_wrap(i * of->step);
        trig_sincos(direction->heading, &direction->y, &direction->x);
    }
    of->facing = angle_of(of, floor(place_at(of, 0).heading / of->step + 0.5));
}

/// A path of no length, or hardly any, still faces one of the angles if the body has room there.
static fw_result stand(fixer *of)
{
    const fw_segment as_was = { .start = place_at(of, 0) };
    fw_segment rest = as_was;
    rest.start.heading = of->directions[of->facing].heading;
    const bool turns = fabs(trig_wrap(rest.start.heading - as_was.start.heading)) > SAME_ANGLE;
    if (!turns || mover_may_drive(&of->moves, &rest))
        return write_segment(of, &rest);
    of->left_count = 1;
    return write_segment(of, &as_was);
}

fw_result fixer_begin(fixer *of, const smooth_ground *ground, int32_t angles, fw_path *path)
{
    const map_unit *unit = ground->unit;
    *of = (fixer){ .from = of->from,
                   .parts = of->parts,
                   .part_room = of->part_room,
                   .work = ground->work,
                   .moves = mover_of(ground->map, unit, ground->overlay),
                   .costs_are_even = unit->uniform && !overlay_has_costs(ground->overlay),
                   .path = path,
                   .angles = angles,
                   .step = 2 * FW_PI / angles };
    const fw_result on_map = path_on_map(ground->map, path);
    if (on_map != FW_OK)
        return on_map;
    set_directions(of);
    if (note_parts(of) != FW_OK)
        return FW_NO_MEMORY;
    path_begin(path);
    return FW_OK;
}

/// Writes the next part: half of a stretch, a stretch or a line.
static fw_result write_part(fixer *of)
{
    if (of->half_count > 0) {
        const fixer_stretch half = of->halves[--of->half_count];
        return replace(of, &half);
    }
    const fixer_part *part = &of->parts[of->next++];
    shaping_charge(of->work, part->line.length);
    return part->line.length > 0 ? add_line(of, &part->line, part->angle) : replace(of, &part->over);
}

/// Writes what is left.
static fw_result write_end(fixer *of)
{
    fw_result result = end_line(of);
    if (result == FW_OK)
        result = note_left(of);
    return result == FW_OK && path_written_length(of->path) == 0 ? stand(of) : result;
}

fw_result fixer_step(fixer *of)
{
    fw_result result = FW_OK;
    while (result == FW_OK && (of->half_count > 0 || of->next < of->part_count)) {
        if (shaping_pauses(of->work))
            return FW_PENDING;
        result = write_part(of);
    }
    if (result == FW_OK)
        result = write_end(of);
    if (result != FW_OK) {
        path_abandon(of->path);
        return result;
    }
    fw_path_summary summary;
    fw_path_summarise(of->path, &summary);
    summary.fixed_angles = of->angles;
    summary.cost = of->cost;
    summary.violations.impossible = of->left_count;
    path_end(of->path, &summary);
    return FW_OK;
}

void fixer_free(fixer *of)
{
    memory_give_back(of->from, of->parts, of->part_room, sizeof *of->parts);
    *of = (fixer){ .from = of->from };
}
