#include "traffic/jam_gather.h"

#include "traffic/crowd_cells.h"
#include "traffic/one_way.h"
#include "traffic/roster.h"

/// Room that the goal of a member keeps from where others stop, in tiles.
#define GOAL_ROOM 0.1

/// Times that a goal is moved on along the way, by a radius each, until nobody stops there.
enum { MOST_MOVES = 64 };

/// Most units of a jam that is resolved at once. A larger one is mostly a crowd that flows, where free motion is
/// faster: none of its FIRST units, those nearest in the row of those that hold each other, must have got on for QUIET
/// knots, or have been nearer to its goal than ever for QUIET_NEAREST knots. One that waits for its turn in a passage
/// gets on, too, but not for longer than QUIET_WAITING knots: those whose turn it is may be stuck. A plan of a part of
/// a jam leads nowhere: if there are MOST_JAMMED units, the one that asks must not have been nearer for QUIET_FULL
/// knots.
enum { FEW = 6, FIRST = 16, QUIET = 10, QUIET_NEAREST = 24, QUIET_WAITING = 240, QUIET_FULL = 240 };

typedef struct gathering {
    fw_traffic *traffic;
    jam_request *request;
    double ahead;
    bool takes_all; ///< that are near, whether they stand or not
    bool is_free;   ///< no other jam, and no unit with a turning radius, is in the way
    bool gets_on;   ///< one of the first units does
} gathering;

static bool is_gathered(const jam_request *request, uint32_t slot)
{
    for (int32_t i = 0; i < request->count; i++)
        if (request->slots[i] == slot)
            return true;
    return false;
}

/// Index of the ground of a unit in the request; -1: there are too many kinds of ground.
static int32_t ground_of(const fw_traffic *traffic, jam_request *request, const agent *unit)
{
    const sweep_ground *ground = &kind_of(traffic, unit)->ground;
    for (int32_t i = 0; i < request->ground_count; i++)
        if (request->grounds[i].open == ground->open && request->grounds[i].overlay == ground->overlay)
            return i;
    if (request->ground_count == JOINT_MOST_GROUNDS)
        return -1;
    request->grounds[request->ground_count] = *ground;
    return request->ground_count++;
}

void jam_gather_again(fw_traffic *traffic, uint32_t slot, jam_request *request)
{
    const agent *unit = &traffic->agents[slot];
    const int32_t ground = ground_of(traffic, request, unit);
    if (ground < 0)
        return;
    joint_unit *made = &request->units[request->count];
    *made = (joint_unit){ .id = unit->id,
                          .ground = ground,
                          .body = kind_of(traffic, unit)->body,
                          .x = unit->plan.stop_x,
                          .y = unit->plan.stop_y,
                          .order = JOINT_PARKED };
    request->slots[request->count++] = slot;
}

/// Adds a unit, unless it is there already or the jam is full.
static void add(gathering *gathering, uint32_t slot)
{
    jam_request *request = gathering->request;
    const agent *unit = &gathering->traffic->agents[slot];
    const int32_t before = request->count;
    if (is_gathered(request, slot) || before == MOST_JAMMED)
        return;
    const agent *asker = &gathering->traffic->agents[request->asker];
    if (!unit->drive && (unit == asker || (!agent_is_firm(unit) && agent_gives_way(unit, asker))))
        jam_gather_again(gathering->traffic, slot, request);
    if (request->count == before)
        gathering->is_free = false;
}

jam_found jam_gather_pair(fw_traffic *traffic, jam_request *request)
{
    const uint32_t pair[] = { request->asker, traffic->agents[request->asker].relation.met };
    request->count = request->ground_count = 0;
    if (pair[1] == NO_AGENT || agent_is_firm(&traffic->agents[pair[1]]))
        return JAM_IS_SHUT;
    for (int32_t i = 0; i < 2; i++) {
        const agent *unit = &traffic->agents[pair[i]];
        joint_unit *made = &request->units[i];
        jam_gather_again(traffic, pair[i], request);
        if (agent_is_at_goal(unit) || unit->way.count == 0)
            continue;
        made->order = agent_has_been(unit) ? JOINT_RETURNS : JOINT_GOES;
        made->goal_x = unit->order.place_x;
        made->goal_y = unit->order.place_y;
    }
    return JAM_STANDS;
}

/// Where a part of a way ends.
typedef struct way_part {
    way_point end;
    int32_t count; ///< of the way's points, up to the one on this side of the end
    bool is_whole; ///< the way ends there, too
} way_part;

