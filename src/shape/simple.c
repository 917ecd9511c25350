#include "shape/simple.h"

#include "curve/segment.h"

/// Distance between the samples of the article, in tiles.
#define SAMPLE_STEP 0.2

/// Is the tile under a point blocked for the unit's body?
static bool is_blocked_at(const way_rules *by, double x, double y)
{
    const free_rows under = { by->under.open, by->under.overlay };
    return !free_rows_has(&under, (int64_t)floor(x), (int64_t)floor(y));
}

/// Are the four ends of a diamond around the body free?
static bool diamond_is_free(const way_rules *by, double x, double y)
{
    const double radius = by->body.radius;
    return !is_blocked_at(by, x - radius, y) && !is_blocked_at(by, x + radius, y) &&
           !is_blocked_at(by, x, y - radius) && !is_blocked_at(by, x, y + radius);
}

/// May the anchor point move along a line?
static bool line_passes(const way_rules *by, shape_point from, shape_point to)
{
    fw_segment line;
    segment_set_line(&line, from.x + by->lift, from.y + by->lift, to.x + by->lift, to.y + by->lift);
    return way_passes(by, &line, 1);
}

/// Walkable() as the article has it.
static bool samples_are_free(const way_rules *by, shape_point from, shape_point to)
{
    const double count = ceil(way_length(from, to) / SAMPLE_STEP);
    shaping_charge(by->on.work, way_length(from, to));
    for (double i = 0; i <= count; i++) {
        const double share = count > 0 ? i / count : 0;
        if (!diamond_is_free(by, from.x + share * (to.x - from.x) + by->sweep_lift,
                             from.y + share * (to.y - from.y) + by->sweep_lift))
            return false;
    }
    return line_passes(by, from, to);
}

/// Points a step of the grid apart, along the next line of the way.
static fw_result list_tiles(shape_points *tiles, memory *from, shape_point begin, shape_point end)
{
    const double steps = fmax(ceil(fmax(fabs(end.x - begin.x), fabs(end.y - begin.y))), 1);
    for (double step = 1; step <= steps; step++) {
        const double share = step / steps;
        const shape_point at = { begin.x + share * (end.x - begin.x), begin.y + share * (end.y - begin.y) };
        if (shape_points_add(tiles, from, step < steps ? at : end) != FW_OK)
            return FW_NO_MEMORY;
    }
    return FW_OK;
}

/// A line from the check point past the present point to the next one: is it free, and no dearer than going by the
/// present point?
static bool is_walkable(const way_rules *by, bool sampled, const shape_point *present, shape_point check)
{
    const shape_point next = present[1];
    if (sampled ? !samples_are_free(by, check, next) : !way_is_free(by, check, next))
        return false;
    return by->is_even ||
           way_cost(by, check, next) <= way_cost(by, check, *present) + way_cost(by, *present, next);
}

fw_result simple_begin(simple_pass *of, memory *from, const shape_points *way)
{
    of->tiles.count = of->kept = 0;
    of->next = 1;
    return shape_points_add(&of->tiles, from, way->items[0]);
}

/// Lists the points of all lines.
static fw_result list_all(simple_pass *of, memory *from, const way_rules *by, const shape_points *way)
{
    for (; of->next < way->count; of->next++) {
        if (shaping_pauses(by->on.work))
            return FW_PENDING;
        const shape_point begin = way->items[of->next - 1], end = way->items[of->next];
        shaping_charge(by->on.work, way_length(begin, end));
        if (list_tiles(&of->tiles, from, begin, end) != FW_OK)
            return FW_NO_MEMORY;
    }
    of->next = of->kept = 1;
    return FW_OK;
}

fw_result simple_step(simple_pass *of, memory *from, const way_rules *by, bool sampled, shape_points *way)
{
    const fw_result listed = of->kept ? FW_OK : list_all(of, from, by, way);
    if (listed != FW_OK)
        return listed;
    shape_point *points = of->tiles.items; // points[kept - 1] is the check point
    for (; of->next + 1 < of->tiles.count; of->next++) {
        if (shaping_pauses(by->on.work))
            return FW_PENDING;
        if (!is_walkable(by, sampled, &points[of->next], points[of->kept - 1]))
            points[of->kept++] = points[of->next];
    }
    points[of->kept++] = points[of->tiles.count - 1];
    of->tiles.count = of->kept;
    shape_points_swap(way, &of->tiles);
    return FW_OK;
}
