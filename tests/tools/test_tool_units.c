// Units that a map's file puts on the map, as the command sees them.
#include <string.h>

#include "common/command.h"
#include "common/near.h"
#include "common/unit.h"
#include "fairway/pose.h"

/// 8 x 4 tiles of ground, a van that looks down, a round unit without a name, and a gate.
static int make_yard(void **state)
{
    const int made = command_make_town(state);
    write_file("van.json",
               "{\"footprint\": {\"rect\": [1.6, 0.8]}, \"turn_radius\": 0.75, \"reverse\": true}");
    write_file("man.json", "{\"footprint\": {\"circle\": 0.4}}");
    write_file(
        "yard.tmj",
        "{\"width\": 8, \"height\": 4, \"tilewidth\": 10, \"tileheight\": 10, \"tilesets\": [{\"firstgid\": "
        "1, "
        "\"tiles\": [{\"id\": 0, \"properties\": [{\"name\": \"walkable\", \"value\": true}]}]}], "
        "\"layers\": ["
        "{\"type\": \"tilelayer\", \"width\": 8, \"height\": 4, \"data\": [1,1,1,1,1,1,1,1, 1,1,1,1,1,1,1,1, "
        "1,1,1,1,1,1,1,1, 1,1,1,1,1,1,1,1]}, {\"type\": \"objectgroup\", \"objects\": ["
        "{\"name\": \"van\", \"type\": \"car\", \"x\": 15, \"y\": 15, \"point\": true, \"properties\": ["
        "{\"name\": \"unit\", \"value\": \"van.json\"}, {\"name\": \"heading\", \"value\": 90}]}, "
        "{\"name\": \"\", \"x\": 55, \"y\": 15, \"point\": true, \"properties\": [{\"name\": \"unit\", "
        "\"value\": \"man.json\"}]}, {\"name\": \"gate\", \"x\": 65, \"y\": 25, \"point\": true}]}]}");
    return made;
}

TEST(info_lists_them)
{
    assert_non_null(strstr(run("info yard.tmj")->out, "2 units (--verbose lists them)"));
    assert_non_null(strstr(run("info yard.tmj -v")->out, "at 1.5,1.5, heading 90, a unit as van.json says"));
    const char *units = strstr(run("info yard.tmj -q --json -")->out, "\"units\": [{\"name\": \"van\"");
    assert_non_null(units);
    assert_true(number_after(units, "\"heading\": ") == 90.0);
    assert_true(number_after(units, "\"turn_radius\": ") == 0.75);
}

TEST(a_path_from_a_unit_is_that_of_this_unit)
{
    const outcome *route = run("route yard.tmj --from van --to gate -q --json -");
    assert_int_equal(route->status, 0);
    assert_true(number_after(route->out, "\"turn_radius\": ") == 0.75);
    assert_non_null(strstr(route->out, "\"rect\": [1.6, 0.8]"));
    route = run("route yard.tmj --from van,0 --to gate -q --json - --turn-radius 1");
    assert_true(number_after(route->out, "\"turn_radius\": ") == 1.0);
    route = run("route yard.tmj --from van --unit man.json --to gate -q --json -");
    assert_true(number_after(route->out, "\"turn_radius\": ") == 0.0);
    assert_non_null(strstr(route->out, "\"circle\": 0.4"));
    assert_null(strstr(route->out, "\"reverse\": true"));
    route = run("route yard.tmj --from gate --to van -q --json -");
    assert_true(number_after(route->out, "\"turn_radius\": ") == 0.0);
    assert_refused(run("route yard.tmj --from vann --to gate"), "no place named 'vann'; did you mean 'van'?");
}

/// With --metres, angles of options are of the world, where y points up, also behind a name.
TEST(a_heading_behind_a_name_is_that_of_the_world)
{
    static const char *const names[] = { "van", "gate" };
    for (int i = 0; i < 2; i++) {
        const outcome *route = run("route yard.tmj --from %s,90 --to 2,1 --footprint circle:0.2 "
                                   "--turn-radius 0.3 --reverse --frame 0.5,0,0 --metres -q --json -",
                                   names[i]);
        assert_int_equal(route->status, 0);
        assert_near(number_after(strstr(route->out, "\"segments\""), "\"heading\": "), FW_PI / 2, 1e-6);
    }
}

TEST(a_scenario_has_them_where_they_stand)
{
    assert_int_equal(run("convert yard.tmj -q -o yard.json")->status, 0);
    static char text[TEXT_BYTES];
    read_file("yard.json", text);
    const char *second = strstr(text, "\"id\": 2, \"at\": [5.5, 1.5]");
    assert_non_null(second);
    assert_non_null(strstr(second, "\"circle\": 0.4"));
    assert_non_null(strstr(text, "\"id\": 1, \"at\": [1.5, 1.5, 90]"));
    assert_non_null(strstr(run("convert yard.tmj -o copy.tmj")->err, "yard.tmj: its 2 units are left out"));
    assert_string_equal(run("convert yard.tmj -q -o copy.tmj")->err, "");
    assert_refused(run("simulate yard.tmj"),
                   "yard.tmj is a map with units: fairway convert yard.tmj -o FILE.json makes a scenario");
    assert_refused(run("simulate yard.json"), "unit 1: the body of a unit in a traffic must be a circle");
}

TESTS_BETWEEN(make_yard, command_remove_town)
