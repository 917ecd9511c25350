#include "traffic/gate.h"

#include <math.h>

#include "base/vector.h"
#include "curve/sweep_line.h"
#include "traffic/crowd_cells.h"
#include "traffic/priority.h"
#include "traffic/way_pool.h"
#include "traffic/way_sight.h"

/// How far ahead a unit looks for a gate, in radii, and the distance between the places where it measures its room: in
/// radii, but not less than GATE_STEP_LEAST tiles, because walls are made of tiles.
#define GATE_AHEAD      12.0
#define GATE_STEP       0.5
#define GATE_STEP_LEAST 0x1p-6

/// Units that must wait for another unit keep this distance from a gate, in radii: FOLLOW_REACH if all go in one
/// direction, QUEUE_REACH if both do, but others come from the other side and need room to get out, CLEAR_REACH if the
/// other unit comes toward them. Each missing tile costs GATE_COST.
#define FOLLOW_REACH 3.0
#define QUEUE_REACH  5.0
#define CLEAR_REACH  12.0
#define GATE_COST    4.0

/// Units in a queue that are this near to the axis of the gate, in radii, may stop right before it.
#define LINE_WIDTH 0.8

/// Gates of two units are the same if their middles are nearer than this, in radii, and their axes differ by less than
/// 60 degrees.
#define SAME_GATE 2.0

/// True if there is a gate at a place of the way: two such units cannot go side by side there.
static bool is_narrow(const fw_traffic *traffic, const agent *unit, const way_point *at, double dx, double dy)
{
    const double wanted = way_width_for_two(traffic, unit);
    const double right = way_room(traffic, unit, at->x, at->y, -dy, dx, wanted);
    return right < wanted && right + way_room(traffic, unit, at->x, at->y, dy, -dx, wanted) < wanted;
}

/// The place on a way from which a length is left, and the direction there.
///
/// @param rests  way_rests()
static way_point place_with_rest(const way *way, const double *rests, double rest, double *dx, double *dy)
{
    int32_t i = way->next > 1 ? way->next : 1;
    while (i > 1 && rests[i - 1] <= rest)
        i--;
    while (i + 1 < way->count && rests[i] > rest)
        i++;
    const way_point *from = &way->points[i - 1], *to = &way->points[i];
    const double length = rests[i - 1] - rests[i], share = length > 0 ? (rest - rests[i]) / length : 0;
    *dx = length > 0 ? (to->x - from->x) / length : 1;
    *dy = length > 0 ? (to->y - from->y) / length : 0;
    return (way_point){ .x = to->x + (from->x - to->x) * share, .y = to->y + (from->y - to->y) * share };
}

/// True if no wall is near to the way, from where the search for a gate continues until a length is left.
static bool is_wide(const fw_traffic *traffic, const agent *unit, const double *rests, double until)
{
    const agent_kind *kind = kind_of(traffic, unit);
    const way *way = &unit->way;
    double dx, dy;
    const way_point from = place_with_rest(way, rests, unit->pursuit.gate.searched, &dx, &dy);
    const way_point to = place_with_rest(way, rests, until, &dx, &dy);
    fw_box box = { from.x, from.y, from.x, from.y };
    box_take_in(&box, to.x, to.y);
    for (int32_t i = 0; i < way->count && rests[i] > until; i++)
        if (rests[i] < unit->pursuit.gate.searched)
            box_take_in(&box, way->points[i].x, way->points[i].y);
    box = box_wider(&box, way_width_for_two(traffic, unit));
    return sweep_box_is_open(&kind->ground, &kind->body, &box);
}

/// Continues the search for a gate along the way, until a length is left.
static void search(fw_traffic *traffic, agent *unit, double until)
{
    gate *ahead = &unit->pursuit.gate;
    const double *rests = way_rests(traffic, unit);
    const double step = larger(GATE_STEP * radius_of(traffic, unit), GATE_STEP_LEAST);
    if (ahead->enter == 0 && ahead->searched > until && is_wide(traffic, unit, rests, until))
        while (ahead->searched > until)
            ahead->searched -= step;
    for (; ahead->searched > until; ahead->searched -= step) {
        double dx, dy;
        const way_point at = place_with_rest(&unit->way, rests, ahead->searched, &dx, &dy);
        const bool narrow = is_narrow(traffic, unit, &at, dx, dy);
        if (narrow && ahead->enter == 0)
            ahead->enter = ahead->searched;
        if (narrow || ahead->enter == 0)
            continue;
        const double half = (ahead->enter + ahead->searched) / 2;
        const way_point middle = place_with_rest(&unit->way, rests, half, &ahead->dx, &ahead->dy);
        ahead->x = middle.x;
        ahead->y = middle.y;
        return;
    }
}

