#include "shape/taut/simple.h"

#include "curve/segment.h"

/// Distance between two samples in Pinter's Listing 1, in tiles.
#define PINTERS_STEP 0.2

double simple_sample_steps(const way_rules *rules, vector from, vector to)
{
    const double step = rules->ground.sample_step > 0 ? rules->ground.sample_step : PINTERS_STEP;
    return ceil(vector_distance(from, to) / step);
}

vector simple_sample_place(const way_rules *rules, vector from, vector to, double index, double steps)
{
    const double share = steps > 0 ? index / steps : 0;
    return (vector){ from.x + share * (to.x - from.x) + rules->sweep_lift,
                     from.y + share * (to.y - from.y) + rules->sweep_lift };
}

vector simple_sample(const way_rules *rules, vector centre, int end)
{
    const double away = end % 2 ? rules->body.radius : -rules->body.radius;
    return end < 2 ? (vector){ centre.x + away, centre.y } : (vector){ centre.x, centre.y + away };
}

bool simple_sample_is_free(const way_rules *rules, vector sample)
{
    const free_anchors under = { rules->sweep.open, rules->sweep.overlay };
    return free_anchors_has(&under, (int64_t)floor(sample.x), (int64_t)floor(sample.y));
}

/// True if the four ends of a diamond around the body are free.
static bool diamond_is_free(const way_rules *rules, vector centre)
{
    for (int end = 0; end < DIAMOND_ENDS; end++)
        if (!simple_sample_is_free(rules, simple_sample(rules, centre, end)))
            return false;
    return true;
}

/// True if the anchor point may move along a line without a forbidden move.
static bool line_passes(const way_rules *rules, vector from, vector to)
{
    fw_segment line;
    segment_set_line(&line, from.x + rules->lift, from.y + rules->lift, to.x + rules->lift,
                     to.y + rules->lift);
    return way_passes(rules, &line, 1);
}

/// True if the body is free at all samples of a line.
static bool samples_are_free(const way_rules *rules, vector from, vector to)
{
    const double steps = simple_sample_steps(rules, from, to);
    shaping_charge(rules->ground.work, fmax(vector_distance(from, to), PINTERS_STEP * steps));
    for (double i = 0; i <= steps; i++)
        if (!diamond_is_free(rules, simple_sample_place(rules, from, to, i, steps)))
            return false;
    return true;
}

/// Walkable() of Pinter's Listing 1.
static bool is_walkable_by_samples(const way_rules *rules, vector from, vector to)
{
    return samples_are_free(rules, from, to) && line_passes(rules, from, to);
}

/// Appends points along a line, one grid step apart.
static fw_result list_tiles(shape_points *tiles, memory *memory, vector begin, vector end)
{
    const double steps = fmax(ceil(fmax(fabs(end.x - begin.x), fabs(end.y - begin.y))), 1);
    for (double step = 1; step <= steps; step++) {
        const double share = step / steps;
        const vector at = { begin.x + share * (end.x - begin.x), begin.y + share * (end.y - begin.y) };
        if (shape_points_add(tiles, memory, step < steps ? at : end) != FW_OK)
            return FW_NO_MEMORY;
    }
    return FW_OK;
}

/// True if the line from the check point to the point after `present` is free, and no more expensive than the way by
/// `present`.
static bool is_walkable(const way_rules *rules, bool sampled, const vector *present, vector check)
{
    const vector next = present[1];
    if (sampled ? !is_walkable_by_samples(rules, check, next) : !way_is_free(rules, check, next))
        return false;
    return rules->is_even ||
           way_cost(rules, check, next) <= way_cost(rules, check, *present) + way_cost(rules, *present, next);
}

fw_result simple_begin(simple_pass *pass, memory *memory, const shape_points *way)
{
    pass->tiles.count = pass->kept = pass->check = pass->impossible.count = 0;
    pass->next = 1;
    pass->length = 0;
    return shape_points_add(&pass->tiles, memory, way->items[0]);
}

/// Lists the points of all lines.
static fw_result list_all(simple_pass *pass, memory *memory, const way_rules *rules, const shape_points *way)
{
    for (; pass->next < way->count; pass->next++) {
        if (shaping_pauses(rules->ground.work))
            return FW_PENDING;
        const vector begin = way->items[pass->next - 1], end = way->items[pass->next];
        shaping_charge(rules->ground.work, vector_distance(begin, end));
        if (list_tiles(&pass->tiles, memory, begin, end) != FW_OK)
            return FW_NO_MEMORY;
    }
    pass->next = pass->kept = 1;
    return FW_OK;
}

/// Lists a stretch of the new way as impossible; one that begins where the last one ends makes it longer.
static fw_result add_impossible(simple_pass *pass, memory *memory, double from, double to)
{
    path_stretches *list = &pass->impossible;
    if (list->count == 0 || list->borders[2 * list->count - 1] != from)
        return path_stretches_add(list, memory, from, to);
    list->borders[2 * list->count - 1] = to;
    return FW_OK;
}

/// Keeps a point. The line to this point was tested unless it is a step of the old way.
static fw_result keep_point(simple_pass *pass, memory *memory, const way_rules *rules, bool sampled,
                            int32_t index)
{
    vector *points = pass->tiles.items;
    const vector from = points[pass->kept - 1], to = points[index];
    const double end = pass->length + vector_distance(from, to);
    if (sampled && index == pass->check + 1 && !samples_are_free(rules, from, to) &&
        add_impossible(pass, memory, pass->length, end) != FW_OK)
        return FW_NO_MEMORY;
    points[pass->kept++] = to;
    pass->check = index;
    pass->length = end;
    return FW_OK;
}

fw_result simple_step(simple_pass *pass, memory *memory, const way_rules *rules, bool sampled,
                      shape_points *way)
{
    const fw_result listed = pass->kept ? FW_OK : list_all(pass, memory, rules, way);
    if (listed != FW_OK)
        return listed;
    vector *points = pass->tiles.items; // points[kept - 1] is the check point
    for (; pass->next + 1 < pass->tiles.count; pass->next++) {
        if (shaping_pauses(rules->ground.work))
            return FW_PENDING;
        if (!is_walkable(rules, sampled, &points[pass->next], points[pass->kept - 1]) &&
            keep_point(pass, memory, rules, sampled, pass->next) != FW_OK)
            return FW_NO_MEMORY;
    }
    if (keep_point(pass, memory, rules, sampled, pass->tiles.count - 1) != FW_OK)
        return FW_NO_MEMORY;
    pass->tiles.count = pass->kept;
    shape_points_swap(way, &pass->tiles);
    return FW_OK;
}
