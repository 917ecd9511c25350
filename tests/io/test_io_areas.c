#include <png.h>
#include <stdio.h>
#include <string.h>

#include "common/unit.h"
#include "io/area_names.h"
#include "io/png_image.h"

enum { WIDTH = 6, HEIGHT = 4, MOST_BYTES = 1 << 16 };

static bool read_text(const char *text, io_area_names *areas, io_fault *fault)
{
    return io_area_names_read("areas.json", text, strlen(text), WIDTH, HEIGHT, areas, fault);
}

/// Reads a picture of any size as the areas of a map of 6 x 4 tiles.
static bool read_pixels(uint8_t *pixels, int32_t width, int32_t height, io_area_names *areas, io_fault *fault)
{
    static char bytes[MOST_BYTES];
    const io_image image = { .width = width, .height = height, .pixels = pixels };
    FILE *file = tmpfile();
    assert_non_null(file);
    assert_true(io_png_write(file, &image, fault));
    rewind(file);
    const size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    return io_area_names_read("areas.png", bytes, size, WIDTH, HEIGHT, areas, fault);
}

TEST(later_areas_cover_earlier_ones)
{
    static const uint16_t expected[] = { 1, 1, 1, 2, 2, 0, //
                                         1, 1, 1, 2, 2, 0, //
                                         1, 1, 1, 0, 0, 0, //
                                         0, 0, 0, 0, 0, 2 };
    io_area_names areas;
    io_fault fault = { .text = "" };
    assert_true(read_text("{\"areas\": [{\"name\": \"yard\", \"rects\": [[0, 0, 4, 3], [3, 2, 1, 1]]},"
                          " {\"rects\": [[3, 0, 2, 2], [3, 2, 1, 1], [5, 3, 1, 1]], \"name\": \"\"}]}",
                          &areas, &fault));
    assert_int_equal(areas.count, 3);
    assert_string_equal(areas.names[1], "yard");
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        assert_int_equal(areas.labels[i], i == 2 * WIDTH + 3 ? 2 : expected[i]);
    io_area_names_free(&areas);
    assert_true(read_text("{\"areas\": []}", &areas, &fault));
    assert_int_equal(areas.count, 1);
    io_area_names_free(&areas);
    io_area_names_free(&areas);
}

TEST(each_colour_of_a_picture_is_an_area_and_black_is_none)
{
    uint8_t pixels[3 * WIDTH * HEIGHT] = { 0 };
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        if (i % 3 > 0)
            pixels[3 * i + i % 3 - 1] = 255;
    io_area_names areas;
    io_fault fault = { .text = "" };
    assert_true(read_pixels(pixels, WIDTH, HEIGHT, &areas, &fault));
    assert_int_equal(areas.count, 3);
    assert_string_equal(areas.names[1], "#ff0000");
    assert_string_equal(areas.names[2], "#00ff00");
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        assert_int_equal(areas.labels[i], i % 3);
    io_area_names_free(&areas);
    assert_false(read_pixels(pixels, HEIGHT, WIDTH, &areas, &fault));
    assert_non_null(strstr(fault.text, "4 x 6 pixels, expected one for each of the map's 6 x 4 tiles"));
    assert_null(areas.labels);
}

TEST(transparent_pixels_are_no_area)
{
    static uint8_t pixels[WIDTH * HEIGHT][4], bytes[MOST_BYTES];
    png_image image = {
        .version = PNG_IMAGE_VERSION, .width = WIDTH, .height = HEIGHT, .format = PNG_FORMAT_RGBA
    };
    png_alloc_size_t size = sizeof bytes;
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        pixels[i][0] = 200;
        pixels[i][3] = i % 2 ? 255 : 0;
    }
    io_area_names areas;
    io_fault fault;
    assert_true(png_image_write_to_memory(&image, bytes, &size, 0, pixels, 0, NULL));
    assert_true(io_area_names_read("areas.png", (const char *)bytes, size, WIDTH, HEIGHT, &areas, &fault));
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        assert_int_equal(areas.labels[i], i % 2);
    io_area_names_free(&areas);
}

/// As many colours as there may be areas, and one more.
TEST(more_colours_than_areas_are_refused)
{
    enum { SIDE = 256 };
    static uint8_t pixels[3 * SIDE * SIDE];
    static char bytes[4 * 3 * SIDE * SIDE];
    for (int more = 0; more < 2; more++) {
        for (uint32_t i = 0; i < SIDE * SIDE; i++) {
            const uint32_t colour = i + (uint32_t)more;
            pixels[3 * i] = (uint8_t)(colour >> 16);
            pixels[3 * i + 1] = (uint8_t)(colour >> 8);
            pixels[3 * i + 2] = (uint8_t)colour;
        }
        const io_image image = { .width = SIDE, .height = SIDE, .pixels = pixels };
        io_fault fault = { .text = "" };
        FILE *file = tmpfile();
        assert_non_null(file);
        assert_true(io_png_write(file, &image, &fault));
        rewind(file);
        const size_t size = fread(bytes, 1, sizeof bytes, file);
        fclose(file);
        io_area_names areas;
        const bool is_read = io_area_names_read("areas.png", bytes, size, SIDE, SIDE, &areas, &fault);
        assert_int_equal(is_read, !more);
        if (more)
            assert_non_null(strstr(fault.text, "pixel 255,255 needs a label"));
        io_area_names_free(&areas);
    }
}
