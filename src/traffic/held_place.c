#include "traffic/held_place.h"

#include "traffic/agent_state.h"

void held_place_enter(fw_traffic *traffic, uint32_t slot)
{
    const agent *unit = &traffic->agents[slot];
    const bool stays = unit->pursuit.refused != FW_OK;
    const fw_pose stop = agent_stop(unit);
    points_enter(&traffic->rally.places, slot, stays ? stop.x : unit->order.place_x,
                 stays ? stop.y : unit->order.place_y);
}

void held_place_note_stop(fw_traffic *traffic, uint32_t slot)
{
    const agent *unit = &traffic->agents[slot];
    if (unit->pursuit.refused != FW_OK && unit->order.stage != PLACE_IS_SOUGHT)
        held_place_enter(traffic, slot);
}

void held_place_refuse(fw_traffic *traffic, agent *unit, fw_result result)
{
    const bool is_news = (unit->pursuit.refused != FW_OK) != (result != FW_OK);
    unit->pursuit.refused = result;
    if (is_news && unit->order.stage != PLACE_IS_SOUGHT)
        held_place_enter(traffic, agent_slot(traffic, unit));
}
