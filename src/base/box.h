#pragma once

/// Boxes around places, in tiles.

#include <math.h>

#include "base/vector.h"
#include "fairway/path.h"

/// Unlike fmax() and fmin(), larger() and smaller() compile to one instruction each.
static inline double larger(double a, double b)
{
    return a > b ? a : b;
}

static inline double smaller(double a, double b)
{
    return a < b ? a : b;
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

/// Widens a box so that it holds another one.
static inline void box_join(fw_box *box, fw_box other)
{
    box_take_in(box, other.min_x, other.min_y);
    box_take_in(box, other.max_x, other.max_y);
}

/// The box around a line.
static inline fw_box box_around_line(double x, double y, double to_x, double to_y)
{
    return (fw_box){ smaller(x, to_x), smaller(y, to_y), larger(x, to_x), larger(y, to_y) };
}

/// Distance of two boxes along the axis on which they are farther apart; negative: they overlap.
static inline double gap_between(const fw_box *a, const fw_box *b)
{
    const double x = larger(a->min_x - b->max_x, b->min_x - a->max_x);
    const double y = larger(a->min_y - b->max_y, b->min_y - a->max_y);
    return larger(x, y);
}

/// Distance of two boxes; 0: they meet.
static inline double box_distance(const fw_box *a, const fw_box *b)
{
    const double x = larger(a->min_x - b->max_x, b->min_x - a->max_x);
    const double y = larger(a->min_y - b->max_y, b->min_y - a->max_y);
    return hypotenuse(larger(x, 0), larger(y, 0));
}

/// Distance of a place from a box; 0: it lies in it.
static inline double box_distance_from(const fw_box *box, double x, double y)
{
    const fw_box place = { x, y, x, y };
    return box_distance(box, &place);
}
