#include "traffic/events.h"

#include "traffic/agent_state.h"

fw_result event_reserve(fw_traffic *traffic)
{
    return MEMORY_RESERVE(&traffic->memory, traffic->events.all, traffic->events.room,
                          (size_t)traffic->events.count + 1 + (size_t)traffic->count);
}

void event_tell(fw_traffic *traffic, fw_traffic_news news, const agent *unit, uint32_t site)
{
    const double knot = (double)(traffic->clock.knot + (traffic->clock.phase > 0 ? 1 : 0));
    traffic->events.all[traffic->events.count++] =
        (fw_traffic_event){ .time = knot * FW_TRAFFIC_KNOT,
                            .id = unit ? unit->id : 0,
                            .activity = unit ? agent_activity(unit) : FW_AGENT_STANDS,
                            .news = news,
                            .site = site };
}