/// A unit's way up to a length from its stop.
static way_part way_ahead(const agent *unit, double length)
{
    way_point at = { unit->plan.stop_x, unit->plan.stop_y };
    for (int32_t i = unit->way.next; i < unit->way.count; i++) {
        const way_point to = unit->way.points[i];
        const double line = apart(at.x, at.y, to.x, to.y);
        if (line > length)
            return (way_part){ { at.x + (to.x - at.x) * length / line, at.y + (to.y - at.y) * length / line },
                               i,
                               false };
        length -= line;
        at = to;
    }
    return (way_part){ at, unit->way.count, true };
}

/// True if a place is nearer than `room` to a part of a unit's way. Most lines are too far off along one axis.
static bool comes_near(const agent *unit, const way_part *part, double x, double y, double room)
{
    way_point at = { unit->plan.stop_x, unit->plan.stop_y };
    if (apart(x, y, at.x, at.y) < room)
        return true;
    for (int32_t i = unit->way.next; i < part->count + !part->is_whole; i++) {
        const way_point to = i < part->count ? unit->way.points[i] : part->end;
        if (fmin(at.x, to.x) - room <= x && x <= fmax(at.x, to.x) + room && fmin(at.y, to.y) - room <= y &&
            y <= fmax(at.y, to.y) + room && apart_from_line(x, y, at.x, at.y, to.x, to.y) < room)
            return true;
        at = to;
    }
    return false;
}

/// A box around a part of a unit's way.
static fw_box box_ahead(const agent *unit, const way_part *part, double room)
{
    fw_box box = { unit->plan.stop_x, unit->plan.stop_y, unit->plan.stop_x, unit->plan.stop_y };
    for (int32_t i = unit->way.next; i < part->count; i++)
        box_take_in(&box, unit->way.points[i].x, unit->way.points[i].y);
    box_take_in(&box, part->end.x, part->end.y);
    return box_wider(&box, room);
}

/// True if a unit wants to go somewhere, and knows how.
static bool is_under_way(const agent *unit)
{
    return !agent_is_at_goal(unit) && unit->way.count > 0 && unit->pursuit.refused == FW_OK &&
           unit->relation.impasse == NO_AGENT && !unit->pursuit.faults.lacks_first;
}

/// True if a unit has got on lately: it has neither gone to and fro, nor away from its goal and back.
static bool gets_on(const fw_traffic *traffic, const agent *unit)
{
    return !agent_has_been(unit) && ((unit->pursuit.stalled < QUIET && unit->pursuit.stuck < QUIET_NEAREST) ||
                                     (unit->pursuit.stuck < QUIET_WAITING && one_way_waits(traffic, unit)));
}

/// Adds those that stop in the way of a member, and gives it a goal there: behind them, where nobody stops.
static void look_ahead(gathering *gathering, int32_t index)
{
    fw_traffic *traffic = gathering->traffic;
    joint_unit *made = &gathering->request->units[index];
    const agent *unit = &traffic->agents[gathering->request->slots[index]];
    if (!is_under_way(unit))
        return;
    const double radius = radius_of(traffic, unit), step = radius,
                 reach = radius + traffic->crowd.most_radius;
    double length = gathering->ahead;
    bool is_taken = true;
    way_part part = { 0 };
    for (int32_t move = 0; move < MOST_MOVES && is_taken && !part.is_whole; move++, length += step) {
        fw_box box = box_around(part.end.x, part.end.y, step + reach); // where it is new
        part = way_ahead(unit, length);
        if (move == 0)
            box = box_ahead(unit, &part, reach);
        const int32_t found = crowd_on_layers(traffic, &box, unit->regard.layers);
        is_taken = false;
        for (int32_t i = 0; i < found; i++) {
            const uint32_t slot = traffic->crowd.found[i];
            const crowd_mark *other = &traffic->crowd.marks[slot];
            const double room = radius + other->radius + GOAL_ROOM;
            if (&traffic->agents[slot] == unit)
                continue;
            if (gathering->request->count < MOST_JAMMED &&
                comes_near(unit, &part, other->stop_x, other->stop_y, room))
                add(gathering, slot);
            is_taken = is_taken || apart(part.end.x, part.end.y, other->stop_x, other->stop_y) < room;
        }
    }
    made->order = agent_has_been(unit) ? JOINT_RETURNS : JOINT_GOES;
    way_point goal = part.end;
    if (part.is_whole && unit->order.stage != PLACE_IS_SOUGHT)
        goal = (way_point){ unit->order.place_x, unit->order.place_y };
    made->goal_x = goal.x;
    made->goal_y = goal.y;
    gathering->gets_on = gathering->gets_on || (index < FIRST && gets_on(traffic, unit));
}

