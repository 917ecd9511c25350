#include "io/scenario.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/json_reader.h"
#include "io/map_file.h"
#include "io/terrain_names.h"
#include "io/text.h"
#include "io/unit_reader.h"

#define SCENARIO_MOST_BYTES ((size_t)1 << 28)

/// Longest run, in seconds.
#define MOST_TIME 1e6

enum { MOST_NAME = 1024 };

void io_scenario_free(io_scenario *scenario)
{
    for (int32_t i = 0; i < scenario->group_count; i++)
        free(scenario->groups[i].members);
    free(scenario->units);
    free(scenario->groups);
    free(scenario->edits);
    free(scenario->places);
    *scenario = (io_scenario){ 0 };
}

/// Takes the middle of a place that a text names.
///
/// @param map  as for read_pose()
static bool find_place(const json_place *text, const fw_map *map, const io_scenario *scenario, fw_pose *pose)
{
    for (int32_t i = 0; i < scenario->place_count; i++) {
        const io_named_place *known = &scenario->places[i];
        if (strcmp(known->name, json_string_value(text->value)) == 0) {
            *pose = (fw_pose){ known->place.x + 0.5 * known->place.width,
                               known->place.y + 0.5 * known->place.height, 0.0 };
            return !map ||
                   (pose->x >= 0.0 && pose->y >= 0.0 && pose->x <= fw_map_width(map) &&
                    pose->y <= fw_map_height(map)) ||
                   json_expected(text, "the name of a place on the map");
        }
    }
    return json_expected(text, "the name of one of the scenario's places or areas");
}

/// Reads a position, with or without a heading, or the name of a place.
///
/// @param map  the position lies within it; null = it may lie anywhere
static bool read_pose(const json_place *object, const char *key, const fw_map *map,
                      const io_scenario *scenario, fw_pose *pose)
{
    const json_place list = json_at(object, key);
    if (json_is_string(list.value))
        return find_place(&list, map, scenario, pose);
    if (!json_expect_list(&list))
        return false;
    if (json_count(&list) != 2 && json_count(&list) != 3)
        return json_expected(&list, "[x, y] or [x, y, degrees]");
    const json_place x = json_item(&list, 0), y = json_item(&list, 1), heading = json_item(&list, 2);
    const double least = map ? 0 : -1e6;
    double degrees = 0;
    if (!json_read_number(&x, least, map ? fw_map_width(map) : 1e6, &pose->x) ||
        !json_read_number(&y, least, map ? fw_map_height(map) : 1e6, &pose->y) ||
        (heading.value && !json_read_number(&heading, -1e6, 1e6, &degrees)))
        return false;
    pose->heading = degrees * FW_PI / 180;
    return true;
}

/// Room for the items of a list, filled with zeros, to be freed; null: the place is no list, or there is no memory.
static void *room_for_items(const json_place *list, size_t item_bytes)
{
    if (!json_expect_list(list))
        return NULL;
    void *items = calloc(json_count(list) + 1, item_bytes);
    if (!items)
        io_fail_without_memory(list->fault, list->file);
    return items;
}

static bool read_speeds(const json_place *object, io_scenario_unit *unit)
{
    static const char *const keys[] = { "top", "accelerate", "brake", "lateral", NULL };
    static const char *const fields[] = { "top", "acceleration", "braking", "lateral" };
    const json_place speed = json_at(object, "speed");
    fw_agent_def def = fw_default_agent_def();
    def.id = 1; // any: only speeds are judged here
    double *const numbers[] = { &def.top, &def.acceleration, &def.braking, &def.lateral };
    if (!json_expect_keys(&speed, keys, "a speed"))
        return false;
    for (int i = 0; keys[i]; i++)
        if (!json_number_at(&speed, keys[i], -1e9, 1e9, numbers[i]))
            return false;
    const fw_refusal why = fw_agent_refusal(NULL, &def);
    for (int i = 0; keys[i] && why.result != FW_OK; i++)
        if (strcmp(why.field, fields[i]) == 0)
            return io_fail(object->fault, "%s: %s.%s is %g: %s", speed.file, speed.path, keys[i], *numbers[i],
                           why.reason);
    unit->top = def.top;
    unit->acceleration = def.acceleration;
    unit->braking = def.braking;
    unit->lateral = def.lateral;
    return true;
}

