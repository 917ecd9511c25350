#include "shape/curved/bends.h"

#include "base/trig.h"
#include "curve/build.h"
#include "curve/segment.h"
#include "curve/sweep.h"

/// Cost of a jump in heading, where a bend stays as it is, when chains are compared: more than the cost of any detour.
#define JUMP_COST 1e6

/// Distance between poses on a line, in tiles, unless a third of the radius is larger.
#define LEAST_SPACING 1.0

/// Headings whose difference is smaller (radians) are equal.
#define SAME_HEADING 1e-9

/// Headings whose difference is larger (radians) are a jump.
#define JUMP 1e-6

/// Smaller gains may be rounding errors.
#define NO_GAIN 1e-9

/// Poses whose distance is smaller (tiles) are the same.
#define NO_LENGTH 1e-9

/// The place of a pose on the way.
typedef enum bend_place {
    ON_LINE,    ///< on a line or at its end, with the line's heading
    AFTER_BEND, ///< at the start of a line, with its heading, which differs from the heading of the line before
    BESIDE_BEND, ///< at a bend or beside it, with a heading between those of both lines
    AT_END       ///< at the end of the way, with any heading
} bend_place;

/// How the unit reaches a pose.
typedef enum bend_step {
    BY_LINE, ///< straight from the previous pose of the list
    BY_JUMP, ///< by a jump in heading: the bend stays as it is
    BY_CURVE
} bend_step;

struct bend_pose {
    drive_pose pose;
    double along;   ///< tiles along the way
    double cost;    ///< of the cheapest chain to this pose
    int32_t before; ///< the previous pose of this chain; -1 = none
    int32_t after;  ///< the next pose of the cheapest chain of the whole way
    bend_place place;
    bend_step step;
};

static fw_result add_pose(bend_pass *pass, memory *memory, fw_pose at, bend_place place)
{
    if (MEMORY_RESERVE(memory, pass->poses, pass->pose_room, (size_t)pass->count + 1))
        return FW_NO_MEMORY;
    pass->poses[pass->count++] =
        (bend_pose){ .pose = drive_pose_of(at), .cost = INFINITY, .before = -1, .place = place };
    return FW_OK;
}

static bool is_same_heading(double a, double b)
{
    return fabs(trig_wrap(a - b)) < SAME_HEADING;
}

typedef struct bend_line {
    vector begin, end;
    double length, heading;
    double after_begin; ///< tiles after `begin` where the previous bend's arc ends; infinite without a bend
    double before_end;  ///< tiles before `end` where the next bend's arc begins; infinite without a bend
} bend_line;

static fw_result add_on_line(bend_pass *pass, memory *memory, const bend_line *line, double distance)
{
    const double share = distance / line->length;
    return add_pose(pass, memory,
                    (fw_pose){ line->begin.x + share * (line->end.x - line->begin.x),
                               line->begin.y + share * (line->end.y - line->begin.y), line->heading },
                    ON_LINE);
}

/// Adds the poses where an arc from the previous line, or to the next line, touches a line: in order, and only those
/// between two distances along the line.
static fw_result add_tangents(bend_pass *pass, memory *memory, const bend_line *line, double after,
                              double before)
{
    const double first = line->after_begin, second = line->length - line->before_end;
    const double tangents[] = { fmin(first, second), fmax(first, second) };
    fw_result result = FW_OK;
    for (int i = 0; i < 2 && result == FW_OK; i++)
        if (tangents[i] > after + NO_LENGTH && tangents[i] < before - NO_LENGTH)
            result = add_on_line(pass, memory, line, tangents[i]);
    return result;
}

/// Adds the candidate poses on a line: those within reach of one of its ends, and its end.
static fw_result add_line(bend_pass *pass, memory *memory, double radius, const bend_line *line)
{
    const double parts = fmax(floor(line->length / fmax(LEAST_SPACING, radius / 3)), 1);
    double at = 0;
    for (double i = 1; i <= parts; i++) {
        const double next = i < parts ? i / parts * line->length : line->length;
        fw_result result = add_tangents(pass, memory, line, at, next);
        if (result == FW_OK && fmin(next, line->length - next) <= 4 * radius + 1)
            result = add_on_line(pass, memory, line, next);
        if (result != FW_OK)
            return result;
        at = next;
    }
    return FW_OK;
}

