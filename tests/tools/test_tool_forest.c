#include <string.h>

#include "common/command.h"
#include "common/near.h"
#include "common/unit.h"

TEST(a_scene_is_answered_with_lines_and_arcs)
{
    write_file("one.txt", "1 0.5 0 0 10 0\n5 0 0.5\n");
    const outcome *result = run("forest one.txt --json -");
    assert_int_equal(result->status, 0);
    assert_non_null(strstr(result->out, "\"result\": \"found\""));
    assert_non_null(strstr(result->out, "{\"circle\": 0.5}"));
    assert_near(number_after(result->out, "\"length\": "), 2 * sqrt(24) + 2 * asin(0.2), 1e-12);
}

TEST(a_closed_ring_has_no_path_and_a_blocked_goal_neither)
{
    write_file("ring.txt", "4 0 0 0 9 9\n2 0 2\n-2 0 2\n0 2 2\n0 -2 2\n");
    assert_int_equal(run("forest ring.txt -q")->status, 1);
    write_file("blocked.txt", "1 0.5 0 0 5 0\n\n5 0 0.5\n");
    const outcome *result = run("forest blocked.txt --json -");
    assert_int_equal(result->status, 1);
    assert_non_null(strstr(result->out, "\"result\": \"blocked\""));
    assert_non_null(strstr(result->out, "\"length\": null"));
}

TEST(a_generated_wood_is_the_same_again_and_has_a_path)
{
    char first[TEXT_BYTES], second[TEXT_BYTES];
    assert_int_equal(run("generate trees --size 20x10 --seed 4 -o wood.txt")->status, 0);
    assert_int_equal(run("generate trees --size 20x10 --seed 4 -o again.txt")->status, 0);
    read_file("wood.txt", first);
    read_file("again.txt", second);
    assert_string_equal(first, second);
    const outcome *result = run("forest wood.txt --svg wood.svg");
    assert_int_equal(result->status, 0);
    assert_non_null(strstr(result->out, "found: length "));
    read_file("wood.svg", first);
    assert_memory_equal(first, "<svg ", 5);
}

TEST(mistakes_in_a_scene_are_named_with_their_line)
{
    write_file("bad.txt", "2 0.5 0 0 10 0\n5 0 0.5\n");
    assert_refused(run("forest bad.txt"), "bad.txt:2: the file ends, expected a tree: x y r");
    write_file("bad.txt", "1 0.5 0 0 10 0\n5 0 -1\n");
    assert_refused(run("forest bad.txt"), "bad.txt:2: the radius is negative");
    write_file("bad.txt", "1 0.5 0 0 10 0\n5 0 1 7\n");
    assert_refused(run("forest bad.txt"), "one word too many");
    write_file("bad.txt", "0 0.5 0 0 10 0\n5 0 1\n");
    assert_refused(run("forest bad.txt"), "there are more than 0 trees");
    write_file("bad.txt", "1 0.5 0 0 1e12 0\n5 0 1\n");
    assert_refused(run("forest bad.txt"), "bad.txt: ");
}

TEST(a_route_among_trees_and_walls_is_found_and_checked)
{
    write_file("lane.map",
               "type octile\nheight 4\nwidth 10\nmap\n..........\n..........\n..........\n..........\n");
    write_file("lane.trees", "5 2 0.5\n\n");
    const char *const unit = "lane.map --from 1.0,2.0 --to 9.0,2.0 --footprint circle:0.5 --trees lane.trees";
    const outcome *result = run("route %s --speed 1,1,1,1 --json way.json --svg way.svg -v", unit);
    assert_int_equal(result->status, 0);
    assert_non_null(strstr(result->out, "the checker finds it legal"));
    assert_non_null(strstr(result->out, "driving time"));
    result = run("route %s --json -", unit);
    assert_near(number_after(result->out, "\"length\": "), 2 * (sqrt(15) + asin(0.25)), 1e-12);
    assert_int_equal(run("check lane.map way.json --trees lane.trees")->status, 0);
    write_file("more.trees", "5 2 0.5\n7 1.5 0.2\n7 2.5 0.2\n");
    result = run("check lane.map way.json --trees more.trees --json -");
    assert_int_equal(result->status, 1);
    assert_non_null(strstr(result->out, "\"tree\": 1"));
    write_file("wall.trees", "5 1 1\n5 3 1\n");
    assert_int_equal(run("route lane.map --from 1,2 --to 8,2 --trees wall.trees")->status, 1);
    assert_refused(run("route lane.map --from 1,2 --to 8,2 --trees more.trees --weight 2"),
                   "--weight cannot be combined with --trees");
    assert_refused(run("route lane.map --from 1,2 --to 8,2 --trees more.trees --footprint rect:2x1"),
                   "--trees needs a round body");
    write_file("bad.trees", "5 1\n");
    assert_refused(run("route lane.map --from 1,2 --to 8,2 --trees bad.trees"),
                   "bad.trees:1: expected a tree: x y r");
}

TESTS_BETWEEN(command_make_town, command_remove_town)
