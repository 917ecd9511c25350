#include "shape/roads/lane.h"

#include <math.h>

#include "curve/segment.h"

/// Smaller shifts and lengths (tiles) count as 0.
#define NO_SHIFT 1e-9

/// Tiles along the road over which the way moves sideways by one tile, at the ends of a lane.
#define TAPER 2.0

static shape_point moved(shape_point at, shape_point along, double distance)
{
    return (shape_point){ at.x + along.x * distance, at.y + along.y * distance };
}

/// The direction to the right. y grows downward, so right of east is south.
static shape_point right_of(shape_point ahead)
{
    return (shape_point){ -ahead.y, ahead.x };
}

static double dot(shape_point a, shape_point b)
{
    return a.x * b.x + a.y * b.y;
}

static shape_point difference(shape_point to, shape_point from)
{
    return (shape_point){ to.x - from.x, to.y - from.y };
}

/// The direction of a step along an axis; false for others.
static bool axis_of(shape_point from, shape_point to, shape_point *ahead)
{
    const double dx = to.x - from.x, dy = to.y - from.y, length = fabs(dx) + fabs(dy);
    if (dx != 0 && dy != 0)
        return false;
    *ahead = (shape_point){ dx / length, dy / length };
    return length > 0;
}

/// The best shift of a stretch to the right, in tiles: to the middle of the right half of the road where the road is
/// narrowest, with the whole body on the road.
static double best_shift(const lane_rules *rules, const road_place *places, int32_t count, shape_point ahead)
{
    const shape_point right = right_of(ahead);
    const int dx = (int)right.x, dy = (int)right.y;
    double to_right = INFINITY, to_left = INFINITY;
    for (int32_t i = 0; i < count; i++) {
        to_right = fmin(to_right, road_reach(rules->roads, places[i].at, dx, dy));
        to_left = fmin(to_left, road_reach(rules->roads, places[i].at, -dx, -dy));
    }
    const double width = to_right + to_left;
    return width < 2 * rules->half ? 0 : fmin(to_right - width / 4, to_right - rules->half);
}

static fw_result find_stretches(lane_drawing *drawing, memory *memory, const lane_rules *rules,
                                const road_place *places, int32_t count)
{
    drawing->count = 0;
    for (int32_t first = 0, last; first + 1 < count; first = last) {
        shape_point ahead, next;
        last = first + 1;
        if (!axis_of(places[first].at, places[last].at, &ahead))
            continue;
        while (last + 1 < count && axis_of(places[last].at, places[last + 1].at, &next) &&
               next.x == ahead.x && next.y == ahead.y)
            last++;
        if (memory_reserve(memory, &drawing->stretches, &drawing->stretch_room, (size_t)drawing->count + 1,
                           sizeof *drawing->stretches) != FW_OK)
            return FW_NO_MEMORY;
        drawing->stretches[drawing->count++] =
            (lane_stretch){ .from = places[first].at,
                            .to = places[last].at,
                            .ahead = ahead,
                            .shift = best_shift(rules, places + first, last - first + 1, ahead) };
    }
    return FW_OK;
}

static fw_result draw_point(lane_drawing *drawing, memory *memory, shape_point at, int32_t stretch)
{
    if (memory_reserve(memory, &drawing->makers, &drawing->maker_room, (size_t)drawing->drawn.count + 1,
                       sizeof *drawing->makers) != FW_OK ||
        shape_points_add(&drawing->drawn, memory, at) != FW_OK)
        return FW_NO_MEMORY;
    drawing->makers[drawing->drawn.count - 1] = stretch;
    return FW_OK;
}

static shape_point stretch_start(const lane_stretch *stretch)
{
    return moved(stretch->from, right_of(stretch->ahead), stretch->shift);
}

static shape_point stretch_end(const lane_stretch *stretch)
{
    return moved(stretch->to, right_of(stretch->ahead), stretch->shift);
}

/// Distance along a stretch over which the lane leaves the first point of the way, or returns to the last one.
static double taper_of(const lane_stretch *stretch)
{
    return fmin(TAPER * fabs(stretch->shift), way_length(stretch->from, stretch->to) / 2);
}

/// The point where two stretches at right angles cross.
static shape_point crossing(const lane_stretch *before, const lane_stretch *after)
{
    const shape_point begin = stretch_start(before), aim = stretch_start(after);
    return moved(begin, before->ahead, dot(difference(aim, begin), before->ahead));
}

/// True if the body may go straight from one point to another, and the line stays on the road.
static bool line_is_free(const lane_rules *rules, shape_point from, shape_point to)
{
    const double lift = rules->way.lift;
    fw_segment line;
    segment_set_line(&line, from.x, from.y, to.x, to.y);
    return road_holds_segment(rules->roads, &line) &&
           way_is_free(&rules->way, (shape_point){ from.x - lift, from.y - lift },
                       (shape_point){ to.x - lift, to.y - lift });
}

