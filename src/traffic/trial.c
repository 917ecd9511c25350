#include "traffic/trial.h"

#include "traffic/agent_state.h"
#include "traffic/crowd.h"

void trial_note(fw_traffic *traffic, uint32_t slot)
{
    agent *unit = &traffic->agents[slot];
    if (unit->drive)
        traffic->push.drives[traffic->push.count] = *unit->drive;
    traffic->push.undos[traffic->push.count++] = (undo){ .slot = slot,
                                                         .in_way_of = unit->relation.in_way_of,
                                                         .is_cut = unit->pursuit.is_cut,
                                                         .plan = unit->plan };
}

bool trial_has(const fw_traffic *traffic, uint32_t slot)
{
    int32_t i = 0;
    while (i < traffic->push.count && traffic->push.undos[i].slot != slot)
        i++;
    return i < traffic->push.count;
}

void trial_undo(fw_traffic *traffic, int32_t count)
{
    while (traffic->push.count > count) {
        const undo *last = &traffic->push.undos[--traffic->push.count];
        agent *unit = &traffic->agents[last->slot];
        reservation room;
        unit->relation.in_way_of = last->in_way_of;
        unit->pursuit.is_cut = last->is_cut;
        unit->plan = last->plan;
        if (unit->drive)
            *unit->drive = traffic->push.drives[traffic->push.count];
        crowd_place(traffic, last->slot, agent_reservation(traffic, unit, &room));
    }
}
