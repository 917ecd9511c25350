#include "shape/curved/drive.h"

#include "base/trig.h"
#include "curve/line_cost.h"
#include "curve/sweep.h"
#include "curve/sweep_arc.h"
#include "curve/sweep_body.h"
#include "curve/sweep_ground.h"
#include "curve/sweep_line.h"

/// Least turning radius that curves are drawn with, in tiles. Curves lose digits if the distance between their ends is
/// far larger than the radius.
#define LEAST_RADIUS (1.0 / 128)

/// Arcs longer than this (tiles) are swept in pieces.
#define LONGEST_ARC 8.0

drive_rules drive_rules_of(const smooth_ground *ground)
{
    const fw_overlay *overlay = overlay_is_empty(ground->overlay) ? NULL : ground->overlay;
    drive_rules rules = { .ground = *ground,
                          .sweep = sweep_ground_of(ground->unit, overlay),
                          .body = sweep_body_of(&ground->unit->def.footprint),
                          .radius = fmax(ground->unit->def.turn_radius, LEAST_RADIUS),
                          .is_even = ground->unit->uniform && !overlay_has_costs(overlay) };
    rules.ground.overlay = overlay;
    return rules;
}

drive_pose drive_pose_of(fw_pose at)
{
    drive_pose pose = { .at = { at.x, at.y, trig_wrap(at.heading) } };
    trig_sincos(pose.at.heading, &pose.sine, &pose.cosine);
    return pose;
}

double drive_cost(const drive_rules *rules, const fw_segment *segment)
{
    const double turn = fabs(segment->curvature) * segment->length;
    if (!rules->is_even)
        shaping_charge(rules->ground.work, segment->length);
    const double terrain =
        rules->is_even ? segment->length * rules->ground.unit->cheapest / COST_ONE
                       : segment_cost(rules->ground.map, rules->ground.unit, rules->ground.overlay, segment);
    return terrain + rules->ground.turn_charge * turn / (2 * FW_PI);
}

double drive_cost_in_gear(const drive_rules *rules, const fw_segment *segment)
{
    const double penalty = segment->gear == FW_REVERSE ? rules->ground.unit->def.reverse_penalty : 1;
    return penalty * drive_cost(rules, segment);
}

double drive_gear_change(const drive_rules *rules, fw_gear from, fw_gear to)
{
    return from != to ? rules->ground.unit->def.gear_change_cost : 0;
}

double drive_segments_cost(const drive_rules *rules, const fw_segment *segments, int32_t count)
{
    double cost = 0;
    for (int32_t i = 0; i < count; i++)
        cost += drive_cost_in_gear(rules, &segments[i]) +
                (i > 0 ? drive_gear_change(rules, segments[i - 1].gear, segments[i].gear) : 0);
    return cost;
}

double drive_straight_cost(const drive_rules *rules, vector from, vector to)
{
    if (rules->is_even)
        return vector_distance(from, to) * rules->ground.unit->cheapest / COST_ONE;
    shaping_charge(rules->ground.work, vector_distance(from, to));
    return line_cost(rules->ground.map, rules->ground.unit, rules->ground.overlay, from.x, from.y, to.x,
                     to.y);
}

double drive_costs(const drive_rules *rules, const fw_segment *segments, int32_t count)
{
    double cost = 0;
    for (int32_t i = 0; i < count; i++)
        cost += drive_cost(rules, &segments[i]);
    return cost;
}

/// The frame of dubins_between(), from poses whose sines and cosines are known.
static dubins_frame frame_between(const drive_rules *rules, const drive_pose *start, const drive_pose *goal)
{
    return (dubins_frame){ .start = start->at,
                           .goal = goal->at,
                           .radius = rules->radius,
                           .x = (goal->at.x - start->at.x) / rules->radius,
                           .y = (goal->at.y - start->at.y) / rules->radius,
                           .start_sine = start->sine,
                           .start_cosine = start->cosine,
                           .goal_sine = goal->sine,
                           .goal_cosine = goal->cosine };
}

static bool line_is_free(const drive_rules *rules, const fw_segment *line, const drive_pose *along)
{
    return sweep_straight_is_free(&rules->sweep, &rules->body, line->start.x, line->start.y, along->cosine,
                                  along->sine, line->length);
}

