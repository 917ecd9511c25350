#include <stdio.h>
#include <string.h>

#include "common/command.h"
#include "common/unit.h"

/// A study around a part that is wrong, or right.
static void write_study(const char *part)
{
    char text[2048];
    snprintf(text, sizeof text, "{ \"fairway_study\": 1, \"maps\": [ \"town.map\" ], %s }", part);
    write_file("study.json", text);
}

#define UNITS   "\"units\": [ { \"name\": \"one\", \"unit\": {} } ]"
#define QUERIES "\"queries\": [ { \"file\": \"town.scen\" } ]"
#define METHODS "\"methods\": [ \"grid\", { \"name\": \"half\", \"method\": \"astar\", \"max_work\": 2 } ]"

TEST(a_study_writes_the_same_answers_whoever_does_the_work)
{
    static char first[TEXT_BYTES], second[TEXT_BYTES];
    write_study(UNITS ", " QUERIES ", " METHODS);
    assert_int_equal(run("batch study.json --out . --workers 1")->status, 0);
    read_file("answers.csv", first);
    write_file("answers.log", "");
    assert_int_equal(run("batch study.json --out . --workers 3 -q")->status, 0);
    read_file("answers.csv", second);
    assert_string_equal(first, second);
    assert_non_null(strstr(first,
                           "job,map,unit,method,query,from,to,result,length,cost,expanded,hash,sx,sy,gx,gy\n"
                           "0,town,one,grid,0,,,found,7,7,"));
    assert_non_null(strstr(first, "\n1,town,one,half,0,,,limit,,,"));
    assert_non_null(strstr(first, "\n4,town,one,grid,2,,,unreachable,,,0,,0.5,0.5,11.5,0.5\n"));
}

TEST(a_study_that_is_complete_is_not_run_again)
{
    write_study(UNITS ", " QUERIES ", \"methods\": [ \"grid\" ]");
    write_file("answers.log", "");
    assert_int_equal(run("batch study.json --out .")->status, 0);
    const outcome *again = run("batch study.json --out .");
    assert_int_equal(again->status, 0);
    assert_non_null(strstr(
        again->out, "study.json: the study is finished: . holds the answers to all its 4 jobs, and none is "
                    "done again (--out names another folder)\n"));
}

TEST(answers_of_a_changed_study_are_not_mixed_with_older_ones)
{
    write_study(UNITS ", " QUERIES ", \"methods\": [ \"grid\" ]");
    write_file("answers.log", "");
    assert_int_equal(run("batch study.json --out . -q")->status, 0);
    write_study(UNITS ", " QUERIES ", \"methods\": [ \"astar\" ]");
    assert_refused(run("batch study.json --out . -q"), "has changed since this log was begun");
}

TEST(a_simulation_gives_the_same_numbers_each_time)
{
    static char first[TEXT_BYTES], second[TEXT_BYTES];
    write_study(UNITS ", \"simulate\": { \"time\": 20, \"densities\": [0.02, 0.1], \"seeds\": [1, 2, 3] }");
    write_file("answers.log", "");
    assert_int_equal(run("batch study.json --out . --workers 1 -q")->status, 0);
    read_file("answers.csv", first);
    write_file("answers.log", "");
    assert_int_equal(run("batch study.json --out . --workers 2 -q")->status, 0);
    read_file("answers.csv", second);
    assert_string_equal(first, second);
    assert_non_null(strstr(first, "\n0,town,one,usual,0.02,1,done,1,1,1,"));
    assert_non_null(strstr(first, "\n5,town,one,usual,0.1,3,"));
}