/// Adds the candidate poses at a bend: poses with the mean heading of both lines, at the bend and up to a tile outside
/// of it, then a pose with the heading of the next line.
static fw_result add_bend(bend_pass *pass, memory *memory, const drive_rules *rules, vector at,
                          double arriving, double out)
{
    const double turn = trig_wrap(out - arriving);
    const drive_pose half = drive_pose_of((fw_pose){ at.x, at.y, arriving + turn / 2 });
    const double side = turn > 0 ? 1 : -1; // outward of a right turn is to the left
    for (int i = 0; i < 3; i++) {
        const double away = side * i / 2.0;
        const fw_pose beside = { at.x + away * half.sine, at.y - away * half.cosine, half.at.heading };
        if (sweep_turn_is_free(&rules->sweep, &rules->body, beside, 0) &&
            add_pose(pass, memory, beside, BESIDE_BEND) != FW_OK)
            return FW_NO_MEMORY;
    }
    return add_pose(pass, memory, (fw_pose){ at.x, at.y, out }, AFTER_BEND);
}

/// Distance from a bend to the points where an arc touches both lines.
static double tangent_length(double radius, double arriving, double out)
{
    double sine, cosine;
    trig_sincos(fabs(trig_wrap(out - arriving)) / 2, &sine, &cosine);
    return cosine > 0 ? radius * sine / cosine : INFINITY;
}

/// Line i of the way.
static bend_line line_of_way(const bend_pass *pass, double radius, int32_t i, double arriving)
{
    const vector *way = pass->way.items;
    bend_line line = { .begin = way[i], .end = way[i + 1], .after_begin = INFINITY, .before_end = INFINITY };
    line.length = vector_distance(line.begin, line.end);
    line.heading = way_heading(line.begin, line.end);
    if (i > 0)
        line.after_begin = tangent_length(radius, arriving, line.heading);
    if (i + 2 < pass->way.count)
        line.before_end = tangent_length(radius, line.heading, way_heading(way[i + 1], way[i + 2]));
    return line;
}

/// Lists the candidate poses along the way.
static fw_result set_poses(bend_pass *pass, memory *memory, const drive_rules *rules, const bend_ends *ends)
{
    const vector *way = pass->way.items;
    const int32_t last = pass->way.count - 1;
    fw_result result = FW_OK;
    if (pass->next == 0)
        result = add_pose(pass, memory, (fw_pose){ way[0].x, way[0].y, pass->heading }, ON_LINE);
    for (int32_t i = pass->next; i < last && result == FW_OK; i = ++pass->next) {
        if (shaping_pauses(rules->ground.work) && i > 0)
            return FW_PENDING;
        const double arriving = pass->heading;
        const bend_line line = line_of_way(pass, rules->radius, i, arriving);
        const double out = pass->heading = line.heading;
        shaping_charge(rules->ground.work, line.length);
        if (!is_same_heading(arriving, out))
            result = i > 0 ? add_bend(pass, memory, rules, way[i], arriving, out)
                           : add_pose(pass, memory, (fw_pose){ way[i].x, way[i].y, out }, AFTER_BEND);
        if (result == FW_OK)
            result = add_line(pass, memory, rules->radius, &line);
    }
    if (result == FW_OK && (ends->any_goal || !is_same_heading(pass->heading, ends->goal)))
        result = add_pose(pass, memory,
                          (fw_pose){ way[last].x, way[last].y, ends->any_goal ? pass->heading : ends->goal },
                          ends->any_goal ? AT_END : AFTER_BEND);
    return result;
}

static fw_segment line_between(const bend_pose *from, const bend_pose *to)
{
    return (fw_segment){ .start = from->pose.at, .length = pose_distance(from->pose.at, to->pose.at) };
}

/// Reaches a pose along the way, by a line or by a jump in heading. A pose beside a bend is reached by curves only.
static void reach_along_way(bend_pass *pass, const drive_rules *rules, int32_t index)
{
    bend_pose *pose = &pass->poses[index];
    int32_t before = index - 1;
    pose->along = pass->poses[before].along;
    if (pose->place == BESIDE_BEND)
        return;
    if (pose->place == AFTER_BEND)
        while (pass->poses[before].place != ON_LINE)
            before--;
    const fw_segment line = line_between(&pass->poses[before], pose);
    pose->along = pass->poses[before].along + line.length;
    pose->step = pose->place == AFTER_BEND ? BY_JUMP : BY_LINE;
    pose->before = before;
    pose->cost = pass->poses[before].cost + (pose->step == BY_JUMP ? JUMP_COST : drive_cost(rules, &line));
}

/// Draws the shortest curve between two poses; false if it costs more than `most` or touches something.
static bool draw_link(const drive_rules *rules, const bend_pose *from, const bend_pose *to, double most,
                      fw_curve *curve)
{
    return to->place == AT_END ? drive_to_point(rules, &from->pose, to->pose.at.x, to->pose.at.y, most, curve)
                               : drive_shortest(rules, &from->pose, &to->pose, most, curve);
}

