#include "io/png_image.h"

#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "io/account.h"

/// The number in four bytes, the highest byte first.
static uint32_t big_endian(const char *bytes)
{
    uint32_t value = 0;
    for (int i = 0; i < 4; i++)
        value = value << 8 | (unsigned char)bytes[i];
    return value;
}

/// Reads width and height, which follow after signature, length and name of the first chunk; true if a side is longer
/// than `most_side`.
static bool is_too_large(const char *bytes, size_t size, int32_t most_side, uint32_t *width, uint32_t *height)
{
    if (size < 24)
        return false;
    *width = big_endian(bytes + 16);
    *height = big_endian(bytes + 20);
    return *width > (uint32_t)most_side || *height > (uint32_t)most_side;
}

/// The progress of reading. libpng reports errors by longjmp(), so everything that must be freed afterwards is in here,
/// outside of the function that calls setjmp().
typedef struct png_reading {
    png_structp png;
    png_infop info;
    const char *bytes;
    size_t size, at;
    char problem[96];
    uint8_t *row; ///< [red, green, blue, opacity * width]
    int32_t width, height;
    bool has_opacity;
    const io_pixel_taker *taker;
    io_fault *fault;
    bool is_refused; ///< the taker has refused the image, and has filled in the fault
} png_reading;

bool io_png_begins(const char *bytes, size_t size)
{
    return size >= 8 && memcmp(bytes, "\x89PNG\r\n\x1a\n", 8) == 0;
}

static void take_bytes(png_structp png, png_bytep into, size_t count)
{
    png_reading *reading = png_get_io_ptr(png);
    if (count > reading->size - reading->at)
        png_error(png, "the file is cut off");
    memcpy(into, reading->bytes + reading->at, count);
    reading->at += count;
}

static void note_problem(png_structp png, png_const_charp text)
{
    char *problem = png_get_error_ptr(png);
    snprintf(problem, sizeof((png_reading *)0)->problem, "%s", text);
    png_longjmp(png, 1);
}

static png_voidp take_memory(png_structp png, png_alloc_size_t bytes)
{
    (void)png;
    return io_take(bytes);
}

static void give_memory(png_structp png, png_voidp block)
{
    (void)png;
    io_give(block);
}

static void ignore_warning(png_structp png, png_const_charp text)
{
    (void)png;
    (void)text;
}

/// True if the file is long enough for the image: deflate makes data at most 1,032 times smaller. No memory is
/// allocated for other images.
static bool can_hold(const png_reading *reading)
{
    const uint64_t row = png_get_rowbytes(reading->png, reading->info);
    return row * (uint64_t)reading->height <= 1032 * (uint64_t)reading->size;
}

/// Makes libpng convert all pixels to eight bits each of red, green, blue and opacity.
static void ask_for_colors(png_reading *reading)
{
    reading->has_opacity = png_get_color_type(reading->png, reading->info) & PNG_COLOR_MASK_ALPHA ||
                           png_get_valid(reading->png, reading->info, PNG_INFO_tRNS);
    png_set_expand(reading->png);
    png_set_scale_16(reading->png);
    png_set_gray_to_rgb(reading->png);
    png_set_add_alpha(reading->png, UINT8_MAX, PNG_FILLER_AFTER);
    png_read_update_info(reading->png, reading->info);
}

/// Reads the part of the file before the pixels, and allocates a row.
static void read_header(png_reading *reading)
{
    static const png_byte texts[] = "tEXt\0zTXt\0iTXt\0iCCP"; // of no matter, and may be large
    png_set_keep_unknown_chunks(reading->png, PNG_HANDLE_CHUNK_NEVER, texts, 4);
    png_set_read_fn(reading->png, reading, take_bytes);
    png_read_info(reading->png, reading->info);
    reading->width = (int32_t)png_get_image_width(reading->png, reading->info);
    reading->height = (int32_t)png_get_image_height(reading->png, reading->info);
    if (!can_hold(reading))
        png_error(reading->png, "the file is too short for its pixels");
    ask_for_colors(reading);
    const size_t stride = (size_t)reading->width * 4;
    if (png_get_rowbytes(reading->png, reading->info) != stride)
        png_error(reading->png, "the kind of pixels is unknown");
    reading->row = io_take(stride);
    if (!reading->row)
        png_error(reading->png, "there is not enough memory for its pixels");
}

