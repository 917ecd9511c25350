#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/command.h"
#include "common/unit.h"

TEST(a_benchmark_counts_what_it_finds)
{
    static const char *const keys[] = { "\"map\": \"town\"",
                                        "\"method\": \"astar\"",
                                        "\"queries\": 4",
                                        "\"found\": 3",
                                        "\"optimal\": 2",
                                        "\"legal\": 3",
                                        "\"length_total\": 9",
                                        "\"time_us\": {\"mean\": ",
                                        "\"median\": ",
                                        "\"p95\": ",
                                        "\"p99\": ",
                                        "\"total\": ",
                                        "\"expanded\": {\"mean\": ",
                                        "\"length_ratio\": {\"mean\": ",
                                        "\"setup_ms\": ",
                                        "\"memory_bytes\": {\"map\": ",
                                        "\"layers\": ",
                                        "\"tables\": ",
                                        "\"planner\": ",
                                        "\"allocations\": 0}" };
    for (int threads = 1; threads <= 3; threads += 2) {
        const outcome *result =
            run("bench town.map town.scen --method astar --repeat 2 --threads %d --json - --each each.csv",
                threads);
        assert_int_equal(result->status, 0);
        assert_string_equal(result->err, "");
        for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
            if (!strstr(result->out, keys[i]))
                fail_msg("%s is missing in %s", keys[i], result->out);
    }
}

TEST(a_benchmark_writes_a_line_for_each_query)
{
    char text[TEXT_BYTES];
    assert_int_equal(run("bench town.map town.scen --every 2 -q --each each.csv")->status, 0);
    read_file("each.csv", text);
    assert_memory_equal(text, "index,result,length,cost,time_us,expanded,legal,optimum\n0,found,7,7,", 68);
    assert_non_null(strstr(text, ",1,7\n2,unreachable,,,"));
    assert_null(strstr(text, "\n1,"));
    assert_null(strstr(text, "\n3,"));
}

TEST(a_published_no_path_is_agreed_if_none_is_found)
{
    // No path to 11,0; the second line is wrong; start and goal of the third one are the same.
    write_file("closed.scen",
               "version 1\n0\ttown.map\t12\t6\t0\t0\t11\t0\t0\n0\ttown.map\t12\t6\t0\t2\t2\t2\t0\n"
               "0\ttown.map\t12\t6\t1\t1\t1\t1\t0\n");
    const outcome *result = run("bench town.map closed.scen --each closed.csv");
    assert_non_null(strstr(result->out, "2 found, 1 of 2 without a path as the file says, 2 legal"));
    char text[TEXT_BYTES];
    read_file("closed.csv", text);
    assert_non_null(strstr(text, "\n0,unreachable,,,"));
    assert_non_null(strstr(text, ",,0\n1,found,2,"));
    result = run("bench town.map closed.scen --json -");
    assert_non_null(strstr(result->out, "\"optimal\": 1, \"legal\": 2, \"no_path\": {\"published\": 2, "
                                        "\"agreed\": 1}"));
    // The file speaks of units of size 1 that cut no corners.
    assert_null(strstr(run("bench town.map closed.scen --size 2")->out, "as the file says"));
}

TEST(bench_says_more_if_asked)
{
    assert_null(strstr(run("bench town.map town.scen")->out, "expanded: mean "));
    const outcome *result = run("bench town.map town.scen -v");
    assert_non_null(strstr(result->out, "\nexpanded: mean "));
    assert_non_null(strstr(result->out, "\nlength / optimum: mean "));
    assert_non_null(strstr(result->out, "\nmemory: map "));
}

TEST(the_legend_names_the_methods_of_all_paths)
{
    char text[TEXT_BYTES];
    assert_int_equal(
        run("route town.map --from 0,2 --to 7,2 --method jump-points --json other.json -q")->status, 0);
    assert_int_equal(
        run("route town.map --from 0,2 --to 7,2 --method astar --with other.json --svg both.svg -q")->status,
        0);
    read_file("both.svg", text);
    assert_non_null(strstr(text, ">astar, size 1: 7.0<"));
    assert_non_null(strstr(text, ">jump-points, size 1: 7.0<"));
}

