// Pictures as maps: PNG with opacity, PGM, BMP, tables of colours.
#include <png.h>
#include <stdio.h>
#include <string.h>

#include "common/files.h"
#include "common/unit.h"

/// Adds a PNG file.
///
/// @param pixels  [0xrrggbbaa * width * height]
static void add_png(const char *name, const uint32_t *pixels, int width, int height)
{
    static uint8_t bytes[4096], written[1 << 16];
    png_image image = { .version = PNG_IMAGE_VERSION,
                        .width = (png_uint_32)width,
                        .height = (png_uint_32)height,
                        .format = PNG_FORMAT_RGBA };
    png_alloc_size_t size = sizeof written;
    for (int i = 0; i < 4 * width * height; i++)
        bytes[i] = (uint8_t)(pixels[i / 4] >> (24 - 8 * (i % 4)));
    assert_true(png_image_write_to_memory(&image, written, &size, 0, bytes, 0, NULL));
    file_add_bytes(name, written, size);
}

FILE_TEST(the_opacity_of_a_pixel_counts)
{
    static const uint32_t pixels[] = {
        0x000000ff, 0x00000080, 0x12345600, 0x00000000, 0xffffffff, 0xff0000ff
    };
    add_png("a.png", pixels, 3, 2);
    file_add("a.colors", "#000000 blocked\n#00000080 water\ntransparent swamp\ndefault ground\n");
    assert_rows(file_read("a.png", NULL), "#WS|S..");
    file_add("a.colors", "#000000 blocked\n#00000000 road\ntransparent swamp\ndefault lava\n");
    assert_rows(file_read("a.png", NULL), "#0S|R00");
    file_add("a.colors", "#000000 blocked\n#ffffff ground\n");
    assert_file_refused(
        "a.png", NULL, FW_BAD_VALUE,
        "a.png: a.colors does not say what these colours are: #00000000 (1 pixel, the first at 0,1), "
        "#00000080 (1 pixel, the first at 1,0), #12345600 (1 pixel, the first at 2,0), #ff0000 (1 "
        "pixel, the first at 2,1)");
}

FILE_TEST(unknown_colours_are_listed_by_how_often_they_occur)
{
    uint32_t pixels[100];
    for (uint32_t i = 0; i < 100; i++) // 1 of colour 1, 3 of colour 2, 5 of colour 3, ...
        for (uint32_t color = 1; color * color <= i + 1; color++)
            pixels[i] = color << 8 | 0xff;
    add_png("a.png", pixels, 10, 10);
    file_add("a.colors", "#00000a blocked\n");
    assert_file_refused(
        "a.png", NULL, FW_BAD_VALUE,
        "#000009 (19 pixels, the first at 0,8), #000008 (17 pixels, the first at 3,6), #000007 (15 "
        "pixels, the first at 8,4), #000006 (13 pixels, the first at 5,3) and others");
    for (uint32_t i = 0; i < 100; i++)
        pixels[i] = i * 7919 << 8 | 0xff;
    add_png("a.png", pixels, 10, 10);
    file_add("a.colors", "default ground\n");
    fw_io_map_free(file_read("a.png", NULL));
}

FILE_TEST(black_and_white_need_no_table_but_a_warning)
{
    static const uint32_t pixels[] = { 0x000000ff, 0xffffffff, 0xffffffff, 0x000000ff };
    static const uint32_t grey[] = { 0x000000ff, 0xfefefeff, 0xffffffff, 0x000000ff };
    add_png("a.png", pixels, 2, 2);
    fw_io_map *read = file_read("a.png", NULL);
    assert_warned(read, "a.png: there is no table of colours, a.colors: black is blocked, white is ground");
    assert_rows(read, "#.|.#");
    add_png("a.png", grey, 2, 2);
    assert_file_refused(
        "a.png", NULL, FW_BAD_VALUE,
        "a.png: there is no table of colours, a.colors, and these colours are neither black nor "
        "white: #fefefe (1 pixel, the first at 1,0)");
}

