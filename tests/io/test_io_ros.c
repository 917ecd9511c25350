// Maps of ROS. Most files are written here from the description of the format; some are public ones.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "common/files.h"
#include "common/unit.h"

#define YAML(more) "image: map.pgm\nresolution: 0.05\norigin: [-1.5, 2, 0.25]\n" more
#define USUAL      "negate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196\n"

enum { TEST_SKIPPED = 77 }; // for ctest: this build lacks a library

FILE_TEST(a_map_has_a_frame_and_a_terrain_for_unknown_cells)
{
    file_add("map.yaml", YAML(USUAL));
    file_add("map.pgm", "P2\n4 1 255\n0 205 254 255\n");
    fw_io_map *read = file_read("map.yaml", NULL);
    assert_int_equal(read->format, FW_IO_ROS);
    assert_int_equal(read->warning_count, 0);
    assert_true(read->frame.resolution == 0.05);
    assert_true(read->frame.origin_x == -1.5 && read->frame.origin_y == 2.0 && read->frame.yaw == 0.25);
    assert_string_equal(fw_map_terrain_name(read->map, FW_SAND + 1), "unknown");
    assert_rows(read, "#0..");
    fw_io_map_def def = files_def("map.yaml");
    def.unknown = FW_IO_UNKNOWN_FREE;
    assert_rows(file_read("map.yaml", &def), "#...");
    def.unknown = FW_IO_UNKNOWN_BLOCKED;
    assert_rows(file_read("map.yaml", &def), "##..");
}

/// The grey 205 has the occupancy 50/255 = .19608, which is a little more than .196.
FILE_TEST(the_thresholds_of_the_file_decide_on_grey_205)
{
    file_add("map.pgm", "P2\n1 1 255\n205\n");
    file_add("map.yaml", YAML("negate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196\n"));
    assert_rows(file_read("map.yaml", NULL), "0");
    file_add("map.yaml", YAML("negate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.25\n"));
    assert_rows(file_read("map.yaml", NULL), ".");
}

/// 51/255 = .2 exactly: the occupancy of grey 204 is .2, and that of grey 153 .4.
FILE_TEST(a_threshold_that_is_just_reached_counts_and_occupied_comes_first)
{
    file_add("map.pgm", "P2\n3 1 255\n204 153 180\n");
    file_add("map.yaml", YAML("negate: 0\noccupied_thresh: 0.4\nfree_thresh: 0.19\n"));
    assert_rows(file_read("map.yaml", NULL), "0#0");
    file_add("map.yaml", YAML("negate: 1\noccupied_thresh: 0.8\nfree_thresh: 0.6\n"));
    assert_rows(file_read("map.yaml", NULL), "#.0");
    file_add("map.pgm", "P2\n1 1 2\n1\n"); // grey 128
    file_add("map.yaml", YAML("negate: 1\noccupied_thresh: 0.5\nfree_thresh: 0.5\n"));
    assert_rows(file_read("map.yaml", NULL), "#");
}

FILE_TEST(scale_and_raw_have_terrains_for_partly_occupied_cells)
{
    file_add("map.pgm", "P2\n6 1 255\n255 254 204 128 1 0\n");
    file_add("map.yaml", YAML("negate: 0\noccupied_thresh: 1.0\nfree_thresh: 0.0\nmode: scale\n"));
    fw_io_map *read = file_read("map.yaml", NULL);
    assert_warned(read, "some cells are partly occupied");
    // 0, .4, 20, 49.8, 99.6 and 100 percent, to the nearest
    assert_string_equal(fw_map_terrain_name(read->map, FW_SAND + 1), "occupied-20");
    assert_string_equal(fw_map_terrain_name(read->map, FW_SAND + 2), "occupied-50");
    assert_rows(read, "..01##");
    file_add("map.pgm", "P2\n6 1 255\n0 1 10 11 100 101\n");
    file_add("map.yaml", YAML("negate: 0\noccupied_thresh: 0.9\nfree_thresh: 0.1\nmode: raw\n"));
    read = file_read("map.yaml", NULL);
    assert_string_equal(fw_map_terrain_name(read->map, FW_SAND + 1), "occupied-10");
    assert_string_equal(fw_map_terrain_name(read->map, FW_SAND + 2), "occupied-20");
    assert_string_equal(fw_map_terrain_name(read->map, FW_SAND + 3), "unknown");
    assert_rows(read, ".001#2");
}

