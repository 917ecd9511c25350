#include "shape/bends.h"

#include "base/trig.h"
#include "curve/build.h"
#include "curve/segment.h"

/// What leaving a bend as it is costs in the choice of a chain: more than any way around.
#define LEFT_BEND 1e6

/// Poses lie so far apart on lines, in tiles, or a third of the radius.
#define LEAST_SPACING 1.0

/// How many poses before one are tried to come from.
enum { MOST_TRIED = 32 };

/// Headings nearer than this are one, in radians.
#define SAME_HEADING 1e-9

/// Headings farther apart than this are a jump, in radians.
#define JUMP 1e-6

/// Gains below this are rounding.
#define NO_GAIN 1e-9

/// Poses nearer to each other than this, in tiles, are one.
#define NO_LENGTH 1e-9

/// Where a pose is on the way.
typedef enum bend_place {
    ON_LINE,     ///< or where a line ends, heading as it does
    AFTER_BEND,  ///< where a line begins that heads otherwise than the one before
    BESIDE_BEND, ///< neither line's heading, or away from the way
    AT_END       ///< any heading
} bend_place;

/// How the unit comes to a pose.
typedef enum bend_step {
    BY_LINE, ///< straight on from the pose before in the list
    BY_JUMP, ///< turning on the spot, which it cannot
    BY_CURVE
} bend_step;

struct bend_pose {
    drive_pose pose;
    double along;   ///< the way, in tiles
    double cost;    ///< of the cheapest chain that leads here
    int32_t before; ///< the pose before in that chain; -1 = none
    int32_t after;  ///< the pose after, in the chain that was chosen
    bend_place place;
    bend_step step;
};

static fw_result add_pose(bend_room *by, memory *from, fw_pose at, bend_place place)
{
    if (memory_reserve(from, &by->poses, &by->pose_room, (size_t)by->count + 1, sizeof *by->poses))
        return FW_NO_MEMORY;
    by->poses[by->count++] =
        (bend_pose){ .pose = drive_pose_of(at), .cost = INFINITY, .before = -1, .place = place };
    return FW_OK;
}

static double heading_along(shape_point from, shape_point to)
{
    return trig_atan2(to.y - from.y, to.x - from.x);
}

static bool is_same_heading(double a, double b)
{
    return fabs(trig_wrap(a - b)) < SAME_HEADING;
}

/// A line of the way, and how far from its ends arcs begin or end that touch it and the line before or after.
typedef struct bend_line {
    shape_point begin, end;
    double length, heading;
    double after_begin, before_end; ///< infinite where there is no bend
} bend_line;

static fw_result add_on_line(bend_room *by, memory *from, const bend_line *of, double distance)
{
    const double share = distance / of->length;
    return add_pose(by, from,
                    (fw_pose){ of->begin.x + share * (of->end.x - of->begin.x),
                               of->begin.y + share * (of->end.y - of->begin.y), of->heading },
                    ON_LINE);
}

/// Where between two places on a line an arc to the line before or after it may end or begin, in order.
static fw_result add_tangents(bend_room *by, memory *from, const bend_line *of, double after, double before)
{
    const double first = of->after_begin, second = of->length - of->before_end;
    const double places[] = { fmin(first, second), fmax(first, second) };
    fw_result result = FW_OK;
    for (int i = 0; i < 2 && result == FW_OK; i++)
        if (places[i] > after + NO_LENGTH && places[i] < before - NO_LENGTH)
            result = add_on_line(by, from, of, places[i]);
    return result;
}

/// Poses along a line, as far as they are near to one of its ends, which its end itself always is.
static fw_result add_line(bend_room *by, memory *from, double radius, const bend_line *of)
{
    const double parts = fmax(floor(of->length / fmax(LEAST_SPACING, radius / 3)), 1);
    double at = 0;
    for (double i = 1; i <= parts; i++) {
        const double next = i < parts ? i / parts * of->length : of->length;
        fw_result result = add_tangents(by, from, of, at, next);
        if (result == FW_OK && fmin(next, of->length - next) <= 4 * radius + 1)
            result = add_on_line(by, from, of, next);
        if (result != FW_OK)
            return result;
        at = next;
    }
    return FW_OK;
}

