#include "traffic/save_check.h"

#include <math.h>

#include "traffic/agent_state.h"
#include "traffic/convoy_roles.h"
#include "traffic/crowd_cells.h"
#include "traffic/reservation.h"

/// Rounding errors of places and speeds that are allowed, in tiles and tiles per second.
#define PLACE_NOISE 1e-6

/// By so much two bodies may overlap: the tests of reservations are exact only up to rounding errors.
#define PAIR_NOISE 1e-5

static bool is_near(double a, double b)
{
    return fabs(a - b) <= PLACE_NOISE;
}

/// True if a motion with constant acceleration leads from one knot to the next one.
static bool leads_to(const knot *from, const knot *to)
{
    return is_near(from->x + (from->vx + to->vx) * FW_TRAFFIC_KNOT / 2, to->x) &&
           is_near(from->y + (from->vy + to->vy) * FW_TRAFFIC_KNOT / 2, to->y);
}

/// True if the reservation of a unit without a turning radius goes on from its next knot, and ends where it says.
static bool outline_is_right(const fw_traffic *traffic, const agent *unit)
{
    const outline *plan = &unit->plan;
    const int64_t now = traffic->clock.knot + 1, end = outline_end(plan);
    if (plan->first > now || end - plan->first > MOST_KNOTS || !leads_to(&unit->from, &unit->to))
        return false;
    if (end <= now)
        return unit->to.x == plan->stop_x && unit->to.y == plan->stop_y && is_near(knot_speed(&unit->to), 0);
    reservation room;
    reservation_unfold(plan, now, &unit->to, &room);
    int32_t i = (int32_t)(now - plan->first);
    if (i == 0 && (!is_near(plan->from_vx, unit->to.vx) || !is_near(plan->from_vy, unit->to.vy)))
        return false;
    for (; i < room.count; i++)
        if (!leads_to(&room.knots[i], &room.knots[i + 1]) ||
            knot_speed(&room.knots[i]) > unit->limits.top + PLACE_NOISE)
            return false;
    return true;
}

/// True if a unit may have such limits: see fw_agent_def.
static bool limits_are_right(const motion_limits *limits)
{
    return limits->top / limits->acceleration + limits->top / limits->braking <=
           FW_TRAFFIC_KNOT * (MOST_KNOTS - 4);
}

/// True if the way leads over the map, and its gate lies on it.
static bool way_is_right(const fw_traffic *traffic, const agent *unit)
{
    const way *way = &unit->way;
    const gate *gate = &unit->pursuit.gate;
    double length = 0;
    for (int32_t i = 0; i < way->count; i++) {
        const way_point *at = &way->points[i];
        if (!traffic_is_on_map(traffic, at->x, at->y))
            return false;
        length += i > 0 ? apart(at[-1].x, at[-1].y, at->x, at->y) : 0;
    }
    const double most = way->count > 1 ? length + PLACE_NOISE : 0;
    return gate->searched <= most && gate->enter <= most &&
           (way->count == 0 || (way->next < way->count && way->farthest < way->count));
}

bool save_unit_is_right(const fw_traffic *traffic, uint32_t slot)
{
    const agent *unit = &traffic->agents[slot];
    const way_point places[] = { { unit->from.x, unit->from.y },
                                 { unit->to.x, unit->to.y },
                                 { unit->plan.stop_x, unit->plan.stop_y },
                                 { unit->order.x, unit->order.y },
                                 { unit->order.place_x, unit->order.place_y },
                                 { unit->order.goal_x, unit->order.goal_y } };
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if (!traffic_is_on_map(traffic, places[i].x, places[i].y))
            return false;
    const bool is_sorted = slot == 0 || traffic->agents[slot - 1].id < unit->id;
    const bool sees_itself = unit->order.follows == slot || unit->relation.in_way_of == slot ||
                             unit->relation.met == slot || unit->relation.blocker == slot ||
                             unit->relation.yields_to == slot || unit->relation.impasse == slot;
    return is_sorted && !sees_itself && limits_are_right(&unit->limits) && way_is_right(traffic, unit) &&
           (unit->drive || outline_is_right(traffic, unit));
}

static bool rail_is_right(const fw_traffic *traffic, const agent *unit, const rail *rail)
{
    const double most = (1 + PLACE_NOISE) / turn_radius_of(traffic, unit);
    for (int32_t i = 0; i < rail->count; i++)
        if (!(fabs(rail->parts[i].curvature) <= most) || rail->parts[i].length > FW_TRAFFIC_KNOT * 16 * 101)
            return false;
    return true;
}

/// True if a rail leads to where its unit will be.
static bool rail_leads_along(const reservation *plan)
{
    double driven = 0;
    for (int32_t i = 0; i < plan->count; i++) {
        driven += knot_driven(&plan->knots[i], &plan->knots[i + 1], 1);
        const fw_pose at = rail_at(&plan->rail, driven);
        if (!(fabs(at.x - plan->knots[i + 1].x) <= PAIR_NOISE &&
              fabs(at.y - plan->knots[i + 1].y) <= PAIR_NOISE))
            return false;
    }
    return true;
}

