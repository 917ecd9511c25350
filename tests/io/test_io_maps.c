#define _POSIX_C_SOURCE 200809L

#include <png.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "common/unit.h"
#include "io/image_map.h"
#include "io/movingai.h"
#include "io/png_image.h"

/// A file that is wrong, and what its reader must say.
typedef struct bad_file {
    const char *text, *fault;
} bad_file;

static bool read_map(const char *text, size_t size, io_tiles *tiles, io_fault *fault)
{
    return io_movingai_read("town.map", text, size, NULL, tiles, fault);
}

TEST(a_map_of_every_letter_is_read)
{
    static const char text[] = "type octile\nheight 2\nwidth 5\nmap\n.GSWT\n@ORsd\n";
    static const uint8_t expected[] = { FW_GROUND,  FW_GROUND,  FW_SWAMP, FW_WATER,   FW_TREE,
                                        FW_BLOCKED, FW_BLOCKED, FW_ROAD,  FW_SHALLOW, FW_SAND };
    io_tiles tiles;
    assert_true(read_map(text, strlen(text), &tiles, NULL));
    assert_int_equal(tiles.width, 5);
    assert_int_equal(tiles.height, 2);
    assert_memory_equal(tiles.terrain, expected, sizeof expected);
    io_tiles_free(&tiles);
}

TEST(line_ends_of_all_systems_and_a_missing_one_are_read)
{
    static const char *const texts[] = {
        "type octile\r\nheight 1\r\nwidth 2\r\nmap\r\n.@\r\n",
        "type octile\nwidth 2\nheight 1\nmap\n.@",
        "type octile\nwidth 2\nheight 1\nmap\n.@\n\n  \n",
        "type octile\rwidth 2\rheight 1\rmap\r.@\r",
        "\xef\xbb\xbftype octile\nwidth 2\nheight 1\nmap\n.@\n",
        "type octile \nwidth 2\t\nheight 1 \nmap \n.@ \t\r\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        io_tiles tiles;
        assert_true(read_map(texts[i], strlen(texts[i]), &tiles, NULL));
        assert_int_equal(tiles.width, 2);
        assert_int_equal(tiles.terrain[1], FW_BLOCKED);
        io_tiles_free(&tiles);
    }
}

TEST(each_way_to_spoil_a_map_has_its_own_message)
{
    static const bad_file files[] = {
        { "", "town.map:1: the file is empty, expected 'type octile'" },
        { "\x7f"
          "ELF\x02\x01",
          "town.map:1: the file begins with '\\x7fELF\\x02\\x01', expected 'type octile'" },
        { "type hexagonal\n", "town.map:1: the file begins with 'type hexagonal', expected 'type octile'" },
        { "type octile\nmap\n", "town.map:2: found 'map', expected 'height H' or 'width W'" },
        { "type octile\nheight 1\n", "town.map:2: found '', expected 'height H' or 'width W'" },
        { "type octile\nheight 1\nheight 1\n", "town.map:3: the height is given twice" },
        { "type octile\nheight 1000000000\nwidth 1000000000\nmap\n",
          "town.map:2: the height is '1000000000', expected a number from 1 to 16384" },
        { "type octile\nwidth 99999999999999999999999\n",
          "town.map:2: the width is '99999999999999999999999', expected a number from 1 to 16384" },
        { "type octile\nheight 0\n", "town.map:2: the height is '0', expected a number from 1 to 16384" },
        { "type octile\nheight -3\n", "town.map:2: the height is '-3', expected a number from 1 to 16384" },
        { "type octile\nheight\n", "town.map:2: the height is '', expected a number from 1 to 16384" },
        { "type octile\nheight 2 3\n", "town.map:2: the height is '2 3', expected a number from 1 to 16384" },
        { "type octile\nheight 1\nwidth 1\n.\n", "town.map:4: found '.', expected 'map' before the rows" },
        { "type octile\nheight 16384\nwidth 16384\nmap\n.....\n",
          "town.map:4: the header says 16384 x 16384 tiles, but only 6 bytes follow" },
        { "type octile\nheight 2\nwidth 3\nmap\n...\n..\n", "town.map:6: the row has 2 tiles, expected 3" },
        { "type octile\nheight 2\nwidth 3\nmap\n...\n....\n", "town.map:6: the row has 4 tiles, expected 3" },
        { "type octile\nheight 1\nwidth 3\nmap\n. .. \n", "town.map:5: the row has 4 tiles, expected 3" },
        { "type octile\nheight 3\nwidth 2\nmap\n..\n..\n",
          "town.map:6: the file ends after 2 rows, expected 3" },
        { "type octile\nheight 1\nwidth 3\nmap\n.q.\n",
          "town.map:5: tile 1 of the row is 'q', expected one of . G S W T R s d @ O" },
        { "type octile\nheight 1\nwidth 3\nmap\n..\x01\n",
          "town.map:5: tile 2 of the row is '\\x01', expected one of . G S W T R s d @ O" },
        { "type octile\nheight 1\nwidth 1\nmap\n.\n\n@\n",
          "town.map:7: there is more text after the last of 1 rows" },
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        io_tiles tiles;
        io_fault fault;
        assert_false(read_map(files[i].text, strlen(files[i].text), &tiles, &fault));
        assert_string_equal(fault.text, files[i].fault);
        assert_null(tiles.terrain);
    }
}

