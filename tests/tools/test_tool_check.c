#include <stdio.h>
#include <string.h>

#include "common/command.h"
#include "common/unit.h"

TEST(a_path_is_checked_against_its_start_and_goal)
{
    assert_int_equal(run("route town.map --from 0,2 --to 7,2 -q --json path.json")->status, 0);
    static const char *const right[] = {
        "--from 0,2 --to 7,2",      "--from 0.5,2.5", "--to 7.5,2.5",
        "--from 0,2,90 --to 7,2,0", "--to 3,3/7,2",   "--to 7,5 --within 3"
    };
    static const struct {
        const char *options, *fault;
    } wrong[] = {
        { "--from 1,2", "path.json is illegal: does not start where it should" },
        { "--from 0,2 --to 7,3", "path.json is illegal: does not end where it should" },
        { "--to 3,3/7,3", "path.json is illegal: does not end where it should" },
        { "--to 7,5 --within 2.5", "path.json is illegal: does not end where it should" },
    };
    for (size_t i = 0; i < sizeof right / sizeof *right; i++)
        assert_int_equal(run("check town.map path.json %s", right[i])->status, 0);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const outcome *result = run("check town.map path.json %s", wrong[i].options);
        assert_int_equal(result->status, 1);
        assert_non_null(strstr(result->err, wrong[i].fault));
    }
    assert_refused(run("check town.map path.json --to 70,2"), "the goal 70,2 lies outside the map");
    assert_refused(run("check town.map path.json --from -1,2"), "the start -1,2 lies outside the map");
    assert_refused(run("check town.map path.json --from 1"), "--from is '1': expected X,Y or X,Y,DEG");
    assert_refused(run("check town.map path.json --within 3"), "--within needs --to");
}

TEST(headings_count_for_units_with_a_turning_radius)
{
    const char *car = "--turn-radius 1 --footprint circle:0.3";
    assert_int_equal(run("route town.map --from 0,2,0 --to 7,2,0 -q --json car.json %s", car)->status, 0);
    assert_int_equal(run("check town.map car.json --from 0,2,0 --to 7,2,0")->status, 0);
    assert_int_equal(run("check town.map car.json --from 0,2,0 --to 7,2")->status, 0);
    assert_int_equal(run("check town.map car.json --from 0,2,30 --to 7,2")->status, 1);
    assert_int_equal(run("check town.map car.json --from 0,2,0 --to 7,2,90")->status, 1);
    assert_int_equal(run("check town.map car.json --to 7,2,20 --goal-tolerance 0,21")->status, 0);
    assert_int_equal(run("check town.map car.json --to 7,2,20 --goal-tolerance 0,19")->status, 1);
    assert_refused(run("check town.map car.json --goal-tolerance 1"), "--goal-tolerance needs --to");
}

/// A path of three tiles over ground, with what is claimed of its cost.
static const outcome *check_cost(const char *claim, const char *options)
{
    char text[512];
    snprintf(
        text, sizeof text,
        "{\"fairway\": 1, \"result\": \"found\", \"length\": 3, %s\"segments\": [{\"x\": 0.5, \"y\": 2.5, "
        "\"heading\": 0, \"curvature\": 0, \"length\": 3, \"gear\": \"forward\"}]}",
        claim);
    write_file("claim.json", text);
    return run("check town.map claim.json %s", options);
}

TEST(a_cost_that_is_claimed_must_be_right)
{
    assert_int_equal(check_cost("\"cost\": 3, ", "")->status, 0);
    assert_int_equal(check_cost("\"cost\": 4, ", "")->status, 1);
    assert_non_null(strstr(check_cost("\"cost\": 4, ", "")->err, "claims a cost that is not its cost"));
    assert_int_equal(check_cost("\"cost\": 6, ", "--enter ground=2")->status, 0);
    assert_int_equal(check_cost("\"cost\": 3, ", "--enter ground=2")->status, 1);
    assert_int_equal(check_cost("", "--enter ground=2")->status, 0); // which claims none
    write_file("dear.json", "{\"costs\": [[1, 2, 1, 1, 5]]}");
    assert_int_equal(check_cost("\"cost\": 8, ", "--overlay dear.json")->status, 0);
    assert_int_equal(check_cost("\"cost\": 3, ", "--overlay dear.json")->status, 1);
}

TEST(what_route_writes_passes_its_check)
{
    write_file("mixed.map", "type octile\nheight 8\nwidth 16\nmap\n................\n..SSS....RRRR...\n"
                            "..S@@@...R@@R...\n....@@...R@@R...\n.......SSR..RR..\n..@@...SS.......\n"
                            "..@@........@...\n................\n");
    write_file("dear.json", "{\"costs\": [[5, 0, 4, 8, 1.5]], \"blocked\": [[14, 4, 1, 2]]}");
    static const char *const ways[] = { "",
                                        "--smooth none",
                                        "--smooth simple",
                                        "--method astar --fewer-bends",
                                        "--method on-demand",
                                        "--fixed-angles 8",
                                        "--fixed-angles 16",
                                        "--keep-right",
                                        "--roads follow",
                                        "--speed 2,1,1,1",
                                        "--weight 3",
                                        "--turn-radius 0.6",
                                        "--turn-radius 0.6 --method directional",
                                        "--turn-radius 0.6 --method directional --turn-charge 2",
                                        "--turn-radius 0.6 --reverse=2 --gear-change 1",
                                        "--turn-radius 0.6 --fastest",
                                        "--turn-radius 0.6 --reverse --turns back-up" };
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        for (int k = 0; k < 2; k++) {
            const char *overlay = k ? "--overlay dear.json" : "";
            const char *ask =
                "--enter ground,swamp=2.5,road=0.5 --footprint circle:0.3 --from 0,0,0 --to 15,7";
            const outcome *result = run("route mixed.map -q --json way.json %s %s %s", ask, ways[i], overlay);
            assert_int_equal(result->status, 0);
            result = run("check mixed.map way.json --from 0,0,0 --to 15,7 %s", overlay);
            if (result->status != 0)
                print_error("%s %s: %s", ways[i], overlay, result->err);
            assert_int_equal(result->status, 0);
        }
}

TESTS_BETWEEN(command_make_town, command_remove_town)
