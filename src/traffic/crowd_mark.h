#pragma once

/// What is known of where each unit is, and the cells in which units are found.

#include "curve/sweep_rows.h"

/// Side of the cells in which units are found, in tiles.
#define CELL_SIDE 4.0

/// What a search for units reads of each of them. All marks lie side by side, so that the search reads little memory.
typedef struct crowd_mark {
    fw_box box; ///< holds the body's centre in the interval under way and along the unit's reservation
    double stop_x, stop_y; ///< where its reservation ends
    double radius;         ///< tiles
    uint32_t layers;       ///< of the unit
    bool is_parked;        ///< the unit stands at its goal
} crowd_mark;

/// All units by rows of cells, in a row by columns, and in a cell by ids. A strip is 2^strip_bits cells of a row.
typedef struct crowd_cells {
    uint32_t *slots; ///< [slot * units]
    size_t slot_room;
    uint32_t *starts; ///< [index * (strips + 2)] into `slots`: the first unit of each strip
    int32_t strips;   ///< one more, behind them, holds a unit that enters or leaves
    int32_t strip_bits, strips_in_row;
} crowd_cells;
