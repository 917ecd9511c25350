#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/command.h"
#include "common/unit.h"
#include "io/png_image.h"
#include "io/terrain.h"

TEST(a_path_exits_with_0_and_a_summary)
{
    const outcome *result = run("route town.map --from 0,2 --to 7,2 --method astar --smooth none");
    assert_int_equal(result->status, 0);
    assert_memory_equal(result->out, "found (astar): length 7, cost 7, 1 segment, ", 44);
    assert_string_equal(run("route town.map --from 0,2 --to 7,2 -q")->out, "");
    assert_string_equal(run("route town.map --from 0,2 --to 7,2 --quiet")->out, "");
    const size_t usual = strlen(run("route town.map --from 0,2 --to 7,2")->out);
    assert_true(strlen(run("route town.map --from 0,2 --to 7,2 --verbose")->out) > usual);
    assert_true(strlen(run("route town.map --from 0,2 --to 7,2 -v")->out) > usual);
}

TEST(json_on_standard_output_stands_alone)
{
    const outcome *result = run("route town.map --from 0,2 --to 7,2 --json - --smooth none");
    assert_int_equal(result->status, 0);
    assert_string_equal(result->err, "");
    assert_memory_equal(result->out, "{\"fairway\": 1, \"result\": \"found\", ", 34);
    assert_string_equal(strrchr(result->out, '}'), "}\n");
    assert_non_null(
        strstr(result->out, "\"unit\": {\"size\": 1, \"enter\": {\"ground\": 1, \"swamp\": 1}, "));
    assert_non_null(strstr(result->out, "\"length\": 7, \"cost\": 7, "));
    assert_non_null(strstr(result->out,
                           "\"violations\": {\"blocked\": 0, \"too_tight\": 0, \"heading_jumps\": 0, "
                           "\"impossible\": []}"));
    assert_non_null(strstr(result->out,
                           "{\"x\": 0.5, \"y\": 2.5, \"heading\": 0, \"curvature\": 0, \"length\": 7, "
                           "\"gear\": \"forward\"}"));
}

TEST(the_hierarchy_takes_the_side_of_its_clusters)
{
    const outcome *result =
        run("route town.map --from 0,2 --to 7,2 --method hierarchy --cluster 4 --smooth none");
    assert_int_equal(result->status, 0);
    assert_memory_equal(result->out, "found (hierarchy): length 7, cost 7, ", 37);
    assert_int_equal(run("route town.map --from 0,2 --to 7,2 --method hierarchy --cluster 3")->status, 2);
}

TEST(the_hierarchy_takes_its_dominance)
{
    const outcome *result = run("info town.map --method hierarchy --cluster 4 --dominance weak --json -");
    assert_non_null(strstr(result->out, "\"dominance\": \"weak\""));
    result = run("info town.map --method hierarchy --cluster 4");
    assert_non_null(strstr(result->out, "strong dominance"));
    result = run("route town.map --from 0,2 --to 7,2 --method hierarchy --cluster 4 --dominance weak");
    assert_int_equal(result->status, 0);
}

TEST(the_hierarchy_takes_the_placement_of_its_transitions)
{
    const outcome *result =
        run("info town.map --method hierarchy --cluster 4 --placement clearance --json -");
    assert_non_null(strstr(result->out, "\"placement\": \"clearance\""));
    result = run("info town.map --method hierarchy --cluster 4 --json -");
    assert_non_null(strstr(result->out, "\"placement\": \"cheapest\""));
    result = run("route town.map --from 0,2 --to 7,2 --method hierarchy --cluster 4 --placement clearance");
    assert_int_equal(result->status, 0);
    assert_int_equal(run("route town.map --from 0,2 --to 7,2 --method astar --placement clearance")->status,
                     2);
}

TEST(start_equals_goal_is_one_segment_of_length_0)
{
    const outcome *result = run("route town.map --from 1,1 --to 1,1 --json -");
    assert_int_equal(result->status, 0);
    assert_non_null(strstr(result->out, "\"length\": 0, \"cost\": 0,"));
    assert_non_null(strstr(result->out, "\"length\": 0, \"gear\": \"forward\"}]"));
}

