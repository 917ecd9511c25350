#include "fairway/traffic_queries.h"
#include "inspect/mark.h"
#include "traffic/agent_state.h"
#include "traffic/gate.h"
#include "traffic/jam.h"
#include "traffic/reservation.h"

/// An inspection of a traffic.
typedef struct traffic_inspection {
    const fw_traffic *traffic;
    marker to;
} traffic_inspection;

static bool send_line(const traffic_inspection *inspection, fw_mark_kind kind, int32_t group, fw_pose from,
                      fw_pose to, double first, double second, double third)
{
    const fw_mark mark = { .kind = kind,
                           .shape = FW_MARK_LINE,
                           .group = group,
                           .line = mark_between(from, to),
                           .numbers = { first, second, third } };
    return mark_send(&inspection->to, &mark);
}

/// Sends the reservation of a unit, from where the unit is now: one line for each interval between two knots.
static bool send_reservation(const traffic_inspection *inspection, int32_t index, const agent *unit)
{
    const fw_traffic *traffic = inspection->traffic;
    reservation room;
    const reservation *plan = agent_reservation(traffic, unit, &room);
    const int64_t end = plan->first + plan->count;
    double speed, time = fw_traffic_time(traffic);
    fw_pose from = agent_now(traffic, unit, &speed);
    for (int64_t knot = traffic->clock.knot + 1; knot == traffic->clock.knot + 1 || knot <= end; knot++) {
        const struct knot *at =
            knot == traffic->clock.knot + 1 ? agent_next(traffic, unit) : reservation_at(plan, knot);
        const fw_pose to = { at->x, at->y, 0 };
        if ((from.x != to.x || from.y != to.y) &&
            !send_line(inspection, FW_MARK_RESERVATION, index, from, to, unit->id, time, speed))
            return false;
        from = to;
        time = (double)knot * FW_TRAFFIC_KNOT;
        speed = knot_speed(at);
    }
    const fw_mark stop = { .kind = FW_MARK_STOP,
                           .shape = FW_MARK_POINT,
                           .group = index,
                           .line.start = from,
                           .numbers = { unit->id, time, radius_of(traffic, unit) } };
    return mark_send(&inspection->to, &stop);
}

/// Sends whom a unit waits for, or gives way to.
static bool send_wait(const traffic_inspection *inspection, int32_t index, const agent *unit)
{
    const fw_traffic *traffic = inspection->traffic;
    const uint32_t other = agent_other(unit);
    double speed, waits;
    fw_agent_id whom;
    if (other == NO_AGENT)
        return true;
    fw_traffic_get_wait(traffic, unit->id, &waits, &whom);
    return send_line(inspection, FW_MARK_WAIT, index, agent_now(traffic, unit, &speed),
                     agent_now(traffic, &traffic->agents[other], &speed), unit->id, traffic->agents[other].id,
                     waits);
}

/// Sends the gate ahead of a unit: a line along its axis, as long as the gate is along the way.
static bool send_gate(const traffic_inspection *inspection, int32_t index, const agent *unit)
{
    const gate *ahead = &unit->pursuit.gate;
    const double half = (ahead->enter - ahead->searched) / 2;
    gate_turn turn;
    if (!gate_is_found(ahead) || agent_has_been(unit))
        return true;
    const agent *first = gate_first_of(inspection->traffic, unit, &turn);
    return send_line(inspection, FW_MARK_GATE, index,
                     (fw_pose){ ahead->x - half * ahead->dx, ahead->y - half * ahead->dy, 0 },
                     (fw_pose){ ahead->x + half * ahead->dx, ahead->y + half * ahead->dy, 0 }, unit->id,
                     first->id, turn);
}

/// Sends the moves of a joint plan.
static bool send_jam(const traffic_inspection *inspection, int32_t number, const jam *jam)
{
    for (int32_t member = 0; member < jam->count; member++)
        for (int32_t beat = 0; beat + 1 < jam->beats; beat++) {
            const joint_place from = jam_at(jam, member, beat), to = jam_at(jam, member, beat + 1);
            const double id = jam->members[member].state == MEMBER_HAS_LEFT
                                  ? 0
                                  : inspection->traffic->agents[jam->members[member].slot].id;
            if ((from.x != to.x || from.y != to.y) &&
                !send_line(inspection, FW_MARK_JOINT_MOVE, number, (fw_pose){ from.x, from.y, 0 },
                           (fw_pose){ to.x, to.y, 0 }, id, beat, member))
                return false;
        }
    return true;
}

fw_result fw_inspect_traffic(const fw_traffic *traffic, fw_mark_fn receive, void *user)
{
    if (!traffic || !receive)
        return FW_NULL_ARGUMENT;
    const traffic_inspection inspection = { traffic, { receive, user } };
    for (int32_t i = 0; i < traffic->count; i++) {
        const agent *unit = &traffic->agents[traffic->by_id[i]];
        if (!send_reservation(&inspection, i, unit) || !send_wait(&inspection, i, unit) ||
            !send_gate(&inspection, i, unit))
            return FW_OK;
    }
    for (int32_t i = 0; traffic->joint.jams && i < traffic->joint.jams->count; i++)
        if (!send_jam(&inspection, i, &traffic->joint.jams->list[i]))
            return FW_OK;
    return FW_OK;
}