/// Reads the rows of one pass of an interlaced image; all rows if pass is -1, as for other images.
static bool read_pass(png_reading *reading, int pass)
{
    const bool is_whole = pass < 0;
    const int32_t columns = is_whole ? reading->width : PNG_PASS_COLS(reading->width, pass);
    const int32_t rows = is_whole ? reading->height : PNG_PASS_ROWS(reading->height, pass);
    io_pixel_row row = { .x = is_whole ? 0 : PNG_PASS_START_COL(pass),
                         .step = is_whole ? 1 : 1 << PNG_PASS_COL_SHIFT(pass),
                         .count = columns,
                         .has_opacity = reading->has_opacity,
                         .pixels = reading->row };
    for (int32_t i = 0; i < rows && columns > 0; i++) {
        png_read_row(reading->png, reading->row, NULL);
        row.y = is_whole ? i : PNG_ROW_FROM_PASS_ROW(i, pass);
        if (!reading->taker->take(reading->taker->user, &row, reading->fault))
            return false;
    }
    return true;
}

/// Reads the image: all calls of libpng that may jump are made from here.
static bool read_pixels(png_reading *reading)
{
    if (setjmp(png_jmpbuf(reading->png)))
        return false;
    read_header(reading);
    reading->is_refused =
        !reading->taker->begin(reading->taker->user, reading->width, reading->height, reading->fault);
    const bool is_interlaced = png_get_interlace_type(reading->png, reading->info) != PNG_INTERLACE_NONE;
    for (int pass = is_interlaced ? 0 : -1; !reading->is_refused && pass < (is_interlaced ? 7 : 0); pass++)
        reading->is_refused = !read_pass(reading, pass);
    if (!reading->is_refused)
        png_read_end(reading->png, NULL);
    return !reading->is_refused;
}

bool io_png_read_rows(const char *name, const char *bytes, size_t size, int32_t most_side,
                      const io_pixel_taker *taker, io_fault *fault)
{
    png_reading reading = {
        .bytes = bytes, .size = size, .problem = "there is not enough memory", .taker = taker, .fault = fault
    };
    bool read = false;
    uint32_t width = 0;
    uint32_t height = 0;
    if (!io_png_begins(bytes, size))
        return io_fail_as(fault, FW_NOT_SUPPORTED, "%s: this is not a PNG file", name);
    if (is_too_large(bytes, size, most_side, &width, &height))
        return io_fail_as(fault, FW_BAD_SIZE, "%s: the image has %u x %u pixels, expected at most %d x %d",
                          name, width, height, most_side, most_side);
    reading.png = png_create_read_struct_2(PNG_LIBPNG_VER_STRING, reading.problem, note_problem,
                                           ignore_warning, NULL, take_memory, give_memory);
    reading.info = reading.png ? png_create_info_struct(reading.png) : NULL;
    if (reading.info)
        read = read_pixels(&reading);
    png_destroy_read_struct(reading.png ? &reading.png : NULL, reading.info ? &reading.info : NULL, NULL);
    io_give(reading.row);
    return read || (!reading.is_refused &&
                    io_fail(fault, "%s: this PNG file cannot be read: %s", name, reading.problem));
}

static bool begin_image(void *user, int32_t width, int32_t height, io_fault *fault)
{
    io_image *image = user;
    *image = (io_image){ width, height, malloc((size_t)width * (size_t)height * 3) };
    return image->pixels || io_fail(fault, "there is not enough memory for %d x %d pixels", width, height);
}

static bool take_row(void *user, const io_pixel_row *row, io_fault *fault)
{
    const io_image *image = user;
    uint8_t *first = image->pixels + 3 * ((size_t)row->y * (size_t)image->width + (size_t)row->x);
    (void)fault;
    for (int32_t i = 0; i < row->count; i++) {
        const uint8_t *pixel = row->pixels + 4 * (size_t)i;
        uint8_t *into = first + 3 * (size_t)i * (size_t)row->step;
        if (pixel[3])
            memcpy(into, pixel, 3);
        else
            memset(into, 0, 3);
    }
    return true;
}

