#include "traffic/errand_list.h"

void errand_drop(fw_traffic *traffic, uint32_t slot, int32_t most)
{
    int32_t kept = 0, dropped = 0;
    for (int32_t i = 0; i < traffic->around.errands.count; i++) {
        const errand_stop stop = traffic->around.errands.stops[i];
        if (stop.slot == slot && dropped < most)
            dropped++;
        else
            traffic->around.errands.stops[kept++] = stop;
    }
    traffic->around.errands.count = kept;
    traffic->agents[slot].order.stops -= dropped;
}

void errand_end(fw_traffic *traffic, uint32_t slot)
{
    agent *unit = &traffic->agents[slot];
    unit->order.follows = NO_AGENT;
    if (unit->order.stops > 0)
        errand_drop(traffic, slot, unit->order.stops);
}

void errand_forget(fw_traffic *traffic, uint32_t slot)
{
    errand_end(traffic, slot);
    for (int32_t i = 0; i < traffic->count; i++) {
        agent *unit = &traffic->agents[traffic->by_id[i]];
        unit->order.follows = unit->order.follows == slot ? NO_AGENT : unit->order.follows;
    }
}

void errand_free(fw_traffic *traffic)
{
    memory_give_back(&traffic->memory, traffic->around.errands.stops, traffic->around.errands.room,
                     sizeof *traffic->around.errands.stops);
}
