#include "shape/curved/way.h"

#include "curve/line_cost.h"
#include "curve/segment.h"
#include "curve/sweep_body.h"
#include "curve/sweep_line.h"

/// The discs of corners are smaller than the body by this. The bodies of sweeps and of the checker are even smaller, so
/// a taut string never makes them touch a corner.
#define SLACK (FW_TOUCH / 4)

/// Discs with a smaller radius count as points: strings bend at them without arcs, and the body of a sweep does not
/// touch the corner.
#define LEAST_RADIUS (FW_TOUCH / 4)

/// Radius of the body of a unit that moves as a point: it may pass corners, but not between two corners that touch.
#define POINT_RADIUS 1e-3

way_rules way_rules_of(const smooth_ground *ground)
{
    const map_unit *unit = ground->unit;
    const fw_overlay *overlay = overlay_is_empty(ground->overlay) ? NULL : ground->overlay;
    const double reach = footprint_reach(&unit->def.footprint);
    way_rules rules = { .ground = { .map = ground->map,
                                    .unit = unit,
                                    .overlay = overlay,
                                    .sample_step = ground->sample_step,
                                    .work = ground->work },
                        .mover = mover_unbound(mover_of(ground->map, unit, overlay)),
                        .lift = (unit->def.size - 1) / 2.0,
                        .is_even = unit->uniform && !overlay_has_costs(overlay) };
    rules.anchors = (free_anchors){ unit->layer, rules.mover.ground.overlay };
    rules.cuts_corners = corners_are_cut(unit->def.corners);
    rules.radius = rules.cuts_corners ? 0 : reach - rules.lift - SLACK;
    if (rules.radius < LEAST_RADIUS)
        rules.radius = 0;
    if (rules.cuts_corners) { // a point is swept against the layer of the unit's size
        const fw_footprint point = { .kind = FW_FOOTPRINT_CIRCLE, .radius = POINT_RADIUS };
        rules.sweep = sweep_ground_of(unit, overlay);
        rules.sweep.open = unit->layer;
        rules.body = sweep_body_of(&point);
        rules.sweep.passage.lift = 0;
    } else {
        way_rules_judge_body(&rules);
    }
    return rules;
}

fw_result path_stretches_add(path_stretches *list, memory *memory, double from, double to)
{
    const size_t used = 2 * (size_t)list->count;
    if (MEMORY_RESERVE(memory, list->borders, list->room, used + 2) != FW_OK)
        return FW_NO_MEMORY;
    list->borders[used] = from;
    list->borders[used + 1] = to;
    list->count++;
    return FW_OK;
}

void way_rules_judge_body(way_rules *rules)
{
    const map_unit *unit = rules->ground.unit;
    const fw_footprint circle = { .kind = FW_FOOTPRINT_CIRCLE,
                                  .radius = footprint_reach(&unit->def.footprint) };
    rules->sweep = sweep_ground_of(unit, rules->ground.overlay);
    rules->sweep.passage.lift = rules->sweep_lift = rules->lift;
    rules->body = sweep_body_of(&circle);
}

bool way_is_free(const way_rules *rules, vector from, vector to)
{
    const double lift = rules->sweep_lift;
    shaping_charge(rules->ground.work, vector_distance(from, to));
    return sweep_line_is_free(&rules->sweep, &rules->body, from.x + lift, from.y + lift, to.x + lift,
                              to.y + lift);
}

bool way_passes(const way_rules *rules, const fw_segment *segments, int32_t count)
{
    passage_rules passage = rules->sweep.passage;
    passage.lift = rules->lift;
    return passage_is_free(&passage, segments, count, 0);
}

double way_cost(const way_rules *rules, vector from, vector to)
{
    if (rules->is_even)
        return vector_distance(from, to) * rules->ground.unit->cheapest / COST_ONE;
    shaping_charge(rules->ground.work, vector_distance(from, to));
    return line_cost(rules->ground.map, rules->ground.unit, rules->ground.overlay, from.x + rules->lift,
                     from.y + rules->lift, to.x + rules->lift, to.y + rules->lift);
}

fw_result shape_points_add(shape_points *list, memory *memory, vector added)
{
    if (MEMORY_RESERVE(memory, list->items, list->room, (size_t)list->count + 1))
        return FW_NO_MEMORY;
    list->items[list->count++] = added;
    return FW_OK;
}

double way_heading(vector from, vector to)
{
    fw_segment line;
    segment_set_line(&line, from.x, from.y, to.x, to.y);
    return line.start.heading;
}

bool way_comes_near(double x, double y, double radius, vector from, vector to)
{
    const vector line = vector_between(from, to), off = vector_between(from, (vector){ x, y });
    const double squared = vector_dot(line, line), along = vector_dot(off, line);
    const double across = vector_cross(off, line);
    return along > 0 && along < squared && across * across < radius * radius * squared;
}