FILE_TEST(each_way_to_spoil_a_table_of_colours_is_named)
{
    static const char *const tables[][2] = {
        { "default ground\ndefault road\n", "a.colors:2: 'default' is given twice" },
        { "transparent\n", "a.colors:1: the line is 'transparent', expected '#rrggbb terrain'" },
        { "#0000000 ground\n", "a.colors:1: the line is '#0000000 ground', expected '#rrggbb terrain'" },
        { "#000000ff ground\n#000000 road\n", "a.colors:2: the colour #000000 is given twice" },
        { "#00000001 ground\n#00000001 road\n", "a.colors:2: the colour #00000001 is given twice" },
    };
    static const uint32_t pixel[] = { 0xff };
    add_png("a.png", pixel, 1, 1);
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        file_add("a.colors", tables[i][0]);
        assert_file_refused("a.png", NULL, FW_BAD_VALUE, tables[i][1]);
    }
}

FILE_TEST(pgm_files_are_read_as_text_and_as_bytes)
{
    static const char bytes[] = "P5 2 2 255\n\0\xff\xff\0", wide[] = "P5\n2 1\n65535\n\0\0\xff\xff",
                      deep[] = "P5\n2 1\n4\n\0\4";
    static const char *const texts[] = {
        "P2 2 2 255 0 255 255 0\n",
        "P2\n# of a program\n2 # wide\n2\n#\n255\n0 255\n255 0",
        "P2\r\n2 2\r\n15\r\n0 15 15 0\r\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        file_add("a.pgm", texts[i]);
        assert_rows(file_read("a.pgm", NULL), "#.|.#");
    }
    file_add_bytes("a.pgm", bytes, sizeof bytes - 1);
    assert_rows(file_read("a.pgm", NULL), "#.|.#");
    file_add_bytes("a.pgm", wide, sizeof wide - 1);
    assert_rows(file_read("a.pgm", NULL), "#.");
    file_add_bytes("a.pgm", deep, sizeof deep - 1);
    assert_rows(file_read("a.pgm", NULL), "#.");
    file_add("a.colors", "#404040 water\n#bfbfbf road\n"); // scaled to the nearest grey: 63.75 and 191.25
    file_add("a.pgm", "P2 2 1 4 1 3\n");
    assert_rows(file_read("a.pgm", NULL), "WR");
}

FILE_TEST(each_way_to_spoil_a_pgm_file_is_named)
{
    static const char *const files[][2] = {
        { "P2\n", "a.pgm: the PGM file states no width and height from 1 to 16384" },
        { "P2\n0 1 255\n1\n", "a.pgm: the PGM file states no width and height from 1 to 16384" },
        { "P5\n1000000000 1000000000 255\n",
          "a.pgm: the PGM file states no width and height from 1 to 16384" },
        { "P5\n16384 16384 255\n....", "a.pgm: the file is too short for 16384 x 16384 pixels" },
        { "P2\n2 2 0\n0 0 0 0\n", "a.pgm: the PGM file states no brightest grey from 1 to 65535" },
        { "P2\n2 2 65536\n0 0 0 0\n", "a.pgm: the PGM file states no brightest grey from 1 to 65535" },
        { "P2\n2 2 255\n0 0 0\n", "a.pgm: the file is too short for 2 x 2 pixels" },
        { "P2\n2 2 255\n0 0 0           \n", "a.pgm: the pixel at 1,1 is no grey from 0 to 255" },
        { "P2\n2 2 255\n0 0 256 0\n", "a.pgm: the pixel at 0,1 is no grey from 0 to 255" },
        { "P2\n2 2 255\n0 x 255 0\n", "a.pgm: the pixel at 1,0 is no grey from 0 to 255" },
        { "P5\n2 2 7\n\1\1\1\x08", "a.pgm: the pixel at 1,1 is no grey from 0 to 7" },
        { "P5\n2 2 255\n...", "a.pgm: the file is too short for 2 x 2 pixels" },
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        file_add("a.pgm", files[i][0]);
        assert_file_refused("a.pgm", NULL, FW_BAD_VALUE, files[i][1]);
    }
    file_add("a.pgm", "P2\n# a comment\n3 2\n255\n0 255 255\n255 0 255\n");
    assert_survives_damage("a.pgm", NULL, 500);
}

