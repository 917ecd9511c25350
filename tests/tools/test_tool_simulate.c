#define _XOPEN_SOURCE 700

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/command.h"
#include "common/rounds.h"
#include "common/unit.h"

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

TEST(two_units_change_sides)
{
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

TEST(poses_have_a_line_for_each_unit_and_frame)
{
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
    assert_non_null(strstr(text, "type=\"rotate\"")); // the front turns
    assert_non_null(strstr(text, "class=\"goal\""));
    assert_non_null(strstr(text, "attributeName=\"stroke-dashoffset\"")); // the trail grows
    assert_non_null(strstr(text, ">1 s<"));
    assert_non_null(strstr(text, "<animate "));
}

TEST(time_that_is_up_and_goals_that_cannot_be_reached_are_told_apart)
{
    write_scenario("{\"id\": 1, " KIND ", " SPEED ", \"at\": [1, 3.5], \"to\": [11, 3.5]}", "");
    assert_int_equal(run("simulate scene.json --time 2")->status, 1);
    write_scenario("{\"id\": 1, " KIND ", " SPEED ", \"at\": [1, 3.5], \"to\": [11, 3.5]}",
                   ", \"edits\": [{\"time\": 1, \"rect\": [5, 0, 1, 5], \"terrain\": \"water\"}]");
    const outcome *result = run("simulate scene.json --json -");
    assert_int_equal(result->status, 0);
    assert_non_null(
        strstr(result->out, "\"result\": \"blocked\", \"reason\": \"no path leads to its goal\""));
    assert_non_null(strstr(run("simulate scene.json")->out,
                           "units that cannot arrive: 1, such as unit 1: no path leads to its goal\n"));
    write_scenario("{\"id\": 1, " KIND ", " SPEED ", \"at\": [1, 3.5], \"to\": [11, 3.5]}", "");
    assert_null(strstr(run("simulate scene.json")->out, "cannot arrive"));
}

#define GROUP_UNIT(id, x, y) "{\"id\": " #id ", " KIND ", " SPEED ", \"at\": [" #x ", " #y "]}"

/// Reads where a unit is in the last frame of a file of poses.
static void read_last_pose(const char *poses, unsigned unit, double *x, double *y)
{
    for (const char *line = strchr(poses, '\n') + 1; *line; line = strchr(line, '\n') + 1) {
        double time, at_x, at_y;
        unsigned id;
        assert_int_equal(sscanf(line, "%lf,%u,%lf,%lf", &time, &id, &at_x, &at_y), 4);
        if (id != unit)
            continue;
        *x = at_x;
        *y = at_y;
    }
}

TEST(a_group_goes_to_the_places_of_its_formation)
{
    static const char units[] = GROUP_UNIT(7, 1, 3.5) ", " GROUP_UNIT(2, 1, 2) ", " GROUP_UNIT(4, 2.5, 3);
    static const char *const options[] = { "", ", \"together\": true" };
    for (int i = 0; i < 2; i++) {
        char more[200], text[TEXT_BYTES];
        snprintf(more, sizeof more,
                 ", \"groups\": [{\"units\": [7, 4, 2], \"to\": [9.5, 2.5, 90], \"formation\": \"line\", "
                 "\"spacing\": 1, \"start_time\": 2%s}]",
                 options[i]);
        write_scenario(units, more);
        assert_int_equal(run("simulate scene.json -q --poses poses.csv")->status, 0);
        read_file("poses.csv", text);
        double x[3], y[3], sum = 0;
        static const unsigned ids[] = { 2, 4, 7 };
        for (int j = 0; j < 3; j++) {
            read_last_pose(text, ids[j], &x[j], &y[j]);
            assert_true(fabs(y[j] - 2.5) < 0.05); // the line faces down: its units stand side by side along x
            assert_true(fabs(x[j] - 9.5) < 0.05 || fabs(fabs(x[j] - 9.5) - 1) < 0.05);
            sum += x[j];
        }
        assert_true(fabs(sum - 3 * 9.5) < 0.15);
    }
}

TEST(neighbours_in_a_group_stand_three_radii_apart_unless_it_says_otherwise)
{
    char text[TEXT_BYTES];
    double x[2], y[2];
    write_scenario(GROUP_UNIT(1, 1, 3.5) ", " GROUP_UNIT(2, 1, 2),
                   ", \"groups\": [{\"units\": [1, 2], \"to\": [9, 2.5], \"formation\": \"column\"}]");
    assert_int_equal(run("simulate scene.json -q --poses poses.csv")->status, 0);
    read_file("poses.csv", text);
    for (unsigned i = 0; i < 2; i++)
        read_last_pose(text, i + 1, &x[i], &y[i]);
    assert_true(fabs(fabs(x[0] - x[1]) - 3 * 0.4) < 0.1 && fabs(y[0] - 2.5) < 0.05 &&
                fabs(y[1] - 2.5) < 0.05);
}

TEST(a_run_goes_on_until_all_groups_have_been_called)
{
    write_scenario("{\"id\": 1, " KIND ", " SPEED ", \"at\": [1, 3.5], \"to\": [2, 3.5]}",
                   ", \"groups\": [{\"units\": [1], \"to\": [9, 2.5], \"start_time\": 6}]");
    const outcome *result = run("simulate scene.json --json -");
    assert_int_equal(result->status, 0);
    assert_true(number_after(result->out, "\"driven\": ") > 7);
}

TEST(mistakes_in_a_group_are_named)
{
    static const char unit[] = GROUP_UNIT(1, 1, 3.5);
    static const char *const groups[][2] = {
        { "{\"units\": [1]}", "groups[0].to" },
        { "{\"to\": [9, 2]}", "groups[0].units" },
        { "{\"units\": [3], \"to\": [9, 2]}", "groups[0].units[0] is 3, expected the id of a unit" },
        { "{\"units\": [1, 1], \"to\": [9, 2]}", "groups[0].units[1] is 1" },
        { "{\"units\": [1], \"to\": [9]}", "groups[0].to" },
        { "{\"units\": [1], \"to\": [9, 2], \"formation\": \"ring\"}", "groups[0].formation" },
        { "{\"units\": [1], \"to\": [9, 2], \"spacing\": 0}", "groups[0].spacing" },
        { "{\"units\": [1], \"to\": [9, 2], \"together\": 1}", "groups[0].together" },
        { "{\"units\": [1], \"to\": [9, 2], \"start_time\": -1}", "groups[0].start_time" },
        { "{\"units\": [1], \"to\": [9, 2], \"leader\": 1}", "groups[0].leader is not a field of a group" },
    };
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++) {
        char more[200];
        snprintf(more, sizeof more, ", \"groups\": [%s]", groups[i][0]);
        write_scenario(unit, more);
        assert_refused(run("simulate scene.json"), groups[i][1]);
    }
    write_scenario(unit, ", \"groups\": [{\"units\": [], \"to\": [9, 2]}]");
    assert_int_equal(run("simulate scene.json -q")->status, 0);
}

