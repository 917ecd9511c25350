#include <string.h>

#include "common/command.h"
#include "common/unit.h"

/// The town's gap between its rooms is at 4,2.
static const char *const ways[] = { "--method grid", "--method astar", "--method on-demand",
                                    "--smooth taut" };

TEST(a_route_keeps_to_its_overlay)
{
    write_file("gap.json", "{\"blocked\": [[4, 2, 1, 1]]}");
    write_file("dear.json", "{\"costs\": [[4, 2, 1, 1, 10]]}");
    write_file("room.json", "{\"corridor\": [0, 0, 4, 6]}");
    write_file("east.json", "{\"forbidden\": [[3, 2, \"E\"]]}");
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        assert_int_equal(run("route town.map --from 0,2 --to 7,2 %s", ways[i])->status, 0);
        assert_int_equal(run("route town.map --from 0,2 --to 7,2 %s --overlay gap.json", ways[i])->status, 1);
        assert_int_equal(run("route town.map --from 0,2 --to 7,2 %s --overlay room.json", ways[i])->status,
                         1);
        const outcome *dear =
            run("route town.map --from 0,2 --to 7,2 %s --overlay dear.json --json -", ways[i]);
        assert_true(number_after(dear->out, "\"cost\": ") == 17);
        assert_int_equal(
            run("route town.map --from 0,2 --to 7,2 --smooth none %s --overlay east.json", ways[i])->status,
            1); // no diagonal passes the gap
        assert_int_equal(run("route town.map --from 7,2 --to 0,2 %s --overlay east.json", ways[i])->status,
                         0);
    }
    assert_int_equal(run("route town.map --from 0,2 --to 4,2 --overlay gap.json")->status, 1);
    assert_string_equal(run("route town.map --from 0,2 --to 4,2 --overlay gap.json")->err,
                        "fairway: the unit cannot stand at its goal: the overlay blocks tile 4,2\n");
}

TEST(a_window_joins_an_overlay_but_no_corridor)
{
    write_file("gap.json", "{\"blocked\": [[4, 2, 1, 1]]}");
    write_file("room.json", "{\"corridor\": [0, 0, 4, 6]}");
    assert_int_equal(run("route town.map --from 2,2 --to 6,2 --window 7")->status, 0);
    assert_int_equal(run("route town.map --from 2,2 --to 6,2 --window 7 --overlay gap.json")->status, 1);
    assert_refused(run("route town.map --from 2,2 --to 6,2 --window 7 --overlay room.json"),
                   "--window cannot be combined with the corridor of room.json");
}

TEST(a_path_is_checked_under_its_overlay)
{
    write_file("gap.json", "{\"blocked\": [[4, 2, 1, 1]]}");
    assert_int_equal(run("route town.map --from 0,2 --to 7,2 -q --json path.json")->status, 0);
    assert_int_equal(run("check town.map path.json")->status, 0);
    const outcome *result = run("check town.map path.json --overlay gap.json");
    assert_int_equal(result->status, 1);
    assert_non_null(strstr(result->err, "at tile 4,2, in segment 0"));
}

TEST(a_bench_runs_under_its_overlay)
{
    write_file("gap.json", "{\"blocked\": [[4, 2, 1, 1]]}");
    const char *bench = "bench town.map town.scen --json -";
    const double found = number_after(run("%s", bench)->out, "\"found\": ");
    const outcome *fewer = run("%s --overlay gap.json --threads 2", bench);
    assert_int_equal(fewer->status, 0);
    assert_true(number_after(fewer->out, "\"found\": ") == found - 1);
    fewer = run("%s --overlay gap.json --window 20", bench);
    assert_true(number_after(fewer->out, "\"found\": ") == found - 1);
}

TEST(an_overlay_that_cannot_be_read_is_bad_input)
{
    write_file("bad.json", "{\"blocked\": [[4, 2, 1, 0]]}");
    write_file("far.json", "{\"forbidden\": [[12, 0, \"N\"]]}");
    assert_refused(run("route town.map --from 0,2 --to 7,2 --overlay bad.json"),
                   "bad.json: blocked[0][3] is 0, expected a number from 1");
    assert_refused(run("check town.map path.json --overlay far.json"), "far.json: forbidden[0]: a tile or ");
    assert_refused(run("bench town.map town.scen --overlay none.json"), "none.json");
}

/// A yard of 20 x 9 tiles: the middle of each tile of the outer ring is half a tile from the wall around the map.
static void write_yard(void)
{
    char yard[512] = "type octile\nheight 9\nwidth 20\nmap\n";
    for (int y = 0; y < 9; y++)
        strcat(yard, "....................\n");
    write_file("yard.map", yard);
}

