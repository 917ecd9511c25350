#include "shape/roads/lane.h"

#include <math.h>

#include "curve/segment.h"

/// Smaller shifts and lengths (tiles) count as 0.
#define NO_SHIFT 1e-9

/// Tiles along the road over which the way moves sideways by one tile, at the ends of a lane.
#define TAPER 2.0

/// The direction to the right. y grows downward, so right of east is south.
static vector right_of(vector ahead)
{
    return (vector){ -ahead.y, ahead.x };
}

static bool is_shifted(const lane_stretch *stretch)
{
    return fabs(stretch->shift) > NO_SHIFT;
}

/// Finds the direction of a step; false if the step is not along an axis.
static bool axis_of(vector from, vector to, vector *ahead)
{
    const double dx = to.x - from.x, dy = to.y - from.y, length = fabs(dx) + fabs(dy);
    if (dx != 0 && dy != 0)
        return false;
    *ahead = (vector){ dx / length, dy / length };
    return length > 0;
}

/// The best shift of a stretch to the right, in tiles: to the middle of the right half of the road where the road is
/// narrowest, with the whole body on the road.
static double best_shift(const lane_rules *rules, const lane_measure *road)
{
    const double width = road->to_right + road->to_left;
    return width < 2 * rules->half_width
               ? 0
               : fmin(road->to_right - width / 4, road->to_right - rules->half_width);
}

/// Measures the road beside the next place of the present stretch.
static void measure_road(lane_drawing *drawing, const lane_rules *rules, vector at)
{
    shaping_charge(rules->way.ground.work, 0);
    lane_measure *road = &drawing->road;
    const vector right = right_of(road->ahead);
    const int dx = (int)right.x, dy = (int)right.y;
    road->to_right = fmin(road->to_right, road_reach(rules->roads, at, dx, dy));
    road->to_left = fmin(road->to_left, road_reach(rules->roads, at, -dx, -dy));
}

/// Ends the present stretch at its last measured place.
static fw_result add_stretch(lane_drawing *drawing, memory *memory, const lane_rules *rules)
{
    const lane_measure *road = &drawing->road;
    if (MEMORY_RESERVE(memory, drawing->stretches, drawing->stretch_room, (size_t)drawing->count + 1) !=
        FW_OK)
        return FW_NO_MEMORY;
    const lane_stretch found = { .from = rules->places[road->first].at,
                                 .to = rules->places[drawing->read].at,
                                 .ahead = road->ahead,
                                 .shift = best_shift(rules, road) };
    drawing->stretches[drawing->count++] = found;
    drawing->shifted += is_shifted(&found);
    return FW_OK;
}

/// Reads the next place: measures the road beside it if it belongs to a stretch, and ends and begins stretches there.
static fw_result read_place(lane_drawing *drawing, memory *memory, const lane_rules *rules)
{
    const road_place *places = rules->places;
    const int32_t at = drawing->read;
    lane_measure *road = &drawing->road;
    vector next = { 0, 0 };
    const bool continues = at + 1 < rules->count && axis_of(places[at].at, places[at + 1].at, &next);
    const bool goes_straight_on =
        continues && road->first >= 0 && next.x == road->ahead.x && next.y == road->ahead.y;
    fw_result added = FW_OK;
    if (road->first >= 0)
        measure_road(drawing, rules, places[at].at);
    if (road->first >= 0 && !goes_straight_on)
        added = add_stretch(drawing, memory, rules);
    if (continues && !goes_straight_on) {
        *road = (lane_measure){ at, next, INFINITY, INFINITY };
        measure_road(drawing, rules, places[at].at);
    } else if (!continues) {
        road->first = -1;
    }
    drawing->read++;
    return added;
}

static fw_result draw_point(lane_drawing *drawing, memory *memory, vector at, int32_t stretch)
{
    if (MEMORY_RESERVE(memory, drawing->owners, drawing->owner_room, (size_t)drawing->drawn.count + 1) !=
            FW_OK ||
        shape_points_add(&drawing->drawn, memory, at) != FW_OK)
        return FW_NO_MEMORY;
    drawing->owners[drawing->drawn.count - 1] = stretch;
    return FW_OK;
}

