/// The exit status of a path that breaks rules of the unit.
#include <string.h>

#include "common/command.h"
#include "common/unit.h"

/// A vehicle that is to turn by 90 degrees on the spot.
#define TURN "town.map --from 0,2,90 --to 7,2 --turn-radius 2"

TEST(a_path_with_violations_that_nobody_asked_for_ends_with_1_and_is_written)
{
    const outcome *result = run("route " TURN " --method astar --smooth none --json - -q");
    assert_int_equal(result->status, 1);
    assert_non_null(strstr(result->out, "\"result\": \"illegal\""));
    assert_non_null(strstr(result->out, "\"heading_jumps\": 1"));
    assert_true(number_after(result->out, "\"length\": ") == 7);
    assert_string_equal(result->err, "fairway: the path breaks rules of the unit (--allow-violations accepts "
                                     "it): heading jumps 1\n");
    result = run("route " TURN " --method astar --smooth none");
    assert_int_equal(result->status, 1);
    assert_non_null(strstr(result->out, "illegal (astar): length 7"));
}

TEST(a_path_with_violations_that_were_asked_for_ends_with_0)
{
    static const char *const ways[] = { "--method astar --smooth none --allow-violations",
                                        "--method astar --smooth none --turns ignore",
                                        "--method astar --smooth none --turns tighten",
                                        "--method astar --smooth simple-sampled",
                                        "--method compass --smooth none" };
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        const outcome *result = run("route " TURN " %s --json - -q", ways[i]);
        assert_int_equal(result->status, 0);
        assert_non_null(strstr(result->out, "\"result\": \"found\""));
        assert_null(strstr(result->out,
                           "\"violations\": {\"blocked\": 0, \"too_tight\": 0, \"heading_jumps\": "
                           "0, \"impossible\": []}"));
    }
}

TEST(the_file_of_an_illegal_path_can_be_checked)
{
    assert_int_equal(run("route " TURN " --method astar --smooth none --json turn.json -q")->status, 1);
    const outcome *result = run("check town.map turn.json --from 0,2,90");
    assert_int_equal(result->status, 1);
    assert_non_null(strstr(result->err, "turn.json is illegal: does not start where it should"));
    assert_int_equal(run("check town.map turn.json")->status, 0); // the line alone
}

TEST(a_benchmark_does_not_count_illegal_paths_as_found)
{
    write_file("turn.csv", "sx,sy,sdeg,gx,gy,gdeg\n0,2,90,7,2,\n0,2,0,7,2,\n");
    const char *ask = "bench town.map turn.csv --turn-radius 2 --method astar --json - --each each.csv";
    const outcome *result = run("%s", ask);
    assert_int_equal(result->status, 0);
    assert_true(number_after(result->out, "\"found\": ") == 1 &&
                number_after(result->out, "\"legal\": ") == 1);
    char each[TEXT_BYTES];
    read_file("each.csv", each);
    assert_non_null(strstr(each, "0,illegal,7,7,"));
    assert_non_null(strstr(each, "1,found,7,7,"));
    result = run("%s --allow-violations", ask);
    assert_true(number_after(result->out, "\"found\": ") == 2 &&
                number_after(result->out, "\"legal\": ") == 1);
}

TESTS_BETWEEN(command_make_town, command_remove_town)