/// When a unit first moves, in the frames of a file of poses.
static double first_motion(const char *poses, unsigned unit)
{
    for (const char *line = strchr(poses, '\n') + 1; *line; line = strchr(line, '\n') + 1) {
        double time, x, y, heading, speed;
        unsigned id;
        assert_int_equal(sscanf(line, "%lf,%u,%lf,%lf,%lf,%lf", &time, &id, &x, &y, &heading, &speed), 6);
        if (id == unit && speed > 0)
            return time;
    }
    return INFINITY;
}

/// Two units stand at both sides of the wall, as far from their goals. With one expansion a tick, one of them waits.
TEST(the_unit_of_higher_priority_gets_its_path_first)
{
    static const char *const priorities[] = { "", ", \"priority\": 1", ", \"priority\": 2" };
    for (int i = 0; i < 3; i++) {
        char units[1000], text[TEXT_BYTES];
        snprintf(units, sizeof units,
                 "{\"id\": 1, " KIND ", " SPEED ", \"at\": [4.6, 3.5], \"to\": [9, 3.5]}, "
                 "{\"id\": 2, " KIND ", " SPEED ", \"at\": [6.4, 3.5], \"to\": [2, 3.5]%s}",
                 priorities[i]);
        write_scenario(units, "");
        assert_int_equal(run("simulate scene.json -q --budget 1 --poses poses.csv")->status, 0);
        read_file("poses.csv", text);
        assert_int_equal(first_motion(text, 2) < first_motion(text, 1), i == 2);
    }
}