TEST(a_limit_or_nearest_gives_what_it_promises)
{
    const outcome *result = run("route town.map --from 0,5 --to 7,0 --method astar --max-work 3 --json -");
    assert_int_equal(result->status, 0);
    assert_non_null(strstr(result->out, "\"result\": \"partial\""));
    result = run("route town.map --from 0,2 --to 11,2 --nearest --json -");
    assert_int_equal(result->status, 0);
    assert_non_null(strstr(result->out, "\"result\": \"nearest\""));
}

TEST(several_goals_and_a_radius_end_where_that_is_cheapest)
{
    const outcome *result = run("route town.map --from 0,2 --to 7,5/3,2/11,2");
    assert_int_equal(result->status, 0);
    assert_non_null(strstr(result->out, "found (astar): length 3,"));
    result = run("route town.map --from 0,2,0 --to 7,2,0/3,3,0 --turn-radius 1 --method directional");
    assert_int_equal(result->status, 0);
    result = run("route town.map --from 0,2,0 --to 7,2,0 --turn-radius 1 --headings 16 --method hybrid");
    assert_int_equal(result->status, 0);
    result = run("route town.map --from 0,2 --to 7,2 --within 3");
    assert_non_null(strstr(result->out, "length 4,"));
    assert_refused(run("route town.map --from 0,2 --to 3,3/7,2,0"),
                   "--to needs a heading for all goals or for none");
    assert_refused(run("route town.map --from 0,2 --to 3,3/7,2 --within 2"), "--within needs a single goal");
    assert_refused(run("route town.map --from 0,2 --to 3,3/7"), "--to is '7': expected X,Y");
    result = run("route town.map --from 0.495,2.5 --to 7,2 --json slack.json");
    assert_int_equal(result->status, 0);
    assert_non_null(strstr(result->out, "begins 0.005 tiles beside the start"));
    assert_int_equal(run("check town.map slack.json --from 0.495,2.5")->status, 0);
    assert_int_equal(run("check town.map slack.json --from 0.495,2.5 --start-slack 0")->status, 1);
    assert_int_equal(run("route town.map --from 0.495,2.5 --to 7,2 --start-slack 0.004")->status, 1);
    result = run("route town.map --from 0,2 --to 3,3/1,2 --goal-tolerance 1");
    assert_non_null(strstr(result->out, "length 0,"));
    static const char *const wrong[] = { "x", "-1", "1,", "1,181", "1,2,3" };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_refused(run("route town.map --from 0,2 --to 7,2 --goal-tolerance '%s'", wrong[i]),
                       "--goal-tolerance is '");
    assert_refused(run("route town.map --from 0,2 --to 3,3/70,2"), "the goal 70,2 lies outside the map");
}

TEST(a_walker_with_four_neighbours_keeps_its_directions_unless_smoothing_is_asked_for)
{
    static const char *const kinds[] = { "", "--smooth auto" };
    for (int i = 0; i < 2; i++) {
        const outcome *result =
            run("route town.map --from 0,5 --to 7,0 --corners orthogonal %s --json -", kinds[i]);
        int slanted = 0, count = 0;
        for (const char *at = result->out; (at = strstr(at, "\"heading\": ")) != NULL; at++, count++)
            slanted += fabs(remainder(number_after(at, "\"heading\": "), acos(0))) > 1e-9;
        assert_true(count >= 3);
        assert_true(i == 0 ? slanted == 0 : slanted > 0);
        assert_true((number_after(result->out, "\"length\": ") == 12) == (i == 0));
    }
}

TEST(slices_change_nothing)
{
    char whole[TEXT_BYTES];
    strcpy(whole, strstr(run("route town.map --from 0,5 --to 7,0 --json -")->out, "\"segments\""));
    assert_string_equal(
        strstr(run("route town.map --from 0,5 --to 7,0 --json - --slice 1")->out, "\"segments\""), whole);
}

TEST(nothing_outside_a_window_is_entered)
{
    assert_int_equal(run("route town.map --from 2,5 --to 6,5 --window 7")->status, 0);
    assert_int_equal(run("route town.map --from 2,5 --to 6,5 --window 5")->status, 1);
    assert_non_null(strstr(run("route town.map --from 0,5 --to 6,5 --window 3")->err,
                           "its square does not fit into the window"));
    assert_refused(run("route town.map --from 1,1 --to 2,1 --window 1 --size 2"),
                   "--window 1 is smaller than the unit");
}

TEST(a_map_is_read_from_standard_input)
{
    const outcome *result = run("route - --from 0,2 --to 7,2 --method astar <town.map");
    assert_int_equal(result->status, 0);
    assert_memory_equal(result->out, "found (astar): length 7,", 24);
}

