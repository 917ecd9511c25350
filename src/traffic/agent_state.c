#include "traffic/agent_state.h"

#include <math.h>

#include "base/trig.h"
#include "traffic/reservation.h"

fw_pose agent_now(const fw_traffic *traffic, const agent *unit, double *speed)
{
    const double share = larger(traffic->clock.phase, 0) / FW_TRAFFIC_KNOT;
    if (unit->drive) {
        fw_pose pose = rail_at(&unit->drive->under_way, knot_driven(&unit->from, &unit->to, share));
        const double from = knot_speed(&unit->from);
        if (speed)
            *speed = from + (knot_speed(&unit->to) - from) * share;
        pose.heading = trig_wrap(pose.heading);
        return pose;
    }
    const knot at = knot_between(&unit->from, &unit->to, share);
    const double now = knot_speed(&at);
    if (speed)
        *speed = now;
    return (fw_pose){ at.x, at.y, now > 1e-9 ? trig_atan2(at.vy, at.vx) : unit->heading };
}

static double bend_under_way(const agent *unit)
{
    return unit->drive ? rail_bend(&unit->drive->under_way) : 0;
}

reservation agent_interval(const fw_traffic *traffic, const agent *unit)
{
    reservation made = { .first = traffic->clock.knot,
                         .count = 1,
                         .knots = { unit->from, unit->to },
                         .bend = bend_under_way(unit) };
    made.knots[1].vx = made.knots[1].vy = 0;
    return made;
}

fw_box agent_box(const fw_traffic *traffic, const agent *unit, const reservation *plan)
{
    fw_box box = reservation_box(plan, traffic->clock.knot + 1);
    box_take_in(&box, unit->from.x, unit->from.y);
    interval_widen(&box, &unit->from, &unit->to, bend_under_way(unit));
    return box;
}

fw_pose agent_stop(const agent *unit)
{
    return unit->drive ? reservation_end(&unit->drive->plan)
                       : (fw_pose){ unit->plan.stop_x, unit->plan.stop_y, 0 };
}

fw_agent_activity agent_activity(const agent *unit)
{
    return unit->activity == FW_AGENT_ACTIVITIES ? FW_AGENT_THINKS : unit->activity;
}