/// Reads the kind of a unit, which the library must accept.
static bool read_kind(const json_place *object, const fw_map *map, fw_unit_def *unit)
{
    const json_place kind = json_at(object, "unit");
    *unit = fw_default_unit_def();
    unit->size = 0;
    if (!json_read_unit(&kind, map, unit))
        return false;
    const fw_refusal why = fw_unit_refusal(unit);
    return why.result == FW_OK ||
           io_fail(object->fault, "%s: %s: %s: %s", kind.file, kind.path, why.field, why.reason);
}

static bool read_unit(const json_place *object, const fw_map *map, const io_scenario *scenario,
                      io_scenario_unit *unit)
{
    static const char *const keys[] = { "id", "kind",       "unit",     "speed", "at",
                                        "to", "start_time", "priority", NULL };
    int64_t id = 0;
    fw_pose to = { 0 };
    if (!json_expect_keys(object, keys, "a unit"))
        return false;
    const json_place goal = json_at(object, "to"), priority = json_at(object, "priority"),
                     kind = json_at(object, "kind");
    if (kind.value && !json_is_string(kind.value))
        return json_expected(&kind, "a text");
    if (!json_whole_at(object, "id", 1, UINT32_MAX, &id) || !read_kind(object, map, &unit->unit) ||
        !read_speeds(object, unit) || !read_pose(object, "at", map, scenario, &unit->start))
        return false;
    unit->id = (uint32_t)id;
    unit->has_goal = goal.value != NULL;
    if (unit->has_goal && !read_pose(object, "to", map, scenario, &to))
        return false;
    unit->goal_x = to.x;
    unit->goal_y = to.y;
    unit->priority = 1;
    if (priority.value && !json_read_whole(&priority, 1, FW_MAX_PRIORITY, &unit->priority))
        return false;
    return !json_at(object, "start_time").value ||
           json_number_at(object, "start_time", 0, MOST_TIME, &unit->start_time);
}

/// The index of a unit of the scenario; -1 if no unit has this id.
static int32_t find_unit(const io_scenario *scenario, int64_t id)
{
    for (int32_t i = 0; i < scenario->unit_count; i++)
        if (scenario->units[i].id == id)
            return i;
    return -1;
}

/// Reads the id of a group's member as the index of a unit.
///
/// @param is_member  [unit_count] of the members so far
static bool read_member(const json_place *item, const io_scenario *scenario, bool *is_member, int32_t *index)
{
    int64_t id = 0;
    if (!json_read_whole(item, 1, UINT32_MAX, &id))
        return false;
    *index = find_unit(scenario, id);
    if (*index < 0 || is_member[*index])
        return json_expected(item, "the id of a unit, each at most once");
    is_member[*index] = true;
    return true;
}

static bool read_members(const json_place *list, const io_scenario *scenario, io_scenario_group *group)
{
    group->members = room_for_items(list, sizeof *group->members);
    if (!group->members)
        return false;
    bool *is_member = calloc((size_t)scenario->unit_count + 1, sizeof *is_member);
    if (!is_member)
        return io_fail_without_memory(list->fault, list->file);
    bool is_read = true;
    for (size_t i = 0; is_read && i < json_count(list); i++) {
        const json_place item = json_item(list, i);
        is_read = read_member(&item, scenario, is_member, &group->members[group->count]);
        group->count += is_read;
    }
    free(is_member);
    return is_read;
}

const char *const io_formation_names[FW_FORMATIONS] = { "line", "column", "wedge", "box" };

static bool read_formation(const json_place *place, fw_formation *formation)
{
    int index = FW_FORMATION_BOX;
    const bool is_read = !place->value || json_read_name(place, io_formation_names, FW_FORMATIONS, &index);
    *formation = (fw_formation)index;
    return is_read;
}