/// Two units stand at both sides of the wall, as far from their goals.
TEST(a_cadence_is_kept)
{
    char text[TEXT_BYTES];
    write_scenario("{\"id\": 1, " KIND ", " SPEED ", \"at\": [4.6, 3.5], \"to\": [9, 3.5]}, "
                   "{\"id\": 2, " KIND ", " SPEED ", \"at\": [6.4, 3.5], \"to\": [2, 3.5]}",
                   "");
    assert_int_equal(run("simulate scene.json -q --cadence 20 --poses poses.csv")->status, 0);
    read_file("poses.csv", text);
    assert_true(first_motion(text, 1) < 0.4);
    assert_true(first_motion(text, 2) > 1 && first_motion(text, 2) < 1.4); // 20 ticks of .05 s, then a knot
    assert_refused(run("simulate scene.json --cadence 2 --budget 5"), "cannot be combined");
    assert_refused(run("simulate scene.json --cadence 0"), "--cadence");
}

/// The room, and three agents of the MAPF benchmarks in it.
static void write_agents(void)
{
    write_room();
    write_file("room.scen", "version 1\n"
                            "0\troom.map\t12\t5\t1\t3\t10\t3\t11\n"
                            "0\troom.map\t12\t5\t10\t4\t0\t4\t12\n"
                            "0\troom.map\t12\t5\t7\t2\t8\t0\t2.4\n");
}

TEST(agents_of_a_scen_file_go_from_tile_to_tile)
{
    char text[TEXT_BYTES];
    write_agents();
    const outcome *result = run("simulate room.map --scen room.scen --agents 2 --json - --poses poses.csv");
    assert_int_equal(result->status, 0);
    assert_non_null(strstr(result->out, "\"arrived\": 2"));
    assert_null(strstr(result->out, "\"id\": 3"));
    read_file("poses.csv", text);
    static const char first[] = "time,unit,x,y,heading,speed\n0,1,1.5,3.5,0,0\n0,2,10.5,4.5,0,0\n0.05,1,";
    assert_memory_equal(text, first, sizeof first - 1);
    double x, y;
    read_last_pose(text, 1, &x, &y);
    assert_true(fabs(x - 10.5) < 0.05 && fabs(y - 3.5) < 0.05);
    assert_non_null(strstr(run("simulate room.map --scen room.scen")->out, "3 of 3 units"));
}

/// The third agent goes 2.24 tiles: in 1.6 s with top speed 2, in 4.6 s with .5.
TEST(agents_have_the_radius_and_the_speeds_that_are_given)
{
    write_agents();
    const outcome *result = run("simulate room.map --scen room.scen --json -");
    const char *third = strstr(result->out, "\"id\": 3");
    assert_true(number_after(third, "\"time\": ") < 2.5);
    result = run("simulate room.map --scen room.scen --speed 0.5,4,4,4 --json -");
    third = strstr(result->out, "\"id\": 3");
    assert_true(number_after(third, "\"time\": ") > 4);
    static const char at_once[] = "simulate room.map --scen room.scen --agents 2 --time .01 --json -";
    const double usual = number_after(run("%s", at_once)->out, "\"smallest_wall_gap\": ");
    assert_true(fabs(usual - 0.15) <
                1e-3); // from the middle of the last row to the edge of the map, less .35
    const double large = number_after(run("%s --radius 0.4", at_once)->out, "\"smallest_wall_gap\": ");
    assert_true(fabs(large - 0.1) < 1e-3);
}

