#define _XOPEN_SOURCE 700

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/command.h"
#include "common/unit.h"

/// A route through the town, without the options behind it.
#define ROUTE "route town.map --from 0,2 --to 7,2 "

TEST(no_path_exits_with_1_and_says_why)
{
    const outcome *result = run("route town.map --from 0,2 --to 11,2");
    assert_int_equal(result->status, 1);
    assert_string_equal(result->out, "");
    assert_string_equal(result->err, "fairway: no path joins start and goal for this unit\n");
    assert_int_equal(run(ROUTE "--size 2")->status, 1);
}

TEST(places_of_the_map_have_names)
{
    write_file(
        "inn.tmj",
        "{\"type\": \"map\", \"orientation\": \"orthogonal\", \"width\": 8, \"height\": 2, \"tilewidth\": 8, "
        "\"tileheight\": 8, \"layers\": [{\"type\": \"tilelayer\", \"width\": 8, \"height\": 2, \"data\": "
        "[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]}, {\"type\": \"objectgroup\", \"objects\": [{\"name\": \"inn\", "
        "\"x\": 40, \"y\": 0, \"width\": 16, \"height\": 16}, {\"name\": \"bridge, old\", \"x\": 4, \"y\": "
        "4, "
        "\"point\": true}]}], \"tilesets\": [{\"firstgid\": 1, \"tilewidth\": 8, \"tileheight\": 8, "
        "\"tilecount\": 1, \"columns\": 1, \"tiles\": [{\"id\": 0, \"properties\": [{\"name\": \"walkable\", "
        "\"type\": \"bool\", \"value\": true}]}]}]}");
    const outcome *way =
        run("route inn.tmj --from \"bridge, old\" --to inn,90 --size 2 --turn-radius 1 --json -");
    assert_int_equal(way->status, 1); // the old bridge is too near to the border for a unit of size 2
    way = run("route inn.tmj --from \"bridge, old\" --to inn --json -");
    assert_int_equal(way->status, 0);
    assert_true(fabs(number_after(way->out, "\"length\": ") - hypot(5.5, 0.5)) < 1e-9);
    assert_refused(run("route inn.tmj --from in --to inn"),
                   "the map has no place named 'in'; did you mean 'inn'?");
    assert_refused(run("route inn.tmj --from inn,north --to inn"), "--from is 'inn,north'");
    assert_refused(run("route town.map --from inn --to 1,1"), "the map has no place named 'inn'");
    assert_refused(run("route town.map --from nan,3 --to 1,1"), "--from is 'nan,3': numbers must be finite");
    assert_refused(run("route town.map --from 1,1 --to Infinity,3,90"),
                   "--to is 'Infinity,3,90': numbers must be finite");
    assert_refused(run("route town.map --from inf --to 1,1"), "the map has no place named 'inf'");
}

TEST(what_is_in_the_way_is_told_in_words_in_json_and_on_pictures)
{
    static char text[TEXT_BYTES];
    const outcome *result =
        run("route town.map --from 0,1 --to 6,1 --size 2 --why --json why.json --svg why.svg");
    assert_int_equal(result->status, 1);
    assert_non_null(strstr(result->err, "a unit of size 1 gets there, but this one has size 2\n"));
    assert_non_null(strstr(result->err, "what is in the way: "));
    read_file("why.json", text);
    assert_non_null(strstr(text, "\"why\": {\"barrier\": \"size\""));
    read_file("why.svg", text);
    assert_non_null(strstr(text, ">too narrow<"));
    assert_non_null(strstr(text, ">nearest<"));
    assert_non_null(strstr(run("route town.map --from 0,2 --to 11,2 --why")->err,
                           "blocked tiles lie all around the start or the goal\n"));
    assert_string_equal(run(ROUTE "--why")->err, "");
}

TEST(what_a_body_touches_is_named)
{
    assert_string_equal(
        run("route town.map --from 1.0,0 --to 7,2")->err,
        "fairway: the unit cannot stand at its start: its body would leave the map at tile 0,-1\n");
    assert_string_equal(
        run("route town.map --from 3.2,0.5,0 --to 7,2 --footprint rect:1.9x0.4 --turn-radius 1")->err,
        "fairway: the unit cannot stand at its start: tile 4,0 is blocked\n");
    assert_int_equal(run("route town.map --from +1,+0 --to 7,2")->status, 0); // a tile, as without signs
}