/// Poses at a bend: halfway between both headings, at the bend and outward of it, and then as the next line heads.
static fw_result add_bend(bend_room *by, memory *from, const drive_rules *rules, shape_point at, double in,
                          double out)
{
    const double turn = trig_wrap(out - in);
    const drive_pose half = drive_pose_of((fw_pose){ at.x, at.y, in + turn / 2 });
    const double side = turn > 0 ? 1 : -1; // outward is to the left of a turn to the right
    for (int i = 0; i < 3; i++) {
        const double away = side * i / 2.0;
        const fw_pose beside = { at.x + away * half.sine, at.y - away * half.cosine, half.at.heading };
        if (sweep_turn_is_free(&rules->under, &rules->body, beside, 0) &&
            add_pose(by, from, beside, BESIDE_BEND) != FW_OK)
            return FW_NO_MEMORY;
    }
    return add_pose(by, from, (fw_pose){ at.x, at.y, out }, AFTER_BEND);
}

/// How far from a bend an arc begins that touches both lines.
static double tangent_length(double radius, double in, double out)
{
    double sine, cosine;
    trig_sincos(fabs(trig_wrap(out - in)) / 2, &sine, &cosine);
    return cosine > 0 ? radius * sine / cosine : INFINITY;
}

/// Line i of the way; it comes in with a heading.
static bend_line line_of_way(const bend_room *by, double radius, int32_t i, double in)
{
    const shape_point *way = by->way.items;
    bend_line line = { .begin = way[i], .end = way[i + 1], .after_begin = INFINITY, .before_end = INFINITY };
    line.length = way_length(line.begin, line.end);
    line.heading = heading_along(line.begin, line.end);
    if (i > 0)
        line.after_begin = tangent_length(radius, in, line.heading);
    if (i + 2 < by->way.count)
        line.before_end = tangent_length(radius, line.heading, heading_along(way[i + 1], way[i + 2]));
    return line;
}

/// Sets up poses along the way.
static fw_result set_poses(bend_room *by, memory *from, const drive_rules *rules, const bend_ends *ends)
{
    const shape_point *way = by->way.items;
    const int32_t last = by->way.count - 1;
    fw_result result = FW_OK;
    if (by->next == 0)
        result = add_pose(by, from, (fw_pose){ way[0].x, way[0].y, by->heading }, ON_LINE);
    for (int32_t i = by->next; i < last && result == FW_OK; i = ++by->next) {
        if (shaping_pauses(rules->on.work) && i > 0)
            return FW_PENDING;
        const double in = by->heading;
        const bend_line line = line_of_way(by, rules->radius, i, in);
        const double out = by->heading = line.heading;
        shaping_charge(rules->on.work, line.length);
        if (!is_same_heading(in, out))
            result = i > 0 ? add_bend(by, from, rules, way[i], in, out)
                           : add_pose(by, from, (fw_pose){ way[i].x, way[i].y, out }, AFTER_BEND);
        if (result == FW_OK)
            result = add_line(by, from, rules->radius, &line);
    }
    if (result == FW_OK && (ends->any_goal || !is_same_heading(by->heading, ends->goal)))
        result = add_pose(by, from,
                          (fw_pose){ way[last].x, way[last].y, ends->any_goal ? by->heading : ends->goal },
                          ends->any_goal ? AT_END : AFTER_BEND);
    return result;
}

static fw_segment line_between(const bend_pose *from, const bend_pose *to)
{
    const double x = to->pose.at.x - from->pose.at.x, y = to->pose.at.y - from->pose.at.y;
    return (fw_segment){ .start = from->pose.at, .length = sqrt(x * x + y * y) };
}

/// Comes to a pose as the way does.
static void come_as_before(bend_room *by, const drive_rules *rules, int32_t index)
{
    bend_pose *pose = &by->poses[index];
    int32_t before = index - 1;
    pose->along = by->poses[before].along;
    if (pose->place == BESIDE_BEND)
        return;
    if (pose->place == AFTER_BEND)
        while (by->poses[before].place != ON_LINE)
            before--;
    const fw_segment line = line_between(&by->poses[before], pose);
    pose->along = by->poses[before].along + (pose->step == BY_JUMP ? 0 : line.length);
    pose->step = pose->place == AFTER_BEND ? BY_JUMP : BY_LINE;
    pose->before = before;
    pose->cost = by->poses[before].cost + (pose->step == BY_JUMP ? LEFT_BEND : drive_cost(rules, &line));
}