bool io_png_read(const char *name, const char *bytes, size_t size, int32_t most_side, io_image *image,
                 io_fault *fault)
{
    const io_pixel_taker taker = { begin_image, take_row, image };
    *image = (io_image){ 0 };
    if (io_png_read_rows(name, bytes, size, most_side, &taker, fault))
        return true;
    free(image->pixels);
    *image = (io_image){ 0 };
    return false;
}

typedef struct png_writing {
    png_structp png;
    png_infop info;
    char problem[96];
    png_color palette[256];
    int colors;       ///< number of colours in the palette; 0 = the image has more than a palette can hold
    uint8_t *indices; ///< [index * width] of one row
} png_writing;

static uint32_t packed(const uint8_t *pixel)
{
    return (uint32_t)pixel[0] << 16 | (uint32_t)pixel[1] << 8 | pixel[2];
}

enum { SLOTS = 1024 };

/// The slot of a colour in a hash table of palette indices, or the free slot that a new entry takes.
static uint32_t slot_of(const uint32_t keys[SLOTS], uint32_t color)
{
    uint32_t slot = color * UINT32_C(2654435769) >> 22;
    while (keys[slot] != UINT32_MAX && keys[slot] != color)
        slot = (slot + 1) % SLOTS;
    return slot;
}

typedef struct palette_table {
    uint32_t keys[SLOTS];
    uint8_t values[SLOTS];
} palette_table;

static void find_palette(png_writing *writing, const io_image *image, palette_table *table)
{
    memset(table->keys, 0xff, sizeof table->keys);
    for (size_t i = 0; i < (size_t)image->width * (size_t)image->height; i++) {
        const uint8_t *pixel = image->pixels + 3 * i;
        const uint32_t slot = slot_of(table->keys, packed(pixel));
        if (table->keys[slot] != UINT32_MAX)
            continue;
        if (writing->colors == 256) {
            writing->colors = 0;
            return;
        }
        table->keys[slot] = packed(pixel);
        table->values[slot] = (uint8_t)writing->colors;
        writing->palette[writing->colors++] = (png_color){ pixel[0], pixel[1], pixel[2] };
    }
}

/// Writes the image: all calls of libpng that may jump are made from here.
static bool write_pixels(png_writing *writing, FILE *to, const io_image *image, const palette_table *table)
{
    if (setjmp(png_jmpbuf(writing->png)))
        return false;
    png_init_io(writing->png, to);
    png_set_IHDR(writing->png, writing->info, (png_uint_32)image->width, (png_uint_32)image->height, 8,
                 writing->colors ? PNG_COLOR_TYPE_PALETTE : PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    if (writing->colors)
        png_set_PLTE(writing->png, writing->info, writing->palette, writing->colors);
    png_write_info(writing->png, writing->info);
    for (int32_t y = 0; y < image->height; y++) {
        const uint8_t *row = image->pixels + 3 * (size_t)y * (size_t)image->width;
        for (int32_t x = 0; writing->colors && x < image->width; x++)
            writing->indices[x] = table->values[slot_of(table->keys, packed(row + 3 * (size_t)x))];
        png_write_row(writing->png, writing->colors ? writing->indices : row);
    }
    png_write_end(writing->png, NULL);
    return true;
}

bool io_png_write(FILE *to, const io_image *image, io_fault *fault)
{
    png_writing writing = { .problem = "there is not enough memory" };
    palette_table table;
    bool written = false;
    find_palette(&writing, image, &table);
    writing.indices = malloc((size_t)image->width);
    writing.png =
        png_create_write_struct(PNG_LIBPNG_VER_STRING, writing.problem, note_problem, ignore_warning);
    writing.info = writing.png ? png_create_info_struct(writing.png) : NULL;
    if (writing.info && writing.indices)
        written = write_pixels(&writing, to, image, &table);
    png_destroy_write_struct(writing.png ? &writing.png : NULL, writing.info ? &writing.info : NULL);
    free(writing.indices);
    return written || io_fail(fault, "the PNG file cannot be written: %s", writing.problem);
}