/// Joins the end of one stretch to the start of the next one: at the point where they cross, or by a straight line.
static fw_result draw_joint(lane_drawing *drawing, memory *memory, const lane_rules *rules, int32_t index)
{
    const lane_stretch *before = &drawing->stretches[index], *after = &drawing->stretches[index + 1];
    const shape_point end = stretch_end(before), start = stretch_start(after);
    if (dot(before->ahead, after->ahead) == 0) {
        const shape_point corner = crossing(before, after);
        if (line_is_free(rules, end, corner) && line_is_free(rules, corner, start))
            return draw_point(drawing, memory, corner, index);
    }
    const fw_result drawn = draw_point(drawing, memory, end, index);
    return drawn == FW_OK ? draw_point(drawing, memory, start, index + 1) : drawn;
}

static fw_result draw_way(lane_drawing *drawing, memory *memory, const lane_rules *rules, shape_point first,
                          shape_point last)
{
    const lane_stretch *begin = &drawing->stretches[0], *end = &drawing->stretches[drawing->count - 1];
    const bool from_first = way_length(begin->from, first) == 0, to_last = way_length(end->to, last) == 0;
    drawing->drawn.count = 0;
    fw_result drawn = draw_point(drawing, memory, first, 0);
    if (drawn == FW_OK)
        drawn = draw_point(drawing, memory,
                           moved(stretch_start(begin), begin->ahead, from_first ? taper_of(begin) : 0), 0);
    for (int32_t i = 0; i + 1 < drawing->count && drawn == FW_OK; i++)
        drawn = draw_joint(drawing, memory, rules, i);
    if (drawn == FW_OK)
        drawn = draw_point(drawing, memory, moved(stretch_end(end), end->ahead, to_last ? -taper_of(end) : 0),
                           drawing->count - 1);
    return drawn == FW_OK ? draw_point(drawing, memory, last, drawing->count - 1) : drawn;
}

/// True if the body may go along a drawn line, and the line does not lead backward.
static bool line_is_good(const lane_drawing *drawing, const lane_rules *rules, int32_t index)
{
    const shape_point from = drawing->drawn.items[index], to = drawing->drawn.items[index + 1];
    const lane_stretch *maker = &drawing->stretches[drawing->makers[index + 1]];
    if (way_length(from, to) <= NO_SHIFT)
        return true;
    return dot(difference(to, from), maker->ahead) > -NO_SHIFT && line_is_free(rules, from, to);
}

/// Undoes the shift of a stretch, or else of a neighbour.
///
/// @return false if none of them is shifted
static bool undo_shift(lane_drawing *drawing, int32_t stretch)
{
    const int32_t near_ones[] = { stretch, stretch - 1, stretch + 1 };
    for (int i = 0; i < 3; i++) {
        const int32_t index = near_ones[i];
        if (index < 0 || index >= drawing->count || drawing->stretches[index].shift == 0)
            continue;
        drawing->stretches[index].shift = 0;
        return true;
    }
    return false;
}

/// The first drawn line that is not good; the number of lines if all are good.
static int32_t first_bad_line(const lane_drawing *drawing, const lane_rules *rules)
{
    int32_t index = 0;
    while (index + 1 < drawing->drawn.count && line_is_good(drawing, rules, index))
        index++;
    return index;
}

static bool is_shifted(const lane_drawing *drawing)
{
    for (int32_t i = 0; i < drawing->count; i++)
        if (fabs(drawing->stretches[i].shift) > NO_SHIFT)
            return true;
    return false;
}

double lane_half_width(const map_unit *unit)
{
    const fw_unit_def *def = &unit->def;
    const fw_footprint *body = &def->footprint;
    if (body->kind == FW_FOOTPRINT_BY_SIZE)
        return 0.5 * def->size;
    return body->kind == FW_FOOTPRINT_CIRCLE ? body->radius : body->width / 2;
}

fw_result lane_draw(lane_drawing *drawing, memory *memory, const lane_rules *rules, const road_place *places,
                    int32_t count)
{
    if (find_stretches(drawing, memory, rules, places, count) != FW_OK)
        return FW_NO_MEMORY;
    while (is_shifted(drawing)) {
        if (draw_way(drawing, memory, rules, places[0].at, places[count - 1].at) != FW_OK)
            return FW_NO_MEMORY;
        const int32_t bad = first_bad_line(drawing, rules);
        if (bad + 1 == drawing->drawn.count)
            return FW_OK;
        if (!undo_shift(drawing, drawing->makers[bad + 1]) && !undo_shift(drawing, drawing->makers[bad]))
            return FW_NOT_FOUND;
    }
    return FW_NOT_FOUND;
}

void lane_free(lane_drawing *drawing, memory *memory)
{
    memory_give_back(memory, drawing->stretches, drawing->stretch_room, sizeof *drawing->stretches);
    memory_give_back(memory, drawing->drawn.items, drawing->drawn.room, sizeof *drawing->drawn.items);
    memory_give_back(memory, drawing->makers, drawing->maker_room, sizeof *drawing->makers);
    *drawing = (lane_drawing){ 0 };
}