/// True once it is known that the jam is left to free motion, whoever else belongs to it.
static bool flows(const gathering *gathering)
{
    const int32_t count = gathering->request->count;
    const agent *asker = &gathering->traffic->agents[gathering->request->asker];
    return (gathering->gets_on && count > FEW) || (count == MOST_JAMMED && asker->pursuit.stuck < QUIET_FULL);
}

/// Adds the units that stand near a member, or all that are near.
static void look_around(gathering *gathering, int32_t index, double near)
{
    fw_traffic *traffic = gathering->traffic;
    const double x = gathering->request->units[index].x, y = gathering->request->units[index].y;
    const fw_box box = box_around(x, y, near);
    const uint32_t layers = traffic->agents[gathering->request->slots[index]].regard.layers;
    const int32_t found = crowd_on_layers(traffic, &box, layers);
    for (int32_t i = 0; i < found; i++) {
        const uint32_t slot = traffic->crowd.found[i];
        const agent *unit = &traffic->agents[slot];
        const bool stands = outline_end(&unit->plan) <= traffic->clock.knot + 1;
        if ((stands || gathering->takes_all) && !unit->drive && !agent_is_firm(unit) &&
            apart(x, y, unit->plan.stop_x, unit->plan.stop_y) <= near)
            add(gathering, slot);
    }
}

/// True if a body that stands would touch one of a plan that moves.
static bool is_in_way(const joint_plan *plan, int32_t unit, double x, double y, double reach)
{
    const int32_t stretches = stretches_of(plan->beats);
    const fw_box here = box_around(x, y, reach);
    for (int32_t beat = 0; beat + 1 < plan->beats; beat++) {
        if (beat % STRETCH == 0 && gap_between(&here, &plan->boxes[unit * stretches + beat / STRETCH]) > 0) {
            beat += STRETCH - 1;
            continue;
        }
        const joint_place *from = &plan->places[beat * plan->units + unit], *to = from + plan->units;
        const double share = nearest_share(x, y, from->x, from->y, to->x, to->y);
        const double dx = from->x + share * (to->x - from->x) - x,
                     dy = from->y + share * (to->y - from->y) - y;
        if (dx * dx + dy * dy < reach * reach)
            return true;
    }
    return false;
}

/// A box around all paths of a plan.
static fw_box box_of(const joint_plan *plan, double room)
{
    fw_box box = EMPTY_BOX;
    for (int32_t i = 0; i < plan->units * stretches_of(plan->beats); i++)
        box_join(&box, plan->boxes[i]);
    return box_wider(&box, room);
}

jam_along jam_gather_along(fw_traffic *traffic, double ahead, const joint_plan *plan, jam_request *request)
{
    gathering gathering = { .traffic = traffic, .request = request, .ahead = ahead, .is_free = true };
    const int32_t before = request->count;
    const fw_box box = box_of(plan, traffic->crowd.most_radius);
    const int32_t found = crowd_on_layers(traffic, &box, traffic->agents[request->asker].regard.layers);
    for (int32_t i = 0; i < found; i++) {
        const uint32_t slot = traffic->crowd.found[i];
        const agent *unit = &traffic->agents[slot];
        if (is_gathered(request, slot) || outline_end(&unit->plan) > traffic->clock.knot + 1)
            continue;
        for (int32_t j = 0; j < plan->units; j++) {
            const double reach = radius_of(traffic, unit) +
                                 radius_of(traffic, &traffic->agents[traffic_slot_of(traffic, plan->ids[j])]);
            if (is_in_way(plan, j, unit->plan.stop_x, unit->plan.stop_y, reach + PAIR_ROOM)) {
                add(&gathering, slot);
                break;
            }
        }
    }
    for (int32_t i = before; i < request->count; i++)
        look_ahead(&gathering, i);
    return !gathering.is_free ? ALONG_IS_BLOCKED : request->count > before ? ALONG_IS_TAKEN : ALONG_IS_FREE;
}

jam_found jam_gather(fw_traffic *traffic, double ahead, double near, bool takes_all, jam_request *request)
{
    gathering gathering = {
        .traffic = traffic, .request = request, .ahead = ahead, .takes_all = takes_all, .is_free = true
    };
    request->count = request->ground_count = 0;
    add(&gathering, request->asker);
    int32_t looked = 0;
    for (; looked < request->count && !flows(&gathering); looked++)
        look_ahead(&gathering, looked);
    const int32_t core = request->count;
    for (int32_t i = 0; i < (takes_all ? request->count : core) && near > 0 && !flows(&gathering); i++)
        look_around(&gathering, i, near);
    for (; looked < request->count && !flows(&gathering); looked++)
        look_ahead(&gathering, looked);
    return flows(&gathering) ? JAM_FLOWS : gathering.is_free ? JAM_STANDS : JAM_IS_SHUT;
}
