#include "shape/curved/bends.h"

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

static fw_result add_pose(bend_room *room, memory *memory, fw_pose at, bend_place place)
{
    if (memory_reserve(memory, &room->poses, &room->pose_room, (size_t)room->count + 1, sizeof *room->poses))
        return FW_NO_MEMORY;
    room->poses[room->count++] =
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

static fw_result add_on_line(bend_room *room, memory *memory, const bend_line *line, double distance)
{
    const double share = distance / line->length;
    return add_pose(room, memory,
                    (fw_pose){ line->begin.x + share * (line->end.x - line->begin.x),
                               line->begin.y + share * (line->end.y - line->begin.y), line->heading },
                    ON_LINE);
}

/// Where between two places on a line an arc to the line before or after it may end or begin, in order.
static fw_result add_tangents(bend_room *room, memory *memory, const bend_line *line, double after,
                              double before)
{
    const double first = line->after_begin, second = line->length - line->before_end;
    const double places[] = { fmin(first, second), fmax(first, second) };
    fw_result result = FW_OK;
    for (int i = 0; i < 2 && result == FW_OK; i++)
        if (places[i] > after + NO_LENGTH && places[i] < before - NO_LENGTH)
            result = add_on_line(room, memory, line, places[i]);
    return result;
}

/// Poses along a line, as far as they are near to one of its ends, which its end itself always is.
static fw_result add_line(bend_room *room, memory *memory, double radius, const bend_line *line)
{
    const double parts = fmax(floor(line->length / fmax(LEAST_SPACING, radius / 3)), 1);
    double at = 0;
    for (double i = 1; i <= parts; i++) {
        const double next = i < parts ? i / parts * line->length : line->length;
        fw_result result = add_tangents(room, memory, line, at, next);
        if (result == FW_OK && fmin(next, line->length - next) <= 4 * radius + 1)
            result = add_on_line(room, memory, line, next);
        if (result != FW_OK)
            return result;
        at = next;
    }
    return FW_OK;
}

/// Poses at a bend: halfway between both headings, at the bend and outward of it, and then as the next line heads.
static fw_result add_bend(bend_room *room, memory *memory, const drive_rules *rules, shape_point at,
                          double arriving, double out)
{
    const double turn = trig_wrap(out - arriving);
    const drive_pose half = drive_pose_of((fw_pose){ at.x, at.y, arriving + turn / 2 });
    const double side = turn > 0 ? 1 : -1; // outward is to the left of a turn to the right
    for (int i = 0; i < 3; i++) {
        const double away = side * i / 2.0;
        const fw_pose beside = { at.x + away * half.sine, at.y - away * half.cosine, half.at.heading };
        if (sweep_turn_is_free(&rules->sweep, &rules->body, beside, 0) &&
            add_pose(room, memory, beside, BESIDE_BEND) != FW_OK)
            return FW_NO_MEMORY;
    }
    return add_pose(room, memory, (fw_pose){ at.x, at.y, out }, AFTER_BEND);
}

/// How far from a bend an arc begins that touches both lines.
static double tangent_length(double radius, double arriving, double out)
{
    double sine, cosine;
    trig_sincos(fabs(trig_wrap(out - arriving)) / 2, &sine, &cosine);
    return cosine > 0 ? radius * sine / cosine : INFINITY;
}

/// Line i of the way; it comes in with a heading.
static bend_line line_of_way(const bend_room *room, double radius, int32_t i, double arriving)
{
    const shape_point *way = room->way.items;
    bend_line line = { .begin = way[i], .end = way[i + 1], .after_begin = INFINITY, .before_end = INFINITY };
    line.length = way_length(line.begin, line.end);
    line.heading = heading_along(line.begin, line.end);
    if (i > 0)
        line.after_begin = tangent_length(radius, arriving, line.heading);
    if (i + 2 < room->way.count)
        line.before_end = tangent_length(radius, line.heading, heading_along(way[i + 1], way[i + 2]));
    return line;
}

/// Sets up poses along the way.
static fw_result set_poses(bend_room *room, memory *memory, const drive_rules *rules, const bend_ends *ends)
{
    const shape_point *way = room->way.items;
    const int32_t last = room->way.count - 1;
    fw_result result = FW_OK;
    if (room->next == 0)
        result = add_pose(room, memory, (fw_pose){ way[0].x, way[0].y, room->heading }, ON_LINE);
    for (int32_t i = room->next; i < last && result == FW_OK; i = ++room->next) {
        if (shaping_pauses(rules->ground.work) && i > 0)
            return FW_PENDING;
        const double arriving = room->heading;
        const bend_line line = line_of_way(room, rules->radius, i, arriving);
        const double out = room->heading = line.heading;
        shaping_charge(rules->ground.work, line.length);
        if (!is_same_heading(arriving, out))
            result = i > 0 ? add_bend(room, memory, rules, way[i], arriving, out)
                           : add_pose(room, memory, (fw_pose){ way[i].x, way[i].y, out }, AFTER_BEND);
        if (result == FW_OK)
            result = add_line(room, memory, rules->radius, &line);
    }
    if (result == FW_OK && (ends->any_goal || !is_same_heading(room->heading, ends->goal)))
        result = add_pose(room, memory,
                          (fw_pose){ way[last].x, way[last].y, ends->any_goal ? room->heading : ends->goal },
                          ends->any_goal ? AT_END : AFTER_BEND);
    return result;
}

static fw_segment line_between(const bend_pose *from, const bend_pose *to)
{
    const double x = to->pose.at.x - from->pose.at.x, y = to->pose.at.y - from->pose.at.y;
    return (fw_segment){ .start = from->pose.at, .length = sqrt(x * x + y * y) };
}

/// Comes to a pose as the way does.
static void come_as_before(bend_room *room, const drive_rules *rules, int32_t index)
{
    bend_pose *pose = &room->poses[index];
    int32_t before = index - 1;
    pose->along = room->poses[before].along;
    if (pose->place == BESIDE_BEND)
        return;
    if (pose->place == AFTER_BEND)
        while (room->poses[before].place != ON_LINE)
            before--;
    const fw_segment line = line_between(&room->poses[before], pose);
    pose->along = room->poses[before].along + (pose->step == BY_JUMP ? 0 : line.length);
    pose->step = pose->place == AFTER_BEND ? BY_JUMP : BY_LINE;
    pose->before = before;
    pose->cost = room->poses[before].cost + (pose->step == BY_JUMP ? LEFT_BEND : drive_cost(rules, &line));
}

static bool leads(const drive_rules *rules, const bend_pose *from, const bend_pose *to, double most,
                  fw_curve *curve)
{
    return to->place == AT_END ? drive_to_point(rules, &from->pose, to->pose.at.x, to->pose.at.y, most, curve)
                               : drive_shortest(rules, &from->pose, &to->pose, most, curve);
}

/// The first of the poses before one that it is tried to come from: the start, or one that is not too far back.
static int32_t first_to_try(const bend_room *room, const drive_rules *rules, int32_t index)
{
    if (index <= MOST_TRIED)
        return 0;
    const double far = room->poses[index].along - 4 * (rules->radius + 1);
    int32_t first = index;
    while (index - first < MOST_TRIED && room->poses[first - 1].along >= far)
        first--;
    return first;
}

/// Comes to a pose by the cheapest of the curves from poses before it. Those that the straight distance promises most
/// come first, and so most are never drawn.
static void come_by_curve(bend_room *room, const drive_rules *rules, int32_t index)
{
    bend_pose *pose = &room->poses[index];
    const double tile = rules->ground.unit->cheapest / (double)COST_ONE;
    const double gain = pose->place == AT_END ? NO_GAIN : rules->radius * tile;
    double promised[MOST_TRIED];
    const int32_t first = first_to_try(room, rules, index), count = index - first;
    for (int32_t i = 0; i < count; i++) {
        const bend_pose *before = &room->poses[first + i];
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
        const double before = room->poses[first + best].cost;
        if (!leads(rules, &room->poses[first + best], pose, pose->cost - before, &curve))
            continue;
        pose->cost = before + curve.cost;
        pose->before = first + best;
        pose->step = BY_CURVE;
    }
}

/// Draws the step to a pose.
static fw_result draw_step(bend_room *room, memory *memory, const drive_rules *rules, const bend_pose *pose)
{
    const bend_pose *before = &room->poses[pose->before];
    if (pose->step == BY_JUMP)
        return FW_OK;
    fw_curve curve;
    curve_clear(&curve);
    if (pose->step == BY_CURVE)
        leads(rules, before, pose, INFINITY, &curve);
    else
        curve.segments[curve.count++] = line_between(before, pose);
    for (int32_t i = 0; i < curve.count; i++)
        if (leg_add(&room->drawn, memory, &curve.segments[i]) != FW_OK)
            return FW_NO_MEMORY;
    return FW_OK;
}

/// Tells each pose of the chain that leads to the last one what comes after it.
static void follow_chain(bend_room *room)
{
    int32_t after = -1;
    for (int32_t i = room->count - 1; i >= 0; i = room->poses[i].before) {
        room->poses[i].after = after;
        after = i;
    }
}

/// Comes to all poses.
static fw_result come_to_poses(bend_room *room, const drive_rules *rules)
{
    for (; room->next < room->count; room->next++) {
        if (shaping_pauses(rules->ground.work))
            return FW_PENDING;
        come_as_before(room, rules, room->next);
        come_by_curve(room, rules, room->next);
    }
    return FW_OK;
}

/// Draws the chain that leads to the last pose.
static fw_result draw_chain(bend_room *room, memory *memory, const drive_rules *rules)
{
    for (; room->next >= 0; room->next = room->poses[room->next].after) {
        if (shaping_pauses(rules->ground.work))
            return FW_PENDING;
        if (draw_step(room, memory, rules, &room->poses[room->next]) != FW_OK)
            return FW_NO_MEMORY;
    }
    return FW_OK;
}

/// How much of what lies before or after a bend that was left counts as left too: the radius, or a tile.
static double left_beside(const bend_room *room, const drive_rules *rules, int32_t index)
{
    if (index < 0 || index >= room->drawn.count)
        return 0;
    return fmin(room->drawn.segments[index].length / 2, fmax(rules->radius, 1));
}

/// Notes the bends that were left: where headings jump.
static fw_result note_left(bend_room *room, memory *memory, const drive_rules *rules, const bend_ends *ends)
{
    const leg *drawn = &room->drawn;
    double at = 0, heading = ends->start;
    room->border_count = 0;
    for (int32_t i = 0; i <= drawn->count; i++) {
        const bool is_end = i == drawn->count;
        const double next = is_end ? ends->goal : drawn->segments[i].start.heading;
        if (!(is_end && ends->any_goal) && fabs(trig_wrap(next - heading)) > JUMP) {
            if (memory_reserve(memory, &room->borders, &room->border_room, (size_t)room->border_count + 2,
                               sizeof *room->borders))
                return FW_NO_MEMORY;
            room->borders[room->border_count++] = at - left_beside(room, rules, i - 1);
            room->borders[room->border_count++] = at + left_beside(room, rules, i);
        }
        if (is_end)
            break;
        heading = segment_end(&drawn->segments[i]).heading;
        at += drawn->segments[i].length;
    }
    return FW_OK;
}

/// Leaves out waypoints that the unit can drive straight past, at no more cost.
static fw_result simplify(bend_room *room, const drive_rules *rules)
{
    shape_point *points = room->way.items;
    for (int32_t i = room->next; i + 1 < room->way.count; i = ++room->next) {
        if (shaping_pauses(rules->ground.work))
            return FW_PENDING;
        const shape_point begin = points[room->kept - 1];
        bool is_passed = drive_line_is_free(rules, begin, points[i + 1]);
        if (is_passed && !rules->is_even)
            is_passed = drive_straight_cost(rules, begin, points[i + 1]) <=
                        drive_straight_cost(rules, begin, points[i]) +
                            drive_straight_cost(rules, points[i], points[i + 1]);
        if (!is_passed)
            points[room->kept++] = points[i];
    }
    if (room->way.count > 1)
        points[room->kept++] = points[room->way.count - 1];
    room->way.count = room->kept;
    return FW_OK;
}

/// Goes over to the next phase.
static void enter(bend_room *room, bend_phase phase, int32_t next)
{
    room->phase = phase;
    room->next = next;
}

void bends_begin(bend_room *room)
{
    enter(room, BENDS_SIMPLIFY, 1);
    room->kept = 1;
}

/// Goes on with the present phase.
static fw_result step_phase(bend_room *room, memory *memory, const drive_rules *rules, const bend_ends *ends)
{
    switch (room->phase) {
    case BENDS_SIMPLIFY:
        return simplify(room, rules);
    case BENDS_SET_POSES:
        return set_poses(room, memory, rules, ends);
    case BENDS_COME:
        return come_to_poses(room, rules);
    case BENDS_DRAW:
        return draw_chain(room, memory, rules);
    case BENDS_NOTE:
        break;
    }
    return note_left(room, memory, rules, ends);
}

/// Gets ready for the phase after the present one.
static void begin_next_phase(bend_room *room, const bend_ends *ends)
{
    switch (room->phase) {
    case BENDS_SIMPLIFY:
        room->count = 0;
        room->heading = ends->start;
        enter(room, BENDS_SET_POSES, 0);
        break;
    case BENDS_SET_POSES:
        room->poses[0].cost = 0;
        enter(room, BENDS_COME, 1);
        break;
    case BENDS_COME:
        follow_chain(room);
        room->drawn.count = 0;
        room->drawn.end = room->poses[room->count - 1].pose.at;
        enter(room, BENDS_DRAW, room->poses[0].after);
        break;
    case BENDS_DRAW:
    case BENDS_NOTE:
        enter(room, BENDS_NOTE, 0);
        break;
    }
}

fw_result bends_step(bend_room *room, memory *memory, const drive_rules *rules, const bend_ends *ends)
{
    for (;;) {
        const bool is_last = room->phase == BENDS_NOTE;
        const fw_result stepped = step_phase(room, memory, rules, ends);
        if (stepped != FW_OK || is_last)
            return stepped;
        begin_next_phase(room, ends);
    }
}

void bends_free(bend_room *room, memory *memory)
{
    memory_give_back(memory, room->way.items, room->way.room, sizeof *room->way.items);
    memory_give_back(memory, room->poses, room->pose_room, sizeof *room->poses);
    memory_give_back(memory, room->borders, room->border_room, sizeof *room->borders);
    leg_free(&room->drawn, memory);
}
