#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "common/command.h"

#define SPEED "\"speed\": {\"top\": 2, \"accelerate\": 4, \"brake\": 4, \"lateral\": 4}"
#define KIND  "\"unit\": {\"footprint\": {\"circle\": 0.4}}"

/// A room of 12 x 5 tiles with a wall in the middle, open at the top.
static void write_room(void)
{
    write_file("room.map", "type octile\nheight 5\nwidth 12\nmap\n............\n............\n.....@......\n"
                           ".....@......\n.....@......\n");
}

static void write_scenario(const char *units, const char *more)
{
    char text[TEXT_BYTES];
    write_room();
    snprintf(
        text, sizeof text,
        "{\"fairway_scenario\": 1, \"map\": \"room.map\", \"dt\": 0.05, \"time\": 30, \"units\": [%s]%s}",
        units, more);
    write_file("scene.json", text);
}

static void two_units_change_sides(void **state)
{
    (void)state;
    write_scenario("{\"id\": 2, " KIND ", " SPEED ", \"at\": [1, 3.5, 90], \"to\": [11, 3.5]}, "
                   "{\"id\": 1, " KIND ", " SPEED ", \"at\": [11, 3.5], \"to\": [1, 3.5], \"start_time\": 1}",
                   "");
    const outcome *result = run("simulate scene.json --json -");
    assert_int_equal(result->status, 0);
    assert_non_null(strstr(result->out, "\"arrived\": 2"));
    assert_non_null(strstr(result->out, "{\"id\": 1, \"result\": \"arrived\""));
    assert_true(number_after(result->out, "\"smallest_gap\": ") >= 0);
    assert_true(number_after(result->out, "\"smallest_wall_gap\": ") >= -1e-6);
    assert_true(number_after(result->out, "\"driven\": ") > 10);
}

static void poses_have_a_line_for_each_unit_and_frame(void **state)
{
    (void)state;
    char text[TEXT_BYTES];
    write_scenario("{\"id\": 5, " KIND ", " SPEED
                   ", \"at\": [1, 3.5, 90], \"to\": [3, 3.5], \"start_time\": 0.5}, "
                   "{\"id\": 3, " KIND ", " SPEED ", \"at\": [9, 3.5]}",
                   "");
    assert_int_equal(run("simulate scene.json -q --sample 0.03 --poses poses.csv --svg moving.svg")->status,
                     0);
    read_file("poses.csv", text);
    static const char first[] = "time,unit,x,y,heading,speed\n0,3,9,3.5,0,0\n0,5,1,3.5,1.57079";
    assert_memory_equal(text, first, sizeof first - 1);
    int lines = 0;
    double last = -1, time = 0;
    unsigned unit = 0;
    for (const char *line = strchr(text, '\n') + 1; *line; line = strchr(line, '\n') + 1, lines++) {
        assert_int_equal(sscanf(line, "%lf,%u,", &time, &unit), 2);
        assert_int_equal(unit, lines % 2 ? 5 : 3);
        assert_true(lines % 2 ? time == last : time > last);
        last = time;
    }
    assert_true(lines > 60 && lines % 2 == 0);
    read_file("moving.svg", text);
    assert_memory_equal(text, "<svg ", 5);
    assert_non_null(strstr(text, "<animate "));
}

static void time_that_is_up_and_goals_that_cannot_be_reached_are_told_apart(void **state)
{
    (void)state;
    write_scenario("{\"id\": 1, " KIND ", " SPEED ", \"at\": [1, 3.5], \"to\": [11, 3.5]}", "");
    assert_int_equal(run("simulate scene.json --time 2")->status, 1);
    write_scenario("{\"id\": 1, " KIND ", " SPEED ", \"at\": [1, 3.5], \"to\": [11, 3.5]}",
                   ", \"edits\": [{\"time\": 1, \"rect\": [5, 0, 1, 5], \"terrain\": \"water\"}]");
    const outcome *result = run("simulate scene.json --json -");
    assert_int_equal(result->status, 0);
    assert_non_null(
        strstr(result->out, "\"result\": \"blocked\", \"reason\": \"no path leads to its goal\""));
}

static void mistakes_in_a_scenario_are_named(void **state)
{
    (void)state;
    write_scenario("{\"id\": 0}", "");
    assert_refused(run("simulate scene.json"), "scene.json: units[0].id is 0");
    write_scenario("{\"id\": 1, " KIND ", " SPEED ", \"at\": [1]}", "");
    assert_refused(run("simulate scene.json"), "units[0].at");
    write_scenario("{\"id\": 1, " KIND ", " SPEED ", \"at\": [5.5, 3.5]}", "");
    assert_refused(run("simulate scene.json"), "scene.json: unit 1: the unit cannot stand at its start");
    write_scenario(
        "{\"id\": 1, \"unit\": {\"footprint\": {\"rect\": [2, 1]}}, " SPEED ", \"at\": [2.5, 3.5]}", "");
    assert_refused(run("simulate scene.json"), "scene.json: unit 1: ");
    write_scenario("", ", \"groups\": []");
    assert_refused(run("simulate scene.json"), "groups is not a field of a scenario");
    write_scenario("", ", \"edits\": [{\"time\": 1, \"rect\": [5, 0, 1, 9], \"terrain\": \"water\"}]");
    assert_refused(run("simulate scene.json"), "edits[0].rect");
    write_file("scene.json", "{\"map\": \"none.map\"}");
    assert_refused(run("simulate scene.json"), "none.map");
}

int main(int count, char **words)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_units_change_sides),
        cmocka_unit_test(poses_have_a_line_for_each_unit_and_frame),
        cmocka_unit_test(time_that_is_up_and_goals_that_cannot_be_reached_are_told_apart),
        cmocka_unit_test(mistakes_in_a_scenario_are_named),
    };
    command_find(count, words);
    return cmocka_run_group_tests(tests, command_make_town, command_remove_town);
}