static bool leads(const drive_rules *rules, const bend_pose *from, const bend_pose *to, double most,
                  fw_curve *curve)
{
    return to->place == AT_END ? drive_to_point(rules, &from->pose, to->pose.at.x, to->pose.at.y, most, curve)
                               : drive_shortest(rules, &from->pose, &to->pose, most, curve);
}

/// The first of the poses before one that it is tried to come from: the start, or one that is not too far back.
static int32_t first_to_try(const bend_room *by, const drive_rules *rules, int32_t index)
{
    if (index <= MOST_TRIED)
        return 0;
    const double far = by->poses[index].along - 4 * (rules->radius + 1);
    int32_t first = index;
    while (index - first < MOST_TRIED && by->poses[first - 1].along >= far)
        first--;
    return first;
}

/// Comes to a pose by the cheapest of the curves from poses before it. Those that the straight distance promises most
/// come first, and so most are never drawn.
static void come_by_curve(bend_room *by, const drive_rules *rules, int32_t index)
{
    bend_pose *pose = &by->poses[index];
    const double tile = rules->on.unit->cheapest / (double)COST_ONE;
    const double gain = pose->place == AT_END ? NO_GAIN : rules->radius * tile;
    double promised[MOST_TRIED];
    const int32_t first = first_to_try(by, rules, index), count = index - first;
    for (int32_t i = 0; i < count; i++) {
        const bend_pose *before = &by->poses[first + i];
        promised[i] = before->cost + line_between(before, pose).length * tile;
    }
    for (int32_t tried = 0; tried < count; tried++) {
        int32_t best = 0;
        for (int32_t i = 1; i < count; i++)
            if (promised[i] < promised[best])
                best = i;
        if (!(promised[best] < pose->cost - gain))
            return;
        promised[best] = INFINITY;
        fw_curve curve;
        const double before = by->poses[first + best].cost;
        if (!leads(rules, &by->poses[first + best], pose, pose->cost - before, &curve))
            continue;
        pose->cost = before + curve.cost;
        pose->before = first + best;
        pose->step = BY_CURVE;
    }
}

/// Draws the step to a pose.
static fw_result draw_step(bend_room *by, memory *from, const drive_rules *rules, const bend_pose *pose)
{
    const bend_pose *before = &by->poses[pose->before];
    if (pose->step == BY_JUMP)
        return FW_OK;
    fw_curve curve;
    curve_clear(&curve);
    if (pose->step == BY_CURVE)
        leads(rules, before, pose, INFINITY, &curve);
    else
        curve.segments[curve.count++] = line_between(before, pose);
    for (int32_t i = 0; i < curve.count; i++)
        if (leg_add(&by->drawn, from, &curve.segments[i]) != FW_OK)
            return FW_NO_MEMORY;
    return FW_OK;
}

/// Tells each pose of the chain that leads to the last one what comes after it.
static void follow_chain(bend_room *by)
{
    int32_t after = -1;
    for (int32_t i = by->count - 1; i >= 0; i = by->poses[i].before) {
        by->poses[i].after = after;
        after = i;
    }
}

/// Comes to all poses.
static fw_result come_to_poses(bend_room *by, const drive_rules *rules)
{
    for (; by->next < by->count; by->next++) {
        if (shaping_pauses(rules->on.work))
            return FW_PENDING;
        come_as_before(by, rules, by->next);
        come_by_curve(by, rules, by->next);
    }
    return FW_OK;
}

/// Draws the chain that leads to the last pose.
static fw_result draw_chain(bend_room *by, memory *from, const drive_rules *rules)
{
    for (; by->next >= 0; by->next = by->poses[by->next].after) {
        if (shaping_pauses(rules->on.work))
            return FW_PENDING;
        if (draw_step(by, from, rules, &by->poses[by->next]) != FW_OK)
            return FW_NO_MEMORY;
    }
    return FW_OK;
}

/// How much of what lies before or after a bend that was left counts as left too: the radius, or a tile.
static double left_beside(const bend_room *by, const drive_rules *rules, int32_t index)
{
    if (index < 0 || index >= by->drawn.count)
        return 0;
    return fmin(by->drawn.segments[index].length / 2, fmax(rules->radius, 1));
}

