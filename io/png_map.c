#include "io/png_map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/png_image.h"
#include "io/terrain.h"
#include "io/text.h"

#define TABLE_MOST_BYTES ((size_t)1 << 20)

enum { OWN_TERRAINS = FW_SAND + 1 };

/// Terrain of a name. A new name gets the next free number; -1 if all numbers are taken.
static int terrain_of(io_color_table *table, const char *name)
{
    const int known = io_terrain_of_name(name);
    if (known >= 0)
        return known;
    for (int terrain = OWN_TERRAINS; terrain < FW_TERRAIN_COUNT; terrain++) {
        if (!table->names[terrain][0])
            snprintf(table->names[terrain], IO_NAME_BYTES, "%s", name);
        if (strcmp(table->names[terrain], name) == 0)
            return terrain;
    }
    return -1;
}

static bool read_color(io_span word, uint32_t *color)
{
    *color = 0;
    if (word.length != 7 || word.start[0] != '#')
        return false;
    for (size_t i = 1; i < word.length; i++) {
        static const char digits[] = "0123456789abcdef0123456789ABCDEF";
        const char *digit = word.start[i] ? strchr(digits, word.start[i]) : NULL;
        if (!digit)
            return false;
        *color = *color << 4 | (uint32_t)(digit - digits) % 16;
    }
    return true;
}

/// The index of a colour in the table, or the index at which it is to be inserted.
static int place_of(const io_color_table *table, uint32_t color)
{
    int from = 0;
    int to = table->count;
    while (from < to) {
        const int middle = (from + to) / 2;
        if (table->entries[middle].color < color)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

static bool has_color_at(const io_color_table *table, int place, uint32_t color)
{
    return place < table->count && table->entries[place].color == color;
}

static bool read_entry(const io_text *text, io_span line, io_color_table *table, io_fault *fault)
{
    io_span rest = line;
    io_span word;
    io_span terrain_word;
    io_span extra;
    uint32_t color = 0;
    if (!io_next_word(&rest, &word) || !read_color(word, &color) || !io_next_word(&rest, &terrain_word) ||
        io_next_word(&rest, &extra))
        return io_fail_at(text, fault, "the line is '%s', expected '#rrggbb terrain'", io_quoted(line).text);
    char name[IO_NAME_BYTES];
    if (terrain_word.length >= sizeof name || memchr(terrain_word.start, '\0', terrain_word.length))
        return io_fail_at(text, fault, "'%s' is not a name of a terrain: names have 1 to %d bytes",
                          io_quoted(terrain_word).text, IO_NAME_BYTES - 1);
    if (!io_span_is_utf8(terrain_word))
        return io_fail_at(text, fault, "'%s' is not a name of a terrain: it is not UTF-8",
                          io_quoted(terrain_word).text);
    snprintf(name, sizeof name, "%.*s", (int)terrain_word.length, terrain_word.start);
    const int place = place_of(table, color);
    if (has_color_at(table, place, color))
        return io_fail_at(text, fault, "the colour #%06x is given twice", color);
    const int terrain = terrain_of(table, name);
    if (terrain < 0 || table->count == IO_MOST_COLORS)
        return io_fail_at(text, fault, "there are more than %d %s",
                          terrain < 0 ? FW_TERRAIN_COUNT : IO_MOST_COLORS,
                          terrain < 0 ? "terrains" : "colours");
    for (int i = table->count++; i > place; i--)
        table->entries[i] = table->entries[i - 1];
    table->entries[place].color = color;
    table->entries[place].terrain = (uint8_t)terrain;
    return true;
}

bool io_colors_read(const char *name, const char *bytes, size_t size, io_color_table *table, io_fault *fault)
{
    *table = (io_color_table){ .count = 0 };
    io_text text = io_text_of(name, bytes, size);
    io_span line;
    while (io_next_line(&text, &line)) {
        const io_span trimmed = io_trim(line);
        if (trimmed.length > 0 && trimmed.start[0] != ';' && !read_entry(&text, trimmed, table, fault))
            return false;
    }
    return table->count > 0 || io_fail(fault, "%s: the colour table is empty", name);
}

/// The progress of reading a map.
typedef struct png_map {
    const char *name; ///< for faults
    const io_color_table *table;
    io_tiles *tiles;
} png_map;

static bool begin_tiles(void *user, int32_t width, int32_t height, io_fault *fault)
{
    const png_map *reader = user;
    if (!io_tiles_create(width, height, reader->tiles, fault))
        return false;
    memcpy(reader->tiles->names, reader->table->names, sizeof reader->tiles->names);
    return true;
}

static bool take_tiles(void *user, const io_png_row *row, io_fault *fault)
{
    const png_map *reader = user;
    int place = 0;
    for (int32_t i = 0; i < row->count; i++) {
        const uint8_t *pixel = row->pixels + 3 * (size_t)i;
        const int32_t x = row->x + i * row->step;
        const uint32_t color = (uint32_t)pixel[0] << 16 | (uint32_t)pixel[1] << 8 | pixel[2];
        if (!has_color_at(reader->table, place, color))
            place = place_of(reader->table, color);
        if (!has_color_at(reader->table, place, color))
            return io_fail(fault,
                           "%s: the pixel at %d,%d is #%06x, a colour that its colour table does not hold",
                           reader->name, x, row->y, color);
        *io_tile(reader->tiles, x, row->y) = reader->table->entries[place].terrain;
    }
    return true;
}

bool io_png_map_read(const char *name, const char *bytes, size_t size, const io_color_table *table,
                     io_tiles *tiles, io_fault *fault)
{
    png_map reader = { name, table, tiles };
    const io_png_taker taker = { begin_tiles, take_tiles, &reader };
    *tiles = (io_tiles){ 0 };
    const bool read = io_png_read_rows(name, bytes, size, FW_MAX_SIDE, &taker, fault);
    if (!read)
        io_tiles_free(tiles);
    return read;
}

/// The map's name with another extension; to be freed.
static char *table_name(const char *file)
{
    const char *slash = strrchr(file, '/');
    const char *dot = strrchr(slash ? slash : file, '.');
    const int stem = (int)(dot ? (size_t)(dot - file) : strlen(file));
    const size_t room = (size_t)stem + sizeof ".colors";
    char *name = malloc(room);
    if (name)
        snprintf(name, room, "%.*s.colors", stem, file);
    return name;
}

static bool load_table(const char *file, io_color_table *table, io_fault *fault)
{
    char *bytes = NULL;
    size_t size = 0;
    if (!io_load(file, TABLE_MOST_BYTES, &bytes, &size, fault))
        return false;
    const bool read = io_colors_read(file, bytes, size, table, fault);
    free(bytes);
    return read;
}

bool io_png_map_load(const char *file, const char *bytes, size_t size, io_tiles *tiles, io_fault *fault)
{
    io_color_table table;
    char *name = table_name(file);
    *tiles = (io_tiles){ 0 };
    if (!name)
        return io_fail(fault, "%s: there is not enough memory to read it", file);
    const bool read =
        load_table(name, &table, fault) && io_png_map_read(file, bytes, size, &table, tiles, fault);
    free(name);
    return read;
}
