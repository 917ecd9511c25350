#include "io/bmp_image.h"

#include "io/image_rows.h"

/// Places in the file: a header of 14 bytes, then one whose first four bytes are its size.
enum {
    PIXELS_AT = 10,
    INFO_AT = 14,
    WIDTH_AT = 18,
    HEIGHT_AT = 22,
    BITS_AT = 28,
    PACKING_AT = 30,
    COLORS_AT = 46,
    LEAST_BYTES = 54
};

typedef struct bmp_reading {
    const char *name;
    const uint8_t *bytes;
    size_t size;
    int32_t width, height;
    bool is_upright; ///< the first row is the lowest one
    int bits;        ///< a pixel
    size_t colors_at, pixels_at, stride;
    io_fault *fault;
} bmp_reading;

/// The number in some bytes, the lowest byte first.
static uint32_t number_at(const uint8_t *bytes, size_t at, int count)
{
    uint32_t value = 0;
    for (int i = count; i > 0; i--)
        value = value << 8 | bytes[at + (size_t)i - 1];
    return value;
}

bool io_bmp_begins(const char *bytes, size_t size)
{
    static const uint32_t headers[] = { 40, 52, 56, 64, 108, 124 };
    if (size < LEAST_BYTES || bytes[0] != 'B' || bytes[1] != 'M')
        return false;
    const uint32_t header = number_at((const uint8_t *)bytes, INFO_AT, 4);
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
        if (header == headers[i])
            return true;
    return false;
}

static bool read_header(bmp_reading *reading, int32_t most_side)
{
    const uint8_t *bytes = reading->bytes;
    const uint32_t packing = number_at(bytes, PACKING_AT, 4);
    const int64_t width = (int32_t)number_at(bytes, WIDTH_AT, 4),
                  height = (int32_t)number_at(bytes, HEIGHT_AT, 4);
    const int64_t rows = height < 0 ? -height : height;
    reading->bits = (int)number_at(bytes, BITS_AT, 2);
    if (width < 1 || rows < 1 || width > most_side || rows > most_side)
        return io_fail(reading->fault, "%s: the image has %lld x %lld pixels, expected 1 to %d each",
                       reading->name, (long long)width, (long long)rows, most_side);
    if (packing != 0 || (reading->bits != 1 && reading->bits != 4 && reading->bits != 8 &&
                         reading->bits != 24 && reading->bits != 32))
        return io_fail_as(reading->fault, FW_NOT_SUPPORTED,
                          "%s: this BMP picture is compressed, or has %d bits a pixel, which is not read",
                          reading->name, reading->bits);
    reading->width = (int32_t)width;
    reading->height = (int32_t)rows;
    reading->is_upright = height > 0;
    reading->colors_at = INFO_AT + (size_t)number_at(bytes, INFO_AT, 4);
    reading->pixels_at = number_at(bytes, PIXELS_AT, 4);
    reading->stride = ((size_t)width * (size_t)reading->bits + 31) / 32 * 4;
    const size_t colors = reading->bits > 8 ? 0 : (size_t)4 << reading->bits;
    const uint32_t stated = number_at(bytes, COLORS_AT, 4);
    const size_t table = stated && 4 * (size_t)stated < colors ? 4 * (size_t)stated : colors;
    if (reading->pixels_at > reading->size || reading->colors_at + table > reading->pixels_at ||
        (reading->size - reading->pixels_at) / reading->stride < (size_t)rows)
        return io_fail(reading->fault, "%s: the file is too short for %d x %d pixels", reading->name,
                       reading->width, reading->height);
    return true;
}

/// Where blue, green and red of a pixel are; null if the file's table has no such colour.
static const uint8_t *color_of(const bmp_reading *reading, const uint8_t *from, int32_t x)
{
    if (reading->bits > 8)
        return from + (size_t)x * (size_t)(reading->bits / 8);
    const size_t bit = (size_t)x * (size_t)reading->bits;
    const int shift = 8 - reading->bits - (int)(bit % 8);
    const size_t index = (size_t)(from[bit / 8] >> shift) & (((size_t)1 << reading->bits) - 1);
    const size_t at = reading->colors_at + 4 * index;
    return at + 4 <= reading->pixels_at ? reading->bytes + at : NULL;
}

static bool read_row(void *from_file, int32_t y, uint8_t *row)
{
    const bmp_reading *reading = from_file;
    const int32_t line = reading->is_upright ? reading->height - 1 - y : y;
    const uint8_t *from = reading->bytes + reading->pixels_at + (size_t)line * reading->stride;
    for (int32_t x = 0; x < reading->width; x++) {
        const uint8_t *color = color_of(reading, from, x);
        uint8_t *pixel = row + 4 * (size_t)x;
        if (!color)
            return io_fail(reading->fault, "%s: the pixel at %d,%d has a colour that the file does not hold",
                           reading->name, x, y);
        pixel[0] = color[2];
        pixel[1] = color[1];
        pixel[2] = color[0];
        pixel[3] = UINT8_MAX;
    }
    return true;
}

bool io_bmp_read_rows(const char *name, const char *bytes, size_t size, int32_t most_side,
                      const io_pixel_taker *taker, io_fault *fault)
{
    bmp_reading reading = { .name = name, .bytes = (const uint8_t *)bytes, .size = size, .fault = fault };
    if (!read_header(&reading, most_side))
        return false;
    const io_image_rows rows = { name, reading.width, reading.height, read_row, &reading };
    return io_image_give_rows(&rows, taker, fault);
}