/// @param[out] group  to be freed also after a failure
static bool read_group(const json_place *object, const io_scenario *scenario, io_scenario_group *group)
{
    static const char *const keys[] = { "units",         "to",         "formation",
                                        "spacing",       "together",   "own_steps",
                                        "keeps_abreast", "start_time", NULL };
    if (!json_expect_keys(object, keys, "a group"))
        return false;
    const json_place members = json_at(object, "units"), formation = json_at(object, "formation"),
                     together = json_at(object, "together"), abreast = json_at(object, "keeps_abreast");
    group->own_steps = fw_default_group_def().own_steps;
    if (!read_members(&members, scenario, group) ||
        !read_pose(object, "to", NULL, scenario, &group->centre) ||
        !read_formation(&formation, &group->formation) ||
        (together.value && !json_read_bool(&together, &group->goes_together)) ||
        (abreast.value && !json_read_bool(&abreast, &group->keeps_abreast)))
        return false;
    return (!json_at(object, "spacing").value ||
            json_number_at(object, "spacing", 1e-3, 1e6, &group->spacing)) &&
           (!json_at(object, "own_steps").value ||
            json_number_at(object, "own_steps", 0, 1e6, &group->own_steps)) &&
           (!json_at(object, "start_time").value ||
            json_number_at(object, "start_time", 0, MOST_TIME, &group->start_time));
}

static bool read_edit(const json_place *object, const fw_map *map, io_scenario_edit *edit)
{
    static const char *const keys[] = { "time", "rect", "terrain", NULL };
    if (!json_expect_keys(object, keys, "an edit") ||
        !json_number_at(object, "time", 0, MOST_TIME, &edit->time))
        return false;
    const json_place rect = json_at(object, "rect"), name = json_at(object, "terrain");
    int64_t numbers[4];
    if (!json_expect_list(&rect) || json_count(&rect) != 4)
        return json_expected(&rect, "[x, y, width, height]");
    for (size_t i = 0; i < 4; i++) {
        const json_place item = json_item(&rect, i);
        if (!json_read_whole(&item, i < 2 ? 0 : 1, FW_MAX_SIDE, &numbers[i]))
            return false;
    }
    edit->x = (int32_t)numbers[0];
    edit->y = (int32_t)numbers[1];
    edit->width = (int32_t)numbers[2];
    edit->height = (int32_t)numbers[3];
    if (edit->x + edit->width > fw_map_width(map) || edit->y + edit->height > fw_map_height(map))
        return json_expected(&rect, "a rectangle within the map");
    const char *text = NULL;
    if (!json_read_text(&name, &text))
        return false;
    const int terrain = io_terrain_on_map(map, text);
    if (terrain < 0)
        return json_expected(&name, "a terrain of the map");
    edit->terrain = (uint8_t)terrain;
    return true;
}

static bool read_units(const json_place *list, const fw_map *map, io_scenario *scenario)
{
    scenario->units = room_for_items(list, sizeof *scenario->units);
    bool is_read = scenario->units;
    for (size_t i = 0; is_read && i < json_count(list); i++) {
        const json_place item = json_item(list, i);
        is_read = read_unit(&item, map, scenario, &scenario->units[scenario->unit_count++]);
    }
    return is_read;
}

static bool read_groups(const json_place *list, io_scenario *scenario)
{
    scenario->groups = room_for_items(list, sizeof *scenario->groups);
    bool is_read = scenario->groups;
    for (size_t i = 0; is_read && i < json_count(list); i++) {
        const json_place item = json_item(list, i);
        is_read = read_group(&item, scenario, &scenario->groups[scenario->group_count++]);
    }
    return is_read;
}

static bool read_edits(const json_place *list, const fw_map *map, io_scenario *scenario)
{
    scenario->edits = room_for_items(list, sizeof *scenario->edits);
    bool is_read = scenario->edits;
    for (size_t i = 0; is_read && i < json_count(list); i++) {
        const json_place item = json_item(list, i);
        is_read = read_edit(&item, map, &scenario->edits[scenario->edit_count++]);
    }
    return is_read;
}

/// Reads the numbers of a list of this length: x, y, and for areas width and height, which are not negative.
static bool read_box(const json_place *list, size_t count, fw_io_place *place)
{
    double *const numbers[] = { &place->x, &place->y, &place->width, &place->height };
    if (json_count(list) != count)
        return json_expected(list, count == 2 ? "[x, y]" : "[x, y, width, height]");
    for (size_t i = 0; i < count; i++) {
        const json_place item = json_item(list, i);
        if (!json_read_number(&item, i < 2 ? -1e6 : 0.0, 1e6, numbers[i]))
            return false;
    }
    return true;
}

