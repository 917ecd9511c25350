#include "io/pgm_image.h"

#include "io/image_rows.h"

typedef struct pgm_reading {
    const char *name;
    const char *bytes;
    size_t size, at;
    bool is_text; ///< P2
    int32_t width, height, brightest;
    io_fault *fault;
} pgm_reading;

static bool is_space(char letter)
{
    return letter == ' ' || (letter >= '\t' && letter <= '\r');
}

bool io_pgm_begins(const char *bytes, size_t size)
{
    return size > 2 && bytes[0] == 'P' && (bytes[1] == '2' || bytes[1] == '5') &&
           (is_space(bytes[2]) || bytes[2] == '#');
}

/// Skips white space and comments, which end with their line.
static void skip_space(pgm_reading *reading)
{
    while (reading->at < reading->size) {
        const char letter = reading->bytes[reading->at];
        if (letter == '#')
            while (reading->at < reading->size && reading->bytes[reading->at] != '\n' &&
                   reading->bytes[reading->at] != '\r')
                reading->at++;
        else if (is_space(letter))
            reading->at++;
        else
            return;
    }
}

/// Reads a number up to `most`; false, without a fault, if there is none.
static bool read_number(pgm_reading *reading, int32_t most, int32_t *number)
{
    skip_space(reading);
    const size_t first = reading->at;
    int32_t sum = 0;
    for (; reading->at < reading->size; reading->at++) {
        const int digit = reading->bytes[reading->at] - '0';
        if (digit < 0 || digit > 9)
            break;
        sum = 10 * sum + digit;
        if (sum > most)
            return false;
    }
    *number = sum;
    return reading->at > first;
}

static bool read_header(pgm_reading *reading, int32_t most_side)
{
    reading->is_text = reading->bytes[1] == '2';
    reading->at = 2;
    if (!read_number(reading, most_side, &reading->width) || reading->width == 0 ||
        !read_number(reading, most_side, &reading->height) || reading->height == 0)
        return io_fail(reading->fault,
                       "%s: the PGM file states no width and height from 1 to %d after its first bytes",
                       reading->name, most_side);
    if (!read_number(reading, UINT16_MAX, &reading->brightest) || reading->brightest == 0)
        return io_fail(reading->fault, "%s: the PGM file states no brightest grey from 1 to 65535",
                       reading->name);
    const size_t bytes = reading->is_text ? 2 : reading->brightest > UINT8_MAX ? 2 : 1;
    const size_t pixels = (size_t)reading->width * (size_t)reading->height;
    reading->at++; // one white space
    // The white space after the last grey of a text may be missing.
    if (reading->at > reading->size || reading->size - reading->at + reading->is_text < bytes * pixels)
        return io_fail(reading->fault, "%s: the file is too short for %d x %d pixels", reading->name,
                       reading->width, reading->height);
    return true;
}

static bool read_grey(pgm_reading *reading, int32_t *grey)
{
    if (reading->is_text)
        return read_number(reading, reading->brightest, grey);
    *grey = (unsigned char)reading->bytes[reading->at++];
    if (reading->brightest > UINT8_MAX)
        *grey = *grey << 8 | (unsigned char)reading->bytes[reading->at++];
    return *grey <= reading->brightest;
}

static bool read_row(void *from_file, int32_t y, uint8_t *row)
{
    pgm_reading *reading = from_file;
    for (int32_t x = 0; x < reading->width; x++) {
        int32_t grey = 0;
        if (!read_grey(reading, &grey))
            return io_fail(reading->fault, "%s: the pixel at %d,%d is no grey from 0 to %d", reading->name, x,
                           y, reading->brightest);
        const uint8_t scaled = (uint8_t)((grey * 255 + reading->brightest / 2) / reading->brightest);
        uint8_t *pixel = row + 4 * (size_t)x;
        pixel[0] = pixel[1] = pixel[2] = scaled;
        pixel[3] = UINT8_MAX;
    }
    return true;
}

bool io_pgm_read_rows(const char *name, const char *bytes, size_t size, int32_t most_side,
                      const io_pixel_taker *taker, io_fault *fault)
{
    pgm_reading reading = { .name = name, .bytes = bytes, .size = size, .fault = fault };
    if (!read_header(&reading, most_side))
        return false;
    const io_image_rows rows = { name, reading.width, reading.height, read_row, &reading };
    return io_image_give_rows(&rows, taker, fault);
}
