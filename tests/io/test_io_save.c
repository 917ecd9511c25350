// Maps that are written are read again by the readers, which share nothing with the writers but the names of terrains.
#define _XOPEN_SOURCE 700
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/random.h"
#include "common/unit.h"
#include "fairway-io/save.h"
#include "fairway/bulk.h"

static char folder[] = "/tmp/fairway_save_XXXXXX";

static int enter_folder(void **state)
{
    return mkdtemp(folder) && chdir(folder) == 0 ? 0 : -1;
}

static int leave_folder(void **state)
{
    char line[64];
    snprintf(line, sizeof line, "rm -r %s", folder);
    return chdir("/") == 0 && system(line) == 0 ? 0 : -1;
}

static bool exists(const char *name)
{
    return access(name, F_OK) == 0;
}

/// A map of random tiles of some terrains; those from 8 on are named lava, unknown, unnamed.
static fw_map *random_map(uint64_t seed, int32_t width, int32_t height, const uint8_t *terrains,
                          uint32_t count)
{
    fw_map *map;
    fw_map_def def = fw_default_map_def();
    random_source random = { seed };
    def.width = width;
    def.height = height;
    assert_int_equal(fw_map_create(&def, &map), FW_OK);
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++)
            fw_map_set_tile(map, x, y, terrains[random_below(&random, count)]);
    assert_int_equal(fw_map_set_terrain_name(map, 8, "lava"), FW_OK);
    assert_int_equal(fw_map_set_terrain_name(map, 9, "unknown"), FW_OK);
    assert_int_equal(fw_map_set_terrain_name(map, 16, "like lava"),
                     FW_OK); // pictures draw it in lava's colour
    assert_int_equal(fw_map_commit(map), FW_OK);
    return map;
}

/// The name that a terrain of a map has after it was written.
static const char *name_of(const fw_map *map, uint8_t terrain)
{
    const char *name = fw_map_terrain_name(map, terrain);
    return *name ? name : "terrain-10";
}

/// Reads a file and compares each tile, by the names of terrains. Returns what was read.
static fw_io_map *read_again(const fw_map *map, const char *file)
{
    fw_io_map *read;
    fw_io_fault fault;
    if (fw_io_map_load(file, NULL, &read, &fault) != FW_OK)
        fail_msg("%s", fault.text);
    assert_int_equal(read->warning_count, 0);
    assert_int_equal(fw_map_width(read->map), fw_map_width(map));
    assert_int_equal(fw_map_height(read->map), fw_map_height(map));
    for (int32_t y = 0; y < fw_map_height(map); y++)
        for (int32_t x = 0; x < fw_map_width(map); x++)
            assert_string_equal(name_of(read->map, fw_map_terrain(read->map, x, y)),
                                name_of(map, fw_map_terrain(map, x, y)));
    return read;
}

TEST(what_is_written_is_read_again)
{
    static const struct {
        const char *file;
        fw_io_format format;
        uint8_t terrains[11];
        uint32_t count;
    } cases[] = {
        { "town.map", FW_IO_MOVINGAI, { 0, 1, 2, 3, 4, 5, 6, 7 }, 8 },
        { "town.png", FW_IO_IMAGE, { 0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 16 }, 11 },
        { "other.PNG", FW_IO_IMAGE, { 1 }, 1 },
        { "town.yaml", FW_IO_ROS, { 0, 1, 9 }, 3 },
        { "town.tmj", FW_IO_TILED_JSON, { 0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 16 }, 11 },
        { "one.tmj", FW_IO_TILED_JSON, { 0 }, 1 },
    };
    static const int32_t sides[][2] = { { 1, 1 }, { 1, 70 }, { 65, 63 }, { 300, 2 } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (size_t side = 0; side < 4; side++) {
            fw_io_fault fault;
            fw_map *map =
                random_map(i * 4 + side, sides[side][0], sides[side][1], cases[i].terrains, cases[i].count);
            assert_int_equal(fw_io_format_of_name(cases[i].file), cases[i].format);
            assert_true(fw_io_writes(cases[i].format));
            if (fw_io_map_save(map, cases[i].file, NULL, &fault) != FW_OK)
                fail_msg("%s", fault.text);
            fw_io_map *read = read_again(map, cases[i].file);
            assert_int_equal(read->format, cases[i].format);
            fw_io_map_free(read);
            fw_map_destroy(map);
        }
}

TEST(places_and_the_frame_are_written)
{
    static const fw_io_place places[] = { { "gate", "door", 3.5, 2.25, 0.0, 0.0 },
                                          { "yard \"A\"", "", 1.0, 2.0, 4.5, 3.0 } };
    static const fw_frame frame = {
        .resolution = 0.05, .origin_x = -12.3, .origin_y = 4.0 / 3.0, .yaw = 0.1
    };
    static const uint8_t terrains[] = { 0, 1 };
    fw_map *map = random_map(1, 20, 10, terrains, 2);
    fw_io_save_def def;
    assert_int_equal(fw_io_save_def_init(&def, sizeof def), FW_OK);
    def.frame = &frame;
    def.places = places;
    def.place_count = 2;
    assert_int_equal(fw_io_map_save(map, "places.tmj", &def, NULL), FW_OK);
    fw_io_map *read = read_again(map, "places.tmj");
    assert_int_equal(read->place_count, 2);
    for (int i = 0; i < 2; i++) {
        assert_string_equal(read->places[i].name, places[i].name);
        assert_string_equal(read->places[i].kind, places[i].kind);
        assert_true(read->places[i].x == places[i].x && read->places[i].y == places[i].y &&
                    read->places[i].width == places[i].width && read->places[i].height == places[i].height);
    }
    fw_io_map_free(read);
    assert_int_equal(fw_io_map_save(map, "frame.yaml", &def, NULL), FW_OK);
    read = read_again(map, "frame.yaml");
    assert_true(read->frame.resolution == frame.resolution && read->frame.origin_x == frame.origin_x &&
                read->frame.origin_y == frame.origin_y && read->frame.yaw == frame.yaw);
    fw_io_map_free(read);
    fw_map_destroy(map);
}

TEST(what_a_format_cannot_say_is_refused_and_nothing_is_left)
{
    static const uint8_t terrains[] = { 8 };
    static const struct {
        const char *file, *beside;
    } cases[] = { { "lava.map", "lava.map" },
                  { "lava.yaml", "lava.pgm" },
                  { "lava.tmx", "lava.tmx" },
                  { "none/lava.png", "none/lava.colors" },
                  { "-.png/x.tmj", "x.tmj" } };
    fw_map *map = random_map(2, 5, 4, terrains, 1);
    fw_io_fault fault;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_not_equal(fw_io_map_save(map, cases[i].file, NULL, &fault), FW_OK);
        assert_non_null(strstr(fault.text, cases[i].file));
        assert_false(exists(cases[i].file) || exists(cases[i].beside));
    }
    fw_io_save_def def;
    fw_io_save_def_init(&def, sizeof def);
    def.format = FW_IO_IMAGE;
    assert_int_equal(fw_io_map_save(map, "-", &def, &fault), FW_NOT_SUPPORTED);
    assert_string_equal(fault.text,
                        "standard output is one file, and this format needs a second one, *.colors");
    def.format = FW_IO_LDTK;
    assert_false(fw_io_writes(def.format) || fw_io_writes((fw_io_format)-1) ||
                 fw_io_writes(FW_IO_FORMAT_COUNT));
    assert_int_equal(fw_io_map_save(map, "lava.ldtk", &def, &fault), FW_NOT_SUPPORTED);
    assert_string_equal(fault.text, "lava.ldtk: the format LDtk is read, but not written");
    fw_map_destroy(map);
}