TEST(costs_near_walls_keep_a_route_away_from_them)
{
    write_yard();
    const char *route = "route yard.map --from 0,0,0 --to 19,0 --method astar --smooth none";
    assert_true(number_after(run("%s --json -", route)->out, "\"length\": ") == 19);
    // the cost of the outer ring is 1 + 4 up to .5 tiles from the wall, and falls by e each tile: 1 + 4 / e in the next
    const outcome *result = run("%s --wall-cost 4,1 --json near.json && cat near.json", route);
    assert_int_equal(result->status, 0);
    assert_true(number_after(result->out, "\"length\": ") > 20);
    assert_true(number_after(result->out, "\"cost\": ") < 19 * 5);
    const outcome *one =
        run("route yard.map --from 5,0 --to 6,0 --method astar --smooth none --wall-cost 4 --json -");
    assert_true(number_after(one->out, "\"cost\": ") == 5);
    const outcome *two =
        run("route yard.map --from 5,1 --to 6,1 --method astar --smooth none --wall-cost 4 --json -");
    assert_true(number_after(two->out, "\"cost\": ") == 1 + 24 / 16.0); // 64 / e is 23.5
    assert_int_equal(run("check yard.map near.json --wall-cost 4,1")->status, 0);
    assert_int_equal(run("check yard.map near.json --wall-cost 2,1")->status, 1); // the cost is another one
    assert_int_equal(run("route yard.map --from 5,1 --to 6,1 --window 6 --wall-cost 4,1")->status, 0);
    const outcome *narrow =
        run("route yard.map --from 5,0 --to 6,0 --method astar --window 6 --wall-cost 4 --json -");
    assert_true(number_after(narrow->out, "\"cost\": ") == 5);
}

TEST(costs_near_walls_fall_by_metres_if_lengths_are_metres)
{
    write_yard();
    const outcome *tiles =
        run("route yard.map --from 2.5,1.5 --to 17.5,1.5 --method astar --wall-cost 3,.5,1.2 --json -");
    const double cost = number_after(tiles->out, "\"cost\": ");
    const outcome *metres =
        run("route yard.map --metres --frame .5,0,0 --from 1.25,3.75 --to 8.75,3.75 --method astar "
            "--wall-cost 3,1,.6 --json -");
    const double in_metres = number_after(metres->out, "\"cost\": ");
    assert_true(cost > 15 && in_metres > 0.4999999 * cost && in_metres < 0.5000001 * cost);
    // a decay of 1 per metre, as most robots have it, is a hundredth per tile of a fine map
    assert_int_equal(
        run("route yard.map --metres --frame .01,0,0 --from .025,.075 --to .175,.075 -q --wall-cost 3")
            ->status,
        0);
    assert_refused(
        run("route yard.map --metres --frame .05,0,0 --from .125,.375 --to .875,.375 --wall-cost 3,.05"),
        "1/16 to 15.8, 0.078125 to 320 per metre, up to 3.2 m");
    assert_refused(run("route yard.map --from 1,1 --to 2,2 --wall-cost 99"),
                   "--wall-cost is '99', expected COST, COST,DECAY or COST,DECAY,RADIUS: 1/16 to 15.8, "
                   "0.00390625 to 16 per tile, up to 64 tiles");
    assert_refused(run("route yard.map --from 1,1 --to 2,2 --wall-cost 1,0"),
                   "--wall-cost is '1,0', expected COST");
    assert_refused(run("route yard.map --from 1,1 --to 2,2 --wall-cost 1,1,1,1"), "--wall-cost is '1,1,1,1'");
}

TEST(a_picture_shows_what_the_request_changes)
{
    static char picture[TEXT_BYTES];
    write_file(
        "drawn.json",
        "{ \"blocked\": [[2, 2, 1, 2]], \"forbidden\": [[5, 5, \"E NE\"]], \"costs\": [[6, 0, 2, 2, 3]] }");
    assert_int_equal(
        run("route town.map --from 0,5 --to 7,0 -q --overlay drawn.json --svg drawn.svg")->status, 0);
    read_file("drawn.svg", picture);
    assert_non_null(strstr(picture, ">blocked for this request<"));
    assert_non_null(strstr(picture, ">forbidden move<"));
    assert_non_null(strstr(picture, ">added cost<"));
    assert_non_null(strstr(picture, "M148 148L212 148L212 276L148 276Z")); // tiles of 64 pixels from 20,20 on
    assert_int_equal(run("route town.map --from 0,5 --to 7,0 -q --wall-cost 4 --svg walls.svg")->status, 0);
    read_file("walls.svg", picture);
    assert_non_null(strstr(picture, ">added cost<"));
    assert_null(strstr(picture, ">blocked for this request<"));
    assert_int_equal(run("route town.map --from 0,5 --to 7,0 -q --svg plain.svg")->status, 0);
    read_file("plain.svg", picture);
    assert_null(strstr(picture, ">added cost<"));
}

TESTS_BETWEEN(command_make_town, command_remove_town)
