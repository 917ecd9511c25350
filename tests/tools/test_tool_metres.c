// The command in metres: --frame, --metres, and the frame of a ROS map.
#define _XOPEN_SOURCE 700
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/command.h"
#include "common/near.h"
#include "common/unit.h"

/// 16 x 8 cells of half a metre; the lower left corner is at (-4, 10). A wall in the middle leaves the lowest two rows.
static void write_yard(void)
{
    char picture[1024] = "P2\n16 8 255\n";
    for (int y = 0; y < 8; y++)
        for (int x = 0; x < 16; x++)
            strcat(picture, x == 8 && y < 6 ? "0 " : "254 ");
    write_file("yard.pgm", picture);
    write_file("yard.yaml", "image: yard.pgm\nresolution: 0.5\norigin: [-4, 10, 0]\nnegate: 0\n"
                            "occupied_thresh: 0.65\nfree_thresh: 0.196\n");
}

/// The numbers of the n-th segment of a path's JSON.
static void read_segment(const char *json, int index, double *x, double *y, double *heading)
{
    const char *at = strstr(json, "\"segments\"");
    for (int i = 0; i <= index; i++) {
        assert_non_null(at);
        at = strstr(at + 1, "{\"x\"");
    }
    assert_non_null(at);
    *x = number_after(at, "\"x\": ");
    *y = number_after(at, "\"y\": ");
    *heading = number_after(at, "\"heading\": ");
}

TEST(places_lengths_and_paths_are_metres_with_y_up)
{
    double x, y, heading;
    write_yard();
    // straight along the lowest row: 12 tiles of half a metre
    const outcome *result = run("route yard.yaml --metres --from -3,10.25,0 --to 3,10.25");
    assert_int_equal(result->status, 0);
    assert_non_null(strstr(result->out, "length 6 m, cost 6 m, 1 segment,"));
    result = run("route yard.yaml --metres --from -3,10.25 --to 3,13.75,90 --smooth none --json -");
    assert_int_equal(result->status, 0);
    read_segment(result->out, 0, &x, &y, &heading);
    assert_near(x, -3, 1e-12);
    assert_near(y, 10.25, 1e-12);
    assert_non_null(
        strstr(result->out, "\"frame\": {\"resolution\": 0.5, \"x\": -4, \"y\": 10, \"yaw\": 0}"));
}

/// The same request in tiles, place by place.
TEST(metres_and_tiles_give_the_same_path)
{
    static char metres[TEXT_BYTES];
    write_yard();
    const char *rest = "--reverse --smooth auto --json -";
    const outcome *result =
        run("route yard.yaml --metres --from -2.5,12.5,-30 --to 2.5,12,45 --turn-radius 0.6 "
            "--footprint rect:0.7x0.4@0.1,0 --gear-change 0.5 --speed 2,1,1,1 %s",
            rest);
    assert_int_equal(result->status, 0);
    strcpy(metres, result->out);
    result = run("route yard.yaml --from 3.0,3.0,30 --to 13.0,4.0,-45 --turn-radius 1.2 "
                 "--footprint rect:1.4x0.8@0.2,0 --gear-change 1 --speed 4,2,2,2 %s",
                 rest);
    assert_int_equal(result->status, 0);
    assert_near(number_after(metres, "\"length\": "), 0.5 * number_after(result->out, "\"length\": "), 1e-9);
    assert_near(number_after(metres, "\"cost\": "), 0.5 * number_after(result->out, "\"cost\": "), 1e-9);
    assert_near(number_after(metres, "\"duration\": "), number_after(result->out, "\"duration\": "), 1e-9);
    assert_near(number_after(metres, "\"turn_radius\": "), 0.6, 1e-15);
    for (int i = 0; i < 3; i++) {
        double x, y, heading, tile_x, tile_y, tile_heading;
        read_segment(metres, i, &x, &y, &heading);
        read_segment(result->out, i, &tile_x, &tile_y, &tile_heading);
        assert_near(x, -4 + 0.5 * tile_x, 1e-9);
        assert_near(y, 10 + 0.5 * (8 - tile_y), 1e-9);
        assert_near(remainder(heading + tile_heading, 6.283185307179586), 0, 1e-9);
    }
}

