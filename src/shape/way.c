#include "shape/way.h"

#include "curve/line_cost.h"

/// Discs of corners are smaller than the body by this much; bodies of sweeps and of the checker are smaller still.
#define SLACK (FW_TOUCH / 4)

/// Smaller discs count as points: strings bend at them without arcs, and no body of a sweep touches what they bend at.
#define LEAST_RADIUS (FW_TOUCH / 4)

/// Body of a unit that moves as a point: it may pass corners, but not between two that touch.
#define POINT_RADIUS 1e-3

/// Radius of a circle around the body.
static double reach_of(const fw_footprint *body)
{
    return body->kind == FW_FOOTPRINT_RECTANGLE
               ? sqrt(body->length * body->length + body->width * body->width) / 2
               : body->radius;
}

way_rules way_rules_of(const smooth_ground *on)
{
    const map_unit *unit = on->unit;
    const fw_overlay *overlay = overlay_is_empty(on->overlay) ? NULL : on->overlay;
    const double reach = reach_of(&unit->def.footprint);
    way_rules by = { .on = { on->map, unit, overlay, 0, on->work },
                     .moves = mover_unbound(mover_of(on->map, unit, overlay)),
                     .rows = { unit->layer, overlay },
                     .lift = (unit->def.size - 1) / 2.0,
                     .is_even = unit->uniform && !overlay_has_costs(overlay) };
    by.cuts_corners = corners_are_cut(unit->def.corners);
    by.radius = by.cuts_corners ? 0 : reach - by.lift - SLACK;
    if (by.radius < LEAST_RADIUS)
        by.radius = 0;
    if (by.cuts_corners) { // swept against the layer of its size
        const fw_footprint point = { .kind = FW_FOOTPRINT_CIRCLE, .radius = POINT_RADIUS };
        by.under = (sweep_ground){ .open = unit->layer, .overlay = overlay };
        by.body = sweep_body_of(&point);
    } else {
        const fw_footprint circle = { .kind = FW_FOOTPRINT_CIRCLE, .radius = reach };
        by.under = (sweep_ground){ .open = unit->body, .overlay = overlay };
        by.sweep_lift = by.lift;
        by.body = sweep_body_of(&circle);
    }
    by.under.passage = passage_rules_of(unit, overlay);
    by.under.passage.lift = by.sweep_lift;
    return by;
}

bool way_is_free(const way_rules *by, shape_point from, shape_point to)
{
    const double lift = by->sweep_lift;
    shaping_charge(by->on.work, way_length(from, to));
    return sweep_line_is_free(&by->under, &by->body, from.x + lift, from.y + lift, to.x + lift, to.y + lift);
}

bool way_passes(const way_rules *by, const fw_segment *segments, int32_t count)
{
    passage_rules passage = by->under.passage;
    passage.lift = by->lift;
    return passage_is_free(&passage, segments, count, 0);
}

double way_cost(const way_rules *by, shape_point from, shape_point to)
{
    if (by->is_even)
        return way_length(from, to) * by->on.unit->cheapest / COST_ONE;
    shaping_charge(by->on.work, way_length(from, to));
    return line_cost(by->on.map, by->on.unit, by->on.overlay, from.x + by->lift, from.y + by->lift,
                     to.x + by->lift, to.y + by->lift);
}

fw_result shape_points_add(shape_points *list, memory *from, shape_point added)
{
    if (memory_reserve(from, &list->items, &list->room, (size_t)list->count + 1, sizeof *list->items))
        return FW_NO_MEMORY;
    list->items[list->count++] = added;
    return FW_OK;
}

bool way_comes_near(double x, double y, double radius, shape_point from, shape_point to)
{
    const double dx = to.x - from.x, dy = to.y - from.y, squared = dx * dx + dy * dy;
    const double along = (x - from.x) * dx + (y - from.y) * dy;
    if (along <= 0 || along >= squared)
        return false;
    const double across = (x - from.x) * dy - (y - from.y) * dx;
    return across * across < radius * radius * squared;
}
