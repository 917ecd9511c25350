#pragma once

/// The data that jump point search reads about a layer, 64 tiles a word in all directions. Corner rules `never` and
/// `orthogonal`.
///
/// Sources: Harabor & Grastien 2011 (jump points) and 2014 (block scanning, jump points without cutting corners).
/// Beyond them: "has a jump" bits, and diagonal lines as words. Baum 2021 (four neighbours).
///
/// A tile is a jump point for a straight direction of travel if a wall beside the run ends there: the tile to one side
/// of it is free, and the tile behind that one is blocked (jump_points_of() in jump_lines.c). A search stops there. A
/// tile "has a jump" in a straight direction if a run from the tile meets a jump point before it meets a wall. This is
/// kept once for the tiles of a block, and once for what lies beyond.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/block.h"
#include "base/paged.h"
#include "map/change_list.h"
#include "map/change_log.h"
#include "map/derived.h"
#include "map/layer.h"

/// 64 tiles of a row or a column, for travel toward growing and toward falling coordinates.
typedef struct jump_line {
    uint64_t jump_up;   ///< jump points when travelling up (east, south)
    uint64_t jump_down; ///< jump points when travelling down (west, north)
} jump_line;

/// 64 tiles of a diagonal line, bit x & 63 for the tile in column x, for one direction of travel. A straight run from a
/// tile meets a jump point within the tile's block of lines, or leaves the block, or ends at a wall before.
typedef struct jump_diagonal {
    /// Tiles whose run in the horizontal part of the direction meets a jump point in the block
    uint64_t meets_along_x;
    uint64_t leaves_along_x; ///< tiles whose run leaves it, past neither a jump point nor a wall
    uint64_t meets_along_y;  ///< the same in the vertical part of the direction
    uint64_t leaves_along_y;
    uint64_t stuck; ///< tiles from which the next diagonal step is blocked
} jump_diagonal;

/// The four diagonal directions; bit 0: toward falling x, bit 1: toward falling y.
enum { JUMP_SE, JUMP_SW, JUMP_NE, JUMP_NW, JUMP_DIAGONALS };

/// 64 tiles of a column, for four neighbours: runs to the east and to the west, within a block of 64 x 64 tiles.
typedef struct jump_aside {
    uint64_t meets_east, leaves_east;
    uint64_t meets_west, leaves_west;
} jump_aside;

/// Rows, columns or diagonal lines that make a block, which lies in one page.
enum { JUMP_BLOCK_LINES = 64 };

/// Which rows' runs meet a jump point after they have left a block of diagonal lines: one bit each for the up to 127
/// rows that cross the block.
typedef struct jump_beyond_rows {
    uint64_t bits[2];
} jump_beyond_rows;

/// The same for four neighbours, one bit for each row of a block of tiles.
typedef struct jump_beyond_aside {
    uint64_t east, west;
} jump_beyond_aside;

/// What is known of each tile, in pages, which tables of several versions share. Blocks keep what their own tiles say;
/// what lies beyond is kept beside them, so that a changed tile changes few blocks, however far runs go.
typedef struct jump_pages {
    /// [x] tiles with x and y exchanged: a blocked word, the words of a column, a blocked word
    paged columns;
    paged along_x; ///< [block * rows->words + word] jump_line [y % JUMP_BLOCK_LINES]
    /// [word * column_words + block] jump_line [x % JUMP_BLOCK_LINES]; none for four neighbours
    paged along_y;
    paged aside; ///< [word * column_words + block] jump_aside [JUMP_BLOCK_LINES]; none for eight neighbours
    paged beyond_aside; ///< [block] jump_beyond_aside [word]; none for eight neighbours
    /// [rises][word * diagonal_blocks + block] jump_diagonal [JUMP_BLOCK_LINES] for travel to the south, and as many to
    /// the north
    paged diagonal[2];
    paged beyond_x[JUMP_DIAGONALS]; ///< [block] jump_beyond_rows [word]
    paged beyond_y[JUMP_DIAGONALS]; ///< [word] uint64_t [block]: bit x & 63 for column x
} jump_pages;

/// Tables of one layer. On eight neighbours paths run along diagonals first, then straight; on four they run up or down
/// first, then along rows: columns take the place of the diagonals.
typedef struct jump_tables {
    memory *memory;
    const layer *rows;       ///< the layer that the tables were built from
    int32_t column_words;    ///< words of a column
    int32_t diagonal_blocks; ///< pages of a word column of diagonals, which has height + 63 lines
    bool is_orthogonal;      ///< for four neighbours
    jump_pages pages;
    /// Where tables have changed, in blocks of 64 x 64: shared by those of all versions of the map
    change_log *log;
    uint64_t version; ///< the last version of the map in which the tables changed
    /// [rows->words + 2 * rows->width] how far a patch has looked at word columns and columns
    int32_t *visited;
    uint64_t *remembered; ///< what blocks held before the patch under way
    size_t remembered_capacity;
    /// The words of the layer that the staged patch follows; null if none is staged
    const change_list *staged;
    uint64_t next;     ///< the version that the staged patch leads to
    jump_pages former; ///< if the staged patch built all pages anew: those before
} jump_tables;

