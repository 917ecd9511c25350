#pragma once

/// The pieces of a map while an area map is made: runs of anchors in rows, united if they are connected.

#include "base/memory.h"
#include "map/map.h"

/// Anchors of one row and one cell, next to each other.
typedef struct area_run {
    int32_t left, right; ///< without `right`
    uint32_t cell; ///< index of the cell: the label, or the number of labels plus the index of the square
} area_run;

/// The cells by which a map is cut: labels, and squares where there is no label.
typedef struct area_cells {
    const uint16_t *labels; ///< [width * height]; null = none
    int32_t side;           ///< of the squares
    int32_t columns, rows;  ///< of squares
    /// [square] the square that counts for it, see quadtree.h; null = each for itself
    const uint32_t *leaves;
    uint32_t first_square; ///< cell of the first square; before it come the labels
    uint32_t count;        ///< cells
} area_cells;

typedef struct area_pieces {
    memory *memory;
    int32_t height;
    bool is_diagonal; ///< the unit goes from corner to corner
    area_run *runs;   ///< [run_count] row by row, from left to right
    size_t run_count;
    size_t run_capacity;
    uint32_t *parents; ///< [run_count] by union_find.h: the first run of a piece is its root
    size_t parent_capacity;
    size_t *rows; ///< [height + 1] first run of each row
} area_pieces;

/// Cuts the anchors of a unit into runs, and unites the connected runs of each cell.
///
/// @param pieces  the caller sets `memory`, and calls area_pieces_free() also after a failure
/// @return FW_OK or FW_NO_MEMORY
fw_result area_pieces_cut(area_pieces *pieces, const map_unit *unit, const area_cells *cells);

void area_pieces_free(area_pieces *pieces);

/// The first run of the piece that contains a run.
uint32_t area_pieces_root(const area_pieces *pieces, size_t run);

/// Receives two runs that touch, in row `y` and in the row above or in the same row.
typedef fw_result (*area_contact)(void *user, size_t run, int32_t y, size_t other, int32_t other_y);

/// Calls a function for each pair of touching runs of different cells. FW_OK, or the result of the function.
fw_result area_pieces_contacts(const area_pieces *pieces, area_contact visit, void *user);