TEST(a_pose_list_has_no_ratio)
{
    write_file("poses.csv", "sx,sy,sdeg,gx,gy,gdeg\n0,2,0,7,2,\n0.5,2.5,90,2.5,1.5,45\n");
    const outcome *result = run("bench town.map poses.csv --method astar --json -");
    assert_int_equal(result->status, 0);
    assert_non_null(strstr(result->out, "\"queries\": 2, \"found\": 2, \"optimal\": 0, \"legal\": 2"));
    assert_non_null(strstr(result->out, "\"length_ratio\": null"));
}

TEST(info_counts_terrains_and_regions)
{
    const outcome *result = run("info town.map --json -");
    assert_int_equal(result->status, 0);
    assert_non_null(strstr(result->out, "\"terrains\": {\"blocked\": 11, \"ground\": 61}"));
    assert_non_null(strstr(result->out, "\"anchors\": 61, \"regions\": 2, \"largest_region\": 43"));
    assert_non_null(strstr(run("info town.map --size 2 --json -")->out, "\"anchors\": 35, \"regions\": 3"));
    assert_memory_equal(run("info town.map")->out, "12 x 6 tiles\n", 13);
    assert_null(strstr(run("info town.map")->out, "motions"));
    static const char car[] = "info town.map --method directional --turn-radius 3 --footprint circle:0.33";
    assert_non_null(strstr(run("%s", car)->out, "motions of directional: 5 per heading, 18 before"));
    assert_non_null(strstr(run("%s --json -", car)->out, "\"motions\": {\"headings\": 8, \"each\": 5, "));
}

TEST(a_neighbourhood_that_is_too_small_for_the_turning_radius_is_told)
{
    static const char wide[] =
        "directional-24 has no turns of this radius from some headings, only straight lines and loops";
    static const char car[] = "--method directional-24 --footprint circle:0.33 --turn-radius";
    assert_null(
        strstr(run("route town.map --from 0,2,0 --to 3,2,0 --method directional --turn-radius 60")->out,
               "has no turns")); // it takes other motions there
    write_file("drive.csv", "sx,sy,sdeg,gx,gy,gdeg\n0,2,0,3,2,0\n");
    for (int radius = 2; radius <= 3; radius++) {
        const bool is_told = radius == 3;
        const outcome *result = run("route town.map --from 0,2,0 --to 3,2,0 %s %d", car, radius);
        assert_int_equal(result->status, 0);
        assert_int_equal(strstr(result->out, wide) != NULL, is_told);
        result = run("route town.map --from 0,2,0 --to 3,2,180 %s %d", car, radius);
        assert_int_equal(result->status, 1);
        assert_int_equal(strstr(result->err, wide) != NULL, is_told);
        assert_int_equal(strstr(run("bench town.map drive.csv %s %d", car, radius)->out, wide) != NULL,
                         is_told);
        assert_int_equal(strstr(run("info town.map %s %d", car, radius)->out, wide) != NULL, is_told);
        result = run("info town.map %s %d --json -", car, radius);
        assert_non_null(strstr(result->out, is_told ? "\"complete\": false" : "\"complete\": true"));
    }
}

TEST(auto_tells_when_it_leaves_a_vehicle_to_the_grid)
{
    static const char told[] =
        "auto chose a grid method: directional search cannot be used for this unit or request";
    static const char car[] = "route town.map --from 0,2,0 --to 3,2 --turn-radius 2";
    assert_null(strstr(run("%s --footprint circle:0.33", car)->out, told));
    assert_null(strstr(run("%s --footprint circle:0.33 --turns ignore", car)->out, told));
    assert_non_null(strstr(run("%s --footprint circle:0.33 --within 65", car)->out, told));
    assert_non_null(strstr(run("%s --footprint circle:0.33 --within 65", car)->out,
                           "or request: directional search allows a radius of at most 64 tiles"));
    assert_null(strstr(run("route town.map --from 0,2 --to 3,2 --within 65")->out, told));
}