TEST(the_checker_reads_paths_in_metres)
{
    write_yard();
    const char *places = "--from -3,13,-90 --to 3,13,90";
    assert_int_equal(
        run("route yard.yaml --metres %s --turn-radius 0.6 --reverse --json p.json", places)->status, 0);
    const outcome *result = run("check yard.yaml p.json --metres %s", places);
    assert_int_equal(result->status, 0);
    assert_non_null(strstr(result->out, " m, cost "));
    assert_int_equal(run("check yard.yaml p.json")->status, 0);
    assert_int_equal(run("check yard.yaml p.json --metres --from -3,13,-90 --to 3,13.1,90")->status, 1);
    result = run("check yard.yaml p.json --metres --to 3,13,80 --json -");
    assert_int_equal(result->status, 1);
    assert_non_null(strstr(result->out, "\"frame\": "));
    // the wall, in the world: the checker tells where the path touches it
    write_file(
        "through.json",
        "{\"fairway\": 1, \"frame\": {\"resolution\": 0.5, \"x\": -4, \"y\": 10, \"yaw\": 0}, \"result\": "
        "\"found\", \"length\": 4, \"segments\": [{\"x\": -2, \"y\": 12.25, \"heading\": 0, "
        "\"curvature\": 0, \"length\": 4, \"gear\": \"forward\"}]}");
    result = run("check yard.yaml through.json --metres");
    assert_int_equal(result->status, 1);
    assert_non_null(strstr(result->err, "at tile 8,3"));
    assert_non_null(strstr(result->err, "1.75 m along the path, body centre at -0.249999,12.25 m"));
    write_file("bad.json", "{\"fairway\": 1, \"frame\": {\"resolution\": 0}, \"segments\": [], \"length\": "
                           "null, \"result\": \"found\"}");
    assert_refused(run("check yard.yaml bad.json"), "bad.json: frame.resolution is 0");
}

TEST(any_map_takes_a_frame)
{
    // town.map has 12 x 6 tiles; turned by a quarter, its x axis points up
    const outcome *result =
        run("route town.map --metres --frame 2,100,0,90 --from 93,1 --to 93,13 --smooth none --json -");
    assert_int_equal(result->status, 0);
    assert_near(number_after(result->out, "\"length\": "), 12, 1e-9);
    result = run("info town.map --frame 2,100,0,90");
    assert_non_null(strstr(result->out, "frame: 2 m a tile, lower left corner at 100,0 m, yaw 1.57079"));
    assert_refused(run("route town.map --metres --from 1,1 --to 2,2"), "--frame RES,X,Y,YAW does");
    assert_refused(run("route town.map --metres --frame 0,1,1 --from 1,1 --to 2,2"),
                   "--frame is '0,1,1', expected");
    assert_refused(run("route town.map --metres --frame 1,1 --from 1,1 --to 2,2"),
                   "--frame is '1,1', expected");
    assert_refused(run("route town.map --metres --frame 1,1,1,1,1 --from 1,1 --to 2,2"),
                   "--frame is '1,1,1,1,1'");
    assert_refused(run("route town.map --metres --frame .5,0,0 --from 1,1 --to 7,1"),
                   "the goal 7,1 m lies outside the map, whose corners are 0,0 and 6,3 m");
}

TEST(legends_of_pictures_are_in_what_the_options_are)
{
    write_yard();
    const char *way = "route yard.yaml --speed 2,2,2,2 --svg -";
    const outcome *result = run("%s --metres --from -3,10.25,0 --to 3,10.25", way);
    assert_int_equal(result->status, 0);
    assert_non_null(strstr(result->out, ">2 m/s<"));
    assert_non_null(strstr(result->out, ">0.5 m<")); // a cell of half a metre is 60 pixels wide
    result = run("%s --from 2,7,0 --to 13,7", way);
    assert_int_equal(result->status, 0);
    assert_non_null(strstr(result->out, ">2 tiles/s<"));
    assert_non_null(strstr(result->out, ">1 tile<"));
}

