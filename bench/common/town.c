#include "common/town.h"

#include <stdio.h>

#include "common/must.h"
#include "io/map_file.h"

bool town_open(town *town, const char *name)
{
    char file[256];
    io_fault fault;
    snprintf(file, sizeof file, "../shared/data/movingai/%s.map", name);
    if (!io_map_load(file, NULL, &town->map, &fault))
        return false;
    fw_unit_def round = fw_default_unit_def();
    round.size = 0;
    round.footprint = fw_circle(0.4);
    must(fw_map_add_unit(town->map, &round, &town->kind));
    must(fw_traffic_create(town->map, NULL, &town->traffic));
    town->random = (random_source){ 1 };
    return true;
}

fw_pose town_place(town *town, const fw_pose *other)
{
    for (;;) {
        const int32_t x = (int32_t)random_below(&town->random, (uint32_t)fw_map_width(town->map));
        const int32_t y = (int32_t)random_below(&town->random, (uint32_t)fw_map_height(town->map));
        if (fw_map_fits(town->map, town->kind, x, y) &&
            (!other || fw_map_connected(town->map, town->kind, x, y, (int32_t)other->x, (int32_t)other->y)))
            return (fw_pose){ x + 0.5, y + 0.5, 0 };
    }
}

void town_add_units(town *town, int count, const fw_pose *other)
{
    for (int added = 0; added < count;) {
        fw_agent_def unit = fw_default_agent_def();
        unit.id = (fw_agent_id)added + 1;
        unit.unit = town->kind;
        unit.start = town_place(town, other);
        unit.top = 2;
        unit.acceleration = unit.braking = unit.lateral = 4;
        const fw_result result = fw_traffic_add(town->traffic, &unit);
        added += result == FW_OK;
        if (result != FW_START_BLOCKED)
            must(result);
    }
}

void town_close(town *town)
{
    fw_traffic_destroy(town->traffic);
    fw_map_destroy(town->map);
}
