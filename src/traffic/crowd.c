#include "traffic/crowd.h"

#include <math.h>

#include "traffic/agent_state.h"
#include "traffic/crowd_cells.h"
#include "traffic/held_place.h"
#include "traffic/reservation.h"

void crowd_take(fw_traffic *traffic, uint32_t slot, const fw_box *box)
{
    agent *unit = &traffic->agents[slot];
    crowd_mark *mark = &traffic->crowd.marks[slot];
    const double half = larger(box->max_x - box->min_x, box->max_y - box->min_y) / 2;
    mark->stop_x = unit->plan.stop_x;
    mark->stop_y = unit->plan.stop_y;
    mark->radius = radius_of(traffic, unit);
    mark->is_parked = agent_is_at_goal(unit);
    mark->layers = unit->regard.layers;
    traffic->crowd.most_half = larger(traffic->crowd.most_half, half);
    crowd_enter(traffic, slot, box);
    unit->is_used = true;
}

void crowd_place(fw_traffic *traffic, uint32_t slot, const reservation *plan)
{
    agent *unit = &traffic->agents[slot];
    const fw_box box = agent_box(traffic, unit, plan);
    unit->plan = reservation_outline(plan);
    if (unit->drive)
        unit->drive->plan = *plan;
    if (traffic->crowd.unfolded_slot[slot % UNFOLDED] == slot)
        traffic->crowd.unfolded_slot[slot % UNFOLDED] = NO_AGENT;
    crowd_take(traffic, slot, &box);
    held_place_note_stop(traffic, slot);
}

void crowd_measure(fw_traffic *traffic)
{
    traffic->crowd.most_half = traffic->crowd.most_radius = 0;
    for (int32_t i = 0; i < traffic->count; i++) {
        const crowd_mark *mark = &traffic->crowd.marks[traffic->by_id[i]];
        const fw_box *box = &mark->box;
        const double half = larger(box->max_x - box->min_x, box->max_y - box->min_y) / 2;
        traffic->crowd.most_half = larger(traffic->crowd.most_half, half);
        traffic->crowd.most_radius = larger(traffic->crowd.most_radius, mark->radius);
    }
}

const reservation *crowd_reservation(fw_traffic *traffic, uint32_t slot)
{
    reservation *room = &traffic->crowd.unfolded[slot % UNFOLDED];
    uint32_t *holds = &traffic->crowd.unfolded_slot[slot % UNFOLDED];
    if (*holds == slot)
        return room;
    const reservation *plan = agent_reservation(traffic, &traffic->agents[slot], room);
    if (plan == room)
        *holds = slot;
    return plan;
}

uint32_t crowd_conflict(fw_traffic *traffic, uint32_t slot, const reservation *made)
{
    const agent *unit = &traffic->agents[slot];
    const int64_t first = traffic->clock.knot + 1;
    const double radius = radius_of(traffic, unit);
    const fw_box box = reservation_box(made, first), around = box_wider(&box, radius);
    const int32_t near = crowd_on_layers(traffic, &around, unit->regard.layers);
    for (int32_t i = 0; i < near; i++) {
        const uint32_t other = traffic->crowd.found[i];
        if (other != slot &&
            !reservations_are_apart(made, crowd_reservation(traffic, other),
                                    radius + radius_of(traffic, &traffic->agents[other]),
                                    unit->limits.top + traffic->agents[other].limits.top, first))
            return other;
    }
    return NO_AGENT;
}