TEST(a_file_that_belongs_to_something_else_stays)
{
    static const uint8_t terrains[] = { 0, 1 };
    fw_map *map = random_map(3, 5, 4, terrains, 2);
    fw_io_fault fault;
    char text[16] = "";
    FILE *file = fopen("mine.pgm", "w");
    fputs("mine", file);
    fclose(file);
    assert_int_equal(fw_io_map_save(map, "mine.yaml", NULL, &fault), FW_BAD_VALUE);
    assert_string_equal(fault.text,
                        "mine.pgm: this file exists, and would be replaced by a part of mine.yaml");
    assert_false(exists("mine.yaml"));
    file = fopen("mine.pgm", "r");
    assert_non_null(fgets(text, sizeof text, file));
    fclose(file);
    assert_string_equal(text, "mine");
    for (int i = 0; i < 2; i++) // a map that was written is replaced with all its files
        assert_int_equal(fw_io_map_save(map, "ours.yaml", NULL, &fault), FW_OK);
    fw_map_destroy(map);
}

TEST(wrong_frames_and_defs_are_refused)
{
    static const uint8_t terrains[] = { 1 };
    fw_map *map = random_map(4, 3, 3, terrains, 1);
    fw_frame frame = { .resolution = 0.0 };
    fw_io_save_def def;
    fw_io_fault fault;
    assert_int_equal(fw_io_save_def_init(NULL, sizeof def), FW_NULL_ARGUMENT);
    assert_int_equal(fw_io_save_def_init(&def, sizeof def + 1), FW_BAD_SIZE);
    fw_io_save_def_init(&def, sizeof def);
    def.frame = &frame;
    assert_int_equal(fw_io_map_save(map, "w.yaml", &def, &fault), FW_BAD_VALUE);
    frame = (fw_frame){ .resolution = 1.0, .y_axis = FW_Y_DOWN };
    assert_int_equal(fw_io_map_save(map, "w.yaml", &def, &fault), FW_NOT_SUPPORTED);
    assert_string_equal(fault.text, "w.yaml: in a ROS map y points up, and in this frame down");
    def.place_count = 1;
    assert_int_equal(fw_io_map_save(map, "w.tmj", &def, &fault), FW_BAD_VALUE);
    def.cookie = 0;
    assert_int_equal(fw_io_map_save(map, "w.tmj", &def, &fault), FW_BAD_DEF);
    assert_int_equal(fw_io_map_save(NULL, "w.tmj", NULL, &fault), FW_NULL_ARGUMENT);
    assert_int_equal(fw_io_map_save(map, NULL, NULL, NULL), FW_NULL_ARGUMENT);
    assert_false(exists("w.yaml") || exists("w.pgm") || exists("w.tmj"));
    fw_map_destroy(map);
}

TESTS_BETWEEN(enter_folder, leave_folder)
