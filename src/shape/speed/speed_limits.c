#include "shape/speed/speed_limits.h"

#include <math.h>

#include "curve/arc_walk.h"
#include "curve/path.h"
#include "curve/segment.h"
#include "curve/steering.h"
#include "curve/tile_walk.h"

/// A larger change of heading (radians) between two segments is a turn on the spot.
#define SAME_HEADING 1e-6

/// A circle may be smaller than the turning radius by this share of the radius.
#define SAME_RADIUS 1e-9

/// A stretch that is no longer than this, in tiles, comes from rounding: a diagonal passes two tiles beside a corner.
#define SHORTEST 1e-9

/// Most nodes, and most pieces of arcs; paths on maps have fewer.
enum { MOST_NODES = 1 << 22 };

typedef struct limiter {
    const map_version *map;
    const fw_speed_def *def;
    fw_path *path;   ///< its scratch memory holds the nodes; null: `nodes` is the caller's memory
    int32_t room;    ///< most nodes
    bool by_terrain; ///< some terrain has a limit of its own
    double terrain[FW_TERRAIN_COUNT]; ///< greatest speed^2; infinite if there is no limit
    int32_t fixed_angles;             ///< of the path; 0 = none
    bool steers;                      ///< the unit turns its wheels while it drives
    steering steering;                ///< of the unit at the last visited segment's end
    speed_node *nodes;
    int32_t count;
    int32_t arc_pieces; ///< pieces of arcs that were visited so far
} limiter;

/// Adds the stretch from the last node to `at`. If the last stretch has the same limit, or if this one comes from
/// rounding, the last one becomes longer instead.
static fw_result add_stretch(limiter *limiter, double at, double along)
{
    speed_node *last = limiter->count ? &limiter->nodes[limiter->count - 1] : NULL;
    if (last && at <= last->at)
        return FW_OK;
    const bool is_none = last && limiter->count > 1 && at - last->at <= SHORTEST;
    if (last && (last->along == along || is_none) && last->most == INFINITY) {
        last->at = at;
        return FW_OK;
    }
    if (limiter->count >= limiter->room)
        return FW_TOO_MANY;
    speed_node *room = limiter->path
                           ? path_scratch(limiter->path, ((size_t)limiter->count + 1) * sizeof *room)
                           : limiter->nodes;
    if (!room)
        return FW_NO_MEMORY;
    limiter->nodes = room;
    limiter->nodes[limiter->count++] = (speed_node){ .at = at, .along = along, .most = INFINITY };
    return FW_OK;
}

static void limit_node(limiter *limiter, double most)
{
    speed_node *last = &limiter->nodes[limiter->count - 1];
    last->most = fmin(last->most, most);
}

static double square(double value)
{
    return value * value;
}

double speed_limit_on_circle(const fw_speed_def *def, double radius)
{
    if (radius < def->turn_radius * (1 - SAME_RADIUS))
        return 0;
    double most = fmin(square(def->top), def->lateral * radius);
    if (def->radius_per_speed > 0)
        most = fmin(most, square(radius / def->radius_per_speed));
    return most;
}

/// Greatest speed^2 at a step between two neighbouring fixed angles. The step stands for the arc that touches both
/// lines, the shorter line at its middle.
static double limit_at_step(const limiter *limiter, const fw_segment *before, const fw_segment *after)
{
    double sine, cosine;
    trig_sincos(FW_PI / limiter->fixed_angles, &sine, &cosine);
    const double radius = fmin(before->length, after->length) / 2 * cosine / sine;
    fw_speed_def any_radius = *limiter->def;
    any_radius.turn_radius = 0;
    return speed_limit_on_circle(&any_radius, radius);
}

/// Limits the speed at the joint of two segments: the unit stops if the gear changes or if it turns on the spot.
static fw_result limit_at_joint(limiter *limiter, const fw_segment *before, const fw_segment *after)
{
    const double turn = fabs(trig_wrap(after->start.heading - segment_end(before).heading));
    const bool shifts = before->gear != after->gear;
    if (shifts)
        limit_node(limiter, 0);
    if (turn <= SAME_HEADING)
        return FW_OK;
    if (limiter->fixed_angles && turn <= 2 * FW_PI / limiter->fixed_angles + SAME_HEADING) {
        limit_node(limiter, limit_at_step(limiter, before, after));
        return FW_OK;
    }
    limit_node(limiter, 0);
    return limiter->def->turn_radius > 0 && !limiter->fixed_angles ? FW_NOT_FOUND : FW_OK;
}

static double limit_on_tile(const limiter *limiter, int32_t x, int32_t y)
{
    return limiter->terrain[map_terrain(limiter->map, x, y)];
}

static fw_result limit_line(limiter *limiter, const fw_segment *line, double from, double most)
{
    const fw_pose start = line->start, end = segment_end(line);
    tile_walk walk = tile_walk_along(start.x, start.y, end.x, end.y);
    fw_result result = FW_OK;
    while (result == FW_OK && tile_walk_next(&walk)) {
        double here = fmin(most, limit_on_tile(limiter, walk.x, walk.y));
        if (walk.on_column || walk.on_row)
            here = fmin(here, limit_on_tile(limiter, walk.x - walk.on_column, walk.y - walk.on_row));
        result = add_stretch(limiter, from + walk.done * line->length, here);
    }
    return result;
}

