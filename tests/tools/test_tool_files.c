// The files that the command opens: maps of several formats, their neighbours, its options for them.
#define _XOPEN_SOURCE 700
#include <stdio.h>
#include <string.h>

#include "common/command.h"
#include "common/unit.h"

#define ROS "resolution: 0.5\norigin: [1, 2, 0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196\n"

TEST(a_ros_map_is_opened_by_its_yaml)
{
    write_file("ros.yaml", "image: ros.pgm\n" ROS);
    write_file("ros.pgm", "P2\n4 2 255\n254 205 254 254\n254 0 254 254\n");
    const outcome *result = run("info ros.yaml");
    assert_int_equal(result->status, 0);
    assert_string_equal(result->err, "");
    assert_non_null(strstr(result->out, "4 x 2 tiles\n"));
    assert_non_null(strstr(result->out, "unknown             1"));
    assert_non_null(strstr(result->out, "format: ROS map.yaml\n"));
    assert_non_null(strstr(result->out, "frame: 0.5 m a tile, lower left corner at 1,2 m, yaw 0\n"));
    result = run("info ros.yaml --json -");
    assert_non_null(strstr(
        result->out, "\"format\": \"ROS map.yaml\", \"frame\": {\"resolution\": 0.5, \"x\": 1, \"y\": 2, "
                     "\"yaw\": 0}, \"warnings\": []"));
    assert_int_equal(run("route ros.yaml --from 0,0 --to 3,0")->status, 1);
    assert_int_equal(run("route ros.yaml --from 0,0 --to 3,0 --unknown blocked")->status, 1);
    assert_int_equal(run("route ros.yaml --from 0,0 --to 3,0 --unknown free")->status, 0);
    assert_int_equal(run("route ros.yaml --from 0,0 --to 3,0 --enter ground,unknown=4")->status, 0);
}

TEST(a_neighbour_must_lie_in_the_folder_unless_that_is_allowed)
{
    write_file("ros.pgm", "P2\n2 1 255\n254 254\n");
    write_file("out.yaml", "image: ../ros.pgm\n" ROS);
    assert_refused(run("info out.yaml"), "the picture ../ros.pgm lies outside the folder of the map");
    assert_refused(run("info out.yaml --outside"), "the picture ../ros.pgm cannot be opened");
    write_file("link.yaml", "image: link.pgm\n" ROS);
    assert_int_equal(run("-q 2>/dev/null; ln -s /dev/null link.pgm; ln -s ros.pgm near.pgm; true")->status,
                     0);
    assert_refused(run("info link.yaml"), "the picture link.pgm lies outside the folder of the map");
    write_file("near.yaml", "image: near.pgm\n" ROS);
    assert_int_equal(run("info near.yaml")->status, 0);
    assert_int_equal(run("info $PWD/near.yaml")->status, 0);
    assert_refused(run("info - <near.yaml"), "-: the picture near.pgm cannot be opened");
}

TEST(letters_are_named_on_the_command_line_or_in_a_table)
{
    write_file("dots.txt", "#..\n#.~\n");
    assert_refused(run("info dots.txt"),
                   "a table (dots.letters) or the option letters must say what they are");
    const char *with = "--letters '#=blocked,.=ground,~=water'";
    assert_non_null(strstr(run("info dots.txt %s", with)->out, "format: grid of letters\n"));
    assert_int_equal(run("route dots.txt --from 1,0 --to 2,0 %s", with)->status, 0);
    assert_int_equal(run("route - --from 1,0 --to 2,0 %s <dots.txt", with)->status, 0);
    write_file("dots.letters", "# blocked\n. ground\n~ water\n");
    assert_int_equal(run("route dots.txt --from 1,0 --to 2,1")->status, 1);
    assert_int_equal(run("route dots.txt --from 1,0 --to 2,1 --enter ground,water")->status, 0);
}

TEST(what_a_reader_assumes_is_told_unless_the_command_is_quiet)
{
    write_file("bw.pgm", "P2\n2 1 255\n0 255\n");
    static const char told[] = "fairway: bw.pgm: there is no table of colours, bw.colors: black is blocked";
    const outcome *result = run("info bw.pgm");
    assert_int_equal(result->status, 0);
    assert_non_null(strstr(result->err, told));
    assert_string_equal(run("info bw.pgm -q")->err, "");
    assert_non_null(strstr(run("info bw.pgm --json -")->out, "\"warnings\": [\"bw.pgm: there is no table"));
}

TESTS_BETWEEN(command_make_town, command_remove_town)