TEST(auto_tells_why_it_has_rejected_methods)
{
    static const char car[] = "route town.map --from 0,2,0 --to 7,2 --turn-radius 2 --footprint circle:0.33";
    static const char missing[] =
        "directional-24: the unit's tables for this are missing: prepare the map for them\n";
    assert_non_null(strstr(run("%s -v", car)->out, missing));
    assert_null(strstr(run("%s", car)->out, "auto rejected"));
    assert_null(strstr(run("%s -v --method hybrid", car)->out, "auto rejected"));
    const outcome *result = run("%s --json -", car);
    assert_non_null(strstr(result->out, "  \"rejected\": ["));
    assert_non_null(
        strstr(result->out, "{\"method\": \"directional-24\", \"reason\": \"not_prepared\", \"text\": "));
    assert_null(strstr(result->out, "{\"method\": \"directional\", \"reason\": \"unfit\""));
    assert_null(strstr(run("%s --json - --method hybrid", car)->out, "\"rejected\""));
    assert_null(strstr(run("route town.map --from 0,2 --to 7,2 --json -")->out, "\"rejected\""));
}

TEST(info_shows_what_a_unit_saves_that_is_searched_on_demand)
{
    assert_int_equal(run("generate caves --size 256x256 -o caves.map")->status, 0);
    const double usual = number_after(run("info caves.map --size 2 --json -")->out, "\"layers\": ");
    const outcome *lean = run("info caves.map --size 2 --method on-demand --json -");
    assert_int_equal(lean->status, 0);
    assert_true(number_after(lean->out, "\"layers\": ") < usual / 3);
    assert_true(number_after(lean->out, "\"tables\": ") == 0);
    assert_true(number_after(lean->out, "\"regions\": ") == 0);
    assert_true(number_after(lean->out, "\"anchors\": ") > 0);
}

TEST(every_kind_of_map_is_generated_and_read_back)
{
    static const char *const kinds[] = { "rooms", "maze", "random", "caves", "city", "terrain" };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        assert_int_equal(run("generate %s --size 40x30 --seed 4 -q -o made.map", kinds[i])->status, 0);
        assert_memory_equal(run("info made.map")->out, "40 x 30 tiles\n", 14);
    }
    assert_memory_equal(run("generate maze --size 9x9")->out, "type octile\nheight 9\nwidth 9\nmap\n", 33);
    assert_refused(run("generate mase"), "did you mean maze?");
    assert_refused(run("generate maze --size 9"), "--size is '9', expected WxH");
    assert_refused(run("generate maze --size 9x99999"), "expected WxH, each from 1 to 16384");
}

/// The command line below "Example" in the help of a command.
static void example_of(const char *command, char line[200])
{
    const char *found = strstr(run("%s --help", command)->out, "\nExample\n  ");
    assert_non_null(found);
    assert_int_equal(sscanf(found, "\nExample\n  %199[^\n]", line), 1);
}

TEST(the_examples_of_help_run_as_they_are)
{
    // What the example of one command writes, others read.
    static const char *const commands[] = { "generate", "route",  "check",    "info",  "convert",
                                            "compare",  "forest", "simulate", "bench", "replay" };
    write_file("rooms.scen", "version 1\n0\trooms.map\t64\t64\t2\t2\t60\t60\t107.7\n");
    assert_int_equal(run("generate trees --size 20x20 -o trees.txt")->status, 0);
    assert_int_equal(run("route town.map --from 0,0 --to 1,1 --record calls.fwrec")->status, 0);
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        char line[200];
        example_of(commands[i], line);
        assert_memory_equal(line, "fairway ", 8);
        const outcome *result = run("%s", line + 8);
        if (result->status != 0)
            fail_msg("%s: %s", line, result->err);
    }
    assert_true(exists("path.svg") && exists("methods.svg") && exists("rooms.tmj"));
}

TEST(help_and_version_are_there_for_every_command)
{
    static const char *const commands[] = { "route",    "bench",  "check",   "info",
                                            "generate", "forest", "simulate" };
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        const outcome *result = run("%s --help", commands[i]);
        assert_int_equal(result->status, 0);
        assert_memory_equal(result->out, "fairway ", 8);
        static char text[TEXT_BYTES];
        strcpy(text, result->out);
        assert_non_null(strstr(run("--help")->out, commands[i]));
        assert_string_equal(run("help %s", commands[i])->out, text);
    }
    assert_refused(run("help rout"), "there is no command 'rout'; did you mean route?");
    assert_memory_equal(run("--version")->out, "fairway 0.", 10);
    assert_null(strstr(run("--version")->out, "reads"));
    assert_non_null(strstr(run("--version -v")->out, "\nreads MovingAI\nreads picture\n"));
}