/// The first pose from which curves to a pose are tried: the start, or a pose that is not too far back.
static int32_t first_to_try(const bend_pass *pass, const drive_rules *rules, int32_t index)
{
    if (index <= MOST_CANDIDATES)
        return 0;
    const double far = pass->poses[index].along - 4 * (rules->radius + 1);
    int32_t first = index;
    while (index - first < MOST_CANDIDATES && pass->poses[first - 1].along >= far)
        first--;
    return first;
}

/// Lists the poses from which curves to a pose are tried, with a lower bound of the cost of the chain through each: the
/// chain to it, and a straight line from there.
static void list_candidates(bend_pass *pass, const drive_rules *rules, int32_t index)
{
    const bend_pose *pose = &pass->poses[index];
    const double tile = rules->ground.unit->cheapest / (double)COST_ONE;
    pass->first = first_to_try(pass, rules, index);
    for (int32_t i = pass->first; i < index; i++)
        pass->bounds[i - pass->first] =
            pass->poses[i].cost + line_between(&pass->poses[i], pose).length * tile;
}

/// The candidate with the lowest bound, or -1 if no bound promises a gain. So most curves are never drawn.
static int32_t best_candidate(const bend_pass *pass, const drive_rules *rules, int32_t index)
{
    const bend_pose *pose = &pass->poses[index];
    const double tile = rules->ground.unit->cheapest / (double)COST_ONE;
    const double gain = pose->place == AT_END ? NO_GAIN : rules->radius * tile;
    double least = pose->cost - gain;
    int32_t best = -1;
    for (int32_t i = 0; i < index - pass->first; i++)
        if (pass->bounds[i] < least) {
            least = pass->bounds[i];
            best = i;
        }
    return best;
}

/// Reaches a pose by the curve from a candidate if this is cheaper.
static void try_candidate(bend_pass *pass, const drive_rules *rules, int32_t index, int32_t candidate)
{
    bend_pose *pose = &pass->poses[index];
    const int32_t from = pass->first + candidate;
    const double before = pass->poses[from].cost;
    fw_curve curve;
    pass->bounds[candidate] = INFINITY;
    if (!draw_link(rules, &pass->poses[from], pose, pose->cost - before, &curve))
        return;
    pose->cost = before + curve.cost;
    pose->before = from;
    pose->step = BY_CURVE;
}

static fw_result draw_step(bend_pass *pass, memory *memory, const drive_rules *rules, const bend_pose *pose)
{
    const bend_pose *before = &pass->poses[pose->before];
    if (pose->step == BY_JUMP)
        return FW_OK;
    fw_curve curve;
    curve_clear(&curve);
    if (pose->step == BY_CURVE)
        draw_link(rules, before, pose, INFINITY, &curve);
    else
        curve.segments[curve.count++] = line_between(before, pose);
    return segment_list_add_curve(&pass->drawn, memory, &curve);
}

/// Sets `after` of all poses of the chain that leads to the last pose.
static void link_chain(bend_pass *pass)
{
    int32_t after = -1;
    for (int32_t i = pass->count - 1; i >= 0; i = pass->poses[i].before) {
        pass->poses[i].after = after;
        after = i;
    }
}

/// Finds the cheapest chain to each pose: along the way, or by the cheapest curve from an earlier pose.
static fw_result reach_poses(bend_pass *pass, const drive_rules *rules)
{
    while (pass->next < pass->count) {
        if (shaping_pauses(rules->ground.work))
            return FW_PENDING;
        if (!pass->is_reaching) {
            reach_along_way(pass, rules, pass->next);
            list_candidates(pass, rules, pass->next);
        }
        const int32_t best = best_candidate(pass, rules, pass->next);
        pass->is_reaching = best >= 0;
        if (pass->is_reaching)
            try_candidate(pass, rules, pass->next, best);
        else
            pass->next++;
    }
    return FW_OK;
}

/// Draws the chain that leads to the last pose.
static fw_result draw_chain(bend_pass *pass, memory *memory, const drive_rules *rules)
{
    for (; pass->next >= 0; pass->next = pass->poses[pass->next].after) {
        if (shaping_pauses(rules->ground.work))
            return FW_PENDING;
        if (draw_step(pass, memory, rules, &pass->poses[pass->next]) != FW_OK)
            return FW_NO_MEMORY;
    }
    return FW_OK;
}