TEST(a_path_that_was_written_is_legal_and_a_changed_one_is_not)
{
    assert_int_equal(run("route town.map --from 0,5 --to 7,0 -q --smooth none --json path.json")->status, 0);
    assert_int_equal(run("check town.map path.json --size 2")->status, 1); // with a body as wide as that
    const outcome *result = run("check town.map path.json");
    assert_int_equal(result->status, 0);
    assert_memory_equal(result->out, "legal: length ", 14);
    write_file("wall.json",
               "{\"fairway\": 1, \"result\": \"found\", \"length\": 4, \"segments\": [{\"x\": 2.5, \"y\": "
               "1.5, \"heading\": 0, \"curvature\": 0, \"length\": 4, \"gear\": \"forward\"}]}");
    result = run("check town.map wall.json --json report.json");
    assert_int_equal(result->status, 1);
    assert_non_null(strstr(result->err, "wall.json is illegal: "));
    assert_non_null(strstr(result->err, "at tile 4,1, in segment 0"));
    assert_true(exists("report.json"));
    assert_int_equal(run("check town.map wall.json --json - --size 1")->status, 1);
    assert_int_equal(run("route town.map --from 0,2 --to 11,2 -q --json none.json")->status, 1);
    assert_non_null(strstr(run("check town.map none.json --json -")->out, "\"legal\": false"));
    result = run("check town.map none.json");
    assert_int_equal(result->status, 1);
    assert_non_null(strstr(result->err, "holds no path: its result is unreachable"));
}

/// What the summary says of a drive's duration.
static double seconds_of(const outcome *result)
{
    const char *said = strstr(result->out, "driving time ");
    assert_non_null(said);
    return strtod(said + strlen("driving time "), NULL);
}

TEST(a_speed_profile_is_written_with_the_path)
{
    const outcome *result = run("route town.map --from 0,2 --to 7,2 --speed 2,1,4,1 --json -");
    assert_int_equal(result->status, 0);
    assert_non_null(strstr(result->out, "\"speed\": [\n    {\"at\": 0, \"speed\": 0, \"time\": 0},\n"
                                        "    {\"at\": 2, \"speed\": 2, \"time\": 2},\n"
                                        "    {\"at\": 6.5, \"speed\": 2, \"time\": 4.25},\n"
                                        "    {\"at\": 7, \"speed\": 0, \"time\": 4.75}]"));
    result = run("route town.map --from 0,2 --to 7,2 --speed 2,1,4,1 --svg fast.svg");
    assert_int_equal(result->status, 0);
    assert_non_null(strstr(result->out, "driving time 4.75 s"));
    assert_true(exists("fast.svg"));
    assert_non_null(strstr(run("route town.map --from 0,2 --to 7,2 --speed 2,1,4,1 --speed-ends 2,2")->out,
                           "time 3.5 s"));
    assert_non_null(
        strstr(run("route town.map --from 0,2 --to 7,2 --speed 2,1,4,1 --speed-ends 0.5,9 --speed-on "
                   "ground=0.5,swamp=1")
                   ->out,
               "time 14 s"));
    write_file("corner.map", "type octile\nheight 3\nwidth 5\nmap\n.....\n@@@@.\n@@@@.\n");
    const char *bend = "route corner.map --from 0,0,0 --to 4,2 --turn-radius 0.5 --footprint circle:0.4 "
                       "--turns ignore --speed 9,9,9,9";
    const double before = seconds_of(run("%s", bend));
    assert_true(seconds_of(run("%s --radius-per-speed 4", bend)) > before + 1);
    assert_refused(run("route town.map --from 0,2 --to 7,2 --speed 2,1,4,1 --speed-on ground"),
                   "the top speed on ground is ''");
    assert_refused(run("route town.map --from 0,2 --to 7,2 --speed 2,1,4,1 --speed-on grund=1"),
                   "did you mean ground?");
    assert_refused(run("route town.map --from 0,2 --to 7,2 --speed 2,1,4,1 --speed-ends 1"),
                   "expected START,END");
    assert_refused(run("route town.map --from 0,2 --to 7,2 --speed-ends 1,1"), "go with --speed");
    assert_refused(
        run("route town.map --from 0,2 --to 7,2 --speed 2,1,4,1 --speed-ends 9,0"),
        "--speed-ends: the unit starts at speed 9 and cannot brake to the limit 0 tiles along the path");
    assert_refused(run("route town.map --from 0,2 --to 7,2 --speed 2,0,4,1"), "each of its numbers is from");
    assert_refused(run("route town.map --from 0,2 --to 7,2 --speed 2,1,4"), "expected V,ACCEL,DECEL,LATERAL");
    result = run(
        "route town.map --from 0,2,0 --to 7,2,0 --turn-radius 1 --footprint circle:0.3 --fastest --json -");
    assert_int_equal(result->status, 0);
    assert_non_null(strstr(result->out, "\"method\": \"directional\""));
    assert_non_null(strstr(result->out, "\"duration\": "));
    assert_refused(run("route town.map --from 0,2 --to 7,2 --fastest"),
                   "method directional"); // it cannot turn in arcs
}

