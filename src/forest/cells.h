#pragma once

/// The grid that finds the circles and walls near a place. Its lines follow the circles: each column, and each row,
/// holds about as many circles as any other. So cells are small where circles are, however far some of them are away.

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/box.h"
#include "base/memory.h"
#include "base/tile_box.h"
#include "fairway/forest.h"

/// Stands for "no slot" and "no entry".
#define NO_TREE UINT32_MAX

/// Bit of a cell's entry that marks a wall; the other bits are the index of the wall.
#define WALL_ENTRY (UINT32_C(1) << 31)

/// A circle or a wall that lies in a cell.
typedef struct cell_entry {
    uint32_t slot; ///< of a circle; or WALL_ENTRY and the index of a wall
    uint32_t next; ///< next entry of the same cell, or next free entry
} cell_entry;

/// Cells of a grid. An uncovered circle is in all cells that its bounding square meets, a wall in all cells that it
/// meets. All circles and walls lie within the grid.
typedef struct cells {
    int32_t width, height; ///< in cells; 0: there are no circles
    double *lines; ///< [width + 1] column i reaches from line i to the next one; then [height + 1] for rows
    size_t line_capacity;
    uint32_t *first; ///< [width * height] entries
    cell_entry *entries;
    size_t entry_capacity;
    size_t entry_count; ///< entries that have ever been used
    uint32_t free_entry;
    size_t needed;    ///< entries that walls and all circles need, covered circles included
    size_t built_for; ///< number of circles when the lines were chosen
    double side;      ///< usual length of columns and rows
    size_t strays;    ///< circles that were added to far longer columns or rows since then
} cells;

/// The bounding square of a circle; a corner of walls is a point.
static inline fw_box box_of_circle(const fw_tree *circle)
{
    return box_around(circle->x, circle->y, fmax(circle->radius, 0));
}

/// Index of the interval between lines that holds a coordinate; coordinates beyond the ends count as in the outermost
/// interval.
static inline int32_t interval_at(const double *lines, int32_t count, double coordinate)
{
    int32_t low = 0;
    for (int32_t more = count; more > 1;) {
        const int32_t half = more / 2;
        low = coordinate >= lines[low + half] ? low + half : low;
        more -= half;
    }
    return low;
}

/// The lines between rows.
static inline const double *cells_rows(const cells *grid)
{
    return grid->lines + grid->width + 1;
}

/// The rectangle that all circles and walls lie in.
static inline fw_box cells_bounds(const cells *grid)
{
    const double *rows = cells_rows(grid);
    return (fw_box){ grid->lines[0], rows[0], grid->lines[grid->width], rows[grid->height] };
}

/// The cells that a rectangle meets, within the grid.
static inline tile_box cells_between(const cells *grid, fw_box within)
{
    const double *rows = cells_rows(grid);
    return (tile_box){ interval_at(grid->lines, grid->width, within.min_x),
                       interval_at(rows, grid->height, within.min_y),
                       interval_at(grid->lines, grid->width, within.max_x),
                       interval_at(rows, grid->height, within.max_y) };
}

/// The cells that a disc's bounding square meets, within the grid.
static inline tile_box cells_around(const cells *grid, double x, double y, double radius)
{
    return cells_between(grid, box_around(x, y, fmax(radius, 0)));
}

static inline size_t cells_in(tile_box box)
{
    return (size_t)tile_box_count(&box);
}

/// Called for an entry of a cell, as cell_entry::slot; return false to end the visits.
typedef bool entry_visit(void *context, uint32_t entry);

/// Visits the entries of a box of cells. If the grid has no cells, there are none. Returns false if a visit returned
/// false.
bool cells_visit(const cells *grid, tile_box box, entry_visit *visit, void *context);

/// Circles from which the lines of a grid are chosen.
typedef struct cell_sample {
    double *x, *y, *radius; ///< [circle * count]
    double *numbers;        ///< [3 * count] scratch memory
    int32_t count;          ///< at least 1
    size_t circles;         ///< that the sample was drawn from
    fw_box all;             ///< around all circles and walls
} cell_sample;

/// Makes a grid without entries, and chooses its lines. FW_OK or FW_NO_MEMORY.
fw_result cells_choose(memory *memory, const cell_sample *sample, cells *grid);

/// Removes every other line of a grid without entries.
void cells_coarsen(cells *grid);

/// Makes room for entries in a grid without entries. FW_OK or FW_NO_MEMORY.
fw_result cells_open(memory *memory, cells *grid, size_t entries);

/// Adds a circle or a wall to its cells; the caller has reserved the entries.
void cells_add(cells *grid, tile_box box, uint32_t slot);

void cells_remove(cells *grid, tile_box box, uint32_t slot);

void cells_free(memory *memory, cells *grid);
