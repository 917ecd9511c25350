#include <math.h>
#include <string.h>

#include "common/command.h"
#include "common/unit.h"

/// A car on open ground of 40 x 20 tiles. Its way in way.json leads round two tiles in the middle.
static const char car[] =
    "route plain.map --to 35.5,10.5,0 --turn-radius 3 --footprint circle:0.4 --smooth curved "
    "--json -";

static void make_way(void)
{
    char map[1024] = "type octile\nheight 20\nwidth 40\nmap\n";
    for (int row = 0; row < 20; row++)
        strcat(map, "........................................\n");
    write_file("plain.map", map);
    write_file("middle.json", "{\"blocked\": [[19, 9, 2, 2]]}");
    write_file("late.json", "{\"blocked\": [[29, 10, 1, 1]]}");
    const outcome *way = run("%s --from 4.5,10.5,0 --overlay middle.json", car);
    assert_int_equal(way->status, 0);
    write_file("way.json", way->out);
}

static double length_of(const char *options)
{
    const outcome *route = run("%s %s", car, options);
    assert_int_equal(route->status, 0);
    return number_after(route->out, "\"length\": ");
}

TEST(a_route_keeps_to_its_previous_path_while_that_is_legal)
{
    make_way();
    assert_true(length_of("--from 4.5,10.5,0") < 31.001);
    assert_true(length_of("--from 4.5,10.5,0 --previous way.json") > 31.01);
    assert_true(length_of("--from 5.5,10.5,0") < 30.001);
}

TEST(a_start_beside_the_previous_path_is_told)
{
    static const char plain[] = "route plain.map --to 35.5,10.5,0 --turn-radius 3 --footprint circle:0.4 "
                                "--previous way.json --from";
    (void)state;
    make_way();
    assert_null(strstr(run("%s 4.5,10.5,0", plain)->out, "--previous"));
    assert_non_null(strstr(run("%s 4.5,11,0", plain)->out,
                           "--previous has no effect: the start lies 0.5 tiles beside that path"));
}

TEST(braking_tells_how_much_of_the_previous_path_is_searched_anew)
{
    make_way();
    const double fresh = length_of("--from 4.5,10.5,0 --overlay late.json");
    const double kept = length_of("--from 4.5,10.5,0 --overlay late.json --previous way.json --braking 4");
    const double anew = length_of("--from 4.5,10.5,0 --overlay late.json --previous way.json --braking 32");
    assert_true(fabs(kept - fresh) > 0.01);
    assert_true(fabs(anew - fresh) < 1e-9);
}

/// Length of a route to another goal.
static double length_elsewhere(const char *options)
{
    const outcome *route = run("route plain.map --from 4.5,10.5,0 --to 20.5,12.5 --turn-radius 3 --footprint "
                               "circle:0.4 --smooth curved --json - %s",
                               options);
    assert_int_equal(route->status, 0);
    return number_after(route->out, "\"length\": ");
}

TEST(a_spliced_route_keeps_its_beginning_whatever_the_goal)
{
    make_way();
    const double fresh = length_elsewhere("");
    assert_true(length_elsewhere("--previous way.json --splice 1000") >
                fresh + 30); // to the old goal and back
    assert_true(length_elsewhere("--previous way.json --splice 2") < fresh + 1);
    assert_true(length_elsewhere("--previous way.json") < fresh + 1e-9);
}

TEST(what_cannot_be_a_previous_path_is_refused)
{
    make_way();
    write_file("broken.json", "{\"fairway\": 1, \"segments\": 7}");
    assert_refused(run("%s --from 4.5,10.5,0 --braking 4", car), "--braking is for --previous");
    assert_refused(run("%s --from 4.5,10.5,0 --splice 4", car), "--splice is for --previous");
    assert_int_equal(run("%s --from 4.5,10.5,0 --previous none.json", car)->status, 2);
    assert_int_equal(run("%s --from 4.5,10.5,0 --previous broken.json", car)->status, 2);
}

TESTS_BETWEEN(command_make_town, command_remove_town)