TEST(a_unit_too_near_to_the_border_is_blocked_and_does_not_end_the_bench)
{
    write_file("near.csv", "sx,sy,sdeg,gx,gy,gdeg\n0.5,2.5,0,7.5,2.5,\n2.5,1.5,0,2.5,1.5,\n");
    const outcome *result = run("bench town.map near.csv --size 3 --json -");
    assert_int_equal(result->status, 0);
    assert_non_null(strstr(result->out, "\"queries\": 2"));
}

TEST(a_bench_with_speeds_profiles_its_paths_and_allocates_nothing)
{
    const outcome *result = run("bench town.map town.scen --smooth auto --speed 2,1,1,1 --json -");
    assert_int_equal(result->status, 0);
    assert_non_null(strstr(result->out, "\"allocations\": 0"));
}

TEST(optima_count_for_the_unit_that_they_are_for)
{
    static const char *const same[] = { "", "--size 1", "--enter ground", "--method astar",
                                        "--turn-radius 1" };
    static const char *const other[] = { "--size 2", "--corners always", "--corners orthogonal",
                                         "--enter ground=2", "--window 20" };
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        assert_null(
            strstr(run("bench town.map town.scen --json - %s", same[i])->out, "\"length_ratio\": null"));
    for (size_t i = 0; i < sizeof other / sizeof *other; i++) {
        const outcome *result = run("bench town.map town.scen --json - %s", other[i]);
        assert_non_null(strstr(result->out, "\"length_ratio\": null"));
        assert_non_null(strstr(result->out, "\"optimal\": 0, "));
    }
}

/// What -v says of a path must be what its violations say.
TEST(the_checker_judges_start_and_goal_of_a_route)
{
    static const char ask[] =
        "route town.map --from 0,2,180 --to 7,2 --footprint circle:0.45 --turn-radius 2 -v --turns";
    static const char *const ways[] = { "ignore", "tighten", "back-up --reverse" };
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        const outcome *result = run("%s %s", ask, ways[i]);
        assert_int_equal(result->status, 0);
        assert_int_equal(strstr(result->out, "violations: ") != NULL,
                         strstr(result->out, "the checker finds it illegal") != NULL);
    }
}

TEST(methods_are_compared_in_a_table)
{
    const outcome *all =
        run("compare town.map --from 0,0 --to 7,5 --method astar,jump-points,hybrid --table csv");
    assert_int_equal(all->status, 0);
    assert_memory_equal(all->out, "method,result,length,cost,turned,gears,expanded,time_us,legal\n", 62);
    double length[2] = { 0, 1 };
    const char *astar = strstr(all->out, "\nastar,found,"), *jump = strstr(all->out, "\njump-points,found,");
    assert_true(astar && sscanf(astar, "\nastar,found,%lf", &length[0]) == 1);
    assert_true(jump && sscanf(jump, "\njump-points,found,%lf", &length[1]) == 1);
    assert_true(length[0] > 8 && length[0] == length[1]);
    assert_non_null(strstr(all->err, "method hybrid: "));
    all = run("compare town.map --from 0,0 --to 7,5 --table md --svg all.svg");
    assert_int_equal(all->status, 0);
    assert_non_null(strstr(all->out, "\n|---|---|--:|"));
    assert_non_null(strstr(all->out, "\n| auto | found | "));
    assert_non_null(strstr(all->out, "\n| hierarchy | found | "));
    static char picture[TEXT_BYTES];
    read_file("all.svg", picture);
    const char *name = strstr(picture, ">hierarchy: cost "); // then its time
    assert_true(name && strstr(name, " expanded, turned ") && strstr(name, " degrees</text>"));
    all = run("compare town.map --from 0,0 --to 11,2");
    assert_int_equal(all->status, 1);
    assert_non_null(strstr(all->out, "unreachable       -     -"));
    assert_refused(run("compare town.map --from 0,0 --to 7,5 --method astra"), "did you mean astar?");
    assert_refused(run("compare town.map --from 0,0"),
                   "fairway compare needs --from X,Y[,DEG] and --to X,Y[,DEG]");
}