/// The page that holds a tile, in a table of rows in blocks of 64 x 64 tiles.
static inline size_t jump_row_page(const jump_tables *tables, int32_t x, int32_t y)
{
    return (size_t)(y >> WORD_SHIFT) * (size_t)tables->rows->words + (size_t)(x >> WORD_SHIFT);
}

/// The same in a table of columns.
static inline size_t jump_column_page(const jump_tables *tables, int32_t x, int32_t y)
{
    return (size_t)(x >> WORD_SHIFT) * (size_t)tables->column_words + (size_t)(y >> WORD_SHIFT);
}

/// The word of row y that holds tile x.
static inline jump_line *jump_line_x(const jump_tables *tables, int32_t x, int32_t y)
{
    return (jump_line *)tables->pages.along_x.row[jump_row_page(tables, x, y)] + y % JUMP_BLOCK_LINES;
}

/// The word of column x that holds tile y.
static inline jump_line *jump_line_y(const jump_tables *tables, int32_t x, int32_t y)
{
    return (jump_line *)tables->pages.along_y.row[jump_column_page(tables, x, y)] + x % JUMP_BLOCK_LINES;
}

/// The first word of column x of the tiles, 0 <= x < width; the words before and behind are blocked.
static inline const uint64_t *jump_column(const jump_tables *tables, int32_t x)
{
    return (const uint64_t *)tables->pages.columns.row[x] + 1;
}

/// True if these tables are for four neighbours.
static inline bool jump_is_orthogonal(const jump_tables *tables)
{
    return tables->is_orthogonal;
}

/// The straight directions of travel for which a tile is a jump point: bit 0 east, 1 south, 2 west, 3 north.
static inline uint32_t jump_arrivals(const jump_tables *tables, int32_t x, int32_t y)
{
    const jump_line *row = jump_line_x(tables, x, y);
    uint32_t arrivals = (uint32_t)(row->jump_up >> (x & 63) & 1) | (uint32_t)(row->jump_down >> (x & 63) & 1)
                                                                       << 2;
    if (!jump_is_orthogonal(tables)) {
        const jump_line *column = jump_line_y(tables, x, y);
        arrivals |= (uint32_t)(column->jump_up >> (y & 63) & 1) << 1 |
                    (uint32_t)(column->jump_down >> (y & 63) & 1) << 3;
    }
    return arrivals;
}

/// True if the lines of a diagonal table fall toward south-east. Others rise toward north-east.
static inline bool jump_lines_fall(int direction)
{
    return direction == JUMP_SE || direction == JUMP_NW;
}

/// The lines of a page of diagonals for one direction.
static inline jump_diagonal *jump_diagonal_lines(const paged *diagonal, int direction, size_t page)
{
    return (jump_diagonal *)diagonal[!jump_lines_fall(direction)].row[page] +
           (direction >> 1) * JUMP_BLOCK_LINES;
}

/// The number of row y in a diagonal table. Where lines rise, rows are numbered on the map turned upside down.
static inline int32_t jump_row_number(const jump_tables *tables, int direction, int32_t y)
{
    return jump_lines_fall(direction) ? y : tables->rows->height - 1 - y;
}

/// The line of a tile within its word column of a diagonal table. Lines start one row further up with each column, so
/// that a line that falls toward south-east is a word.
static inline int32_t jump_line_number(const jump_tables *tables, int direction, int32_t x, int32_t y)
{
    return jump_row_number(tables, direction, y) - (x & 63) + 63;
}

/// The page of a diagonal table that holds a line of tile column x.
static inline size_t jump_diagonal_page(const jump_tables *tables, int32_t x, int32_t line)
{
    return (size_t)(x >> WORD_SHIFT) * (size_t)tables->diagonal_blocks + (size_t)line / JUMP_BLOCK_LINES;
}

/// Tables of a layer without pages and without a log; null without memory.
jump_tables *jump_tables_create(memory *memory, const layer *source, bool orthogonal);

/// Makes room for pages. FW_OK, or FW_NO_MEMORY: then the pages are to be destroyed.
fw_result jump_pages_create(const jump_tables *tables, jump_pages *pages);

/// Lets go of pages.
void jump_pages_destroy(jump_pages *pages);

/// Lets pages that were built anew take the place of others, see paged_succeed().
void jump_pages_succeed(jump_pages *built, const jump_pages *former);

/// Tables like those of a layer that is equal, which share all pages and the log with these.
///
/// @param layer  the new tables' own; it must stay where it is
fw_result jump_tables_copy(memory *memory, const layer *layer, const jump_tables *from, jump_tables **built);

/// Makes tables equal to newer ones of their family, whose layer is equal.
void jump_tables_catch_up(jump_tables *tables, jump_tables *newest);

/// Frees tables; null does nothing.
void jump_tables_destroy(memory *memory, jump_tables *tables);

size_t jump_tables_bytes(const jump_tables *tables);
