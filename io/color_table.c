#include "io/color_table.h"

#include <stdio.h>
#include <string.h>

#include "io/terrain_names.h"
#include "io/text.h"

enum { OPAQUE = UINT8_MAX };

io_color_text io_color_name(uint32_t color)
{
    io_color_text name;
    if ((color & UINT8_MAX) == OPAQUE)
        snprintf(name.text, sizeof name.text, "#%06x", (unsigned)(color >> 8));
    else
        snprintf(name.text, sizeof name.text, "#%08x", (unsigned)color);
    return name;
}

static bool read_color(io_span word, uint32_t *color)
{
    *color = 0;
    if ((word.length != 7 && word.length != 9) || word.start[0] != '#')
        return false;
    for (size_t i = 1; i < word.length; i++) {
        static const char digits[] = "0123456789abcdef0123456789ABCDEF";
        const char *digit = word.start[i] ? strchr(digits, word.start[i]) : NULL;
        if (!digit)
            return false;
        *color = *color << 4 | (uint32_t)(digit - digits) % 16;
    }
    if (word.length == 7)
        *color = *color << 8 | OPAQUE;
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

uint8_t io_color_terrain(const io_color_table *table, uint32_t color)
{
    const int place = place_of(table, color);
    if (has_color_at(table, place, color))
        return table->entries[place].terrain;
    const bool is_transparent = (color & UINT8_MAX) == 0;
    return is_transparent && table->transparent != IO_NO_TERRAIN ? table->transparent : table->others;
}

static bool add_color(const io_text *text, io_color_table *table, uint32_t color, uint8_t terrain,
                      io_fault *fault)
{
    const int place = place_of(table, color);
    if (has_color_at(table, place, color))
        return io_fail_at(text, fault, "the colour %s is given twice", io_color_name(color).text);
    if (table->count == IO_MOST_COLORS)
        return io_fail_at(text, fault, "there are more than %d colours", IO_MOST_COLORS);
    for (int i = table->count++; i > place; i--)
        table->entries[i] = table->entries[i - 1];
    table->entries[place].color = color;
    table->entries[place].terrain = terrain;
    return true;
}

static bool read_entry(const io_text *text, io_span line, io_color_table *table, io_fault *fault)
{
    io_span rest = line;
    io_span word;
    uint32_t color = 0;
    uint8_t terrain = 0;
    io_next_word(&rest, &word);
    uint8_t *rule = io_span_is(word, "default")       ? &table->others
                    : io_span_is(word, "transparent") ? &table->transparent
                                                      : NULL;
    const io_span name = io_trim(rest); // may hold blanks
    if ((!rule && !read_color(word, &color)) || name.length == 0)
        return io_fail_at(text, fault, "the line is '%s', expected '#rrggbb terrain'", io_quoted(line).text);
    if (!io_terrain_name_take(text, name, table->names, &terrain, fault))
        return false;
    if (!rule)
        return add_color(text, table, color, terrain, fault);
    if (*rule != IO_NO_TERRAIN)
        return io_fail_at(text, fault, "'%s' is given twice", io_quoted(word).text);
    *rule = terrain;
    return true;
}

bool io_colors_read(const char *name, const char *bytes, size_t size, io_color_table *table, io_fault *fault)
{
    *table = (io_color_table){ .is_file = true, .transparent = IO_NO_TERRAIN, .others = IO_NO_TERRAIN };
    snprintf(table->name, sizeof table->name, "%s", name);
    io_text text = io_text_of(name, bytes, size);
    io_span line;
    while (io_next_line(&text, &line)) {
        const io_span trimmed = io_trim(line);
        if (trimmed.length > 0 && trimmed.start[0] != ';' && !read_entry(&text, trimmed, table, fault))
            return false;
    }
    return table->count > 0 || table->transparent != IO_NO_TERRAIN || table->others != IO_NO_TERRAIN ||
           io_fail(fault, "%s: the colour table is empty", name);
}

io_color_table io_black_and_white(const char *name)
{
    io_color_table table = { .count = 2, .transparent = IO_NO_TERRAIN, .others = IO_NO_TERRAIN };
    snprintf(table.name, sizeof table.name, "%s", name);
    table.entries[0].color = OPAQUE;
    table.entries[0].terrain = FW_BLOCKED;
    table.entries[1].color = UINT32_MAX;
    table.entries[1].terrain = FW_GROUND;
    return table;
}