TEST(a_body_that_sticks_out_is_blocked_and_a_place_off_the_map_is_bad_use)
{
    assert_int_equal(run("route town.map --from 0,2 --to 4,0")->status, 1);
    assert_int_equal(run("route town.map --from 11,4 --to 9,0 --size 2")->status, 1);
    assert_int_equal(run("route town.map --from 0.25,2.5 --to 7,2")->status, 1);
    assert_string_equal(run("route town.map --from 0,2 --to 4,0")->err,
                        "fairway: the unit cannot stand at its goal: tile 4,0 is blocked\n");
    assert_string_equal(run("route town.map --from 11,4 --to 9,0 --size 2")->err,
                        "fairway: the unit cannot stand at its start: its body would leave the map at "
                        "tile 12,4\n");
    assert_refused(run("route town.map --from 12,2 --to 7,2"), "outside the map, which has 12 x 6 tiles");
    assert_refused(run("route town.map --from 0,2 --to 7,-1"), "outside the map");
    assert_refused(run("route town.map --from 0,2 --to 7.5,6.5"), "outside the map");
    assert_refused(run("route town.map --from -1,2 --to 7,2 --size 3"),
                   "the start -1,2 lies outside the map");
    assert_refused(run("route town.map --from 0,0 --to 1,1 --size 40"),
                   "a unit of size 40 at tile 0,0 has its centre at 20,20");
    assert_refused(
        run("route town.map --from 0.5,2.5 --to 7,2 --size 3"),
        "the start 0.5,2.5 is too near to the border of the map: the square of a unit of size 3 would "
        "begin at tile -1,1");
    assert_refused(run("route town.map --from 3,2 --to 7.5,0.25 --size 3 --method directional "
                       "--turn-radius 1"),
                   "the goal 7.5,0.25 is too near to the border of the map");
}