/// Notes the bends that were left: where headings jump.
static fw_result note_left(bend_room *by, memory *from, const drive_rules *rules, const bend_ends *ends)
{
    const leg *drawn = &by->drawn;
    double at = 0, heading = ends->start;
    by->border_count = 0;
    for (int32_t i = 0; i <= drawn->count; i++) {
        const bool is_end = i == drawn->count;
        const double next = is_end ? ends->goal : drawn->segments[i].start.heading;
        if (!(is_end && ends->any_goal) && fabs(trig_wrap(next - heading)) > JUMP) {
            if (memory_reserve(from, &by->borders, &by->border_room, (size_t)by->border_count + 2,
                               sizeof *by->borders))
                return FW_NO_MEMORY;
            by->borders[by->border_count++] = at - left_beside(by, rules, i - 1);
            by->borders[by->border_count++] = at + left_beside(by, rules, i);
        }
        if (is_end)
            break;
        heading = segment_end(&drawn->segments[i]).heading;
        at += drawn->segments[i].length;
    }
    return FW_OK;
}

/// Leaves out waypoints that the unit can drive straight past, at no more cost.
static fw_result simplify(bend_room *by, const drive_rules *rules)
{
    shape_point *points = by->way.items;
    for (int32_t i = by->next; i + 1 < by->way.count; i = ++by->next) {
        if (shaping_pauses(rules->on.work))
            return FW_PENDING;
        const shape_point begin = points[by->kept - 1];
        bool is_passed = drive_line_is_free(rules, begin, points[i + 1]);
        if (is_passed && !rules->is_even)
            is_passed = drive_straight_cost(rules, begin, points[i + 1]) <=
                        drive_straight_cost(rules, begin, points[i]) +
                            drive_straight_cost(rules, points[i], points[i + 1]);
        if (!is_passed)
            points[by->kept++] = points[i];
    }
    if (by->way.count > 1)
        points[by->kept++] = points[by->way.count - 1];
    by->way.count = by->kept;
    return FW_OK;
}

/// Goes over to the next phase.
static void enter(bend_room *by, bend_phase phase, int32_t next)
{
    by->phase = phase;
    by->next = next;
}

void bends_begin(bend_room *by)
{
    enter(by, BENDS_SIMPLIFY, 1);
    by->kept = 1;
}

/// Goes on with the present phase.
static fw_result step_phase(bend_room *by, memory *from, const drive_rules *rules, const bend_ends *ends)
{
    switch (by->phase) {
    case BENDS_SIMPLIFY:
        return simplify(by, rules);
    case BENDS_SET_POSES:
        return set_poses(by, from, rules, ends);
    case BENDS_COME:
        return come_to_poses(by, rules);
    case BENDS_DRAW:
        return draw_chain(by, from, rules);
    case BENDS_NOTE:
        break;
    }
    return note_left(by, from, rules, ends);
}

/// Gets ready for the phase after the present one.
static void begin_next_phase(bend_room *by, const bend_ends *ends)
{
    switch (by->phase) {
    case BENDS_SIMPLIFY:
        by->count = 0;
        by->heading = ends->start;
        enter(by, BENDS_SET_POSES, 0);
        break;
    case BENDS_SET_POSES:
        by->poses[0].cost = 0;
        enter(by, BENDS_COME, 1);
        break;
    case BENDS_COME:
        follow_chain(by);
        by->drawn.count = 0;
        by->drawn.end = by->poses[by->count - 1].pose.at;
        enter(by, BENDS_DRAW, by->poses[0].after);
        break;
    case BENDS_DRAW:
    case BENDS_NOTE:
        enter(by, BENDS_NOTE, 0);
        break;
    }
}

fw_result bends_step(bend_room *by, memory *from, const drive_rules *rules, const bend_ends *ends)
{
    for (;;) {
        const bool is_last = by->phase == BENDS_NOTE;
        const fw_result stepped = step_phase(by, from, rules, ends);
        if (stepped != FW_OK || is_last)
            return stepped;
        begin_next_phase(by, ends);
    }
}

void bends_free(bend_room *by, memory *from)
{
    memory_give_back(from, by->way.items, by->way.room, sizeof *by->way.items);
    memory_give_back(from, by->poses, by->pose_room, sizeof *by->poses);
    memory_give_back(from, by->borders, by->border_room, sizeof *by->borders);
    leg_free(&by->drawn, from);
}