/// What the summary says of a path's length.
static double length_of(const outcome *result)
{
    const char *said = strstr(result->out, "length ");
    assert_int_equal(result->status, 0);
    assert_non_null(said);
    return strtod(said + strlen("length "), NULL);
}

TEST(each_way_to_shape_a_path_makes_another_one)
{
    static const char *const ways[] = { "--smooth none",        "--smooth simple", "--smooth taut",
                                        "--smooth taut-lines",  "--roads follow",  "--roads lanes",
                                        "--keep-right --to 9,8" };
    enum { WAYS = sizeof ways / sizeof *ways };
    double length[WAYS];
    write_file("roads.map",
               "type octile\nheight 9\nwidth 14\nmap\n..............\nRRRRRRRRRR....\nRRRRRRRRRR....\n"
               "..@@@@@.RR....\n..@.....RR....\n..@.@@@.RR....\n........RR....\n........RR....\n"
               "........RR....\n");
    for (int i = 0; i < WAYS; i++) {
        length[i] = length_of(run(
            "route roads.map --from 0,1 --to 4,8 --footprint circle:0.4 --enter ground=2,road %s", ways[i]));
        for (int before = 0; before < i; before++)
            assert_true(fabs(length[i] - length[before]) > 1e-5);
    }
    const double turns = length_of(run("route roads.map --from 0,1,0 --to 4,8 --footprint circle:0.4 --enter "
                                       "ground=2,road --method grid --turn-radius 1 --smooth curved"));
    assert_true(fabs(turns - length[2]) > 1e-5);
}

TEST(a_path_at_fixed_angles_says_so_and_is_legal)
{
    const outcome *result = run("route town.map --from 0,5 --to 7,0 -q --fixed-angles 16 --json fixed.json");
    assert_int_equal(result->status, 0);
    char text[TEXT_BYTES];
    read_file("fixed.json", text);
    assert_non_null(strstr(text, "\"fixed_angles\": 16"));
    assert_int_equal(run("check town.map fixed.json")->status, 0);
}

/// The unit faces the border of the map and must turn around.
TEST(each_way_to_turn_ends_as_it_must_and_counts)
{
    static const char ask[] =
        "route town.map --from 0,2,180 --to 7,2 --footprint circle:0.45 --turn-radius 2";
    const outcome *result = run("%s --turns tighten --json -", ask);
    assert_int_equal(result->status, 0);
    assert_non_null(strstr(result->out, "\"violations\": {\"blocked\": 0, \"too_tight\": 1, "));
    result = run("%s --turns recalculate --json -", ask);
    assert_int_equal(result->status, 1);
    assert_non_null(strstr(result->out, "\"result\": \"gave_up\""));
    assert_non_null(strstr(result->out, "\"turns\": {\"rounds\": "));
    result = run("%s --turns ignore", ask);
    assert_int_equal(result->status, 0);
    assert_non_null(strstr(result->out, "violations: "));
    assert_refused(run("%s --turns back-up", ask),
                   "--turns: backing up needs a unit with a reverse gear (see --reverse)");
    result = run("%s --turns back-up --reverse --png p.png --json p.json", ask);
    assert_int_equal(result->status, 0);
    assert_null(strstr(result->out, "violations"));
    assert_int_equal(run("check town.map p.json")->status, 0);
}