/// Length of the part of a segment, beside a bend that stays, that belongs to the impossible stretch: the radius or a
/// tile, whichever is longer, and at most half of the segment.
static double impossible_beside(const bend_pass *pass, const drive_rules *rules, int32_t index)
{
    if (index < 0 || index >= pass->drawn.count)
        return 0;
    return fmin(pass->drawn.segments[index].length / 2, fmax(rules->radius, 1));
}

/// Lists the stretches around the bends that stay, where the heading jumps.
static fw_result list_impossible(bend_pass *pass, memory *memory, const drive_rules *rules,
                                 const bend_ends *ends)
{
    const segment_list *drawn = &pass->drawn;
    double at = 0, heading = ends->start;
    pass->border_count = 0;
    for (int32_t i = 0; i <= drawn->count; i++) {
        const bool is_end = i == drawn->count;
        const double next = is_end ? ends->goal : drawn->segments[i].start.heading;
        if (!(is_end && ends->any_goal) && fabs(trig_wrap(next - heading)) > JUMP) {
            if (MEMORY_RESERVE(memory, pass->borders, pass->border_room, (size_t)pass->border_count + 2))
                return FW_NO_MEMORY;
            pass->borders[pass->border_count++] = at - impossible_beside(pass, rules, i - 1);
            pass->borders[pass->border_count++] = at + impossible_beside(pass, rules, i);
        }
        if (is_end)
            break;
        heading = segment_end(&drawn->segments[i]).heading;
        at += drawn->segments[i].length;
    }
    return FW_OK;
}

/// Removes waypoints that a free straight line can replace at no higher cost.
static fw_result simplify(bend_pass *pass, const drive_rules *rules)
{
    vector *points = pass->way.items;
    for (int32_t i = pass->next; i + 1 < pass->way.count; i = ++pass->next) {
        if (shaping_pauses(rules->ground.work))
            return FW_PENDING;
        const vector begin = points[pass->kept - 1];
        bool is_passed = drive_line_is_free(rules, begin, points[i + 1]);
        if (is_passed && !rules->is_even)
            is_passed = drive_straight_cost(rules, begin, points[i + 1]) <=
                        drive_straight_cost(rules, begin, points[i]) +
                            drive_straight_cost(rules, points[i], points[i + 1]);
        if (!is_passed)
            points[pass->kept++] = points[i];
    }
    if (pass->way.count > 1)
        points[pass->kept++] = points[pass->way.count - 1];
    pass->way.count = pass->kept;
    return FW_OK;
}

static void bends_set_phase(bend_pass *pass, bend_phase phase, int32_t next)
{
    pass->phase = phase;
    pass->next = next;
}

void bends_begin(bend_pass *pass)
{
    bends_set_phase(pass, BENDS_SIMPLIFY, 1);
    pass->kept = 1;
}

static fw_result bends_step_phase(bend_pass *pass, memory *memory, const drive_rules *rules,
                                  const bend_ends *ends)
{
    switch (pass->phase) {
    case BENDS_SIMPLIFY:
        return simplify(pass, rules);
    case BENDS_SET_POSES:
        return set_poses(pass, memory, rules, ends);
    case BENDS_REACH:
        return reach_poses(pass, rules);
    case BENDS_DRAW:
        return draw_chain(pass, memory, rules);
    case BENDS_LIST:
        break;
    }
    return list_impossible(pass, memory, rules, ends);
}

/// Prepares the phase after the present one.
static void bends_begin_next_phase(bend_pass *pass, const bend_ends *ends)
{
    switch (pass->phase) {
    case BENDS_SIMPLIFY:
        pass->count = 0;
        pass->heading = ends->start;
        bends_set_phase(pass, BENDS_SET_POSES, 0);
        break;
    case BENDS_SET_POSES:
        pass->poses[0].cost = 0;
        pass->is_reaching = false;
        bends_set_phase(pass, BENDS_REACH, 1);
        break;
    case BENDS_REACH:
        link_chain(pass);
        pass->drawn.count = 0;
        pass->drawn.end = pass->poses[pass->count - 1].pose.at;
        bends_set_phase(pass, BENDS_DRAW, pass->poses[0].after);
        break;
    case BENDS_DRAW:
    case BENDS_LIST:
        bends_set_phase(pass, BENDS_LIST, 0);
        break;
    }
}

fw_result bends_step(bend_pass *pass, memory *memory, const drive_rules *rules, const bend_ends *ends)
{
    for (;;) {
        const bool is_last = pass->phase == BENDS_LIST;
        const fw_result stepped = bends_step_phase(pass, memory, rules, ends);
        if (stepped != FW_OK || is_last)
            return stepped;
        bends_begin_next_phase(pass, ends);
    }
}
