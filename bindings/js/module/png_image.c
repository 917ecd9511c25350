#include "io/png_image.h"

#include <stdlib.h>
#include <string.h>

/// io/png_image.h for the module: JavaScript decodes the picture, if it was given a decoder.

enum { PROBLEM_BYTES = 96 };

/// A picture that JavaScript has decoded.
typedef struct decoded {
    int32_t width, height;
    uint32_t has_opacity;
    uint8_t *pixels; ///< [red, green, blue, opacity * width * height], from malloc()
    char problem[PROBLEM_BYTES];
} decoded;

/// Decodes a PNG file.
///
/// @return 0: `problem` tells why it cannot be read
__attribute__((import_module("fairway"), import_name("decode_png"))) int decode_png(const char *bytes,
                                                                                    size_t size,
                                                                                    decoded *image);

bool io_png_begins(const char *bytes, size_t size)
{
    return size >= 8 && memcmp(bytes, "\x89PNG\r\n\x1a\n", 8) == 0;
}

static uint32_t big_endian(const char *bytes)
{
    uint32_t value = 0;
    for (int i = 0; i < 4; i++)
        value = value << 8 | (unsigned char)bytes[i];
    return value;
}

static bool take_rows(const decoded *image, const io_pixel_taker *taker, io_fault *fault)
{
    if (!taker->begin(taker->user, image->width, image->height, fault))
        return false;
    for (int32_t y = 0; y < image->height; y++) {
        const io_pixel_row row = { .y = y,
                                   .step = 1,
                                   .count = image->width,
                                   .has_opacity = image->has_opacity,
                                   .pixels = image->pixels + 4 * (size_t)image->width * (size_t)y };
        if (!taker->take(taker->user, &row, fault))
            return false;
    }
    return true;
}

bool io_png_read_rows(const char *name, const char *bytes, size_t size, int32_t most_side,
                      const io_pixel_taker *taker, io_fault *fault)
{
    decoded image = { .pixels = NULL };
    const uint32_t width = size < 24 ? 0 : big_endian(bytes + 16),
                   height = size < 24 ? 0 : big_endian(bytes + 20);
    if (width > (uint32_t)most_side || height > (uint32_t)most_side)
        return io_fail_as(fault, FW_BAD_SIZE, "%s: the image has %u x %u pixels, expected at most %d x %d",
                          name, (unsigned)width, (unsigned)height, (int)most_side, (int)most_side);
    const bool is_decoded = decode_png(bytes, size, &image);
    const bool is_taken = is_decoded
                              ? take_rows(&image, taker, fault)
                              : io_fail(fault, "%s: this PNG file cannot be read: %s", name, image.problem);
    free(image.pixels);
    return is_taken;
}