TEST(a_robot_drives_in_metres_on_its_map)
{
    if (access("../shared/data/robot/map.yaml", R_OK) != 0)
        skip();
    char map[4096],
        vehicle[] = "--turn-radius 0.3 --footprint rect:0.6x0.4@0.1,0 --reverse --gear-change 0.5";
    assert_non_null(realpath("../shared/data/robot/map.yaml", map));
    const char *places = "--from -2.475,-4.825,0 --to 19.775,-15.175,15";
    const outcome *result = run("route %s --metres %s %s --json p.json", map, places, vehicle);
    assert_int_equal(result->status, 0);
    assert_int_equal(run("check %s p.json --metres %s", map, places)->status, 0);
}

/// A mask of cells of a metre that covers the yard: the right half has the value 60, the left half is occupied but for
/// its lowest row.
static void write_mask(void)
{
    char picture[1024] = "P2\n8 4 255\n";
    for (int y = 0; y < 4; y++)
        for (int x = 0; x < 8; x++)
            strcat(picture, x >= 4 ? "102 " : y < 3 ? "0 " : "255 ");
    write_file("mask.pgm", picture);
    write_file("mask.yaml", "image: mask.pgm\nmode: scale\nresolution: 1\norigin: [-4, 10, 0]\nnegate: 0\n"
                            "occupied_thresh: 1.0\nfree_thresh: 0.0\n");
}

TEST(masks_keep_out_and_cost_what_slow_places_take)
{
    const char *ask = "route yard.yaml --metres --smooth none --from -3.25,10.75 --to 3.25,10.75 --json -";
    write_yard();
    write_mask();
    const double plain = number_after(run("%s", ask)->out, "\"cost\": ");
    assert_near(plain, 6.5, 1e-9);
    // right of x = 0, cells cost 3 * 60 / 99 more, for the 3.25 metres there
    const double lanes = number_after(run("%s --keep-out mask.yaml,3", ask)->out, "\"cost\": ");
    assert_near(lanes, 6.5 + 3.25 * 180 / 99, 0.02);
    // a limit of 40 percent: a metre takes 1.5 times its time more
    const double slow = number_after(run("%s --speed-mask mask.yaml", ask)->out, "\"cost\": ");
    assert_near(slow, 6.5 + 3.25 * 1.5, 0.02);
    // .01 m/s for each percent, of a top speed of .9 m/s: .6 m/s
    const outcome *result = run("%s --speed 0.9,1,1,1 --speed-mask mask.yaml,absolute,0,0.01", ask);
    assert_near(number_after(result->out, "\"cost\": "), 6.5 + 3.25 * 0.5, 0.02);
    result = run("route yard.yaml --metres --from -3.25,11.75 --to 3.25,10.75 --keep-out mask.yaml");
    assert_int_equal(result->status, 1);
    assert_non_null(strstr(result->err, "cannot stand at its start: the overlay blocks tile"));
}

TEST(masks_that_do_not_fit_are_refused)
{
    write_yard();
    write_mask();
    assert_refused(run("route yard.yaml --from 1,1 --to 3,3 --speed-mask mask.yaml,absolute,0,0.01"),
                   "--speed-mask: absolute limits are compared with the top speed, which --speed states");
    assert_refused(run("route yard.yaml --from 1,1 --to 3,3 --keep-out mask.pgm"),
                   "--keep-out: mask.pgm: this is no map.yaml of ROS, as a mask is");
    assert_refused(
        run("route town.map --from 1,1 --to 3,3 --keep-out mask.yaml"),
        "mask.yaml: the mask has another size than the map, which does not say where it lies in the "
        "world; --frame RES,X,Y,YAW does");
}

TESTS_BETWEEN(command_make_town, command_remove_town)