static fw_result limit_arc(limiter *limiter, const fw_segment *arc, double from, double most)
{
    arc_walk walk = arc_walk_along(arc);
    fw_result result = FW_OK;
    while (result == FW_OK && arc_walk_next(&walk))
        result =
            limiter->arc_pieces++ < MOST_NODES
                ? add_stretch(limiter, from + walk.to, fmin(most, limit_on_tile(limiter, walk.x, walk.y)))
                : FW_TOO_MANY;
    return result;
}

static fw_result limit_segment(limiter *limiter, const fw_segment *segment, double from, double most)
{
    if (!limiter->by_terrain)
        return add_stretch(limiter, from + segment->length, most);
    return segment->curvature == 0 ? limit_line(limiter, segment, from, most)
                                   : limit_arc(limiter, segment, from, most);
}

bool speed_limits_terrains(const fw_speed_def *def)
{
    for (int i = 0; i < FW_TERRAIN_COUNT; i++)
        if (def->terrain_top[i] > 0)
            return true;
    return false;
}

static limiter limiter_for(const map_version *map, const fw_speed_def *def)
{
    limiter limiter = { .map = map, .def = def, .room = MOST_NODES };
    limiter.by_terrain = map && speed_limits_terrains(def);
    for (int i = 0; i < FW_TERRAIN_COUNT; i++)
        limiter.terrain[i] = def->terrain_top[i] > 0 ? square(def->terrain_top[i]) : INFINITY;
    return limiter;
}

/// Stops the unit at the start of a segment if its wheels must turn there.
static void limit_steering(limiter *limiter, const fw_segment *before, const fw_segment *segment)
{
    if (!limiter->steers)
        return;
    if (before && before->gear != segment->gear)
        steering_stand(&limiter->steering);
    if (!steering_drive(&limiter->steering, segment))
        limit_node(limiter, 0);
}

/// Lists the limits along segments.
///
/// @param[out] from  distance at which the last visited segment begins; if the result is an error, it failed there
static fw_result limit_segments(limiter *limiter, const fw_segment *segment, int32_t count, double *from)
{
    const fw_segment *last_driven = NULL;
    double at = 0;
    fw_result result = add_stretch(limiter, 0, INFINITY);
    for (int32_t i = 0; i < count && result == FW_OK; i++, segment++) {
        *from = at;
        if (segment->length == 0)
            continue;
        if (last_driven)
            result = limit_at_joint(limiter, last_driven, segment);
        limit_steering(limiter, last_driven, segment);
        const double radius = segment->curvature == 0 ? INFINITY : 1 / fabs(segment->curvature);
        const double most = speed_limit_on_circle(limiter->def, radius);
        if (result == FW_OK)
            result = most > 0 ? limit_segment(limiter, segment, at, most) : FW_NOT_FOUND;
        at += segment->length;
        last_driven = segment;
    }
    return result;
}

fw_result speed_limits_along(const map_version *map, const fw_speed_def *def, fw_path *path,
                             speed_node **nodes, int32_t *count, double *too_fast_at)
{
    int32_t segments;
    const fw_segment *first = fw_path_segments(path, &segments);
    fw_path_summary summary = { 0 };
    limiter limiter = limiter_for(map, def);
    fw_path_summarise(path, &summary);
    limiter.path = path;
    limiter.fixed_angles = summary.fixed_angles;
    const map_unit *unit = map ? map_find_unit(map, summary.unit) : NULL;
    limiter.steers = unit && steers_slowly(&unit->def) && !summary.fixed_angles;
    if (limiter.steers)
        limiter.steering = steering_of(&unit->def);
    const fw_result result = limit_segments(&limiter, first, segments, too_fast_at);
    *nodes = limiter.nodes;
    *count = limiter.count;
    return result;
}

fw_result speed_limits_of(const map_version *map, const fw_speed_def *def, const fw_segment *segments,
                          int32_t segment_count, speed_node *nodes, int32_t *count)
{
    double from;
    limiter limiter = limiter_for(map, def);
    limiter.nodes = nodes;
    limiter.room = *count;
    const fw_result result = limit_segments(&limiter, segments, segment_count, &from);
    *count = limiter.count;
    return result;
}

void speed_pass_backward(const fw_speed_def *def, speed_node *nodes, int32_t count, double end)
{
    speed_node *last = &nodes[count - 1];
    const double at_end = fmin(end, def->top * def->top); // a path of length 0 has no other limit
    last->most = fmin(fmin(last->most, last->along), at_end);
    for (int32_t i = count - 2; i >= 0; i--) {
        const speed_node *next = &nodes[i + 1];
        const double can_brake = next->most + 2 * def->braking * (next->at - nodes[i].at);
        nodes[i].most = fmin(fmin(nodes[i].most, can_brake), fmin(nodes[i].along, next->along));
    }
}

void speed_pass_forward(const fw_speed_def *def, speed_node *nodes, int32_t count, double start)
{
    nodes[0].most = fmin(nodes[0].most, start);
    for (int32_t i = 1; i < count; i++) {
        const double reached = nodes[i - 1].most + 2 * def->acceleration * (nodes[i].at - nodes[i - 1].at);
        nodes[i].most = fmin(nodes[i].most, reached);
    }
}