TEST(options_without_the_one_they_belong_to_are_refused_or_told)
{
    static const char *const cases[][2] = {
        { "--page index.html", "--page is for --html" },
        { "--expanded", "--expanded is for pictures: --svg, --png or --draw" },
        { "--show layer", "--show is for pictures" },
        { "--with way.json", "--with is for pictures" },
        { "--json ''", "--json is empty, expected FILE|-" },
        { "''", "an argument is empty" },
        { "--keep-out a.yaml,much", "--keep-out is 'a.yaml,much', expected MASK.yaml, or MASK.yaml,COST" },
        { "--speed-mask a.yaml,percent,100", "--speed-mask is 'a.yaml,percent,100', expected MASK.yaml, or" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_refused(run(ROUTE "%s", cases[i][0]), cases[i][1]);
    assert_non_null(
        strstr(run(ROUTE "--nearest-tolerance 0")->out, "ignored: --nearest-tolerance has no effect here\n"));
    assert_non_null(strstr(run(ROUTE "--smooth taut --sample-step 0.1")->out,
                           "ignored: --sample-step has no effect here\n"));
    assert_null(strstr(run(ROUTE "--nearest --nearest-tolerance 0")->out, "ignored"));
    assert_int_equal(run(ROUTE "--smooth simple-sampled --sample-step 0.1")->status, 0);
    assert_int_equal(run(ROUTE "--expanded --show layer --svg -")->status, 0);
    assert_non_null(
        strstr(run(ROUTE "--curvature-rate 0.5")->out, "ignored: --curvature-rate has no effect here\n"));
    assert_refused(run(ROUTE "--method astar --curvature-rate 0.5"),
                   "--curvature-rate has no effect on this unit with method astar");
    assert_int_equal(run(ROUTE "--turn-radius 0.5 --curvature-rate 0.5 --quiet")->status, 0);
}

TEST(json_is_written_for_no_path_and_not_for_bad_use)
{
    const outcome *result = run("route town.map --from 0,2 --to 11,2 --json -");
    assert_int_equal(result->status, 1);
    assert_non_null(strstr(result->out, "\"result\": \"unreachable\""));
    assert_non_null(strstr(result->out, "\"length\": null"));
    assert_non_null(strstr(result->out, "\"segments\": []"));
    result = run("route town.map --from 0,2 --to 4,0 --json -");
    assert_non_null(strstr(result->out, "\"result\": \"blocked\""));
    assert_refused(run("route town.map --from 0,2 --to 70,2 --json p.json"), "outside");
    assert_false(exists("p.json"));
}

TEST(options_that_are_wrong_are_named)
{
    assert_refused(run("%s", ""), "no command is given");
    assert_refused(run("ruote town.map"), "there is no command 'ruote'; did you mean route?");
    assert_refused(run("route"), "fairway route needs MAP, but 0 arguments are given");
    assert_refused(run("route town.map town.map x"), "fairway route needs MAP, but 3 arguments are given");
    assert_refused(run(ROUTE "--turn-radius 1 --reverse 2"),
                   "--reverse takes its value after =, as in --reverse=2");
    assert_refused(run("route town.map --from 1 1 --to 7,2"),
                   "--from takes one value without blanks, and '1' comes after the value");
    assert_int_equal(run("route --from 0,2 --to 7,2 --reverse town.map")->status, 0);
    assert_refused(run("route town.map --from 0,2"), "fairway route needs --to X,Y[,DEG]");
    assert_refused(run(ROUTE "--metod astar"), "did you mean --method?");
    assert_refused(run(ROUTE "--method"), "--method needs a value");
    assert_refused(run(ROUTE "--json -q"), "--json needs a value: --json FILE|-");
    assert_refused(run(ROUTE "--svg --why"), "--svg needs a value: --svg FILE");
    assert_false(exists("-q"));
    assert_int_equal(run(ROUTE "-q --json -")->status, 0);
    assert_refused(run(ROUTE "--method astra"), "did you mean astar?");
    assert_refused(run(ROUTE "--nearest=1"), "--nearest takes no value");
    assert_refused(run(ROUTE "--method directional --all-curves"),
                   "--all-curves is for the methods directional-8, -24, -48 and -80");
    assert_refused(run("route town.map --from 0 --to 7,2"), "--from is '0': expected X,Y or X,Y,DEG");
    assert_refused(run("route town.map --from 0,2 --to 7,b"), "--to is '7,b': y must be a number");
    assert_refused(run(ROUTE "--size 0"), "--size is '0', expected a whole number");
    assert_refused(run(ROUTE "--weight 0.5"), "--weight is '0.5', expected a number");
    assert_refused(run(ROUTE "--corners some"), "expected one of never, one, always");
    assert_refused(run(ROUTE "--enter grund"), "did you mean ground?");
    assert_refused(run(ROUTE "--enter ground=x"), "the cost of ground is 'x'");
    assert_refused(run(ROUTE "--footprint square:1"), "expected circle:R or rect:LxW");
    assert_refused(run(ROUTE "--footprint circle:-1"),
                   "--footprint is 'circle:-1', expected circle:R or rect:LxW in tiles");
    assert_refused(run(ROUTE "--enter lava"), "there is no terrain 'lava'; there are ground, swamp, ");
    assert_refused(run(ROUTE "--enter ground=0"), "leaves no terrain");
    assert_refused(run("route town.map --from 0,2 --to 4,0 --speed 1,0,1,1"),
                   "--speed is '1,0,1,1': each of its numbers is from 1e-09 to 1e+09");
    assert_refused(run(ROUTE "--threads 2"), "--threads is an option of fairway bench, not of fairway route");
    assert_refused(run(ROUTE "-x"), "there is no option -x here; --help");
    assert_refused(run(ROUTE "--dominance none"), "strong, weak");
    assert_refused(run(ROUTE "--reverse=0.5"), "expected a penalty from 1 to 255");
    assert_refused(run(ROUTE "--json - --ascii"), "both ask for standard output");
    assert_refused(run(ROUTE "--unit town.map"), "town.map:1: this is not JSON");
    assert_refused(run("forest scene.txt"), "scene.txt");
    assert_refused(run("forest town.map"), "town.map:1: expected a first line: n radius sx sy gx gy");
    assert_refused(run("generate tree"), "did you mean");
    assert_refused(run("simulate scene.json"), "scene.json");
}

TEST(options_that_do_not_go_together_are_named)
{
    assert_refused(
        run(ROUTE "--method directional"),
        "method directional: directional search needs a unit with a turning radius, of 1/128 tile at least "
        "(see --turn-radius)");
    assert_refused(run(ROUTE "--enter ground,swamp=2 --method jump-points"),
                   "method jump-points: jump points need terrains that all cost the same (see --enter)");
    assert_refused(run(ROUTE "--turn-radius 1 --method grid --fastest"),
                   "--fastest: a path of least time needs a directional method (see --method)");
    assert_refused(run(ROUTE "--turn-radius 1 --turns back-up"),
                   "--turns: backing up needs a unit with a reverse gear (see --reverse)");
    assert_refused(run(ROUTE "--turn-radius 1 --turns ignore --roads lanes"),
                   "--turns: a path along roads has turns of its own (see --roads)");
    assert_refused(run(ROUTE "--turn-radius 1 --turns ignore --keep-right"),
                   "--turns: a path along roads has turns of its own (see --keep-right)");
    assert_refused(run(ROUTE "--turn-radius 1 --roads wide --keep-right"),
                   "--keep-right: wide turns use the whole road (see --roads)");
    assert_refused(run(ROUTE "--turn-radius 1 --keep-right --pre-smooth 48"),
                   "--pre-smooth: a path along roads cannot be pre-smoothed (see --keep-right)");
    assert_refused(run("route town.map --from 0,2 --to 7,2/4,2 --roads lanes"),
                   "--roads: lanes and cones need a single goal (see --to)");
    assert_refused(run(ROUTE "--turn-radius 1 --method grid --roads wide"),
                   "--roads: wide turns need a directional method (see --method)");
    assert_refused(run(ROUTE "--turn-radius 1 --method directional --within 65"),
                   "--method: directional search allows a radius of at most 64 tiles (see --within)");
    assert_refused(run(ROUTE "--turn-radius 1 --method hybrid-strict --turn-charge 3"),
                   "--method: this cannot charge for turns (see --turn-charge)");
    assert_refused(run("bench town.map town.scen --method jump-points --fewer-bends"),
                   "town.scen:2: --method: jump points do not count bends (see --fewer-bends)");
}

TEST(files_that_are_wrong_are_named_with_their_line)
{
    write_file("short.map", "type octile\nheight 3\nwidth 2\nmap\n..\n.q\n..\n");
    write_file("binary.map", "\x7f\x45\x4c\x46\x02\x01\x01");
    write_file("bad.scen", "version 1\n0\ttown.map\t12\t6\t0\t2\t12\t2\t7\n");
    write_file("other.scen", "version 1\n0\ttown.map\t13\t6\t0\t2\t7\t2\t7\n");
    write_file("far.csv", "sx,sy,sdeg,gx,gy,gdeg\n1,1,0,2,2,\n1,1,0,12,2,\n");
    assert_refused(run("info missing.map"), "missing.map: cannot be opened (No such file or directory)");
    assert_refused(run("info ."), ".: cannot be read (Is a directory)");
    assert_refused(run("info short.map"), "short.map:6: tile 1 of the row is 'q'");
    assert_refused(run("info binary.map"), "binary.map: this is a program; maps are MovingAI .map, PNG");
    assert_refused(run("bench town.map bad.scen"),
                   "bad.scen:2: goal x is '12', expected a number from 0 to 11");
    assert_refused(run("bench town.map other.scen"), "other.scen is for a map of 13 x 6 tiles");
    assert_refused(run("bench town.map far.csv"), "far.csv:3: the goal lies outside the map");
    assert_refused(run("check town.map town.scen"), "town.scen:1: this is not JSON");
}

TEST(an_output_that_cannot_be_written_leaves_nothing)
{
    assert_refused(run(ROUTE "-q --json no/where.json"), "cannot be written");
    assert_refused(run("generate maze -o no/where.map"), "cannot be written");
    assert_refused(run(ROUTE "--json - --svg no/where.svg"), "cannot be written");
    assert_refused(run(ROUTE "--json a.json --svg no/where.svg"), "cannot be written");
    assert_false(exists("a.json"));
    assert_refused(run("bench town.map town.scen --json - --each no/where.csv"), "cannot be written");
    static const char *const outputs[] = { "--svg", "--png", "--html", "--json", "--trace", "--poses" };
    for (size_t i = 0; i < sizeof outputs / sizeof *outputs;
         i++) // before anything is read, and so before a long run
        assert_refused(
            run("%s no.such %s no/where.svg", i < 5 ? "route --from 0,0 --to 1,1" : "simulate", outputs[i]),
            "no/where.svg: cannot be written (");
    assert_refused(run(ROUTE "-q --json /dev/full"), "No space left");
    assert_refused(run(ROUTE "-q --record /dev/full"),
                   "the recording is not complete: it could not be written");
}

TEST(options_for_maps_of_other_formats_are_refused)
{
    static const char *const options[][2] = { { "--level One", "--level is for LDtk" },
                                              { "--layer Walls", "--layer is for LDtk" },
                                              { "--world", "--world is for LDtk" },
                                              { "--covered 0", "--covered is for Tiled" },
                                              { "--unknown free", "--unknown is for a map.yaml of ROS" } };
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        char line[96], sentence[128];
        snprintf(line, sizeof line, "info town.map %s", options[i][0]);
        snprintf(sentence, sizeof sentence, "%s; town.map is of the format MovingAI", options[i][1]);
        assert_refused(run("%s", line), sentence);
    }
    assert_int_equal(run("info town.map --letters E=ground")->status, 0);
}

TEST(a_method_that_is_named_refuses_options_without_effect)
{
    static const char *const options[] = { "--heuristic curve", "--headings 8",    "--turn-charge 2",
                                           "--reverse",         "--gear-change 2", "--turns ignore" };
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        for (int named = 0; named < 2; named++) {
            char name[24] = "", sentence[80];
            memcpy(name, options[i], strcspn(options[i], " "));
            snprintf(sentence, sizeof sentence, "fairway: %s", name);
            assert_refused(run(ROUTE "%s --method %s --json -", options[i], named ? "astar" : "on-demand"),
                           sentence);
        }
    assert_refused(run("bench town.map town.scen --heuristic curve --method astar"),
                   "town.scen:2: --heuristic: ");
    assert_refused(run(ROUTE "--turn-radius 1 --method directional --turns ignore"),
                   "--turns: this option has no effect on the method");
}

TEST(auto_and_grid_tell_what_they_ignore)
{
    static const char *const methods[] = { "", "--method auto", "--method grid" };
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        const outcome *result = run(ROUTE "--json - %s --headings 8 --heuristic "
                                          "curve --turn-charge 2 --turns ignore --reverse --gear-change 2",
                                    methods[i]);
        assert_int_equal(result->status, 0);
        assert_non_null(strstr(result->out, "\"ignored\": [\"headings\", \"heuristic\", \"turn-charge\", "
                                            "\"turns\", \"reverse\", \"gear-change\"]"));
    }
    assert_non_null(strstr(run(ROUTE "--reverse")->out, "ignored: --reverse has no effect here\n"));
    assert_non_null(
        strstr(run("route town.map --from 0,2,0 --to 7,2,0 --turn-radius 1 --footprint circle:0.3 "
                   "--reverse --heuristic curve --turn-charge 2 --json -")
                   ->out,
               "\"ignored\": []"));
}