static vector stretch_start(const lane_stretch *stretch)
{
    return vector_beyond(stretch->from, right_of(stretch->ahead), stretch->shift);
}

static vector stretch_end(const lane_stretch *stretch)
{
    return vector_beyond(stretch->to, right_of(stretch->ahead), stretch->shift);
}

/// Distance along the first or last stretch over which the way moves sideways from its first point to the lane, or from
/// the lane to its last point.
static double taper_of(const lane_stretch *stretch)
{
    return fmin(TAPER * fabs(stretch->shift), vector_distance(stretch->from, stretch->to) / 2);
}

/// The point where two stretches at right angles cross.
static vector crossing(const lane_stretch *before, const lane_stretch *after)
{
    const vector begin = stretch_start(before), aim = stretch_start(after);
    return vector_beyond(begin, before->ahead, vector_dot(vector_between(begin, aim), before->ahead));
}

/// True if the body may go straight from one point to another, and the line stays on the road.
static bool line_is_free(const lane_rules *rules, vector from, vector to)
{
    const double lift = rules->way.lift;
    fw_segment line;
    segment_set_line(&line, from.x, from.y, to.x, to.y);
    return road_holds_segment(rules->roads, &line) &&
           way_is_free(&rules->way, (vector){ from.x - lift, from.y - lift },
                       (vector){ to.x - lift, to.y - lift });
}

/// Joins the end of one stretch to the start of the next one: at the point where they cross, or by a straight line.
static fw_result draw_joint(lane_drawing *drawing, memory *memory, const lane_rules *rules, int32_t index)
{
    const lane_stretch *before = &drawing->stretches[index], *after = &drawing->stretches[index + 1];
    const vector end = stretch_end(before), start = stretch_start(after);
    if (vector_dot(before->ahead, after->ahead) == 0) {
        const vector corner = crossing(before, after);
        if (line_is_free(rules, end, corner) && line_is_free(rules, corner, start))
            return draw_point(drawing, memory, corner, index);
    }
    const fw_result drawn = draw_point(drawing, memory, end, index);
    return drawn == FW_OK ? draw_point(drawing, memory, start, index + 1) : drawn;
}

/// Draws the first point of the way, and the point where the first stretch begins.
static fw_result draw_start(lane_drawing *drawing, memory *memory, const lane_rules *rules)
{
    const lane_stretch *begin = &drawing->stretches[0];
    const vector first = rules->places[0].at;
    const bool tapers = vector_distance(begin->from, first) == 0;
    drawing->drawn.count = drawing->checked = 0;
    const fw_result drawn = draw_point(drawing, memory, first, 0);
    return drawn == FW_OK
               ? draw_point(drawing, memory,
                            vector_beyond(stretch_start(begin), begin->ahead, tapers ? taper_of(begin) : 0),
                            0)
               : drawn;
}

/// Draws the end of the last stretch, and the last point of the way.
static fw_result draw_finish(lane_drawing *drawing, memory *memory, const lane_rules *rules)
{
    const int32_t index = drawing->count - 1;
    const lane_stretch *end = &drawing->stretches[index];
    const vector last = rules->places[rules->count - 1].at;
    const bool tapers = vector_distance(end->to, last) == 0;
    const fw_result drawn = draw_point(
        drawing, memory, vector_beyond(stretch_end(end), end->ahead, tapers ? -taper_of(end) : 0), index);
    return drawn == FW_OK ? draw_point(drawing, memory, last, index) : drawn;
}

/// Draws the end of the next stretch: its joint with the stretch after it, or the end of the way.
static fw_result draw_next(lane_drawing *drawing, memory *memory, const lane_rules *rules)
{
    const int32_t index = drawing->next;
    fw_result drawn = index == 0 ? draw_start(drawing, memory, rules) : FW_OK;
    if (drawn != FW_OK)
        return drawn;
    drawing->stretches[index].drawn_before = drawing->drawn.count;
    drawing->next++;
    return index + 1 < drawing->count ? draw_joint(drawing, memory, rules, index)
                                      : draw_finish(drawing, memory, rules);
}