TEST(a_row_with_a_byte_of_zero_is_refused)
{
    static const char text[] = "type octile\nheight 1\nwidth 3\nmap\n.\0.\n";
    io_tiles tiles;
    io_fault fault;
    assert_false(read_map(text, sizeof text - 1, &tiles, &fault));
    assert_string_equal(fault.text,
                        "town.map:5: tile 1 of the row is '\\x00', expected one of . G S W T R s d @ O");
}

TEST(a_line_of_a_megabyte_makes_a_short_message)
{
    const size_t size = 1 << 20;
    char *text = malloc(size);
    io_tiles tiles;
    io_fault fault;
    assert_non_null(text);
    memset(text, 'x', size);
    assert_false(read_map(text, size, &tiles, &fault));
    assert_string_equal(fault.text, "town.map:1: the file begins with 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...', "
                                    "expected 'type octile'");
    free(text);
}

TEST(a_map_cut_off_anywhere_is_refused)
{
    static const char text[] = "type octile\nheight 3\nwidth 4\nmap\n..S.\n.@@.\nRRRR\n";
    for (size_t size = 0; size < strlen(text) - 1; size++) {
        io_tiles tiles;
        io_fault fault = { .text = "" };
        assert_false(read_map(text, size, &tiles, &fault));
        assert_non_null(strstr(fault.text, "town.map:"));
    }
}

static void random_tiles(random_source *source, io_tiles *tiles)
{
    const int32_t width = 1 + (int32_t)random_below(source, 70);
    const int32_t height = 1 + (int32_t)random_below(source, 70);
    assert_true(io_tiles_create(width, height, tiles, NULL));
    for (int32_t i = 0; i < width * height; i++)
        tiles->terrain[i] = (uint8_t)random_below(source, FW_SAND + 1);
}

static void assert_same_tiles(const io_tiles *a, const io_tiles *b)
{
    assert_int_equal(a->width, b->width);
    assert_int_equal(a->height, b->height);
    assert_memory_equal(a->terrain, b->terrain, (size_t)a->width * (size_t)a->height);
}

TEST(a_map_that_was_written_reads_back_the_same)
{
    random_source source = { 1 };
    for (int round = 0; round < 50; round++) {
        io_tiles tiles;
        io_tiles back;
        char text[8192];
        random_tiles(&source, &tiles);
        FILE *file = fmemopen(text, sizeof text, "w");
        assert_true(io_movingai_write(&tiles, file, NULL));
        const long size = ftell(file);
        fclose(file);
        assert_true(read_map(text, (size_t)size, &back, NULL));
        assert_same_tiles(&tiles, &back);
        io_tiles_free(&tiles);
        io_tiles_free(&back);
    }
}

TEST(a_terrain_without_a_letter_is_not_written)
{
    io_tiles tiles;
    io_fault fault;
    assert_true(io_tiles_create(2, 2, &tiles, NULL));
    tiles.terrain[3] = 20;
    strcpy(tiles.names[20], "unknown");
    assert_false(io_movingai_write(&tiles, stdout, &fault));
    assert_string_equal(
        fault.text,
        "terrain 20 (unknown) has no letter in a .map file; .png and .tmj files hold all terrains");
    io_tiles_free(&tiles);
}

