#pragma once

/// The poses of a fine search, at most one for each cell.

#include <stdbool.h>
#include <stdint.h>

#include "base/memory.h"
#include "directional/fine/fine_moves.h"
#include "search/best_first.h"

_Static_assert(COST_IS_WIDE, "sources that share this header agree on the width of costs");

typedef struct fine_pose {
    double x, y;
    uint64_t cell;
    fine_heading heading;
    bool knows_curve; ///< its estimate counts the shortest curve to the end; only the wide search sets it
    uint32_t slot;    ///< of the table; set when the pose is entered
} fine_pose;

/// A hash table that is never cleared, so that a query costs nothing to begin: a slot is in use if the pose that the
/// slot points to points back to the slot (Briggs & Torczon 1993, "An efficient representation for sparse sets").
typedef struct fine_cells {
    memory *memory;
    fine_pose *poses; ///< [pose * count] in the order in which they were entered
    size_t count, capacity;
    uint32_t *table;   ///< [index of a pose * table_size] open addressing
    size_t table_size; ///< a power of two, or 0
} fine_cells;

void fine_cells_free(fine_cells *cells);

static inline void fine_cells_clear(fine_cells *cells)
{
    cells->count = 0;
}

/// Gives the index of the pose in the cell of `pose`; enters `pose` if the cell is empty.
///
/// @return FW_OK, FW_TOO_MANY or FW_NO_MEMORY
fw_result fine_cells_enter(fine_cells *cells, const fine_pose *pose, uint32_t *index, bool *is_new);

/// Enters a pose, and pushes it as a successor. If its cell holds a more expensive pose, the new one replaces it.
/// FW_OK, FW_TOO_MANY or FW_NO_MEMORY.
fw_result fine_cells_push(fine_cells *cells, fine_pose *pose, cost step, uint16_t via,
                          successors *successors);

/// Finds the pose of a cell; false if the cell is empty.
bool fine_cells_find(const fine_cells *cells, uint64_t cell, uint32_t *index);