FILE_TEST(keys_may_be_quoted_unknown_and_in_any_order)
{
    file_add("map.pgm", "P2\n2 1 255\n0 255\n");
    file_add(
        "map.yaml",
        "# a comment\n---\nmap_type: occupancy\nextra: { deep: [1, [2, { three: 4 }]] }\nmode: \"trinary\"\n"
        "free_thresh: 0.196\noccupied_thresh: '0.65'\nnegate: false\norigin:\n  - 0\n  - 1e1\n  - -0.5\n"
        "resolution: 1\nimage: 'map.pgm'\n");
    fw_io_map *read = file_read("map.yaml", NULL);
    assert_true(read->frame.origin_y == 10.0 && read->frame.yaw == -0.5);
    assert_rows(read, "#.");
}

FILE_TEST(optional_keys_have_defaults_and_a_warning)
{
    file_add("map.pgm", "P2\n2 1 255\n0 255\n");
    file_add("map.yaml", YAML(""));
    fw_io_map *read = file_read("map.yaml", NULL);
    assert_warned(read,
                  "map.yaml: a threshold is missing; cells are occupied from 0.65 on, free up to 0.196");
    assert_warned(read, "map.yaml: the key negate is missing");
    assert_rows(read, "#.");
}

FILE_TEST(each_way_to_spoil_a_map_is_named)
{
    static const struct {
        const char *yaml;
        fw_result result;
        const char *sentence;
    } files[] = {
        { "resolution: 1\norigin: [0, 0, 0]\n", FW_BAD_VALUE, "map.yaml: the key image is missing" },
        { "image: map.pgm\norigin: [0, 0, 0]\n", FW_BAD_VALUE, "map.yaml: the key resolution is missing" },
        { "image: map.pgm\nresolution: 1\n", FW_BAD_VALUE, "map.yaml: the key origin is missing" },
        { "image: map.pgm\nresolution: .nan\n", FW_BAD_VALUE,
          "map.yaml:2: resolution is '.nan', expected a number" },
        { "image: map.pgm\nresolution: -0.05\n", FW_BAD_VALUE,
          "map.yaml:2: resolution is '-0.05', expected" },
        { "image: map.pgm\nresolution: 0\n", FW_BAD_VALUE,
          "map.yaml:2: resolution is '0', expected a number" },
        { "image: map.pgm\nresolution: [1]\n", FW_BAD_VALUE, "map.yaml:2: resolution is no single value" },
        { "origin: [0, 0]\n", FW_BAD_VALUE,
          "map.yaml:1: origin is no single value, expected a list of three" },
        { "origin: [0, 0, inf]\n", FW_BAD_VALUE,
          "map.yaml:1: origin is 'inf', expected a list of three numbers" },
        { "origin: 0\n", FW_BAD_VALUE, "map.yaml:1: origin is '0', expected a list of three numbers" },
        { "origin: [0, 0, 0, 0]\n", FW_BAD_VALUE,
          "map.yaml:1: origin is '0', expected a list of three numbers" },
        { "image: a.png\nimage: b.png\n", FW_BAD_VALUE, "map.yaml:2: image is given twice" },
        { "image: ''\n", FW_BAD_VALUE, "map.yaml:1: image is '', expected the name of a picture" },
        { "image: map.pgm\nmode: best\n", FW_BAD_VALUE,
          "map.yaml:2: mode is 'best', expected trinary, scale or raw" },
        { "image: map.pgm\nnegate: 2\n", FW_BAD_VALUE, "map.yaml:2: negate is '2', expected 0 or 1" },
        { "image: map.pgm\noccupied_thresh: 65\n", FW_BAD_VALUE,
          "occupied_thresh is '65', expected a number from 0 to 1" },
        { YAML("occupied_thresh: 0.1\nfree_thresh: 0.2\n"), FW_BAD_VALUE,
          "free_thresh, 0.2, is above occupied_thresh, 0.1" },
        { "image: [\n", FW_BAD_VALUE, "map.yaml:1: image is no single value" },
        { "image: \"map\n", FW_BAD_VALUE, "this is not YAML: " },
        { "- image: map.pgm\nimage: 1\n", FW_BAD_VALUE, "map.yaml:1: this is no list of keys and values" },
        { YAML(USUAL "more: *none\n"), FW_BAD_VALUE, "map.yaml: the picture map.pgm cannot be opened" },
        { YAML(USUAL), FW_NOT_FOUND, "map.yaml: the picture map.pgm cannot be opened" },
        { "image: ../map.pgm\nresolution: 1\norigin: [0, 0, 0]\n", FW_OUT_OF_BOUNDS,
          "map.yaml: the picture ../map.pgm lies outside the folder of the map, where nothing is opened "
          "unless it is allowed (--outside, allow_outside)" },
        { "image: /dev/zero\nresolution: 1\norigin: [0, 0, 0]\n", FW_OUT_OF_BOUNDS,
          "/dev/zero lies outside" },
        { "image: map.yaml\nresolution: 1\norigin: [0, 0, 0]\n", FW_NOT_SUPPORTED,
          "map.yaml: this is no picture that can be read" },
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        file_add("map.yaml", files[i].yaml);
        const bool has_alias = strstr(files[i].yaml, "*none");
        assert_file_refused("map.yaml", NULL, has_alias ? FW_NOT_FOUND : files[i].result, files[i].sentence);
    }
}

