#include "io/tiled_table.h"

#include <stdio.h>
#include <string.h>

#include "io/neighbour.h"
#include "io/terrain_names.h"

static const char *const words[] = {
    [TILED_TILE] = "tile",       [TILED_CLASS] = "class", [TILED_LAYER] = "layer",
    [TILED_DEFAULT] = "default", [TILED_EMPTY] = "empty",
};

enum { WORD_COUNT = sizeof words / sizeof *words };

/// Takes the last word off a line.
static io_span take_last(io_span *line)
{
    size_t length = 0;
    while (length < line->length && !io_is_blank(line->start[line->length - 1 - length]))
        length++;
    const io_span word = { line->start + line->length - length, length };
    *line = io_trim((io_span){ line->start, line->length - length });
    return word;
}

/// Reads "3" or "0-28".
static bool read_range(io_span word, tiled_rule *rule)
{
    io_span first;
    int64_t from = 0, to = 0;
    io_next_piece(&word, '-', &first);
    if (!io_read_whole(first, &from) || (word.start && !io_read_whole(word, &to)))
        return false;
    to = word.start ? to : from;
    rule->first = (uint32_t)from;
    rule->last = (uint32_t)to;
    return from >= 0 && from <= to && to < INT32_MAX;
}

static bool read_rule(const io_text *text, io_span line, io_reading *reading, tiled_rule *rule,
                      io_fault *fault)
{
    io_span rest = line, word;
    int kind = 0;
    io_next_word(&rest, &word);
    while (kind < WORD_COUNT && !io_span_is(word, words[kind]))
        kind++;
    *rule = (tiled_rule){ .kind = (tiled_rule_kind)kind };
    rest = io_trim(rest);
    const io_span terrain = take_last(&rest);
    const bool has_range = kind == TILED_TILE && read_range(take_last(&rest), rule);
    const bool has_name = kind <= TILED_LAYER;
    if (kind == WORD_COUNT || terrain.length == 0 || has_range != (kind == TILED_TILE) ||
        has_name != (rest.length > 0) || rest.length >= sizeof rule->name)
        return io_fail_at(
            text, fault,
            "the line is '%s', expected 'tile SET FIRST-LAST terrain', 'class NAME terrain', 'layer "
            "NAME terrain', 'default terrain' or 'empty terrain'",
            io_quoted(line).text);
    snprintf(rule->name, sizeof rule->name, "%.*s", (int)rest.length, rest.start);
    return io_terrain_name_take(text, terrain, reading->tiles.names, &rule->terrain, fault);
}

static bool read_rules(io_reading *reading, const io_neighbour *file, tiled_table *table, io_fault *fault)
{
    io_text text = io_text_of(file->path, file->bytes, file->size);
    io_span line;
    while (io_next_line(&text, &line)) {
        const io_span trimmed = io_trim(line);
        if (trimmed.length == 0 || trimmed.start[0] == ';')
            continue;
        if (table->count == IO_MOST_RULES)
            return io_fail_at(&text, fault, "there are more than %d lines", IO_MOST_RULES);
        if (!read_rule(&text, trimmed, reading, &table->rules[table->count++], fault))
            return false;
    }
    return true;
}

bool tiled_table_open(io_reading *reading, tiled_table *table, io_fault *fault)
{
    io_neighbour file;
    table->count = 0;
    if (!io_table_open(reading, ".terrains", &file, fault))
        return false;
    snprintf(table->name, sizeof table->name, "%s", file.path);
    const bool read = !file.bytes || read_rules(reading, &file, table, fault);
    io_neighbour_close(reading, &file);
    return read;
}

uint8_t tiled_table_terrain(const tiled_table *table, tiled_rule_kind kind, const char *name)
{
    for (int i = 0; i < table->count; i++)
        if (table->rules[i].kind == kind && strcmp(table->rules[i].name, name) == 0)
            return table->rules[i].terrain;
    return IO_SAYS_NOTHING;
}

uint8_t tiled_table_tile(const tiled_table *table, const char *tileset, uint32_t tile)
{
    for (int i = 0; i < table->count; i++) {
        const tiled_rule *rule = &table->rules[i];
        if (rule->kind == TILED_TILE && strcmp(rule->name, tileset) == 0 && tile >= rule->first &&
            tile <= rule->last)
            return rule->terrain;
    }
    return IO_SAYS_NOTHING;
}