void gate_move_end(agent *unit, double last, double change)
{
    gate *ahead = &unit->pursuit.gate;
    if (unit->way.count < 2)
        return; // no gate is looked for on a single line
    if (ahead->searched < last) {
        *ahead = (gate){ .searched = last + change };
        return;
    }
    ahead->searched += change;
    if (ahead->enter > 0)
        ahead->enter += change;
}

void gate_look_ahead(fw_traffic *traffic, agent *unit)
{
    gate *ahead = &unit->pursuit.gate;
    if (gate_is_found(ahead) && unit->pursuit.remaining < ahead->searched)
        *ahead = (gate){ .searched = ahead->searched };
    if (!gate_is_found(ahead))
        search(traffic, unit, larger(unit->pursuit.remaining - GATE_AHEAD * radius_of(traffic, unit), 0));
}

static bool is_same(const gate *a, const gate *b, double reach)
{
    const double dx = a->x - b->x, dy = a->y - b->y, turn = a->dx * b->dx + a->dy * b->dy;
    return dx * dx + dy * dy < reach * reach && fabs(turn) > 0.5;
}

/// The units that come to one gate.
typedef struct queue_head {
    const fw_traffic *traffic;
    const agent *unit;  ///< one of them
    const agent *first; ///< the one that has priority over the others
    bool has_both_ways; ///< some go in one direction, some in the other
} queue_head;

static bool goes_along(const gate *a, const gate *b)
{
    return a->dx * b->dx + a->dy * b->dy > 0;
}

static void compare_with_first(queue_head *queue, uint32_t slot)
{
    const agent *unit = queue->unit, *other = &queue->traffic->agents[slot];
    const double reach = SAME_GATE * radius_of(queue->traffic, unit);
    if (!gate_is_found(&other->pursuit.gate) || agent_has_been(other) ||
        !is_same(&unit->pursuit.gate, &other->pursuit.gate, reach))
        return;
    queue->has_both_ways = queue->has_both_ways || !goes_along(&unit->pursuit.gate, &other->pursuit.gate);
    if (agent_is_before(other, queue->first))
        queue->first = other;
}

/// What a unit does while the first one of its queue passes the gate.
static gate_turn turn_in(const queue_head *queue)
{
    if (queue->first == queue->unit)
        return GATE_ENTERS;
    if (!goes_along(&queue->unit->pursuit.gate, &queue->first->pursuit.gate))
        return GATE_CLEARS;
    return queue->has_both_ways || queue->unit->drive ? GATE_QUEUES : GATE_FOLLOWS;
}

const agent *gate_first_of(const fw_traffic *traffic, const agent *unit, gate_turn *turn)
{
    const gate *ahead = &unit->pursuit.gate;
    queue_head queue = { traffic, unit, unit, false };
    const double reach = GATE_AHEAD * radius_of(traffic, unit);
    const fw_box box = box_around(ahead->x, ahead->y, reach);
    const int32_t count = crowd_on_layers(traffic, &box, unit->regard.layers);
    for (int32_t i = 0; i < count; i++)
        compare_with_first(&queue, traffic->crowd.found[i]);
    *turn = turn_in(&queue);
    return queue.first;
}

gate_turn gate_turn_of(const fw_traffic *traffic, const agent *unit)
{
    gate_turn turn = GATE_ENTERS;
    if (gate_is_found(&unit->pursuit.gate))
        gate_first_of(traffic, unit, &turn);
    return turn;
}

/// Distance from a gate that a unit keeps, in radii.
static const double reaches[] = {
    [GATE_ENTERS] = 0, [GATE_FOLLOWS] = FOLLOW_REACH, [GATE_QUEUES] = QUEUE_REACH, [GATE_CLEARS] = CLEAR_REACH
};

double gate_cost(const planning *task, double x, double y)
{
    const gate *ahead = &task->unit->pursuit.gate;
    const double radius = radius_of(task->traffic, task->unit), half = (ahead->enter - ahead->searched) / 2;
    const double dx = x - ahead->x, dy = y - ahead->y;
    const double along = dx * ahead->dx + dy * ahead->dy, across = fabs(dx * ahead->dy - dy * ahead->dx);
    const bool is_in_line = along < 0 && across < LINE_WIDTH * radius;
    if (task->turn != GATE_CLEARS && (along > half || is_in_line))
        return 0;
    const double before = larger(fabs(along) - half, 0), away = hypotenuse(before, across);
    const double reach = radius * reaches[task->turn];
    return away < reach ? GATE_COST * (reach - away) : 0;
}
