// One call reads any map: kinds, neighbours, results.
#include <stdlib.h>
#include <string.h>

#include "common/files.h"
#include "common/rationed.h"
#include "common/unit.h"
#include "io/neighbour.h"

static const char town[] = "type octile\nheight 2\nwidth 3\nmap\n..@\n.S.\n";

TEST(a_map_is_read_from_memory_without_neighbours)
{
    fw_io_map *read;
    fw_io_fault fault;
    assert_int_equal(fw_io_map_read(town, strlen(town), NULL, &read, &fault), FW_OK);
    assert_int_equal(read->format, FW_IO_MOVINGAI);
    assert_int_equal(read->warning_count, 0);
    assert_int_equal(read->place_count, 0);
    assert_true(read->frame.resolution == 0.0);
    assert_rows(read, "..#|.S.");
}

TEST(a_map_that_was_taken_outlives_what_was_read)
{
    fw_io_map *read;
    assert_int_equal(fw_io_map_read(town, strlen(town), NULL, &read, NULL), FW_OK);
    fw_map *map = fw_io_map_take(read);
    assert_non_null(map);
    assert_null(fw_io_map_take(read));
    fw_io_map_free(read);
    assert_int_equal(fw_map_width(map), 3);
    fw_map_destroy(map);
    assert_null(fw_io_map_take(NULL));
    fw_io_map_free(NULL);
}

TEST(wrong_arguments_are_refused)
{
    fw_io_map_def def;
    fw_io_map *read;
    assert_int_equal(fw_io_map_def_init(NULL, sizeof def), FW_NULL_ARGUMENT);
    assert_int_equal(fw_io_map_def_init(&def, sizeof def + 1), FW_BAD_SIZE);
    assert_int_equal(fw_io_map_def_init(&def, 1), FW_BAD_SIZE);
    assert_int_equal(fw_io_map_def_init(&def, sizeof def), FW_OK);
    assert_int_equal(fw_io_map_read(NULL, 0, &def, &read, NULL), FW_NULL_ARGUMENT);
    assert_int_equal(fw_io_map_read(town, strlen(town), &def, NULL, NULL), FW_NULL_ARGUMENT);
    assert_int_equal(fw_io_map_load(NULL, &def, &read, NULL), FW_NULL_ARGUMENT);
    def.unknown = (fw_io_unknown)3;
    assert_int_equal(fw_io_map_read(town, strlen(town), &def, &read, NULL), FW_BAD_VALUE);
    def.unknown = FW_IO_UNKNOWN_APART;
    def.cookie++;
    assert_int_equal(fw_io_map_read(town, strlen(town), &def, &read, NULL), FW_BAD_DEF);
    assert_null(read);
}

TEST(a_def_of_an_older_header_is_shorter)
{
    fw_io_map_def def;
    fw_io_map *read;
    memset(&def, 0xff, sizeof def); // what the older program does not know is never looked at
    assert_int_equal(fw_io_map_def_init(&def, offsetof(fw_io_map_def, folder)), FW_OK);
    assert_int_equal(fw_io_map_read(town, strlen(town), &def, &read, NULL), FW_OK);
    fw_io_map_free(read);
}

FILE_TEST(files_that_are_no_maps_are_named_for_what_they_are)
{
    static const struct {
        const char *bytes;
        size_t size;
        const char *sentence;
    } files[] = {
        { "\xff\xd8\xff\xe0\0\0", 6, "this is a JPEG picture; maps are " },
        { "GIF89a\1\0", 8, "this is a GIF picture" },
        { "RIFF\0\0\0\0WEBPVP8 ", 16, "this is a WebP picture" },
        { "BM\0\0\0\0", 6, "this is a BMP picture of a kind that is not read" },
        { "P6\n1 1\n255\n\0\0\0", 14, "this is a PPM picture, where PNG is expected" },
        { "P3\n1 1\n255\n1 1 1\n", 17, "this is a PPM picture, where PNG is expected" },
        { "PK\3\4\0\0", 6, "this is a ZIP archive" },
        { "\x1f\x8b\x08\0", 4, "this is a file that gzip has compressed" },
        { "\xff\xfet\0y\0", 6, "this is text in UTF-16, where UTF-8 is expected" },
        { "version 1\n", 10, "this is a list of queries (.scen), not a map" },
        { "[gd_scene load_steps=4 format=4]\n", 33, "this is a scene of Godot" },
        { "\1\2\3", 3, "the file is not text, and begins with '\\x01\\x02\\x03'" },
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        file_add_bytes("town.map", files[i].bytes, files[i].size);
        assert_file_refused("town.map", NULL, FW_NOT_SUPPORTED, files[i].sentence);
    }
    file_add("town.map", "");
    assert_file_refused("town.map", NULL, FW_BAD_VALUE, "town.map: the file is empty");
    file_add("town.map", "hello\n");
    assert_file_refused(
        "town.map", NULL, FW_NOT_SUPPORTED,
        "a table (town.letters) or the option letters must say what they are; other maps are MovingAI");
}

TEST(names_that_lead_out_of_the_folder_are_told_from_others)
{
    static const char *const inside[] = {
        "a.png", "sets/a.png", "./a", "sets/../a", "a..b", "...", "sets//a"
    };
    static const char *const outside[] = { "../a",    "/etc/passwd",     "sets/../../a", "..",
                                           "\\a",     "sets\\..\\..\\a", "C:\\a",        "C:a",
                                           "a/../..", "file:///a" };
    for (size_t i = 0; i < sizeof inside / sizeof *inside; i++)
        if (!io_is_inside_folder(inside[i]))
            fail_msg("%s", inside[i]);
    for (size_t i = 0; i < sizeof outside / sizeof *outside; i++)
        if (io_is_inside_folder(outside[i]))
            fail_msg("%s", outside[i]);
}

FILE_TEST(without_memory_no_map_is_left)
{
    fw_io_map_def def = files_def("town.map");
    ration none = { .left = 0 };
    file_add("town.map", town);
    const fw_allocator hooks = rationed(&none);
    def.allocator = &hooks;
    assert_file_refused("town.map", &def, FW_NO_MEMORY, "town.map: this does not make a map");
}

TEST(formats_have_names)
{
    for (int format = 0; format < FW_IO_FORMAT_COUNT; format++)
        assert_true(strlen(fw_io_format_name((fw_io_format)format)) > 0);
    assert_string_equal(fw_io_format_name(FW_IO_FORMAT_COUNT), "");
    assert_true(fw_io_reads(FW_IO_MOVINGAI));
    assert_false(fw_io_reads(FW_IO_UNKNOWN));
    assert_false(fw_io_reads(FW_IO_FORMAT_COUNT));
}
