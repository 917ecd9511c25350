#pragma once

/// A beam: the cells that the tangent rays of one side in one sector cross, column by column from near to far. A column
/// is a column or a row of the grid, whichever is more nearly at right angles to the sector.

#include "forest/cells.h"
#include "forest/sector.h"

/// The place from which a scan looks: a circle, or a point (radius 0).
typedef struct viewpoint {
    double x, y;   ///< centre
    double radius; ///< radius of the circle plus the body's
    turn_sense sense;
    uint32_t slot; ///< of the circle; NO_TREE for a point
} viewpoint;

/// A tangent ray that leaves a viewpoint, in the coordinates of a beam.
typedef struct beam_ray {
    double slope;         ///< tiles across per tile along
    double along, across; ///< its beginning
} beam_ray;

/// Rows of a column, inclusive; none if `last` < `first`.
typedef struct row_range {
    int32_t first, last;
} row_range;

#define NO_ROWS ((row_range){ 0, -1 })

typedef struct beam {
    const cells *grid;
    const viewpoint *from;
    bool is_upright;         ///< columns are rows of the grid: the sector is nearer to the y axis
    int32_t step;            ///< to the next column: 1 or -1
    int32_t column, columns; ///< present column, and number of columns
    int32_t rows;            ///< in a column
    const double *lines;     ///< [columns + 1] between columns
    const double *across;    ///< [rows + 1] between rows
    double pad;              ///< the body's radius: circles reach so far beyond the cells that hold them
    double centre;           ///< of the viewpoint, along the beam
    row_range found;         ///< rows that were found last: the next ones are near by
} beam;

/// Begins with the nearest column that is on the grid. False if there is none.
///
/// @param pad  the body's radius: cells hold circles that have not grown by it
bool beam_begin(beam *cast, const cells *grid, const sector_table *table, const viewpoint *from, int sector,
                double pad);

/// The ray that leaves the viewpoint at a heading.
///
/// @param heading  of length 1, in the sector or next to it
beam_ray beam_ray_at(const beam *cast, vector heading);

/// Goes to the next column. False if the present column was the last one.
static inline bool beam_next(beam *cast)
{
    cast->column += cast->step;
    return cast->column >= 0 && cast->column < cast->columns;
}

/// Distance from the viewpoint's centre up to which the columns so far, with the present one, hold all of the beam.
/// Nothing lies beyond the last column.
static inline double beam_reach(const beam *cast)
{
    const int32_t edge = cast->column + (cast->step > 0);
    return edge == 0 || edge == cast->columns ? INFINITY
                                              : cast->step * (cast->lines[edge] - cast->centre) - cast->pad;
}

/// The rows of the present column between two rays.
row_range beam_rows(beam *cast, const beam_ray rays[2]);

/// First entry of a cell of the present column.
static inline uint32_t beam_cell(const beam *cast, int32_t row)
{
    const cells *grid = cast->grid;
    const int32_t x = cast->is_upright ? row : cast->column, y = cast->is_upright ? cast->column : row;
    return grid->first[(size_t)y * (size_t)grid->width + (size_t)x];
}
