#include "io/movingai.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/terrain.h"
#include "io/text.h"

/// Reads a line `width W` or `height H`, and sets the side that the line names.
static bool read_side(io_text *text, int32_t *width, int32_t *height, io_fault *fault)
{
    io_span line = { "", 0 };
    io_span word;
    io_next_line(text, &line);
    io_span rest = line;
    io_next_word(&rest, &word);
    int32_t *side = io_span_is(word, "width") ? width : io_span_is(word, "height") ? height : NULL;
    if (!side)
        return io_fail_at(text, fault, "found '%s', expected 'height H' or 'width W'", io_quoted(line).text);
    if (*side)
        return io_fail_at(text, fault, "the %s is given twice", side == width ? "width" : "height");
    int64_t value = 0;
    if (!io_read_whole(io_trim(rest), &value) || value < 1 || value > FW_MAX_SIDE)
        return io_fail_at(text, fault, "the %s is '%s', expected a number from 1 to %d",
                          side == width ? "width" : "height", io_quoted(io_trim(rest)).text, FW_MAX_SIDE);
    *side = (int32_t)value;
    return true;
}

static bool read_header(io_text *text, int32_t *width, int32_t *height, io_fault *fault)
{
    io_span line = { "", 0 };
    if (!io_next_line(text, &line))
        return io_fail_at(text, fault, "the file is empty, expected 'type octile'");
    if (!io_span_is(io_trim(line), "type octile"))
        return io_fail_at(text, fault, "the file begins with '%s', expected 'type octile'",
                          io_quoted(line).text);
    *width = 0;
    *height = 0;
    for (int i = 0; i < 2; i++) // in either order
        if (!read_side(text, width, height, fault))
            return false;
    line = (io_span){ "", 0 };
    io_next_line(text, &line);
    if (!io_span_is(io_trim(line), "map"))
        return io_fail_at(text, fault, "found '%s', expected 'map' before the rows", io_quoted(line).text);
    return true;
}

/// Says that a letter has no terrain, and where it could get one.
static bool fail_at_letter(const io_text *text, io_span line, int32_t x, const io_own_letters *own,
                           io_fault *fault)
{
    const io_quote letter = io_quoted((io_span){ line.start + x, 1 });
    const bool has_table = own && own->has_table, may_have = own && own->table[0];
    return io_fail_at(text, fault, "tile %d of the row is '%s', expected one of " IO_TERRAIN_LETTERS "%s%s%s",
                      x, letter.text,
                      has_table  ? " or of "
                      : may_have ? " ("
                                 : "",
                      may_have ? own->table : "",
                      has_table || !may_have ? ""
                                             : ", or the option letters, can say what other letters are)");
}

static bool read_row(const io_text *text, io_span line, const uint8_t terrain_of[256],
                     const io_own_letters *own, uint8_t *row, int32_t width, io_fault *fault)
{
    while (line.length > (size_t)width && io_is_blank(line.start[line.length - 1]))
        line.length--;
    if (line.length != (size_t)width)
        return io_fail_at(text, fault, "the row has %zu tiles, expected %d", line.length, width);
    for (int32_t x = 0; x < width; x++) {
        row[x] = terrain_of[(unsigned char)line.start[x]];
        if (row[x] == UINT8_MAX)
            return fail_at_letter(text, line, x, own, fault);
    }
    return true;
}

static bool read_rows(io_text *text, const io_own_letters *own, io_tiles *tiles, io_fault *fault)
{
    uint8_t terrain_of[256];
    for (int letter = 0; letter < 256; letter++)
        terrain_of[letter] = own && own->terrain_of[letter] != IO_NO_TERRAIN_OF_LETTER
                                 ? own->terrain_of[letter]
                                 : (uint8_t)io_terrain_of_letter((char)letter);
    io_span line;
    for (int32_t y = 0; y < tiles->height; y++) {
        if (!io_next_line(text, &line))
            return io_fail_at(text, fault, "the file ends after %d rows, expected %d", y, tiles->height);
        if (!read_row(text, line, terrain_of, own, io_tile(tiles, 0, y), tiles->width, fault))
            return false;
    }
    while (io_next_line(text, &line))
        if (io_trim(line).length > 0)
            return io_fail_at(text, fault, "there is more text after the last of %d rows", tiles->height);
    return true;
}

bool io_movingai_read(const char *name, const char *bytes, size_t size, const io_own_letters *own,
                      io_tiles *tiles, io_fault *fault)
{
    io_text text = io_text_of(name, bytes, size);
    int32_t width = 0;
    int32_t height = 0;
    *tiles = (io_tiles){ 0 };
    if (!read_header(&text, &width, &height, fault))
        return false;
    // Checked before memory is allocated, so that a header cannot ask for more tiles than the file holds.
    if (text.size - text.at < (size_t)width * (size_t)height)
        return io_fail_at(&text, fault, "the header says %d x %d tiles, but only %zu bytes follow", width,
                          height, text.size - text.at);
    if (!io_tiles_create(width, height, tiles, fault))
        return false;
    if (read_rows(&text, own, tiles, fault))
        return true;
    io_tiles_free(tiles);
    return false;
}

