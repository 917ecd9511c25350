#include "io/scenario.h"

#include "io/json_writer.h"
#include "io/unit_json.h"

static void write_list(json_writer *json, const char *key, const double *numbers, int count)
{
    json_pair_open(json, key, '[');
    for (int i = 0; i < count; i++)
        json_number(json, numbers[i]);
    json_close(json, ']');
}

/// Writes a position; its heading is left out if it is 0.
static void write_pose(json_writer *json, const char *key, const fw_pose *pose)
{
    const double numbers[] = { pose->x, pose->y, pose->heading / FW_PI * 180 };
    write_list(json, key, numbers, pose->heading == 0.0 ? 2 : 3);
}

/// Begins a list in which each item has a line of its own.
static void begin_list(json_writer *json, const char *key)
{
    json_break(json);
    json_pair_open(json, key, '[');
}

/// Begins an item of a list.
static void begin_item(json_writer *json)
{
    json_break(json);
    json_open(json, '{');
}

static void write_unit(json_writer *json, const fw_map *map, const io_scenario_unit *unit)
{
    const fw_pose goal = { unit->goal_x, unit->goal_y, 0.0 };
    begin_item(json);
    json_pair_whole(json, "id", unit->id);
    write_pose(json, "at", &unit->start);
    if (unit->has_goal)
        write_pose(json, "to", &goal);
    if (unit->start_time > 0.0)
        json_pair_number(json, "start_time", unit->start_time);
    if (unit->priority != 1)
        json_pair_whole(json, "priority", unit->priority);
    json_pair_open(json, "speed", '{');
    json_pair_number(json, "top", unit->top);
    json_pair_number(json, "accelerate", unit->acceleration);
    json_pair_number(json, "brake", unit->braking);
    json_pair_number(json, "lateral", unit->lateral);
    json_close(json, '}');
    json_key(json, "unit");
    io_unit_write(json, map, &unit->unit);
    json_close(json, '}');
}

static void write_group(json_writer *json, const io_scenario *scenario, const io_scenario_group *group)
{
    begin_item(json);
    json_pair_open(json, "units", '[');
    for (int32_t i = 0; i < group->count; i++)
        json_whole(json, scenario->units[group->members[i]].id);
    json_close(json, ']');
    write_pose(json, "to", &group->centre);
    json_pair_text(json, "formation", io_formation_names[group->formation]);
    if (group->spacing > 0.0)
        json_pair_number(json, "spacing", group->spacing);
    if (group->goes_together)
        json_pair_bool(json, "together", true);
    if (group->own_steps != fw_default_group_def().own_steps)
        json_pair_number(json, "own_steps", group->own_steps);
    if (group->keeps_abreast)
        json_pair_bool(json, "keeps_abreast", true);
    if (group->start_time > 0.0)
        json_pair_number(json, "start_time", group->start_time);
    json_close(json, '}');
}

static void write_edit(json_writer *json, const fw_map *map, const io_scenario_edit *edit)
{
    const double rect[] = { edit->x, edit->y, edit->width, edit->height };
    begin_item(json);
    json_pair_number(json, "time", edit->time);
    write_list(json, "rect", rect, 4);
    json_pair_text(json, "terrain", fw_map_terrain_name(map, edit->terrain));
    json_close(json, '}');
}

static bool is_area(const io_named_place *place)
{
    return place->place.width > 0.0 || place->place.height > 0.0;
}

/// Writes the places that have a size, or those that have none; nothing if there are none of them.
static void write_places(json_writer *json, const io_scenario *scenario, bool are_areas)
{
    bool has_begun = false;
    for (int32_t i = 0; i < scenario->place_count; i++) {
        const io_named_place *place = &scenario->places[i];
        const double box[] = { place->place.x, place->place.y, place->place.width, place->place.height };
        if (is_area(place) != are_areas)
            continue;
        if (!has_begun)
            begin_list(json, are_areas ? "areas" : "places");
        has_begun = true;
        begin_item(json);
        json_pair_text(json, "name", place->name);
        if (place->kind[0])
            json_pair_text(json, "kind", place->kind);
        write_list(json, are_areas ? "rect" : "at", box, are_areas ? 4 : 2);
        json_close(json, '}');
    }
    if (has_begun)
        json_close(json, ']');
}

void io_scenario_write(FILE *to, const io_scenario *scenario, const fw_map *map, const char *name,
                       const char *format)
{
    json_writer json = json_writer_to(to);
    json_open(&json, '{');
    json_pair_whole(&json, "fairway_scenario", 1);
    json_pair_text(&json, "map", name);
    json_pair_text(&json, "format", format);
    json_pair_number(&json, "dt", scenario->dt);
    json_pair_number(&json, "time", scenario->time);
    write_places(&json, scenario, false);
    write_places(&json, scenario, true);
    begin_list(&json, "units");
    for (int32_t i = 0; i < scenario->unit_count; i++)
        write_unit(&json, map, &scenario->units[i]);
    json_close(&json, ']');
    if (scenario->group_count > 0)
        begin_list(&json, "groups");
    for (int32_t i = 0; i < scenario->group_count; i++)
        write_group(&json, scenario, &scenario->groups[i]);
    if (scenario->group_count > 0)
        json_close(&json, ']');
    if (scenario->edit_count > 0)
        begin_list(&json, "edits");
    for (int32_t i = 0; i < scenario->edit_count; i++)
        write_edit(&json, map, &scenario->edits[i]);
    if (scenario->edit_count > 0)
        json_close(&json, ']');
    json_close(&json, '}');
    putc('\n', to);
}
