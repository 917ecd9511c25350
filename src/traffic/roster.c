#include "traffic/roster.h"

int32_t traffic_index_of(const fw_traffic *traffic, fw_agent_id id)
{
    int32_t low = 0, high = traffic->count;
    while (low < high) {
        const int32_t middle = low + (high - low) / 2;
        if (traffic->agents[traffic->by_id[middle]].id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

uint32_t traffic_slot_of(const fw_traffic *traffic, fw_agent_id id)
{
    const int32_t index = traffic_index_of(traffic, id);
    const bool is_there = index < traffic->count && traffic->agents[traffic->by_id[index]].id == id;
    return is_there ? traffic->by_id[index] : NO_AGENT;
}
