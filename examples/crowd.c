// Two groups of units go through the same gap, each to the other's side, without touching each other.
#include <stdio.h>
#include <stdlib.h>

#include "fairway/fairway.h"

enum { UNITS = 16, TICKS_OF_A_SECOND = 20 };

static void must(fw_result result)
{
    if (result == FW_OK)
        return;
    fprintf(stderr, "%s\n", fw_result_text(result));
    exit(1);
}

int main(void)
{
    fw_map_def def = fw_default_map_def(); // 64x64 tiles of ground
    fw_map *map = NULL;
    must(fw_map_create(&def, &map));
    must(fw_map_set_rect(map, 31, 0, 2, 28, FW_BLOCKED)); // a wall with a gap of 8 tiles
    must(fw_map_set_rect(map, 31, 36, 2, 28, FW_BLOCKED));
    must(fw_map_commit(map));

    fw_unit_def soldier = fw_default_unit_def();
    soldier.footprint = fw_circle(0.5);
    fw_unit_id kind = 0;
    must(fw_map_add_unit(map, &soldier, &kind));

    fw_traffic *traffic = NULL;
    must(fw_traffic_create(map, NULL, &traffic));
    for (int i = 0; i < UNITS; i++) {
        const double side = i % 2 == 0 ? 20 : 44, row = 25 + 2 * (i / 2);
        fw_agent_def unit = fw_default_agent_def();
        unit.id = (fw_agent_id)i + 1;
        unit.unit = kind;
        unit.start = (fw_pose){ side, row, 0 };
        unit.top = 3;
        unit.acceleration = unit.braking = unit.lateral = 6;
        must(fw_traffic_add(traffic, &unit));
        must(fw_traffic_order(traffic, unit.id, 64 - side, row));
    }

    int arrived = 0;
    while (arrived < UNITS && fw_traffic_time(traffic) < 60) { // the loop of the game
        must(fw_traffic_step(traffic, 1.0 / TICKS_OF_A_SECOND, 5000));
        int32_t count = 0;
        const fw_traffic_event *events = fw_traffic_events(traffic, &count);
        for (int32_t i = 0; i < count; i++)
            if (events[i].activity == FW_AGENT_ARRIVED)
                printf("%5.2f s: unit %u has arrived\n", events[i].time, events[i].id);
        arrived = 0;
        const fw_agent_state *states = fw_traffic_states(traffic, &count); // poses to draw
        for (int32_t i = 0; i < count; i++)
            arrived += states[i].activity == FW_AGENT_ARRIVED;
    }
    printf("%d of %d have arrived\n", arrived, UNITS);

    fw_traffic_destroy(traffic);
    fw_map_destroy(map);
    return arrived == UNITS ? 0 : 1;
}
