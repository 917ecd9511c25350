// The option --area-map, and what the command says of walks over areas.

#include <string.h>

#include "common/command.h"
#include "common/unit.h"

TEST(without_a_file_squares_are_walked)
{
    const outcome *result = run("route town.map --from 0,2 --to 7,2 --method areas");
    assert_int_equal(result->status, 0);
    assert_non_null(strstr(result->out, "found (areas)"));
    assert_non_null(strstr(result->out, "1 area on the way"));
}

TEST(the_names_on_the_way_are_told)
{
    write_file("areas.json", "{ \"areas\": [ { \"name\": \"west\", \"rects\": [[0, 0, 4, 4]] },"
                             " { \"name\": \"harbour\", \"rects\": [[4, 0, 2, 4], [6, 2, 1, 1]] } ] }");
    const char *const line = "route town.map --from 0,2 --to 7,2 --method areas --area-map areas.json";
    const outcome *result = run("%s", line);
    assert_int_equal(result->status, 0);
    assert_non_null(strstr(result->out, "3 areas on the way: west, harbour"));
    result = run("%s --json -", line);
    assert_non_null(strstr(result->out, "\"areas\": [\"west\", \"harbour\", \"\"]"));
    assert_int_equal(run("bench town.map town.scen --method areas --area-map areas.json")->status, 0);
    assert_int_equal(run("bench town.map town.scen --method areas --partition quadtree")->status, 0);
}

TEST(a_page_holds_the_areas_as_rectangles)
{
    write_file("page.html", "<script id=\"inside\"></script>");
    write_file("areas.json",
               "{ \"areas\": [ { \"name\": \"west\", \"rects\": [[0, 0, 4, 4]] },"
               " { \"name\": \"harbour\", \"rects\": [[4, 0, 2, 4], [6, 2, 1, 1], [2, 3, 2, 1]] } ] }");
    const outcome *result =
        run("route town.map --from 0,2 --to 7,2 --method areas --area-map areas.json --page page.html --html "
            "a.html -q;"
            " sed 's/.*w=//; s/<.*//' a.html | tr -- -_ +/ | base64 -d 2>/dev/null | zcat 2>/dev/null");
    assert_non_null(strstr(result->out,
                           "\"named\": [[0, 0, 4, 3, \"west\"], [4, 0, 2, 2, \"harbour\"], "
                           "[4, 2, 3, 1, \"harbour\"], [0, 3, 2, 1, \"west\"], [2, 3, 4, 1, \"harbour\"]]"));
}

TEST(why_a_walk_gave_up_is_told)
{
    write_file("closed.json", "{ \"blocked\": [[4, 2, 1, 1]] }");
    const outcome *result = run("route town.map --from 0,2 --to 7,2 --method areas --overlay closed.json");
    assert_int_equal(result->status, 1);
    assert_non_null(strstr(result->err, "1 leg, failure: outside_window"));
}

TEST(wrong_files_are_explained)
{
    static const struct {
        const char *text, *sentence;
    } tried[] = {
        { "[]", "areas.json: the whole is a list, expected an object" },
        { "{ \"area\": [] }", "areas.json: area is not a field of an area map, expected areas" },
        { "{ }", "areas.json: areas is missing" },
        { "{ \"areas\": [ { \"rects\": [] } ] }", "areas.json: areas[0].name is missing" },
        { "{ \"areas\": [ { \"name\": \"a\" } ] }", "areas.json: areas[0].rects is missing" },
        { "{ \"areas\": [ { \"name\": \"a\", \"rects\": [], \"color\": 1 } ] }",
          "areas[0].color is not a field of an area, expected one of name, rects" },
        { "{ \"areas\": [ { \"name\": \"a\", \"rects\": [[0, 0, 3]] } ] }",
          "expected [x, y, width, height] within the map" },
        { "{ \"areas\": [ { \"name\": \"a\", \"rects\": [[6, 0, 9, 1]] } ] }",
          "expected [x, y, width, height] within the map" },
        { "{ \"areas\": [ { \"name\": \"a\", \"rects\": [[0, 0, 0, 1]] } ] }", "areas[0].rects[0][2]" },
    };
    for (size_t i = 0; i < sizeof tried / sizeof *tried; i++) {
        write_file("areas.json", tried[i].text);
        assert_refused(run("route town.map --from 0,2 --to 7,2 --method areas --area-map areas.json"),
                       tried[i].sentence);
    }
    assert_refused(run("route town.map --from 0,2 --to 7,2 --method areas --area-map none.json"),
                   "none.json: cannot be opened");
    write_file("areas.json", "{ \"areas\": [] }");
    assert_refused(run("route town.map --from 0,2 --to 7,2 --partition quadtree"),
                   "--partition is for --method areas and --show areas");
    assert_refused(run("route town.map --from 0,2 --to 7,2 --method astar --area-map areas.json"),
                   "--area-map");
}

TESTS_BETWEEN(command_make_town, command_remove_town)