/// Within seconds of simulated time; in builds with sanitizers the two maps that take least work.
TEST(two_hundred_agents_of_the_benchmarks_arrive)
{
    static const struct {
        const char *name;
        int time;
    } maps[] = { { "room-64-64-8", 240 }, { "warehouse-10-20-10-2-1", 240 }, { "random-32-32-20", 240 },
                 { "room-32-32-4", 240 }, { "maze-32-32-4", 600 },           { "maze-32-32-2", 450 } };
    for (int i = 0; i < (is_sanitized() ? 2 : 6); i++) {
        char name[200], map[4096], scen[4096];
        snprintf(name, sizeof name, "../shared/data/mapf/%s.map", maps[i].name);
        if (access(name, R_OK) != 0)
            skip();
        assert_non_null(realpath(name, map));
        snprintf(name, sizeof name, "../shared/data/mapf/%s-random-1.scen", maps[i].name);
        assert_non_null(realpath(name, scen));
        const outcome *result = run("simulate %s --scen %s --agents 200 --time %d", map, scen, maps[i].time);
        assert_string_equal(result->err, "");
        assert_int_equal(result->status, 0);
        assert_non_null(strstr(result->out, "200 of 200 units"));
    }
}

TEST(a_scen_file_for_a_map_of_another_name_is_noticed)
{
    write_file("hall.scen", "version 1\n0 maps/hall.map 12 5 1 1 10 1 9\n");
    const outcome *result = run("simulate room.map --scen hall.scen");
    assert_int_equal(result->status, 0);
    assert_non_null(strstr(result->err, "hall.scen is for hall.map, which may be another map than room.map"));
    assert_string_equal(run("simulate room.map --scen hall.scen --quiet")->err, "");
    assert_string_equal(run("simulate room.map --scen room.scen")->err, "");
    assert_non_null(strstr(run("bench room.map hall.scen")->err, "which may be another map than room.map"));
    assert_string_equal(run("bench room.map hall.scen -q")->err, "");
}

TEST(mistakes_with_agents_are_named)
{
    write_agents();
    assert_refused(run("simulate room.map --scen room.scen --agents 4"),
                   "--agents is 4, but room.scen has 3");
    assert_refused(run("simulate room.map --agents 4"), "go with --scen");
    assert_refused(
        run("simulate room.map"),
        "room.map is a map without units: --scen FILE.scen gives it agents; or name a scenario (JSON)");
    assert_refused(run("simulate room.map --radius .3"), "go with --scen");
    assert_refused(run("simulate town.map --scen room.scen"), "room.scen is for a map of 12 x 5 tiles");
    assert_refused(run("simulate room.map --scen none.scen"), "none.scen");
    assert_refused(run("simulate none.map --scen room.scen"), "none.map");
    assert_refused(run("simulate room.map --scen room.scen --radius 9"), "room.map: unit 1");
    assert_refused(run("simulate room.map --scen room.scen --speed 1,2"), "--speed is '1,2'");
    assert_refused(run("simulate room.map --scen room.scen --speed 50,1,1,1"), "room.map: unit 1");
}

#define PLACES "\"at\": [1.5, 3.5], \"to\": [2, 3.5]"

TEST(values_out_of_range_are_named)
{
    static const char *const units[][2] = {
        { KIND ", \"speed\": {\"top\": 1000, \"accelerate\": 4, \"brake\": 4, \"lateral\": 4}, " PLACES,
          "units[0].speed.top is 1000: the top speed must be from .001 to 100" },
        { KIND ", \"speed\": {\"top\": 2, \"accelerate\": 4, \"brake\": 0, \"lateral\": 4}, " PLACES,
          "units[0].speed.brake is 0: the acceleration must be from .01" },
        { KIND ", \"speed\": {\"top\": 40, \"accelerate\": 4, \"brake\": 8, \"lateral\": 4}, " PLACES,
          "units[0].speed.top is 40: it must not take more than 3 seconds" },
        { "\"unit\": {\"footprint\": {\"circle\": 0}}, " SPEED ", " PLACES,
          "units[0].unit: footprint.radius: the radius must be above 0" },
        { "\"unit\": {\"enter\": {\"ground\": 0.01}}, " SPEED ", " PLACES,
          "units[0].unit: terrain_cost[1]: the cost must be 0 or from 1/16 to 255" },
        { KIND ", " SPEED ", \"at\": [1.5, 3.5], \"to\": [1.5, 35]",
          "units[0].to[1] is 35, expected a number from 0 to 5" },
        { KIND ", " SPEED ", \"at\": [-1, 3.5]", "units[0].at[0] is -1, expected a number from 0 to 12" },
    };
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        char unit[500];
        snprintf(unit, sizeof unit, "{\"id\": 7, %s}", units[i][0]);
        write_scenario(unit, "");
        assert_refused(run("simulate scene.json"), units[i][1]);
    }
    static const char two[] = GROUP_UNIT(1, 1, 3.5) ", " GROUP_UNIT(2, 2.5, 3.5);
    write_scenario(two, ", \"groups\": [{\"units\": [1, 2], \"to\": [9, 2], \"spacing\": 0.5}]");
    assert_refused(run("simulate scene.json"), "groups[0].spacing: bodies would overlap");
    write_scenario(two, ", \"groups\": [{\"units\": [1, 2], \"to\": [12, 0]}]");
    assert_refused(run("simulate scene.json"), "groups[0].to: a place of the formation lies outside the map");
}