/// True if the body may go along a drawn line, and the line does not lead backward.
static bool line_is_good(const lane_drawing *drawing, const lane_rules *rules, int32_t index)
{
    const vector from = drawing->drawn.items[index], to = drawing->drawn.items[index + 1];
    const lane_stretch *owner = &drawing->stretches[drawing->owners[index + 1]];
    if (vector_distance(from, to) <= NO_SHIFT)
        return true;
    return vector_dot(vector_between(from, to), owner->ahead) > -NO_SHIFT && line_is_free(rules, from, to);
}

/// Removes the part of the drawn way that changes with a stretch: all points after the end of the previous stretch.
static void go_back(lane_drawing *drawing, int32_t stretch)
{
    const int32_t first = stretch > 0 ? stretch - 1 : 0;
    if (first >= drawing->next)
        return; // not drawn yet
    drawing->next = first;
    drawing->drawn.count = first > 0 ? drawing->stretches[first].drawn_before : 0;
    drawing->checked = drawing->drawn.count > 0 ? drawing->drawn.count - 1 : 0;
}

/// Undoes the shift of a stretch or, if it has none, of a neighbour, and removes the drawn points that this changes.
/// Returns false if none of them is shifted.
static bool undo_shift(lane_drawing *drawing, int32_t stretch)
{
    const int32_t nearby[] = { stretch, stretch - 1, stretch + 1 };
    for (int i = 0; i < 3; i++) {
        const int32_t index = nearby[i];
        if (index < 0 || index >= drawing->count || drawing->stretches[index].shift == 0)
            continue;
        drawing->shifted -= is_shifted(&drawing->stretches[index]);
        drawing->stretches[index].shift = 0;
        go_back(drawing, index);
        return true;
    }
    return false;
}

/// Checks the next drawn line. If it is not good, undoes the shift of a stretch near it. FW_OK, or FW_NOT_FOUND (no
/// shift near the line is left).
static fw_result check_line(lane_drawing *drawing, const lane_rules *rules)
{
    const int32_t line = drawing->checked;
    if (line_is_good(drawing, rules, line)) {
        drawing->checked++;
        return FW_OK;
    }
    const int32_t end = drawing->owners[line + 1], begin = drawing->owners[line];
    return undo_shift(drawing, end) || undo_shift(drawing, begin) ? FW_OK : FW_NOT_FOUND;
}

double lane_half_width(const map_unit *unit)
{
    return footprint_half_width(&unit->def.footprint);
}

void lane_begin(lane_drawing *drawing)
{
    drawing->count = drawing->read = drawing->shifted = drawing->next = 0;
    drawing->drawn.count = drawing->checked = 0;
    drawing->road = (lane_measure){ .first = -1 };
}

/// Continues to draw: measures the road beside a place, checks a line, or draws the end of a stretch.
static fw_result draw_on(lane_drawing *drawing, memory *memory, const lane_rules *rules)
{
    if (drawing->read < rules->count)
        return read_place(drawing, memory, rules);
    if (drawing->shifted == 0)
        return FW_NOT_FOUND;
    if (drawing->checked + 1 < drawing->drawn.count)
        return check_line(drawing, rules);
    return draw_next(drawing, memory, rules);
}

static bool is_drawn(const lane_drawing *drawing, const lane_rules *rules)
{
    return drawing->read == rules->count && drawing->shifted > 0 && drawing->next == drawing->count &&
           drawing->checked + 1 == drawing->drawn.count;
}

fw_result lane_draw(lane_drawing *drawing, memory *memory, const lane_rules *rules)
{
    fw_result result = FW_OK;
    while (result == FW_OK && !is_drawn(drawing, rules))
        result = shaping_pauses(rules->way.ground.work) ? FW_PENDING : draw_on(drawing, memory, rules);
    return result;
}
