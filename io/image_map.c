#include "io/image_map.h"

#include <string.h>

#include "io/image.h"
#include "io/neighbour.h"
#include "io/unknown_colors.h"

/// The progress of reading a map.
typedef struct image_map {
    const io_color_table *table;
    io_tiles *tiles;
    uint32_t color; ///< of the last pixel
    uint8_t terrain;
    io_unknown_colors unknown;
} image_map;

static bool begin_tiles(void *user, int32_t width, int32_t height, io_fault *fault)
{
    const image_map *reader = user;
    if (!io_tiles_create(width, height, reader->tiles, fault))
        return false;
    memcpy(reader->tiles->names, reader->table->names, sizeof reader->tiles->names);
    return true;
}

static bool take_tiles(void *user, const io_pixel_row *row, io_fault *fault)
{
    image_map *reader = user;
    (void)fault;
    for (int32_t i = 0; i < row->count; i++) {
        const uint8_t *pixel = row->pixels + 4 * (size_t)i;
        const int32_t x = row->x + i * row->step;
        const uint32_t color =
            (uint32_t)pixel[0] << 24 | (uint32_t)pixel[1] << 16 | (uint32_t)pixel[2] << 8 | pixel[3];
        if (color != reader->color || reader->terrain == IO_NO_TERRAIN) {
            reader->color = color;
            reader->terrain = io_color_terrain(reader->table, color);
        }
        if (reader->terrain == IO_NO_TERRAIN)
            io_unknown_color_add(&reader->unknown, color, x, row->y);
        else
            *io_tile(reader->tiles, x, row->y) = reader->terrain;
    }
    return true;
}

bool io_image_map_read(const char *name, const char *bytes, size_t size, const io_color_table *table,
                       io_tiles *tiles, io_fault *fault)
{
    image_map reader = { .table = table, .tiles = tiles, .terrain = IO_NO_TERRAIN };
    const io_pixel_taker taker = { begin_tiles, take_tiles, &reader };
    *tiles = (io_tiles){ 0 };
    bool read = io_image_read_rows(name, bytes, size, FW_MAX_SIDE, &taker, fault);
    if (read && reader.unknown.count > 0)
        read = io_unknown_colors_fail(&reader.unknown, name, table->name, table->is_file, fault);
    if (!read)
        io_tiles_free(tiles);
    return read;
}

bool io_image_map_open(io_reading *reading, io_fault *fault)
{
    io_neighbour file;
    if (!io_table_open(reading, ".colors", &file, fault))
        return false;
    io_color_table table = io_black_and_white(file.path);
    bool read = !file.bytes || io_colors_read(file.path, file.bytes, file.size, &table, fault);
    io_neighbour_close(reading, &file);
    read = read &&
           io_image_map_read(reading->name, reading->bytes, reading->size, &table, &reading->tiles, fault);
    if (read && !table.is_file)
        io_warn(reading, "%s: there is no table of colours, %s: black is blocked, white is ground",
                reading->name, table.name);
    return read;
}
