#include "io/grid.h"

#include <string.h>

/// A grid without a header may have this many tiles for each byte of its file, and MOST_SPARE more: rows may be
/// short, but a small file must not make a huge map.
enum { MOST_TILES_A_BYTE = 16, MOST_SPARE = 1 << 16 };

/// A grid while it is read.
typedef struct grid {
    const io_letter_table *table;
    char separator; ///< between the cells of a row; 0 = each letter is a cell
    int32_t width, height;
} grid;

/// The separator of a row, unless the table says that it is a letter. 0 = none
static char separator_of(io_span line, const io_letter_table *table)
{
    static const char separators[] = ",;\t ";
    for (const char *separator = separators; *separator; separator++)
        if (line.length > 0 && memchr(line.start, *separator, line.length) &&
            !io_letters_hold(table, (io_span){ separator, 1 }) &&
            (*separator != ' ' || table->others == IO_NO_LETTER))
            return *separator;
    return '\0';
}

/// Takes the next cell off a row; false at its end.
static bool next_cell(const grid *grid, io_span *rest, io_span *cell)
{
    if (grid->separator == ' ')
        return io_next_word(rest, cell);
    if (grid->separator) {
        const bool is_there = io_next_piece(rest, grid->separator, cell);
        *cell = io_trim(*cell);
        return is_there;
    }
    const size_t bytes = io_letter_bytes(rest->start, rest->length);
    *cell = (io_span){ rest->start, bytes };
    *rest = (io_span){ rest->start + bytes, rest->length - bytes };
    return bytes > 0;
}

/// A row without what does not count at its end: blanks, unless the table knows them, and one separator.
static io_span row_of(const grid *grid, io_span line)
{
    const bool has_blanks = !grid->separator && io_letters_hold(grid->table, io_span_of(" "));
    while (!has_blanks && line.length > 0 && io_is_blank(line.start[line.length - 1]))
        line.length--;
    if (grid->separator && line.length > 0 && line.start[line.length - 1] == grid->separator)
        line.length--;
    return line;
}

/// Finds the size: the longest row, and the last row that is not empty.
static bool measure(const io_reading *reading, grid *grid, io_fault *fault)
{
    io_text text = io_text_of(reading->name, reading->bytes, reading->size);
    io_span line, cell;
    for (int32_t y = 0; io_next_line(&text, &line); y++) {
        int32_t width = 0;
        if (io_trim(line).length == 0)
            continue;
        if (grid->width == 0)
            grid->separator = separator_of(io_trim(line), grid->table);
        for (io_span rest = row_of(grid, line); next_cell(grid, &rest, &cell);)
            if (++width > FW_MAX_SIDE)
                return io_fail_at(&text, fault, "the row has more than %d tiles", FW_MAX_SIDE);
        if (y >= FW_MAX_SIDE)
            return io_fail_at(&text, fault, "there are more than %d rows", FW_MAX_SIDE);
        grid->width = width > grid->width ? width : grid->width;
        grid->height = y + 1;
    }
    const uint64_t tiles = (uint64_t)grid->width * (uint64_t)grid->height;
    if (tiles == 0)
        return io_fail(fault, "%s: the file has no rows", reading->name);
    if (tiles > MOST_TILES_A_BYTE * (uint64_t)reading->size + MOST_SPARE)
        return io_fail(fault, "%s: the rows are too uneven: most of %d x %d tiles would be missing",
                       reading->name, grid->width, grid->height);
    return true;
}

/// @return number of cells; -1 after a fault
static int32_t read_row(const io_text *text, const grid *grid, io_span line, uint8_t *row, io_fault *fault)
{
    int32_t x = 0;
    io_span cell;
    for (io_span rest = row_of(grid, line); next_cell(grid, &rest, &cell); x++) {
        row[x] = io_letter_terrain(grid->table, cell);
        if (row[x] == IO_NO_LETTER) {
            io_fail_at(text, fault, "tile %d of the row is '%s', which %s does not name", (int)x,
                       io_quoted(cell).text, grid->table->name);
            return -1;
        }
    }
    return x;
}

bool io_grid_read(io_reading *reading, const io_letter_table *table, io_fault *fault)
{
    grid grid = { .table = table };
    io_tiles *tiles = &reading->tiles;
    if (!measure(reading, &grid, fault) || !io_tiles_create(grid.width, grid.height, tiles, fault))
        return false;
    memcpy(tiles->names, table->names, sizeof tiles->names);
    reading->format = grid.separator ? FW_IO_NUMBERS : FW_IO_LETTERS;
    const uint8_t rest = table->others == IO_NO_LETTER ? FW_BLOCKED : table->others;
    io_text text = io_text_of(reading->name, reading->bytes, reading->size);
    io_span line;
    int32_t short_rows = 0;
    for (int32_t y = 0; y < grid.height; y++) {
        io_next_line(&text, &line);
        const int32_t count = read_row(&text, &grid, line, io_tile(tiles, 0, y), fault);
        if (count < 0)
            return false;
        if (count < grid.width)
            memset(io_tile(tiles, count, y), rest, (size_t)(grid.width - count));
        short_rows += count < grid.width;
    }
    if (short_rows > 0)
        io_warn(reading, "%s: %d of %d rows are shorter than the longest one; their ends are %s",
                reading->name, short_rows, grid.height,
                table->others == IO_NO_LETTER ? "blocked" : "of the default terrain");
    return true;
}
