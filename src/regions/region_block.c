#include "regions/region_block.h"

#include <string.h>

#include "base/union_find.h"

/// Marks the roots of block_scan::parents whose components have got their numbers.
#define NUMBERED (UINT32_C(1) << 31)

static uint32_t new_piece(block_scan *scan)
{
    const uint32_t piece = (uint32_t)scan->piece_count++;
    scan->parents[piece] = piece;
    return piece;
}

/// The piece of the runs above that a run touches; a new one if there are none.
static uint32_t piece_below(block_scan *scan, uint64_t above_starts, int above_run, uint64_t touching)
{
    if (!touching)
        return new_piece(scan);
    const uint64_t up_to_first = touching ^ (touching - 1);
    int i = above_run + bits_count(above_starts & up_to_first) - 1;
    uint32_t piece = union_find_root(scan->parents, scan->piece[i]);
    for (uint64_t more = above_starts & touching & ~up_to_first; more; more &= more - 1)
        piece = union_find_join(scan->parents, piece, scan->piece[++i]);
    return piece;
}

/// Gives each run of a row its piece.
static void scan_row(block_scan *scan, uint64_t above, int above_run, uint64_t row)
{
    const uint64_t above_starts = run_starts(above);
    int run = scan->run_count;
    while (row) {
        const uint64_t bits = lowest_run(row);
        const uint64_t reach = scan->diagonal ? bits_spread(bits) : bits;
        row ^= bits;
        scan->piece[run++] = (uint16_t)piece_below(scan, above_starts, above_run, reach & above);
    }
    scan->run_count = run;
}

/// A row equal to the one above continues its runs.
static void repeat_row(block_scan *scan, int above_run)
{
    for (int i = above_run, end = scan->run_count; i < end; i++)
        scan->piece[scan->run_count++] = scan->piece[i];
}

static void scan_rows(block_scan *scan, const block_rows *rows)
{
    uint64_t above = 0, west = 0, east = 0;
    int above_run = 0;
    for (int y = 0; y < rows->count; y++) {
        const uint64_t row = block_row(rows, y);
        const int first_run = scan->run_count;
        scan->first_run[y] = (uint16_t)first_run;
        if (row == above)
            repeat_row(scan, above_run);
        else
            scan_row(scan, above, above_run, row);
        west |= (row & 1) << y;
        east |= (row >> 63) << y;
        above = row;
        above_run = first_run;
    }
    for (int y = rows->count; y <= BLOCK_SIDE; y++)
        scan->first_run[y] = (uint16_t)scan->run_count;

    const uint64_t south = block_row(rows, rows->count - 1);
    const uint64_t all[SIDE_COUNT] = { block_row(rows, 0), south, west, east };
    for (int side = 0; side < SIDE_COUNT; side++)
        scan->border.at[side] = rows->open >> side & 1 ? all[side] : 0;
}

/// Numbers the component of a run if it has no number yet. The parents of all pieces are roots.
static void number_run(block_scan *scan, int run)
{
    const uint32_t parent = scan->parents[scan->piece[run]];
    if (!(parent & NUMBERED) && !(scan->parents[parent] & NUMBERED))
        scan->parents[parent] = NUMBERED | (uint32_t)scan->border_count++;
}

static void number_row_side(block_scan *scan, int side, int y)
{
    int run = scan->first_run[y];
    for (uint64_t rest = scan->border.at[side]; rest; rest ^= lowest_run(rest))
        number_run(scan, run++);
}

static void number_column_side(block_scan *scan, int side)
{
    for (uint64_t rest = scan->border.at[side]; rest; rest &= rest - 1) {
        const int y = bits_lowest(rest);
        number_run(scan, side == SIDE_WEST ? scan->first_run[y] : scan->first_run[y + 1] - 1);
    }
}

/// Turns the parent of each piece into the number of its component. Roots come before the pieces that they are parents
/// of. The components that end within the block come after the others.
static void number_pieces(block_scan *scan)
{
    uint32_t count = (uint32_t)scan->border_count;
    for (uint32_t piece = 0; piece < (uint32_t)scan->piece_count; piece++) {
        uint32_t *parent = &scan->parents[piece];
        *parent = *parent & NUMBERED ? *parent & ~NUMBERED
                  : *parent == piece ? count++
                                     : scan->parents[*parent];
    }
}

void block_find_components(const block_rows *rows, bool diagonal, block_scan *scan)
{
    scan->diagonal = diagonal;
    scan->run_count = scan->piece_count = scan->border_count = 0;
    scan_rows(scan, rows);
    for (int i = 0; i < scan->piece_count; i++)
        scan->parents[i] = scan->parents[scan->parents[i]];
    number_row_side(scan, SIDE_NORTH, 0);
    number_row_side(scan, SIDE_SOUTH, BLOCK_SIDE - 1);
    number_column_side(scan, SIDE_WEST);
    number_column_side(scan, SIDE_EAST);
    number_pieces(scan);
}

static void write_row_side(region_block *record, int side, int y)
{
    const uint16_t *component = block_components(record) + record->first_run[y];
    for (uint64_t rest = record->border.at[side]; rest; rest ^= lowest_run(rest))
        record->sides[*component++].at[side] |= lowest_run(rest);
}

static void write_column_side(region_block *record, int side)
{
    for (uint64_t rest = record->border.at[side]; rest; rest &= rest - 1) {
        const int component = block_component_on_side(record, side, bits_lowest(rest));
        record->sides[component].at[side] |= rest & (0 - rest);
    }
}

/// Notes where the border components reach the sides.
static void write_sides(region_block *record)
{
    memset(record->sides, 0, (size_t)record->border_count * sizeof *record->sides);
    write_row_side(record, SIDE_NORTH, 0);
    write_row_side(record, SIDE_SOUTH, BLOCK_SIDE - 1);
    write_column_side(record, SIDE_WEST);
    write_column_side(record, SIDE_EAST);
}

void block_write(const block_scan *scan, region_block *record)
{
    record->border_count = (uint16_t)scan->border_count;
    record->border = scan->border;
    memcpy(record->first_run, scan->first_run, sizeof record->first_run);
    memset(block_labels(record), 0, (size_t)scan->border_count * sizeof(uint32_t));
    uint16_t *components = block_components(record);
    for (int i = 0; i < scan->run_count; i++)
        components[i] = (uint16_t)scan->parents[scan->piece[i]];
    write_sides(record);
}