/// Adds a BMP file with a header of 40 bytes.
static void add_bmp(int32_t width, int32_t height, int bits, int colors, const void *rest, size_t size)
{
    uint8_t bytes[512] = { 'B', 'M' };
    assert_true(54 + size <= sizeof bytes);
    const int32_t numbers[][2] = { { 10, 54 + 4 * colors }, { 14, 40 },    { 18, width }, { 22, height },
                                   { 26, 1 | bits << 16 },  { 46, colors } };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        for (int byte = 0; byte < 4; byte++)
            bytes[numbers[i][0] + byte] = (uint8_t)((uint32_t)numbers[i][1] >> 8 * byte);
    memcpy(bytes + 54, rest, size);
    file_add_bytes("a.bmp", bytes, 54 + size);
}

FILE_TEST(bmp_files_are_read_at_any_depth)
{
    static const uint8_t two[] = { 0,    0, 0, 0, 255,  255, 255, 0, // the table of colours
                                   0x40, 0, 0, 0, 0x80, 0,   0,   0 },
                         deep[] = { 255, 255, 255, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 0, 0 },
                         deeper[] = { 0, 0, 0, 9, 255, 255, 255, 0 },
                         eight[] = { 255, 255, 255, 0, 0, 0, 0, 0, 1, 0, 0, 0 };
    add_bmp(2, 2, 1, 2, two, sizeof two); // the first row is the lowest one
    assert_rows(file_read("a.bmp", NULL), ".#|#.");
    add_bmp(2, -2, 1, 2, two, sizeof two);
    assert_rows(file_read("a.bmp", NULL), "#.|.#");
    add_bmp(2, 2, 24, 0, deep, sizeof deep);
    assert_rows(file_read("a.bmp", NULL), "#.|.#");
    add_bmp(2, 1, 32, 0, deeper, sizeof deeper);
    assert_rows(file_read("a.bmp", NULL), "#.");
    add_bmp(3, 1, 8, 2, eight, sizeof eight);
    assert_rows(file_read("a.bmp", NULL), "#..");
    assert_survives_damage("a.bmp", NULL, 1000);
}

FILE_TEST(each_way_to_spoil_a_bmp_file_is_named)
{
    static const uint8_t row[] = { 0, 0, 0, 0, 9, 0, 0, 0 };
    add_bmp(2, 2, 24, 0, row, sizeof row);
    assert_file_refused("a.bmp", NULL, FW_BAD_VALUE, "a.bmp: the file is too short for 2 x 2 pixels");
    add_bmp(1000000000, 1000000000, 1, 0, row, sizeof row);
    assert_file_refused("a.bmp", NULL, FW_BAD_VALUE, "a.bmp: the image has 1000000000 x 1000000000 pixels");
    add_bmp(2, INT32_MIN, 24, 0, row, sizeof row);
    assert_file_refused("a.bmp", NULL, FW_BAD_VALUE, "a.bmp: the image has 2 x 2147483648 pixels");
    add_bmp(2, 1, 16, 0, row, sizeof row);
    assert_file_refused("a.bmp", NULL, FW_NOT_SUPPORTED, "has 16 bits a pixel, which is not read");
    add_bmp(1, 1, 8, 1, row, sizeof row);
    assert_file_refused("a.bmp", NULL, FW_BAD_VALUE,
                        "the pixel at 0,0 has a colour that the file does not hold");
}

FILE_TEST(the_pictures_of_a_public_map_are_the_same)
{
    static const char *const names[] = { "testmap.png", "testmap.bmp", "testmap.pgm" };
    char rows[3][256];
    for (int i = 0; i < 3; i++) {
        char path[64];
        snprintf(path, sizeof path, "files/ros/%s", names[i]);
        if (!file_add_shared(names[i], path))
            skip();
        file_add("testmap.colors", "#000000 blocked\ndefault ground\n");
        fw_io_map *read = file_read(names[i], NULL);
        for (int at = 0; at < 100; at++)
            rows[i][at] = (char)('0' + fw_map_terrain(read->map, at % 10, at / 10));
        rows[i][100] = '\0';
        fw_io_map_free(read);
        assert_string_equal(rows[i], rows[0]);
    }
}