bool save_drive_is_right(const fw_traffic *traffic, const agent *unit)
{
    const drive *drive = unit->drive;
    const reservation *plan = &drive->plan;
    const course *course = &drive->course;
    if (plan->first > traffic->clock.knot + 1)
        return false;
    const knot *stop = reservation_stop(plan), *next = reservation_at(plan, traffic->clock.knot + 1);
    if (plan->first != unit->plan.first || plan->count != outline_end(&unit->plan) - plan->first ||
        knot_speed(stop) != 0 || stop->x != unit->plan.stop_x || stop->y != unit->plan.stop_y ||
        !is_near(next->x, unit->to.x) || !is_near(next->y, unit->to.y) ||
        plan->bend != rail_bend(&plan->rail))
        return false;
    if (!rail_is_right(traffic, unit, &plan->rail) || !rail_is_right(traffic, unit, &drive->under_way) ||
        !rail_is_right(traffic, unit, &drive->wanted) || (plan->count > 0 && !rail_leads_along(plan)))
        return false;
    for (int32_t i = 0; i < plan->count; i++)
        if (knot_speed(&plan->knots[i]) > unit->limits.top + PLACE_NOISE)
            return false;
    for (int32_t i = 0; i < course->count; i++)
        if (!(fabs(course->segments[i].curvature) * turn_radius_of(traffic, unit) <= 1 + PLACE_NOISE))
            return false;
    return true;
}

/// True if a unit's reservation touches none of those of the units that are listed.
static bool is_clear(const fw_traffic *traffic, uint32_t slot, int32_t near)
{
    const agent *unit = &traffic->agents[slot];
    const int64_t now = traffic->clock.knot + 1;
    reservation room, other_room;
    const reservation *plan = agent_reservation(traffic, unit, &room);
    for (int32_t i = 0; i < near; i++) {
        const agent *other = &traffic->agents[traffic->crowd.found[i]];
        if (other <= unit || !agent_sees(unit, other))
            continue;
        const double radii = radius_of(traffic, unit) + radius_of(traffic, other) - PAIR_NOISE;
        if (!reservations_never_touch(plan, agent_reservation(traffic, other, &other_room), radii, now))
            return false;
    }
    return true;
}

bool save_units_are_right(fw_traffic *traffic)
{
    for (int32_t i = 0; i < traffic->count; i++) {
        const uint32_t slot = traffic->by_id[i];
        const agent *unit = &traffic->agents[slot];
        if (!is_clear(traffic, slot, crowd_near(traffic, &traffic->crowd.marks[slot].box)))
            return false;
        const uint32_t named[] = { unit->relation.yields_to, unit->relation.impasse };
        for (int j = 0; j < 2; j++)
            if (named[j] != NO_AGENT && !traffic->agents[named[j]].is_named)
                return false;
    }
    return true;
}

/// True if the queue holds those units that are queued, each once, and all units of the round are there.
static bool turns_are_right(const fw_traffic *traffic)
{
    int32_t queued = 0;
    for (int32_t i = 0; i < traffic->count; i++)
        queued += traffic->agents[traffic->by_id[i]].pursuit.is_queued;
    if (queued != traffic->desk.count || traffic->round.next > traffic->round.count)
        return false;
    for (int32_t i = 0; i < traffic->desk.count; i++)
        if (!traffic->agents[traffic->desk.queue[i]].pursuit.is_queued)
            return false;
    return true;
}

/// True if no unit is listed twice. The list of a round may hold units again that have planned already.
static bool is_without_repetition(const fw_traffic *traffic, const uint32_t *slots, int32_t count)
{
    uint32_t *marks = traffic->crowd.found; // has room for all units
    for (int32_t i = 0; i < traffic->count; i++)
        marks[i] = 0;
    for (int32_t i = 0; i < count; i++)
        if (marks[slots[i]]++ > 0)
            return false;
    return true;
}

/// True if the numbers and members of convoys fit. `found` counts the members.
static bool convoys_are_right(const fw_traffic *traffic)
{
    for (int32_t i = 0; i < traffic->count; i++)
        if (traffic->agents[traffic->by_id[i]].relation.convoy > traffic->convoys.count)
            return false;
    for (uint32_t number = 1; number <= traffic->convoys.count; number++) {
        const convoy *convoy = convoy_numbered(traffic, number);
        int32_t members = 0;
        for (int32_t i = 0; i < traffic->count; i++)
            members += traffic->agents[traffic->by_id[i]].relation.convoy == number;
        const bool has_leader =
            convoy->leader != NO_AGENT && traffic->agents[convoy->leader].relation.convoy == number;
        if (members != convoy->count || (convoy->is_sought && !has_leader))
            return false;
    }
    return true;
}

static bool surroundings_are_right(const fw_traffic *traffic)
{
    int64_t stops = 0;
    for (int32_t i = 0; i < traffic->count; i++)
        stops += traffic->agents[traffic->by_id[i]].order.stops;
    for (int32_t i = 0; i < traffic->around.sites.count; i++) {
        const site *site = &traffic->around.sites.all[i];
        if (tile_box_is_empty(&site->box) || site->box.right >= map_width(traffic->map) ||
            site->box.bottom >= map_height(traffic->map) || site->number > traffic->around.sites.last ||
            (i > 0 && site[-1].number >= site->number))
            return false;
    }
    for (int32_t i = 0; i < traffic->around.obstacles.count; i++) {
        const obstacle *body = &traffic->around.obstacles.all[i];
        if (!(body->radius > 0) || (i > 0 && body[-1].id >= body->id))
            return false;
    }
    for (int32_t i = 0; i < traffic->around.errands.count; i++)
        if (!traffic_is_on_map(traffic, traffic->around.errands.stops[i].x,
                               traffic->around.errands.stops[i].y))
            return false;
    return stops == traffic->around.errands.count;
}

bool save_lists_are_right(const fw_traffic *traffic)
{
    return turns_are_right(traffic) &&
           is_without_repetition(traffic, traffic->desk.queue, traffic->desk.count) &&
           is_without_repetition(traffic, traffic->round.slots + traffic->round.next,
                                 traffic->round.count - traffic->round.next) &&
           convoys_are_right(traffic) && surroundings_are_right(traffic);
}