TEST(mistakes_in_a_scenario_are_named)
{
    write_scenario("{\"id\": 0}", "");
    assert_refused(run("simulate scene.json"), "scene.json: units[0].id is 0");
    write_scenario("{\"id\": 1, " KIND ", " SPEED ", \"at\": [1]}", "");
    assert_refused(run("simulate scene.json"), "units[0].at");
    write_scenario("{\"id\": 1, " KIND ", " SPEED ", \"at\": [5.5, 3.5]}", "");
    assert_refused(run("simulate scene.json"), "scene.json: unit 1: the unit cannot stand at its start");
    write_scenario(
        "{\"id\": 1, \"unit\": {\"footprint\": {\"rect\": [2, 1]}}, " SPEED ", \"at\": [2.5, 3.5]}", "");
    assert_refused(run("simulate scene.json"),
                   "scene.json: unit 1: the body of a unit in a traffic must be a circle");
    write_scenario(GROUP_UNIT(1, 1, 3.5) ", " GROUP_UNIT(1, 2.5, 3.5), "");
    assert_refused(run("simulate scene.json"), "scene.json: unit 1: a unit of the traffic has this id");
    write_scenario("{\"id\": 1, " KIND ", " SPEED ", \"at\": [1.5, 3.5], \"priority\": 0}", "");
    assert_refused(run("simulate scene.json"), "units[0].priority is 0");
    write_scenario("", ", \"teams\": []");
    assert_refused(run("simulate scene.json"), "teams is not a field of a scenario");
    write_scenario("", ", \"edits\": [{\"time\": 1, \"rect\": [5, 0, 1, 9], \"terrain\": \"water\"}]");
    assert_refused(run("simulate scene.json"), "edits[0].rect");
    write_file("scene.json", "{\"map\": \"none.map\"}");
    assert_refused(run("simulate scene.json"), "none.map");
}

/// The agents of a MAPF file, as the command moves them and as a scenario in another folder.
TEST(a_scenario_is_made_of_a_map_and_its_agents)
{
    char direct[TEXT_BYTES];
    write_room();
    write_file("room.scen",
               "version 1\n0\troom.map\t12\t5\t0\t4\t11\t4\t1\n0\troom.map\t12\t5\t11\t3\t0\t3\t1\n");
    strcpy(direct, run("simulate room.map --scen room.scen --poses - -q")->out);
    assert_non_null(strstr(direct, ",2,"));
    assert_int_equal(run("convert room.map --scen room.scen -q -o crowd.json")->status, 0);
    assert_string_equal(run("simulate crowd.json --poses - -q")->out, direct);
    assert_refused(run("convert room.map --scen room.scen -o room.png"),
                   "--scen, --agents, --radius and --speed are for scenarios: -o FILE.json");
    assert_refused(
        run("convert room.map --letters E=ground -o crowd.json"),
        "--letters is not known to who opens the scenario: convert the map first, to .tmj, .png or .map, "
        "and then that file to a scenario");
    assert_refused(run("convert no.map -o crowd.json"),
                   "no.map: cannot be opened (No such file or directory)");
}

TESTS_BETWEEN(command_make_town, command_remove_town)
