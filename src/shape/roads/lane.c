#include "shape/roads/lane.h"

#include <math.h>

#include "curve/segment.h"

/// Shifts below this, in tiles, are none.
#define NO_SHIFT 1e-9

/// Tiles along the road for each tile that a lane is joined to it from the side.
#define TAPER 2.0

static shape_point moved(shape_point at, shape_point along, double distance)
{
    return (shape_point){ at.x + along.x * distance, at.y + along.y * distance };
}

/// y grows downward: right of east is south.
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

/// How far to the right a run lies best: in the middle of the right half of its narrowest road, the whole body on it.
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

static fw_result find_runs(lane_room *room, memory *memory, const lane_rules *rules, const road_place *places,
                           int32_t count)
{
    room->count = 0;
    for (int32_t first = 0, last; first + 1 < count; first = last) {
        shape_point ahead, next;
        last = first + 1;
        if (!axis_of(places[first].at, places[last].at, &ahead))
            continue;
        while (last + 1 < count && axis_of(places[last].at, places[last + 1].at, &next) &&
               next.x == ahead.x && next.y == ahead.y)
            last++;
        if (memory_reserve(memory, &room->runs, &room->room, (size_t)room->count + 1, sizeof *room->runs) !=
            FW_OK)
            return FW_NO_MEMORY;
        room->runs[room->count++] =
            (lane_run){ .from = places[first].at,
                        .to = places[last].at,
                        .ahead = ahead,
                        .shift = best_shift(rules, places + first, last - first + 1, ahead) };
    }
    return FW_OK;
}

static fw_result draw_point(lane_room *room, memory *memory, shape_point at, int32_t run)
{
    if (memory_reserve(memory, &room->makers, &room->maker_room, (size_t)room->drawn.count + 1,
                       sizeof *room->makers) != FW_OK ||
        shape_points_add(&room->drawn, memory, at) != FW_OK)
        return FW_NO_MEMORY;
    room->makers[room->drawn.count - 1] = run;
    return FW_OK;
}

static shape_point run_start(const lane_run *run)
{
    return moved(run->from, right_of(run->ahead), run->shift);
}

static shape_point run_end(const lane_run *run)
{
    return moved(run->to, right_of(run->ahead), run->shift);
}

/// Where a run leaves or gets back to an end of the way: some way along, or at once where the way goes aslant there.
static double taper_of(const lane_run *run)
{
    return fmin(TAPER * fabs(run->shift), way_length(run->from, run->to) / 2);
}

/// Where two runs at right angles cross.
static shape_point crossing(const lane_run *before, const lane_run *after)
{
    const shape_point begin = run_start(before), aim = run_start(after);
    return moved(begin, before->ahead, dot(difference(aim, begin), before->ahead));
}

/// May the body go straight from place to place, and never leave the road?
static bool is_open(const lane_rules *rules, shape_point from, shape_point to)
{
    const double lift = rules->way.lift;
    fw_segment line;
    segment_set_line(&line, from.x, from.y, to.x, to.y);
    return road_holds_segment(rules->roads, &line) &&
           way_is_free(&rules->way, (shape_point){ from.x - lift, from.y - lift },
                       (shape_point){ to.x - lift, to.y - lift });
}

/// Joins the end of one run to the start of the next one: where they cross, or by a straight line.
static fw_result draw_joint(lane_room *room, memory *memory, const lane_rules *rules, int32_t index)
{
    const lane_run *before = &room->runs[index], *after = &room->runs[index + 1];
    const shape_point end = run_end(before), start = run_start(after);
    if (dot(before->ahead, after->ahead) == 0) {
        const shape_point corner = crossing(before, after);
        if (is_open(rules, end, corner) && is_open(rules, corner, start))
            return draw_point(room, memory, corner, index);
    }
    const fw_result drawn = draw_point(room, memory, end, index);
    return drawn == FW_OK ? draw_point(room, memory, start, index + 1) : drawn;
}

static fw_result draw_way(lane_room *room, memory *memory, const lane_rules *rules, shape_point first,
                          shape_point last)
{
    const lane_run *begin = &room->runs[0], *end = &room->runs[room->count - 1];
    const bool from_first = way_length(begin->from, first) == 0, to_last = way_length(end->to, last) == 0;
    room->drawn.count = 0;
    fw_result drawn = draw_point(room, memory, first, 0);
    if (drawn == FW_OK)
        drawn = draw_point(room, memory,
                           moved(run_start(begin), begin->ahead, from_first ? taper_of(begin) : 0), 0);
    for (int32_t i = 0; i + 1 < room->count && drawn == FW_OK; i++)
        drawn = draw_joint(room, memory, rules, i);
    if (drawn == FW_OK)
        drawn = draw_point(room, memory, moved(run_end(end), end->ahead, to_last ? -taper_of(end) : 0),
                           room->count - 1);
    return drawn == FW_OK ? draw_point(room, memory, last, room->count - 1) : drawn;
}

/// May the body go along a drawn line, and does it lead ahead?
static bool line_is_good(const lane_room *room, const lane_rules *rules, int32_t index)
{
    const shape_point from = room->drawn.items[index], to = room->drawn.items[index + 1];
    const lane_run *maker = &room->runs[room->makers[index + 1]];
    if (way_length(from, to) <= NO_SHIFT)
        return true;
    return dot(difference(to, from), maker->ahead) > -NO_SHIFT && is_open(rules, from, to);
}

/// Takes back the shift of a run, or else of one beside it.
///
/// @return false where there is none to take back
static bool take_back(lane_room *room, int32_t run)
{
    const int32_t near_ones[] = { run, run - 1, run + 1 };
    for (int i = 0; i < 3; i++) {
        const int32_t index = near_ones[i];
        if (index < 0 || index >= room->count || room->runs[index].shift == 0)
            continue;
        room->runs[index].shift = 0;
        return true;
    }
    return false;
}

/// The first drawn line that is not good; the number of lines where all are.
static int32_t first_bad_line(const lane_room *room, const lane_rules *rules)
{
    int32_t index = 0;
    while (index + 1 < room->drawn.count && line_is_good(room, rules, index))
        index++;
    return index;
}

static bool is_shifted(const lane_room *room)
{
    for (int32_t i = 0; i < room->count; i++)
        if (fabs(room->runs[i].shift) > NO_SHIFT)
            return true;
    return false;
}

fw_result lane_draw(lane_room *room, memory *memory, const lane_rules *rules, const road_place *places,
                    int32_t count)
{
    if (find_runs(room, memory, rules, places, count) != FW_OK)
        return FW_NO_MEMORY;
    while (is_shifted(room)) {
        if (draw_way(room, memory, rules, places[0].at, places[count - 1].at) != FW_OK)
            return FW_NO_MEMORY;
        const int32_t bad = first_bad_line(room, rules);
        if (bad + 1 == room->drawn.count)
            return FW_OK;
        if (!take_back(room, room->makers[bad + 1]) && !take_back(room, room->makers[bad]))
            return FW_NOT_FOUND;
    }
    return FW_NOT_FOUND;
}

void lane_free(lane_room *room, memory *memory)
{
    memory_give_back(memory, room->runs, room->room, sizeof *room->runs);
    memory_give_back(memory, room->drawn.items, room->drawn.room, sizeof *room->drawn.items);
    memory_give_back(memory, room->makers, room->maker_room, sizeof *room->makers);
    *room = (lane_room){ 0 };
}
