// Scenarios: what is written is read again, member by member.
#define _XOPEN_SOURCE 700 // open_memstream
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/unit.h"
#include "io/scenario.h"

static const char everything[] =
    "{\"fairway_scenario\": 1, \"map\": \"town.map\", \"format\": \"MovingAI\", \"dt\": 0.1, \"time\": 77.5, "
    "\"places\": [{\"name\": \"gate\", \"kind\": \"exit\", \"at\": [1.5, 2.25]}, {\"at\": [0, 0]}], "
    "\"areas\": [{\"name\": \"market\", \"rect\": [10, 2.5, 4, 3]}], "
    "\"units\": ["
    "{\"id\": 7, \"kind\": \"Scout\", \"unit\": {\"footprint\": {\"circle\": 0.4}, \"enter\": {\"ground\": "
    "1.5}}, \"speed\": "
    "{\"top\": 2, "
    "\"accelerate\": 3, \"brake\": 4, \"lateral\": 5}, \"at\": [3, 4.5, 90], \"to\": \"market\", "
    "\"start_time\": 2.5, "
    "\"priority\": 9}, "
    "{\"id\": 3, \"unit\": {\"footprint\": {\"rect\": [1.2, 0.6], \"at\": [0.4, 0]}, \"turn_radius\": 2, "
    "\"reverse\": true}, \"speed\": {\"top\": 1, \"accelerate\": 1, \"brake\": 1, \"lateral\": 1}, \"at\": "
    "\"gate\"}], "
    "\"groups\": [{\"units\": [3, 7], \"to\": [20, 20, -45], \"formation\": \"wedge\", \"spacing\": 2.5, "
    "\"together\": true, \"own_steps\": 3.5, \"keeps_abreast\": true, \"start_time\": 4}], "
    "\"edits\": [{\"time\": 5, \"rect\": [14, 3, 2, 6], \"terrain\": \"water\"}]}";

static fw_map *map;

static int make_map(void **state)
{
    const fw_map_def def = fw_default_map_def();
    return fw_map_create(&def, &map) == FW_OK ? 0 : -1;
}

static int destroy_map(void **state)
{
    fw_map_destroy(map);
    return 0;
}

static void read_text(const char *text, io_scenario *scenario)
{
    io_fault fault;
    if (!io_scenario_read("town.json", text, strlen(text), map, scenario, &fault))
        fail_msg("%s", fault.text);
}

static void assert_refused(const char *text, const char *sentence)
{
    io_scenario scenario;
    io_fault fault;
    assert_false(io_scenario_read("town.json", text, strlen(text), map, &scenario, &fault));
    if (!strstr(fault.text, sentence))
        fail_msg("%s", fault.text);
}

static void assert_everything(const io_scenario *scenario)
{
    assert_true(scenario->dt == 0.1 && scenario->time == 77.5);
    assert_int_equal(scenario->place_count, 3);
    assert_string_equal(scenario->places[0].name, "gate");
    assert_string_equal(scenario->places[0].kind, "exit");
    assert_true(scenario->places[0].place.x == 1.5 && scenario->places[0].place.y == 2.25);
    assert_string_equal(scenario->places[1].name, "");
    assert_true(scenario->places[2].place.width == 4 && scenario->places[2].place.height == 3);
    assert_int_equal(scenario->unit_count, 2);
    const io_scenario_unit *first = &scenario->units[0], *second = &scenario->units[1];
    assert_int_equal(first->id, 7);
    assert_true(first->unit.footprint.radius == 0.4 && first->unit.terrain_cost[FW_GROUND] == 1.5F);
    assert_true(first->top == 2 && first->acceleration == 3 && first->braking == 4 && first->lateral == 5);
    assert_true(first->start.x == 3 && first->start.y == 4.5 &&
                fabs(first->start.heading - FW_PI / 2) < 1e-15);
    assert_true(first->has_goal && first->goal_x == 12 && first->goal_y == 4); // the middle of the market
    assert_true(first->start_time == 2.5 && first->priority == 9);
    assert_true(!second->has_goal && second->start.x == 1.5 && second->start.y == 2.25);
    assert_true(second->unit.footprint.length == 1.2 && second->unit.footprint.ahead == 0.4);
    assert_true(second->unit.turn_radius == 2 && second->unit.reverse && second->priority == 1);
    assert_int_equal(scenario->group_count, 1);
    const io_scenario_group *group = &scenario->groups[0];
    assert_true(group->count == 2 && group->members[0] == 1 && group->members[1] == 0);
    assert_true(group->formation == FW_FORMATION_WEDGE && group->spacing == 2.5 && group->goes_together);
    assert_true(group->own_steps == 3.5 && group->keeps_abreast);
    assert_true(group->start_time == 4 && fabs(group->centre.heading + FW_PI / 4) < 1e-15);
    assert_int_equal(scenario->edit_count, 1);
    assert_true(scenario->edits[0].width == 2 && scenario->edits[0].terrain == FW_WATER);
}

