// A map from an image takes the memory of its tiles, whatever its pixels would take. Deflate makes an image of one
// colour very small, so a short file may describe a very large image.
#define _DEFAULT_SOURCE // open_memstream
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/limited_memory.h"
#include "common/unit.h"
#include "fairway/map.h"
#include "io/image_map.h"

enum { WIDTH = FW_MAX_SIDE, HEIGHT = 1024, MEGABYTE = 1 << 20 };

/// A black image with one bit a pixel.
static char *black_image(size_t *size)
{
    static const uint8_t row[WIDTH / 8];
    char *bytes;
    FILE *to = open_memstream(&bytes, size);
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(png);
    png_init_io(png, to);
    png_set_IHDR(png, info, WIDTH, HEIGHT, 1, PNG_COLOR_TYPE_GRAY, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png, info);
    for (int y = 0; y < HEIGHT; y++)
        png_write_row(png, row);
    png_write_end(png, NULL);
    png_destroy_write_struct(&png, &info);
    fclose(to);
    return bytes;
}

TEST(a_map_from_a_short_file_takes_no_more_memory_than_its_tiles)
{
    static const char colors[] = "#000000 ground";
    if (!memory_can_be_limited())
        skip();
    size_t size;
    char *bytes = black_image(&size);
    assert_true(size < 16384);
    io_color_table table;
    io_tiles tiles;
    io_fault fault = { 0 };
    assert_true(io_colors_read("a.colors", colors, strlen(colors), &table, &fault));
    memory_limit(WIDTH * HEIGHT + MEGABYTE);
    const bool is_read = io_image_map_read("a.png", bytes, size, &table, &tiles, &fault);
    memory_unlimit();
    if (!is_read)
        fail_msg("%s", fault.text);
    assert_int_equal(tiles.terrain[(size_t)WIDTH * HEIGHT - 1], FW_GROUND);
    io_tiles_free(&tiles);
    free(bytes);
}