TEST(a_map_of_tiles_has_their_terrains_and_names)
{
    io_tiles tiles;
    fw_map *map = NULL;
    assert_true(io_tiles_create(3, 2, &tiles, NULL));
    tiles.terrain[4] = 9;
    strcpy(tiles.names[9], "lava");
    assert_true(io_map_of_tiles("lava.png", &tiles, NULL, &map, NULL));
    assert_int_equal(fw_map_terrain(map, 1, 1), 9);
    assert_int_equal(fw_map_terrain(map, 0, 0), FW_BLOCKED);
    assert_string_equal(fw_map_terrain_name(map, 9), "lava");
    fw_map_destroy(map);
    io_tiles_free(&tiles);
}

/// A PNG file in memory.
typedef struct png_file {
    char *bytes;
    size_t size;
} png_file;

static png_file png_of(const io_image *image)
{
    png_file file = { 0 };
    FILE *to = open_memstream(&file.bytes, &file.size);
    assert_non_null(to);
    assert_true(io_png_write(to, image, NULL));
    fclose(to);
    return file;
}

TEST(an_image_that_was_written_reads_back_the_same)
{
    random_source source = { 2 };
    for (int colors = 1; colors <= 4096; colors *= 4) {
        uint8_t pixels[40 * 30 * 3];
        for (size_t i = 0; i < sizeof pixels / 3; i++) {
            const uint32_t color = random_below(&source, (uint32_t)colors) * 1237;
            pixels[3 * i] = (uint8_t)color;
            pixels[3 * i + 1] = (uint8_t)(color >> 4);
            pixels[3 * i + 2] = (uint8_t)(color >> 8);
        }
        const io_image image = { 40, 30, pixels };
        const png_file file = png_of(&image);
        io_image back;
        assert_true(io_png_read("a.png", file.bytes, file.size, FW_MAX_SIDE, &back, NULL));
        assert_int_equal(back.width, 40);
        assert_int_equal(back.height, 30);
        assert_memory_equal(back.pixels, pixels, sizeof pixels);
        free(back.pixels);
        free(file.bytes);
    }
}

/// A PNG file whose pixels come in seven passes; the image has three bytes a pixel.
static png_file interlaced_png_of(const io_image *image)
{
    png_file file = { 0 };
    FILE *to = open_memstream(&file.bytes, &file.size);
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(png);
    png_init_io(png, to);
    png_set_IHDR(png, info, (png_uint_32)image->width, (png_uint_32)image->height, 8, PNG_COLOR_TYPE_RGB,
                 PNG_INTERLACE_ADAM7, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png, info);
    const int passes = png_set_interlace_handling(png);
    for (int pass = 0; pass < passes; pass++)
        for (int32_t y = 0; y < image->height; y++)
            png_write_row(png, image->pixels + 3 * (size_t)y * (size_t)image->width);
    png_write_end(png, NULL);
    png_destroy_write_struct(&png, &info);
    fclose(to);
    return file;
}

TEST(an_interlaced_image_reads_back_the_same_at_any_size)
{
    enum { MOST = 18 };
    random_source source = { 4 };
    uint8_t pixels[MOST * MOST * 3];
    for (size_t i = 0; i < sizeof pixels; i++)
        pixels[i] = (uint8_t)random_below(&source, 256);
    for (int32_t width = 1; width <= MOST; width++)
        for (int32_t height = 1; height <= MOST; height++) {
            const io_image image = { width, height, pixels };
            const png_file file = interlaced_png_of(&image);
            io_image back;
            assert_true(io_png_read("a.png", file.bytes, file.size, MOST, &back, NULL));
            assert_int_equal(back.width, width);
            assert_int_equal(back.height, height);
            assert_memory_equal(back.pixels, pixels, 3 * (size_t)width * (size_t)height);
            free(back.pixels);
            free(file.bytes);
        }
}

static bool table_of(const char *text, io_color_table *table, io_fault *fault)
{
    return io_colors_read("town.colors", text, strlen(text), table, fault);
}

TEST(a_name_that_is_no_utf8_is_refused)
{
    io_color_table table;
    io_fault fault;
    assert_true(table_of("#000000 H\xc3\xb6hle", &table, &fault));
    assert_false(table_of("#ffffff ground\n#000000 H\xf6hle", &table, &fault)); // Latin-1
    assert_string_equal(fault.text, "town.colors:2: 'H\\xf6hle' is not a name of a terrain: it is not UTF-8");
}

