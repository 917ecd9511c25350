// Orders to single units, and whose paths are found first.
#include "traffic/order.h"

#include <math.h>

#include "fairway/traffic_orders.h"
#include "traffic/convoy_members.h"
#include "traffic/errand_list.h"
#include "traffic/halt.h"
#include "traffic/recording.h"
#include "traffic/redirect.h"
#include "traffic/roster.h"
#include "traffic/way_pool.h"
#include "traffic/way_queue.h"

fw_result traffic_order(fw_traffic *traffic, uint32_t slot, double x, double y)
{
    const fw_result result = convoy_leave(traffic, slot);
    if (result != FW_OK)
        return result;
    errand_end(traffic, slot);
    return traffic_redirect(traffic, slot, x, y);
}

static fw_result order_unit(fw_traffic *traffic, fw_agent_id id, double x, double y)
{
    traffic_look(traffic);
    const uint32_t slot = traffic_slot_of(traffic, id);
    if (slot == NO_AGENT)
        return FW_UNKNOWN_UNIT;
    fw_result result = traffic_judge_place(traffic, x, y);
    if (result == FW_OK)
        result = traffic_prepare_order(traffic);
    return result == FW_OK ? traffic_order(traffic, slot, x, y) : result;
}

fw_result fw_traffic_order(fw_traffic *traffic, fw_agent_id id, double x, double y)
{
    return TRAFFIC_ANSWER(traffic, order_unit(traffic, id, x, y), RECORD_ORDER, "idd", (int64_t)id, x, y);
}

static fw_result stop_unit(fw_traffic *traffic, fw_agent_id id)
{
    traffic_look(traffic);
    const uint32_t slot = traffic_slot_of(traffic, id);
    if (slot == NO_AGENT)
        return FW_UNKNOWN_UNIT;
    const fw_result result = traffic_prepare_order(traffic);
    if (result != FW_OK)
        return result;
    errand_end(traffic, slot);
    return halt_order(traffic, slot);
}

fw_result fw_traffic_stop(fw_traffic *traffic, fw_agent_id id)
{
    return TRAFFIC_ANSWER(traffic, stop_unit(traffic, id), RECORD_STOP, "i", (int64_t)id);
}

static fw_result set_stance(fw_traffic *traffic, fw_agent_id id, bool holds)
{
    const uint32_t slot = traffic_slot_of(traffic, id);
    if (slot == NO_AGENT)
        return FW_UNKNOWN_UNIT;
    agent *unit = &traffic->agents[slot];
    unit->order.stance = holds ? STANCE_HOLDS : STANCE_LOOSE;
    unit->relation.in_way_of = holds ? NO_AGENT : unit->relation.in_way_of;
    traffic->around.detour.changes++;
    return FW_OK;
}

fw_result fw_traffic_hold(fw_traffic *traffic, fw_agent_id id, bool holds)
{
    return TRAFFIC_ANSWER(traffic, set_stance(traffic, id, holds), RECORD_HOLD, "ii", (int64_t)id,
                          (int64_t)holds);
}

static fw_result prioritise(fw_traffic *traffic, fw_agent_id id, int32_t priority)
{
    const uint32_t slot = traffic_slot_of(traffic, id);
    if (slot == NO_AGENT)
        return FW_UNKNOWN_UNIT;
    if (priority < 1 || priority > FW_MAX_PRIORITY)
        return FW_BAD_VALUE;
    traffic->agents[slot].priority = (int16_t)priority;
    convoy_prioritise(traffic, slot);
    way_take_turn(traffic, slot);
    return FW_OK;
}

fw_result fw_traffic_prioritise(fw_traffic *traffic, fw_agent_id id, int32_t priority)
{
    return TRAFFIC_ANSWER(traffic, prioritise(traffic, id, priority), RECORD_PRIORITISE, "ii", (int64_t)id,
                          (int64_t)priority);
}