TEST(a_png_has_the_colors_of_terrains_and_path)
{
    static char png[TEXT_BYTES];
    io_image image;
    write_file("lake.map",
               "type octile\nheight 8\nwidth 10\nmap\n..........\n..........\n..........\n..........\n"
               "..........\n....WW....\n..........\n..........\n");
    assert_int_equal(run("route lake.map --from 0.5,2.5 --to 9.5,2.5 --png lake.png")->status, 0);
    const size_t size = read_file("lake.png", png);
    assert_true(io_png_read("lake.png", png, size, 4096, &image, NULL));
    const int left = (image.width - 10 * 64) / 2;
    const io_color water = io_terrain_color(FW_WATER);
    const uint8_t *in_lake = image.pixels + 3 * ((20 + 5 * 64 + 20) * image.width + left + 5 * 64 + 40);
    assert_memory_equal(in_lake, &water, 3);
    const uint8_t *on_path = image.pixels + 3 * ((20 + 2 * 64 + 32) * image.width + left + 5 * 64);
    assert_true(on_path[2] > on_path[0] + 60); // blue
    free(image.pixels);
}

TEST(pictures_and_traces_are_written)
{
    const outcome *result =
        run("route town.map --from 0,5 --to 7,0 -q --method astar --smooth none --png p.png --svg "
            "p.svg --trace t.yaml --ascii");
    assert_int_equal(result->status, 0);
    assert_true(exists("p.png") && exists("p.svg") && exists("t.yaml"));
    assert_non_null(strstr(result->out, "A"));
    assert_non_null(strstr(result->out, "B"));
    assert_int_equal(run("route town.map --from 0,2 --to 4,0 --png no.png")->status, 1);
    assert_true(exists("no.png"));
}

TEST(a_path_found_on_demand_is_pulled_taut_too)
{
    const double taut =
        number_after(run("route town.map --from 0,0 --to 7,5 --method astar --json -")->out, "\"length\": ");
    const outcome *on_demand = run("route town.map --from 0,0 --to 7,5 --method on-demand --json -");
    assert_true(number_after(on_demand->out, "\"length\": ") == taut);
    on_demand = run("route town.map --from 0,0 --to 7,5 --method on-demand --smooth none --json -");
    assert_true(number_after(on_demand->out, "\"length\": ") > taut);
    assert_int_equal(run("route town.map --from 0,0 --to 9,5 --method on-demand --smooth none")->status, 1);
}

TEST(a_place_off_the_lattice_is_reached_exactly)
{
    const outcome *result =
        run("route town.map --from 1.25,2.625 --to 7.5,1.875 --smooth none --json p.json");
    assert_int_equal(result->status, 0);
    assert_int_equal(run("check town.map p.json")->status, 0);
    result = run("route town.map --from 1.25,2.625 --to 7.5,1.875 --smooth none --json -");
    assert_non_null(strstr(result->out, "{\"x\": 1.25, \"y\": 2.625, "));
    assert_true(number_after(result->out, "\"map_version\": ") >= 1);
}

TEST(a_limit_on_time_gives_the_best_so_far)
{
    enum { SIDE = 200 };
    static char field[SIDE * (SIDE + 1) + 64];
    int size = snprintf(field, sizeof field, "type octile\nheight %d\nwidth %d\nmap\n", SIDE, SIDE);
    for (int y = 0; y < SIDE; y++)
        size += snprintf(field + size, sizeof field - (size_t)size, "%0*d\n", SIDE, 0);
    for (char *tile = strstr(field, "map\n") + 4; *tile; tile++)
        *tile = *tile == '0' ? '.' : *tile;
    write_file("field.map", field);
    const outcome *result =
        run("route field.map --from 1,1 --to 190,199 --method astar --max-time 1 --json -");
    assert_int_equal(result->status, 0);
    assert_non_null(strstr(result->out, "\"result\": \"partial\""));
}

TEST(segments_are_counted_and_the_first_one_is_timed)
{
    const outcome *result =
        run("route town.map --from 0,0 --to 7,5 --method hierarchy --cluster 4 --segment 4 --smooth none");
    assert_int_equal(result->status, 0);
    assert_non_null(strstr(result->out, " segments, the first one after "));
    result = run("route town.map --from 0,0 --to 7,5 --method hierarchy --cluster 4 --segment 4 --json -");
    assert_true(number_after(result->out, "\"legs\": ") >= 2);
    assert_true(number_after(result->out, "\"first_segment_us\": ") > 0);
    assert_refused(run("route town.map --from 0,0 --to 7,5 --method astar --segment 4"), "--segment");
}

TESTS_BETWEEN(command_make_town, command_remove_town)