TEST(a_png_map_is_read_by_its_table)
{
    static const uint8_t pixels[] = {
        0, 0, 0, 255, 255, 255, 255, 0, 0, 255, 128, 0, 255, 255, 255, 0, 0, 0
    };
    const io_image image = { 3, 2, (uint8_t *)pixels };
    const png_file file = png_of(&image);
    io_color_table table;
    io_tiles tiles;
    assert_true(
        table_of("; a table\n\n#000000 blocked\r\n#FFffFF road\n#ff0000 lava\n#ff8000 lava", &table, NULL));
    assert_true(io_image_map_read("town.png", file.bytes, file.size, &table, &tiles, NULL));
    const uint8_t expected[] = { FW_BLOCKED, FW_ROAD, 8, 8, FW_ROAD, FW_BLOCKED };
    assert_memory_equal(tiles.terrain, expected, sizeof expected);
    assert_string_equal(tiles.names[8], "lava");
    io_tiles_free(&tiles);
    free(file.bytes);
}

TEST(each_way_to_spoil_a_table_of_colors_has_its_own_message)
{
    static const bad_file files[] = {
        { "", "town.colors: the colour table is empty" },
        { "#00000 blocked\n", "town.colors:1: the line is '#00000 blocked', expected '#rrggbb terrain'" },
        { "#00000g blocked\n", "town.colors:1: the line is '#00000g blocked', expected '#rrggbb terrain'" },
        { "\n#000000\n", "town.colors:2: the line is '#000000', expected '#rrggbb terrain'" },
        { "#000000 blocked\n#000000 ground\n", "town.colors:2: the colour #000000 is given twice" },
        { "#000000 a_name_of_a_terrain_that_is_far_too_long\n",
          "town.colors:1: 'a_name_of_a_terrain_that_is_far_...' is not a name of a terrain: names have 1 to "
          "31 "
          "bytes" },
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        io_color_table table;
        io_fault fault;
        assert_false(table_of(files[i].text, &table, &fault));
        assert_string_equal(fault.text, files[i].fault);
    }
}

TEST(a_table_names_no_more_than_32_terrains)
{
    char text[1024] = "";
    io_color_table table;
    io_fault fault;
    for (int i = 0; i < 25; i++)
        sprintf(text + strlen(text), "#0000%02x own%d\n", i, i);
    assert_false(table_of(text, &table, &fault));
    assert_string_equal(fault.text, "town.colors:25: 'own24' is one terrain too many: a map has at most 32, "
                                    "of which 8 have names already");
}

TEST(a_color_that_the_table_does_not_name_is_refused_with_its_place)
{
    static const uint8_t pixels[] = { 0, 0, 0, 0, 0, 0, 1, 2, 3, 0, 0, 0 };
    const io_image image = { 2, 2, (uint8_t *)pixels };
    const png_file file = png_of(&image);
    io_color_table table;
    io_tiles tiles;
    io_fault fault;
    assert_true(table_of("#000000 blocked", &table, NULL));
    assert_false(io_image_map_read("town.png", file.bytes, file.size, &table, &tiles, &fault));
    assert_string_equal(
        fault.text,
        "town.png: town.colors does not say what these colours are: #010203 (1 pixel, the first at 0,1)");
    assert_null(tiles.terrain);
    free(file.bytes);
}

TEST(a_png_file_cut_off_or_changed_anywhere_is_refused)
{
    static const uint8_t pixels[3 * 16 * 16] = { 7, 8, 9 };
    const io_image image = { 16, 16, (uint8_t *)pixels };
    const png_file file = png_of(&image);
    const size_t end = file.size - 12; // what follows is the empty chunk at the end
    for (size_t i = 0; i < end; i++) {
        io_image back;
        io_fault fault = { .text = "" };
        assert_false(io_png_read("town.png", file.bytes, i, FW_MAX_SIDE, &back, &fault));
        assert_non_null(strstr(fault.text, "town.png: this "));
        file.bytes[i] ^= 0x10;
        assert_false(io_png_read("town.png", file.bytes, file.size, FW_MAX_SIDE, &back, &fault));
        file.bytes[i] ^= 0x10;
    }
    free(file.bytes);
}

TEST(an_image_that_is_too_large_is_refused_before_memory_is_asked_for)
{
    static const uint8_t pixels[3 * 9] = { 0 };
    const io_image image = { 9, 1, (uint8_t *)pixels };
    const png_file file = png_of(&image);
    io_image back;
    io_fault fault;
    assert_false(io_png_read("town.png", file.bytes, file.size, 8, &back, &fault));
    assert_string_equal(fault.text, "town.png: the image has 9 x 1 pixels, expected at most 8 x 8");
    free(file.bytes);
}
