#pragma once

/// Distances between places, in tiles, and boxes of places.

#include <math.h>

#include "curve/sweep_rows.h"

static inline double apart(double x, double y, double to_x, double to_y)
{
    const double dx = to_x - x, dy = to_y - y;
    return sqrt(dx * dx + dy * dy);
}

/// Where a line is nearest to (x, y), as a share of its length from 0 to 1.
static inline double nearest_share(double x, double y, double from_x, double from_y, double to_x, double to_y)
{
    const double dx = to_x - from_x, dy = to_y - from_y, square = dx * dx + dy * dy;
    const double along = square > 0 ? ((x - from_x) * dx + (y - from_y) * dy) / square : 0;
    return smaller(larger(along, 0), 1);
}

/// Distance of (x, y) from a line.
static inline double apart_from_line(double x, double y, double from_x, double from_y, double to_x,
                                     double to_y)
{
    const double share = nearest_share(x, y, from_x, from_y, to_x, to_y);
    return apart(x, y, from_x + share * (to_x - from_x), from_y + share * (to_y - from_y));
}

/// Distance of two boxes along the axis on which they are farther apart; negative: they overlap.
static inline double gap_between(const fw_box *a, const fw_box *b)
{
    const double x = larger(a->min_x - b->max_x, b->min_x - a->max_x);
    const double y = larger(a->min_y - b->max_y, b->min_y - a->max_y);
    return larger(x, y);
}

/// A box of no places.
#define EMPTY_BOX ((fw_box){ INFINITY, INFINITY, -INFINITY, -INFINITY })

/// The box of the places that are as near to one as this along both axes.
static inline fw_box box_around(double x, double y, double reach)
{
    return (fw_box){ x - reach, y - reach, x + reach, y + reach };
}

/// A box that reaches farther to all sides.
static inline fw_box box_wider(const fw_box *box, double reach)
{
    return (fw_box){ box->min_x - reach, box->min_y - reach, box->max_x + reach, box->max_y + reach };
}

/// Widens a box so that it holds a place.
static inline void box_take_in(fw_box *box, double x, double y)
{
    box->min_x = smaller(box->min_x, x);
    box->min_y = smaller(box->min_y, y);
    box->max_x = larger(box->max_x, x);
    box->max_y = larger(box->max_y, y);
}