static void write_and_read(const io_scenario *scenario, io_scenario *again)
{
    char *text;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    io_scenario_write(to, scenario, map, "town.map", "MovingAI");
    fclose(to);
    read_text(text, again);
    free(text);
}

TEST(what_is_written_is_read_again)
{
    io_scenario scenario, again;
    read_text(everything, &scenario);
    assert_everything(&scenario);
    write_and_read(&scenario, &again);
    assert_everything(&again);
    io_scenario_free(&scenario);
    io_scenario_free(&again);
}

TEST(a_unit_without_size_and_footprint_is_as_large_as_a_tile)
{
    io_scenario scenario, again;
    read_text(
        "{\"fairway_scenario\": 1, \"map\": \"town.map\", \"format\": \"MovingAI\", \"dt\": 0.1, \"time\": "
        "5, "
        "\"units\": [{\"id\": 1, \"unit\": {}, \"speed\": {\"top\": 1, \"accelerate\": 1, \"brake\": 1, "
        "\"lateral\": 1}, \"at\": [3, 4, 0]}]}",
        &scenario);
    write_and_read(&scenario, &again);
    assert_int_equal(again.units[0].unit.footprint.kind, FW_FOOTPRINT_CIRCLE);
    assert_float_equal(again.units[0].unit.footprint.radius, 0.5, 0);
    io_scenario_free(&scenario);
    io_scenario_free(&again);
}

TEST(places_are_read_strictly)
{
#define SCENE(places) "{\"fairway_scenario\": 1, \"dt\": 1, \"time\": 1, \"units\": [], " places "}"
    assert_refused(SCENE("\"places\": [{\"at\": [1]}]"), "places[0].at is a list, expected [x, y]");
    assert_refused(SCENE("\"areas\": [{\"rect\": [1, 2, -1, 2]}]"), "areas[0].rect[2] is -1");
    assert_refused(SCENE("\"areas\": [{\"at\": [1, 2]}]"), "areas[0].at is not a field of an area");
    assert_refused("{\"fairway_scenario\": 1, \"dt\": 1, \"time\": 1, \"units\": [{\"id\": 1, \"kind\": 2}]}",
                   "units[0].kind is 2, expected a text");
    assert_refused(SCENE("\"places\": 3"), "places is 3, expected a list");
    assert_refused(
        "{\"fairway_scenario\": 1, \"dt\": 1, \"time\": 1, \"places\": [{\"name\": \"far\", \"at\": [65, "
        "1]}], "
        "\"units\": [{\"id\": 1, \"unit\": {}, \"at\": \"far\", \"speed\": {\"top\": 1, \"accelerate\": 1, "
        "\"brake\": 1, \"lateral\": 1}}]}",
        "units[0].at is \"far\", expected the name of a place on the map");
    assert_refused(SCENE("\"groups\": [{\"units\": [], \"to\": \"gate\"}]"),
                   "groups[0].to is \"gate\", expected the name of one of the scenario's places or areas");
}

TESTS_BETWEEN(make_map, destroy_map)
