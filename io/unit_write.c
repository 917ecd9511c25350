#include "io/unit_json.h"

/// @param key  null in a list
static void write_pair(json_writer *json, const char *key, double first, double second)
{
    if (key)
        json_key(json, key);
    json_open(json, '[');
    json_number(json, first);
    json_number(json, second);
    json_close(json, ']');
}

static void write_footprint(json_writer *json, const fw_unit_def *unit)
{
    const fw_footprint *body = &unit->footprint;
    json_pair_open(json, "footprint", '{');
    if (body->kind == FW_FOOTPRINT_RECTANGLE) {
        write_pair(json, "rect", body->length, body->width);
        if (body->ahead != 0.0 || body->aside != 0.0)
            write_pair(json, "at", body->ahead, body->aside);
    } else if (body->kind == FW_FOOTPRINT_POLYGON) {
        json_pair_open(json, "polygon", '[');
        for (int32_t i = 0; i < body->corner_count; i++)
            write_pair(json, NULL, body->corners[i].ahead, body->corners[i].aside);
        json_close(json, ']');
    } else {
        const int32_t size = unit->size > 0 ? unit->size : 1; // 0: without a footprint, the library takes 1
        json_pair_number(json, "circle", body->kind == FW_FOOTPRINT_CIRCLE ? body->radius : 0.5 * size);
    }
    json_close(json, '}');
}

void io_unit_write(json_writer *json, const fw_map *map, const fw_unit_def *unit)
{
    json_open(json, '{');
    json_pair_whole(json, "size", unit->size);
    json_pair_open(json, "enter", '{');
    for (int terrain = 1; terrain < FW_TERRAIN_COUNT; terrain++)
        if (unit->terrain_cost[terrain] > 0.0f)
            json_pair_number(json, fw_map_terrain_name(map, (uint8_t)terrain),
                             (double)unit->terrain_cost[terrain]);
    json_close(json, '}');
    json_pair_number(json, "turn_radius", unit->turn_radius);
    write_footprint(json, unit);
    json_pair_bool(json, "reverse", unit->reverse);
    if (unit->reverse) {
        json_pair_number(json, "reverse_penalty", unit->reverse_penalty);
        json_pair_number(json, "gear_change", unit->gear_change_cost);
    }
    json_pair_text(json, "corners", io_corner_names[unit->corners]);
    if (unit->curvature_rate > 0)
        json_pair_number(json, "curvature_rate", unit->curvature_rate);
    if (unit->headings != 8)
        json_pair_whole(json, "headings", unit->headings);
    if (unit->cluster)
        json_pair_whole(json, "cluster", unit->cluster);
    if (unit->all_curves)
        json_pair_bool(json, "all_curves", true);
    if (unit->abstraction == FW_ABSTRACTION_SHARED)
        json_pair_text(json, "abstraction", "shared");
    json_close(json, '}');
}
