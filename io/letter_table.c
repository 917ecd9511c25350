#include "io/letter_table.h"

#include <stdio.h>
#include <string.h>

#include "io/neighbour.h"
#include "io/terrain_names.h"

static int compare(io_span a, const char *b)
{
    const size_t length = strlen(b), shorter = a.length < length ? a.length : length;
    const int order = memcmp(a.start, b, shorter);
    return order ? order : (a.length > length) - (a.length < length);
}

/// The index of a key, or the index at which it is to be inserted.
static int place_of(const io_letter_table *table, io_span key)
{
    int from = 0;
    int to = table->count;
    while (from < to) {
        const int middle = (from + to) / 2;
        if (compare(key, table->keys[middle].text) > 0)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

bool io_letters_hold(const io_letter_table *table, io_span key)
{
    const int place = place_of(table, key);
    return place < table->count && compare(key, table->keys[place].text) == 0;
}

uint8_t io_letter_terrain(const io_letter_table *table, io_span key)
{
    const int place = place_of(table, key);
    return place < table->count && compare(key, table->keys[place].text) == 0 ? table->keys[place].terrain
                                                                              : table->others;
}

/// Adds an entry; the fault names the line.
static bool add(const io_text *text, io_span key, io_span name, io_letter_table *table, io_fault *fault)
{
    uint8_t terrain = 0;
    const bool is_rule = io_span_is(key, "default");
    const bool is_quoted = key.length > 2 && key.start[0] == '\'' && key.start[key.length - 1] == '\'';
    if (is_quoted)
        key = (io_span){ key.start + 1, key.length - 2 };
    if (!io_terrain_name_take(text, name, table->names, &terrain, fault))
        return false;
    if (is_rule ? table->others != IO_NO_LETTER : io_letters_hold(table, key))
        return io_fail_at(text, fault, "'%s' is given twice", io_quoted(key).text);
    if (is_rule) {
        table->others = terrain;
        return true;
    }
    if (key.length == 0 || key.length >= IO_KEY_BYTES || memchr(key.start, '\0', key.length) ||
        !io_span_is_utf8(key))
        return io_fail_at(text, fault, "'%s' is no letter, and no number of up to %d digits",
                          io_quoted(key).text, IO_KEY_BYTES - 1);
    if (table->count == IO_MOST_LETTERS)
        return io_fail_at(text, fault, "there are more than %d letters", IO_MOST_LETTERS);
    const int place = place_of(table, key);
    memmove(&table->keys[place + 1], &table->keys[place],
            (size_t)(table->count++ - place) * sizeof *table->keys);
    table->keys[place] = (io_letter_key){ .terrain = terrain };
    memcpy(table->keys[place].text, key.start, key.length);
    return true;
}

/// Takes the key off a line. A key in quotes may be a blank.
static void take_key(io_span *line, io_span *key)
{
    const char *close =
        line->length > 2 && line->start[0] == '\'' ? memchr(line->start + 2, '\'', line->length - 2) : NULL;
    if (!close) {
        io_next_word(line, key);
        return;
    }
    *key = (io_span){ line->start, (size_t)(close + 1 - line->start) };
    *line = (io_span){ close + 1, line->length - key->length };
}

static io_letter_table empty_table(const char *name)
{
    io_letter_table table = { .others = IO_NO_LETTER };
    snprintf(table.name, sizeof table.name, "%s", name);
    return table;
}

static bool read_text(const char *name, const char *bytes, size_t size, io_letter_table *table,
                      io_fault *fault)
{
    *table = empty_table(name);
    table->is_given = true;
    io_text text = io_text_of(name, bytes, size);
    io_span line, key, terrain, extra;
    while (io_next_line(&text, &line)) {
        io_span rest = io_trim(line);
        if (rest.length == 0 || rest.start[0] == ';')
            continue;
        take_key(&rest, &key);
        if (!io_next_word(&rest, &terrain) || io_next_word(&rest, &extra))
            return io_fail_at(&text, fault, "the line is '%s', expected a letter and a terrain",
                              io_quoted(line).text);
        if (!add(&text, key, terrain, table, fault))
            return false;
    }
    return true;
}

/// Reads a list such as "E=ground,#=blocked".
static bool read_list(const char *list, io_letter_table *table, io_fault *fault)
{
    *table = empty_table("letters");
    table->is_given = true;
    const io_text text = io_text_of(table->name, list, strlen(list));
    for (io_span rest = io_span_of(list); rest.length > 0;) {
        // The key may itself be a comma or an equals sign.
        const char *equals = memchr(rest.start + 1, '=', rest.length - 1);
        if (!equals)
            return io_fail_at(&text, fault, "'%s' has no terrain, expected such as E=ground,#=blocked",
                              io_quoted(rest).text);
        const io_span key = { rest.start, (size_t)(equals - rest.start) };
        io_span terrain;
        rest = (io_span){ equals + 1, rest.length - key.length - 1 };
        io_next_piece(&rest, ',', &terrain);
        if (!add(&text, key, terrain, table, fault))
            return false;
    }
    return true;
}

bool io_letters_open(const io_reading *reading, io_letter_table *table, io_fault *fault)
{
    io_neighbour file;
    if (reading->def->letters)
        return read_list(reading->def->letters, table, fault);
    if (!io_table_open(reading, ".letters", &file, fault))
        return false;
    *table = empty_table(file.path);
    const bool read = !file.bytes || read_text(file.path, file.bytes, file.size, table, fault);
    io_neighbour_close(reading, &file);
    return read;
}
