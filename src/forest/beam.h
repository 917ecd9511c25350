#ifndef FOREST_BEAM_H
#define FOREST_BEAM_H

/// @file
/// The cells that tangent rays of one side and sector cross, column by column from near to far. Columns run across the
/// axis that the sector lies nearest to.

#include "forest/sector.h"
#include "forest/trees.h"

/// Whence one looks: a circle, or a point (radius 0).
typedef struct viewpoint {
    double x, y;   ///< its centre
    double radius; ///< grown by the body's
    turn_sense sense;
    uint32_t slot; ///< of the circle; NO_TREE for points
} viewpoint;

/// A tangent ray that leaves a viewpoint, in the coordinates of a beam.
typedef struct beam_ray {
    double slope;         ///< across, by a step along
    double along, across; ///< where it begins
} beam_ray;

typedef struct beam {
    const cells *grid;
    const viewpoint *from;
    bool is_upright;         ///< columns are rows of the grid: the sector lies nearest to the y axis
    int32_t step;            ///< to the next column: 1 or -1
    int32_t column, columns; ///< the present one, and how many there are
    int32_t rows;            ///< in a column
    double origin, across;   ///< of the grid, along the rays and across
    double pad;              ///< how far circles reach beyond those in the cells
    double centre;           ///< of the viewpoint, along
} beam;

/// Begins with the nearest column that is on the grid; false: there is none.
///
/// @param pad  the body's radius: the cells hold circles that have not grown
bool beam_begin(beam *cast, const cells *grid, const sector_table *table, const viewpoint *from, int sector,
                double pad);

/// The ray that leaves the viewpoint at a heading.
///
/// @param heading  of length 1, in the sector or next to it
beam_ray beam_ray_at(const beam *cast, vector heading);

/// The next column; false: that was the last one.
static inline bool beam_next(beam *cast)
{
    cast->column += cast->step;
    return cast->column >= 0 && cast->column < cast->columns;
}

/// So far from the viewpoint's centre all of the beam has been seen, with the present column.
static inline double beam_reach(const beam *cast)
{
    const double edge = cast->origin + (cast->column + (cast->step > 0)) * cast->grid->side;
    return cast->step * (edge - cast->centre) - cast->pad;
}

/// The rows of the present column that lie between two rays, inclusive; none where `last` < `first`.
void beam_rows(const beam *cast, const beam_ray rays[2], int32_t *first, int32_t *last);

/// First entry of a cell of the present column.
static inline uint32_t beam_cell(const beam *cast, int32_t row)
{
    const cells *grid = cast->grid;
    const int32_t x = cast->is_upright ? row : cast->column, y = cast->is_upright ? cast->column : row;
    return grid->first[(size_t)y * (size_t)grid->width + (size_t)x];
}

#endif