/// Three agents; the start of the second one is blocked, and the third one starts where the first one does.
TEST(agents_of_a_scenario_are_simulated_if_they_can_stand_apart)
{
    static char text[TEXT_BYTES];
    static const char usual[] =
        "{ \"fairway_study\": 1, \"maps\": [ { \"file\": \"hall.map\", \"scenario\": \"hall.scen\" } ], "
        "\"units\": [ { \"name\": \"one\", \"unit\": { \"footprint\": { \"circle\": 0.35 } } } ], "
        "\"simulate\": { \"time\": 60, \"densities\": [%s], \"seeds\": [1, 2] } }";
    char study[1024];
    write_file("hall.map", "type octile\nheight 3\nwidth 6\nmap\n......\n.@....\n......\n");
    write_file("hall.scen",
               "version 1\n0 hall.map 6 3 0 0 5 2 5\n0 hall.map 6 3 1 1 3 0 2\n0 hall.map 6 3 0 0 3 2 3\n"
               "0 hall.map 6 3 5 0 0 2 5\n");
    snprintf(study, sizeof study, usual, "0.5");
    write_file("study.json", study);
    write_file("answers.log", "");
    assert_int_equal(run("batch study.json --out . -q")->status, 0);
    read_file("answers.csv", text);
    assert_non_null(strstr(text, "\n0,hall,one,usual,0.5,1,done,2,2,1,"));
    assert_non_null(strstr(text, "\n1,hall,one,usual,0.5,2,done,2,2,1,"));
    write_file("hall.scen", "version 1\n0 hall.map 9 9 0 0 5 2 5\n");
    assert_refused(run("batch study.json --out fresh"),
                   "hall.scen is for a map of 9 x 9 tiles, but hall has 6 x 3");
}

/// The file has the places a, b and another without a name; the middle of b is at 6.5, 2.5.
TEST(all_pairs_of_the_places_that_a_map_names_are_asked)
{
    static char text[TEXT_BYTES];
    static const char tiled[] =
        "<map version=\"1.10\" orientation=\"orthogonal\" width=\"8\" height=\"4\" tilewidth=\"16\" "
        "tileheight=\"16\"><tileset firstgid=\"1\" name=\"t\" tilewidth=\"16\" tileheight=\"16\"><tile "
        "id=\"0\">"
        "<properties><property name=\"walkable\" type=\"bool\" value=\"true\"/></properties></tile></tileset>"
        "<layer width=\"8\" height=\"4\"><data "
        "encoding=\"csv\">1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,"
        "1,1,1,1,1,1,1,1</data></layer><objectgroup name=\"o\"><object id=\"1\" name=\"a\" x=\"8\" "
        "y=\"40\"><point/>"
        "</object><object id=\"2\" name=\"%s\" x=\"96\" y=\"32\" width=\"16\" height=\"16\"/><object "
        "id=\"3\" x=\"0\" "
        "y=\"0\"><point/></object></objectgroup></map>";
    write_file("study.json", "{ \"fairway_study\": 1, \"maps\": [ \"places.tmx\" ], " UNITS
                             ", \"queries\": [ { \"pairs\": \"named\" } ], \"methods\": [ \"grid\" ] }");
    snprintf(text, sizeof text, tiled, "a");
    write_file("places.tmx", text);
    assert_refused(run("batch study.json --out fresh"),
                   "the place 'a' of places.tmx has a name that another one has, too");
    snprintf(text, sizeof text, tiled, "");
    write_file("places.tmx", text);
    assert_refused(run("batch study.json --out fresh"),
                   "queries[0].pairs: places.tmx has 1 places with names");
    snprintf(text, sizeof text, tiled, "b");
    write_file("places.tmx", text);
    write_file("answers.log", "");
    assert_int_equal(run("batch study.json --out . -q")->status, 0);
    read_file("answers.csv", text);
    assert_non_null(strstr(text, "\n0,places,one,grid,0,a,b,found,6,6,"));
    assert_non_null(strstr(text, ",0.5,2.5,6.5,2.5\n1,places,one,grid,1,b,a,found,6,6,"));
}