FILE_TEST(a_neighbour_outside_is_opened_if_that_is_allowed)
{
    file_add("map.yaml", "image: ../map.pgm\nresolution: 1\norigin: [0, 0, 0]\n" USUAL);
    file_add("../map.pgm", "P2\n2 1 255\n0 255\n");
    fw_io_map_def def = files_def("map.yaml");
    def.allow_outside = true;
    assert_rows(file_read("map.yaml", &def), "#.");
}

FILE_TEST(deep_and_damaged_files_are_refused)
{
    static char deep[20000];
    file_add("map.pgm", "P2\n2 1 255\n0 255\n");
    strcpy(deep, "image: map.pgm\nextra: ");
    memset(deep + strlen(deep), '[', 15000);
    file_add("map.yaml", deep);
    assert_file_refused("map.yaml", NULL, FW_BAD_VALUE, "map.yaml:");
    file_add("map.yaml",
             "a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\n" YAML(USUAL)); // aliases are not followed
    assert_rows(file_read("map.yaml", NULL), "#.");
    assert_survives_damage("map.yaml", NULL, 2000);
}

/// What a public map must have: counts of cells, by another program.
static void assert_counts(const char *yaml, int32_t width, int32_t height, int blocked, int ground,
                          int unknown)
{
    fw_io_map *read = file_read(yaml, NULL);
    int counts[FW_TERRAIN_COUNT] = { 0 };
    assert_int_equal(fw_map_width(read->map), width);
    assert_int_equal(fw_map_height(read->map), height);
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++)
            counts[fw_map_terrain(read->map, x, y)]++;
    assert_int_equal(counts[FW_BLOCKED], blocked);
    assert_int_equal(counts[FW_GROUND], ground);
    assert_int_equal(counts[FW_SAND + 1], unknown);
    fw_io_map_free(read);
}

/// Counts the greys of a public map below, at and above some value; the header of these files has 15 bytes.
FILE_TEST(public_maps_have_the_cells_of_their_pictures)
{
    if (!file_add_shared("depot.yaml", "files/ros/depot.yaml") ||
        !file_add_shared("depot.pgm", "files/ros/depot.pgm") ||
        !file_add_shared("testmap.yaml", "files/ros/testmap.yaml") ||
        !file_add_shared("testmap.png", "files/ros/testmap.png") ||
        !file_add_shared("TenByTen.yaml", "files/ros/TenByTen.yaml") ||
        !file_add_shared("TenByTen.pgm", "files/ros/TenByTen.pgm"))
        skip();
    assert_counts("depot.yaml", 604, 307, 5947, 170587 + 8894, 0); // of greys 0, 254 and 205
    assert_counts("testmap.yaml", 10, 10, 29, 71, 0);
    assert_counts("TenByTen.yaml", 10, 10, 20, 78, 2);
}

int main(void)
{
    if (!fw_io_reads(FW_IO_ROS))
        return TEST_SKIPPED;
    return tests_run(NULL, NULL);
}