/// Adds up, over the lines of a CSV table that begin with `start`, the number in column `column` (from 0).
static double sum_of(const char *text, const char *start, int column)
{
    double sum = 0.0;
    for (const char *line = text; line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL) {
        const char *cell = line;
        if (strncmp(line, start, strlen(start)) != 0)
            continue;
        for (int i = 0; i < column; i++)
            cell = strchr(cell, ',') + 1;
        sum += strtod(cell, NULL);
    }
    return sum;
}

TEST(benchmarks_of_several_maps_units_and_methods_make_a_table)
{
    static char each[TEXT_BYTES];
    write_file("small.json", "{\"size\": 1}");
    write_file("large.json", "{\"size\": 2}");
    write_file("town.map.scen", "version 1\n0\ttown.map\t12\t6\t0\t0\t7\t0\t7\n");
    const outcome *all = run("bench town.map town.map town.scen --method astar,jump-points --unit "
                             "small.json,large.json --table csv --each each.csv");
    assert_int_equal(all->status, 0);
    assert_ptr_equal(strstr(all->out, "map,unit,method,length,queries,found,no path agreed,optimal,legal,"),
                     all->out);
    read_file("each.csv", each);
    assert_ptr_equal(strstr(each, "map,unit,method,index,result,length,"), each);
    static const char *const starts[] = { "town,small,astar,", "town,large,astar,", "town,small,jump-points,",
                                          "town,large,jump-points," };
    for (int i = 0; i < 4; i++) {
        int found = 0;
        for (const char *line = strstr(each, starts[i]); line; line = strstr(line + 1, starts[i]))
            found += strstr(line, ",found,") && strstr(line, ",found,") < strchr(line, '\n');
        assert_true(sum_of(all->out, starts[i], 4) == 5.0); // one query of town.map.scen, four of town.scen
        assert_true(sum_of(all->out, starts[i], 5) == found && found >= 1);
        assert_true(sum_of(all->out, starts[i], 8) == found); // all legal
    }
    all = run("bench town.map town.scen --method astar,jump-points");
    assert_ptr_equal(strstr(all->out, "map   method       queries  found  "), all->out);
    all = run("bench town.map town.scen --method astar,jump-points --json -");
    assert_ptr_equal(strstr(all->out, "[\n  {\"map\": \"town\", \"method\": \"astar\", "), all->out);
    assert_non_null(strstr(all->out, "\n  {\"map\": \"town\", \"method\": \"jump-points\", "));
    all = run("bench town.map town.scen --table html");
    assert_ptr_equal(strstr(all->out, "<table>\n<tr><th>map</th><th>method</th>"), all->out);
    assert_non_null(strstr(all->out, "<tr><td>town</td><td>auto</td><td>4</td>"));
}

TEST(a_bucket_holds_the_queries_of_its_lengths)
{
    static char each[TEXT_BYTES];
    const outcome *all =
        run("bench town.map town.scen --method astar --bucket 4 --table csv --each each.csv -v");
    assert_int_equal(all->status, 0);
    read_file("each.csv", each);
    for (int bucket = 0; bucket < 10; bucket++) {
        int expected = 0;
        char start[64];
        for (const char *line = strchr(each, '\n') + 1; *line; line = strchr(line, '\n') + 1) {
            const char *end = strchr(line, '\n');
            const char *last = end;
            while (last[-1] != ',')
                last--;
            const double optimum = strtod(last, NULL); // 0 if the file states that there is no path
            expected += optimum >= 4 * bucket && optimum < 4 * bucket + 4;
        }
        snprintf(start, sizeof start, "town,,astar,%d to %d,", 4 * bucket, 4 * bucket + 4);
        assert_true(sum_of(all->out, start, 4) == expected);
    }
}

TEST(mistakes_in_lists_are_told_before_anything_runs)
{
    assert_refused(run("bench town.map town.scen --method astar,jump-pionts"), "did you mean jump-points?");
    assert_refused(run("bench town.scen town.map"), "'town.scen' holds queries, and no map stands before it");
    assert_refused(run("bench none.map"), "none.map: cannot be opened");
    assert_refused(run("bench"), "fairway bench needs MAP [SCEN|QUERIES.csv] ..., but 0 arguments are given");
    const outcome *all = run("bench town.map town.scen none.map --method astar"); // the others are run
    assert_int_equal(all->status, 2);
    assert_non_null(strstr(all->out, "4 queries (astar): "));
}

TESTS_BETWEEN(command_make_town, command_remove_town)