static bool read_place(const json_place *object, bool is_area, io_named_place *place)
{
    static const char *const place_keys[] = { "name", "kind", "at", NULL };
    static const char *const area_keys[] = { "name", "kind", "rect", NULL };
    if (!json_expect_keys(object, is_area ? area_keys : place_keys, is_area ? "an area" : "a place"))
        return false;
    const json_place name = json_at(object, "name"), kind = json_at(object, "kind"),
                     box = json_at(object, is_area ? "rect" : "at");
    const char *called = "", *sort = "";
    if ((name.value && !json_read_text(&name, &called)) || (kind.value && !json_read_text(&kind, &sort)) ||
        !read_box(&box, is_area ? 4 : 2, &place->place))
        return false;
    io_place_name(place->name, called);
    io_place_name(place->kind, sort);
    return true;
}

/// Reads places and then areas, each of which may be missing.
static bool read_places(const json_place *places, const json_place *areas, io_scenario *scenario)
{
    const json_place *const lists[] = { places, areas };
    scenario->places = calloc(json_count(places) + json_count(areas) + 1, sizeof *scenario->places);
    if (!scenario->places)
        return io_fail_without_memory(places->fault, places->file);
    for (int k = 0; k < 2; k++) {
        if (lists[k]->value && !json_expect_list(lists[k]))
            return false;
        for (size_t i = 0; i < json_count(lists[k]); i++) {
            const json_place item = json_item(lists[k], i);
            if (!read_place(&item, k == 1, &scenario->places[scenario->place_count++]))
                return false;
        }
    }
    return true;
}

static bool read_scenario(const json_place *top, const fw_map *map, io_scenario *scenario)
{
    static const char *const keys[] = {
        "fairway_scenario", "map", "dt", "time", "units", "groups", "edits", "format", "places", "areas", NULL
    };
    int64_t version = 0;
    if (!json_expect_keys(top, keys, "a scenario"))
        return false;
    const json_place units = json_at(top, "units"), groups = json_at(top, "groups"),
                     edits = json_at(top, "edits"), places = json_at(top, "places"),
                     areas = json_at(top, "areas");
    return read_places(&places, &areas, scenario) && json_whole_at(top, "fairway_scenario", 1, 1, &version) &&
           json_number_at(top, "dt", 1e-4, 60, &scenario->dt) &&
           json_number_at(top, "time", 0, MOST_TIME, &scenario->time) && read_units(&units, map, scenario) &&
           (!groups.value || read_groups(&groups, scenario)) &&
           (!edits.value || read_edits(&edits, map, scenario));
}

bool io_scenario_read(const char *name, const char *bytes, size_t size, const fw_map *map,
                      io_scenario *scenario, io_fault *fault)
{
    *scenario = (io_scenario){ 0 };
    json_t *value = json_parse(name, bytes, size, fault);
    if (!value)
        return false;
    const json_place top = json_top(name, value, fault);
    const bool is_read = read_scenario(&top, map, scenario);
    json_decref(value);
    if (!is_read)
        io_scenario_free(scenario);
    return is_read;
}

/// The name of the map's file, as the scenario gives it: relative to the scenario.
static bool read_map_name(const char *file, const char *bytes, size_t size, char *name, io_fault *fault)
{
    json_t *value = json_parse(file, bytes, size, fault);
    if (!value)
        return false;
    const json_place top = json_top(file, value, fault);
    const json_place place = json_at(&top, "map");
    const char *text = NULL;
    bool is_read = json_expect_object(&top) && json_read_text(&place, &text);
    if (is_read) {
        const char *slash = strrchr(file, '/');
        const int folder = slash && text[0] != '/' ? (int)(slash + 1 - file) : 0;
        is_read = snprintf(name, MOST_NAME, "%.*s%s", folder, file, text) < MOST_NAME ||
                  json_expected(&place, "a shorter name");
    }
    json_decref(value);
    return is_read;
}

bool io_scenario_load(const char *file, fw_map **map, io_scenario *scenario, io_fault *fault)
{
    char *bytes = NULL, name[MOST_NAME];
    size_t size = 0;
    *map = NULL;
    if (!io_load(file, SCENARIO_MOST_BYTES, &bytes, &size, fault))
        return false;
    const bool is_read = read_map_name(file, bytes, size, name, fault) &&
                         io_map_load(name, NULL, map, fault) &&
                         io_scenario_read(file, bytes, size, *map, scenario, fault);
    free(bytes);
    if (is_read)
        return true;
    fw_map_destroy(*map);
    *map = NULL;
    return false;
}