/// A baseline compares the same queries: a detour round a closed door is told, and who gets nowhere is counted.
TEST(a_summary_compares_with_the_baseline_and_plots_are_drawn)
{
    static char text[TEXT_BYTES];
    write_file("study.json",
               "{ \"fairway_study\": 1, \"baseline\": { \"map\": \"open\" }, \"maps\": [ "
               "{ \"name\": \"open\", \"file\": \"town.map\" }, "
               "{ \"name\": \"shut\", \"file\": \"town.map\", \"blocked\": [[4, 2, 1, 1]] }, "
               "{ \"name\": \"large\", \"file\": \"town.map\", \"scale\": 2 } ], " UNITS
               ", \"queries\": [ { \"pairs\": { \"a\": [0, 2], \"b\": [1, 2], \"c\": [6, 2] } } ], "
               "\"methods\": [ \"grid\" ] }");
    write_file("answers.log", "");
    const outcome *told = run("batch study.json --out . --summary --plot .");
    assert_int_equal(told->status, 0);
    assert_non_null(
        strstr(told->out, "open             one          grid                    6        6     4.000"));
    assert_non_null(
        strstr(told->out, "shut             one          grid                    6        2     1.000"));
    assert_non_null(
        strstr(told->out, "large            one          grid                    6        6     4.000"));
    read_file("detour.svg", text);
    assert_non_null(strstr(text, ">1.000, 4 without a path<"));
    read_file("found.svg", text);
    assert_non_null(strstr(text, ">0.333<"));
    assert_true(exists("heat.svg"));
    write_file("answers.log", "");
    assert_refused(run("batch study.json --out . --plot no/such"), "no/such: cannot be made");
    assert_int_equal(read_file("answers.log", text), 0);
}

TEST(each_wrong_field_is_named_before_anything_runs)
{
    static const struct {
        const char *part, *sentence;
    } wrong[] = {
        { UNITS ", " QUERIES, "methods is missing, expected a list" },
        { UNITS ", " QUERIES ", \"methods\": [ \"gird\" ]",
          "methods[0] is \"gird\", expected the name of a method" },
        { UNITS ", " QUERIES ", \"methods\": [ { \"method\": \"grid\", \"max_time\": 5 } ]",
          "methods[0].max_time: a limit of time gives other answers each time; max_work" },
        { UNITS ", " QUERIES ", \"methods\": [ { \"method\": \"grid\", \"weight\": 0.5 } ]",
          "methods[0].weight is 0.5, expected a number from 1 to 1000" },
        { UNITS ", " QUERIES ", \"methods\": [ \"grid\", \"grid\" ]",
          "methods[0] and methods[1] have the same name, grid" },
        { UNITS ", \"methods\": [ \"grid\" ], \"queries\": [ { \"random\": 0 } ]",
          "queries[0].random is 0, expected a number from 1" },
        { UNITS
          ", \"methods\": [ \"grid\" ], \"queries\": [ { \"pairs\": { \"a\": [1, 1], \"b\": [50, 1] } } ]",
          "queries[0].pairs.b lies outside the map town, which has 12 x 6 tiles" },
        { UNITS ", \"methods\": [ \"grid\" ], \"queries\": [ { \"file\": \"no.scen\" } ]", "no.scen" },
        { "\"units\": [ { \"name\": \"x\", \"unit\": { \"size\": 65 } } ], " QUERIES
          ", \"methods\": [ \"grid\" ]",
          "units[0].unit.size is 65, expected a number from 0 to 64" },
        { "\"units\": [ { \"name\": \"x\", \"unit\": { \"turn_radius\": 2 } } ], " QUERIES
          ", \"methods\": [ \"jump-points\", { \"method\": \"directional-8\", \"fewer_bends\": true } ]",
          "methods[1] (directional-8) with units[0] (x)" },
        { UNITS ", " QUERIES ", \"methods\": [ \"grid\" ], \"columns\": [ \"speed\" ]",
          "columns[0] is \"speed\", expected one of result, length" },
        { UNITS ", " QUERIES ", \"methods\": [ \"grid\" ], \"baseline\": { \"method\": \"astar\" }",
          "baseline.method is \"astar\", expected a name that the study gives" },
        { UNITS ", " QUERIES ", \"methods\": [ \"grid\" ], \"seeds\": [1]",
          "seeds is not a field of a study" },
        { UNITS ", \"simulate\": { \"time\": 20, \"densities\": [0.9], \"seeds\": [1] }",
          "simulate.densities[0] is 0.9, expected a number from 1e-06 to 0.5" },
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        write_study(wrong[i].part);
        assert_refused(run("batch study.json --out fresh"), wrong[i].sentence);
        assert_false(exists("fresh"));
    }
}

TESTS_BETWEEN(command_make_town, command_remove_town)