bool io_movingai_write(const io_tiles *tiles, FILE *to, io_fault *fault)
{
    const size_t width = (size_t)tiles->width;
    for (size_t i = 0; i < width * (size_t)tiles->height; i++)
        if (!io_terrain_letter(tiles->terrain[i])) {
            const char *name = tiles->names[tiles->terrain[i]];
            return io_fail(
                fault, "terrain %d%s%s%s has no letter in a .map file; .png and .tmj files hold all terrains",
                tiles->terrain[i], *name ? " (" : "", name, *name ? ")" : "");
        }
    char *row = malloc(width + 1);
    if (!row)
        return io_fail(fault, "there is not enough memory for a row of tiles");
    fprintf(to, "type octile\nheight %d\nwidth %d\nmap\n", tiles->height, tiles->width);
    row[width] = '\n';
    for (int32_t y = 0; y < tiles->height; y++) {
        for (int32_t x = 0; x < tiles->width; x++)
            row[x] = io_terrain_letter(*io_tile(tiles, x, y));
        fwrite(row, 1, width + 1, to);
    }
    free(row);
    return true;
}

enum { SCEN_FIELDS = 9 };

/// Splits a line into fields. Tabs separate them, so that names of maps may hold blanks; in a line without tabs, blanks
/// do.
static int split_scen_line(io_span line, io_span fields[SCEN_FIELDS])
{
    const bool has_tabs = line.length > 0 && memchr(line.start, '\t', line.length);
    io_span piece;
    int count = 0;
    while (has_tabs ? io_next_piece(&line, '\t', &piece) : io_next_word(&line, &piece)) {
        piece = io_trim(piece);
        if (piece.length == 0)
            continue;
        if (count < SCEN_FIELDS)
            fields[count] = piece;
        count++;
    }
    return count;
}

/// Keeps the name of the map, without the folders of those who wrote the file.
static void note_map(io_span name, io_queries *queries)
{
    for (size_t i = name.length; i > 0; i--)
        if (name.start[i - 1] == '/' || name.start[i - 1] == '\\') {
            name = (io_span){ name.start + i, name.length - i };
            break;
        }
    snprintf(queries->map, sizeof queries->map, "%.*s", (int)name.length, name.start);
}

static bool read_scen_line(const io_text *text, io_span line, io_queries *queries, io_fault *fault)
{
    static const char *const names[SCEN_FIELDS] = { "bucket",  "map",    "width",  "height",        "start x",
                                                    "start y", "goal x", "goal y", "optimal length" };
    io_span fields[SCEN_FIELDS];
    int64_t number[SCEN_FIELDS] = { 0 };
    const int count = split_scen_line(line, fields);
    if (count != SCEN_FIELDS)
        return io_fail_at(text, fault, "the line has %d fields, expected 9 (bucket, map, width, ...)", count);
    for (int i = 2; i < SCEN_FIELDS - 1; i++) {
        const int64_t least = i < 4 ? 1 : 0;
        const int64_t most = i < 4 ? FW_MAX_SIDE : number[i % 2 == 0 ? 2 : 3] - 1;
        if (!io_read_whole(fields[i], &number[i]) || number[i] < least || number[i] > most)
            return io_fail_at(text, fault, "%s is '%s', expected a number from %lld to %lld", names[i],
                              io_quoted(fields[i]).text, (long long)least, (long long)most);
    }
    if (queries->count > 0 && (number[2] != queries->width || number[3] != queries->height))
        return io_fail_at(text, fault, "the map has %lld x %lld tiles here and %d x %d in the lines before",
                          (long long)number[2], (long long)number[3], queries->width, queries->height);
    if (queries->count == 0)
        note_map(fields[1], queries);
    io_query query = { .line = text->line };
    query.start = (io_place){ (double)number[4], (double)number[5], 0.0, false, true };
    query.goal = (io_place){ (double)number[6], (double)number[7], 0.0, false, true };
    if (!io_read_decimal(fields[8], &query.optimum) || query.optimum < 0.0)
        return io_fail_at(text, fault, "the optimal length is '%s', expected a number from 0 on",
                          io_quoted(fields[8]).text);
    queries->width = (int32_t)number[2];
    queries->height = (int32_t)number[3];
    return io_queries_add(queries, &query) ||
           io_fail_at(text, fault, "there is not enough memory for so many queries");
}

static bool read_scen_version(io_text *text, io_fault *fault)
{
    io_span line = { "", 0 };
    if (!io_next_line(text, &line))
        return io_fail_at(text, fault, "the file is empty, expected 'version 1'");
    io_span rest = line;
    io_span word;
    double version = 0.0;
    if (io_next_word(&rest, &word) && io_span_is(word, "version") &&
        io_read_decimal(io_trim(rest), &version) && version == 1.0)
        return true;
    return io_fail_at(text, fault, "the file begins with '%s', expected 'version 1'", io_quoted(line).text);
}

bool io_scen_read(const char *name, const char *bytes, size_t size, io_queries *queries, io_fault *fault)
{
    *queries = (io_queries){ 0 };
    io_text text = io_text_of(name, bytes, size);
    if (!read_scen_version(&text, fault))
        return false;
    io_span line;
    while (io_next_line(&text, &line))
        if (io_trim(line).length > 0 && !read_scen_line(&text, line, queries, fault)) {
            io_queries_free(queries);
            return false;
        }
    return true;
}