static bool turn_is_free(const drive_rules *rules, const fw_segment *arc, const drive_pose *from,
                         const drive_pose *to)
{
    if (arc->length > LONGEST_ARC)
        return sweep_segment_is_free(&rules->sweep, &rules->body, arc);
    const double side = arc->curvature > 0 ? 1 : -1;
    const sweep_arc turn = { .centre_x = arc->start.x - side * rules->radius * from->sine,
                             .centre_y = arc->start.y + side * rules->radius * from->cosine,
                             .radius = rules->radius,
                             .from_x = side * from->sine,
                             .from_y = -side * from->cosine,
                             .to_x = side * to->sine,
                             .to_y = -side * to->cosine,
                             .side = side > 0 ? 1 : -1,
                             .is_long = arc->length > FW_PI * rules->radius };
    return sweep_arc_is_free(&rules->sweep, &rules->body, &turn) &&
           passage_is_free(&rules->sweep.passage, arc, 1, 0);
}

/// True if a curve is free. Checks straight parts first, since they are the longest.
static bool curve_is_free(const drive_rules *rules, const drive_pose *start, const drive_pose *goal,
                          const fw_curve *drawn)
{
    drive_pose ends[FW_CURVE_SEGMENTS + 1] = { *start }; // the ends of the segments
    for (int32_t i = 1; i < drawn->count; i++) {
        const fw_pose at = drawn->segments[i].start;
        ends[i] = at.heading == ends[i - 1].at.heading ? ends[i - 1] : drive_pose_of(at);
        ends[i].at = at;
    }
    ends[drawn->count] = *goal;
    for (int32_t i = 0; i < drawn->count; i++)
        if (drawn->segments[i].curvature == 0 && !line_is_free(rules, &drawn->segments[i], &ends[i]))
            return false;
    for (int32_t i = 0; i < drawn->count; i++)
        if (drawn->segments[i].curvature != 0 &&
            !turn_is_free(rules, &drawn->segments[i], &ends[i], &ends[i + 1]))
            return false;
    return true;
}

bool drive_shortest(const drive_rules *rules, const drive_pose *start, const drive_pose *goal, double most,
                    fw_curve *drawn)
{
    const dubins_frame frame = frame_between(rules, start, goal);
    const dubins_curve shortest = dubins_shortest(&frame);
    shaping_charge(rules->ground.work, shortest.length);
    if (!(shortest.length * rules->ground.unit->cheapest / COST_ONE <= most))
        return false;
    dubins_segments(&frame, &shortest, drawn);
    drawn->cost *= rules->ground.unit->cheapest / (double)COST_ONE;
    if (!rules->is_even || rules->ground.turn_charge > 0)
        drawn->cost = drive_costs(rules, drawn->segments, drawn->count);
    return drawn->cost <= most && curve_is_free(rules, start, goal, drawn);
}

double drive_least_cost(const drive_rules *rules, fw_pose from, fw_pose to)
{
    const dubins_frame frame = dubins_between(from, to, rules->radius);
    return dubins_length(&frame) * rules->ground.unit->cheapest / COST_ONE;
}

bool drive_is_free(const drive_rules *rules, const fw_segment *segments, int32_t count)
{
    for (int32_t i = 0; i < count; i++)
        if (!sweep_segment_is_free(&rules->sweep, &rules->body, &segments[i]))
            return false;
    return true;
}

bool drive_to_point(const drive_rules *rules, const drive_pose *start, double x, double y, double most,
                    fw_curve *drawn)
{
    fw_curve sides[2];
    bool found = false;
    for (int i = 0; i < 2; i++) {
        fw_curve *tried = &sides[i];
        if (fw_turn_then_straight(start->at, x, y, rules->radius, i ? FW_SIDE_RIGHT : FW_SIDE_LEFT, tried) !=
            FW_OK)
            continue;
        shaping_charge(rules->ground.work, tried->length);
        if (!(tried->length * rules->ground.unit->cheapest / COST_ONE <= most) ||
            !drive_is_free(rules, tried->segments, tried->count))
            continue; // checked before the cost, because adding up the tiles of a huge arc takes too long
        tried->cost = drive_costs(rules, tried->segments, tried->count);
        if (!(tried->cost <= most))
            continue;
        most = tried->cost;
        *drawn = *tried;
        found = true;
    }
    return found;
}