TEST(a_method_that_does_not_know_the_turning_radius_tells_so)
{
    static const char said[] = "ignored: --turn-radius has no effect here\n";
    static const char ask[] = "town.map --from 0,2,0 --to 7,2,0 --turn-radius 2 --footprint circle:0.3";
    assert_non_null(strstr(run("route %s --method astar --smooth none", ask)->out, said));
    assert_non_null(strstr(run("route %s --method compass --smooth taut", ask)->out, said));
    assert_non_null(strstr(run("bench town.map town.scen --turn-radius 2 --method astar --json -")->out,
                           "\"ignored\": [\"turn-radius\"]"));
    static const char *const knowing[] = { "--method astar", "--method astar --smooth none --turns tighten",
                                           "--smooth none", "--method hierarchy --smooth none",
                                           "--method directional --smooth none" };
    for (size_t i = 0; i < sizeof knowing / sizeof *knowing; i++) {
        const outcome *result = run("route %s %s", ask, knowing[i]);
        assert_int_equal(result->status, 0);
        assert_null(strstr(result->out, "ignored"));
    }
    assert_int_equal(run("route %s --method astar --turn-charge 2", ask)->status,
                     0); // smoothing charges for turns
}

TEST(a_picture_has_the_format_of_its_name)
{
    static const char *const wrong[] = { "--png x.jpg", "--png x.SVG", "--svg x.png" };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_refused(run(ROUTE "%s", wrong[i]), i < 2 ? "--png writes a png file, and not 'x."
                                                        : "--svg writes a svg file, and not 'x.png'");
    assert_false(exists("x.jpg"));
    assert_int_equal(run(ROUTE "--png x.v2 --svg x.SvG")->status, 0);
    assert_true(exists("x.v2") && exists("x.SvG"));
}

TEST(the_program_that_png_pictures_need_is_named)
{
    char path[4096];
    snprintf(path, sizeof path, "%s", getenv("PATH"));
    setenv("PATH", "/", 1);
    assert_refused(run(ROUTE "--png missing.png"),
                   "missing.png: PNG pictures need the program rsvg-convert (Debian: librsvg2-bin)");
    setenv("PATH", path, 1);
    assert_false(exists("missing.png"));
}

TEST(a_benchmark_tells_what_its_queries_ignore)
{
    assert_non_null(strstr(run("bench town.map town.scen --json - --heuristic curve --reverse")->out,
                           "\"ignored\": [\"heuristic\", \"reverse\"]"));
    assert_non_null(strstr(run("bench town.map town.scen --json -")->out, "\"ignored\": []"));
    assert_non_null(strstr(run("bench town.map town.scen --window 30 --headings 8")->out,
                           "ignored: --headings has no effect here\n"));
    assert_refused(run("bench town.map town.scen --reverse --method astar"),
                   "--reverse has no effect on this unit with method astar");
}

TESTS_BETWEEN(command_make_town, command_remove_town)
