#include "curve/sweep_reach.h"

#include <math.h>

#include "curve/sweep_rows.h"

/// A disc that moves straight: where its centre begins, and the unit vector of its motion.
typedef struct moving_disc {
    double x, y, along_x, along_y;
    double radius;
} moving_disc;

/// Length after which the centre reaches a slab around the origin, and after which it leaves the slab.
///
/// @param from   of the centre
/// @param slope  change of `from` for each tile of length
/// @param half   width of the slab to each side
/// @param[in,out] low, high  narrowed to the part within the slab
static inline void clip_to_slab(double from, double slope, double half, double *low, double *high)
{
    if (slope == 0) {
        *high = fabs(from) < half ? *high : 0;
        return;
    }
    const double a = (-half - from) / slope, b = (half - from) / slope;
    *low = larger(*low, smaller(a, b));
    *high = smaller(*high, larger(a, b));
}

/// Length after which the disc touches tile (x, y), at most `most`. The places of the centre where it does are a square
/// with round corners (Ericson 2005, 5.5.7): the centre enters the box around them beside the tile, or near a corner.
static double length_to_tile(const moving_disc *disc, int32_t x, int32_t y, double most)
{
    const double from_x = disc->x - x - 0.5, from_y = disc->y - y - 0.5;
    double low = 0, high = most;
    clip_to_slab(from_x, disc->along_x, 0.5 + disc->radius, &low, &high);
    clip_to_slab(from_y, disc->along_y, 0.5 + disc->radius, &low, &high);
    if (low >= high)
        return most;
    const double at_x = from_x + low * disc->along_x, at_y = from_y + low * disc->along_y;
    if (fabs(at_x) <= 0.5 || fabs(at_y) <= 0.5)
        return low;
    const double to_x = copysign(0.5, at_x) - from_x, to_y = copysign(0.5, at_y) - from_y; // the corner
    const double along = to_x * disc->along_x + to_y * disc->along_y,
                 across = to_y * disc->along_x - to_x * disc->along_y;
    const double square = disc->radius * disc->radius - across * across;
    const double half = square > 0 ? sqrt(square) : 0;
    if (square <= 0 || along + half <= 0)
        return most;
    return smaller(larger(along - half, 0), most);
}

/// Length after which one coordinate of the centre is as near to the border of the map as the radius.
static double length_to_border(double from, double slope, double radius, double side)
{
    if (from < radius || from > side - radius)
        return 0;
    return slope > 0 ? (side - radius - from) / slope : slope < 0 ? (radius - from) / slope : INFINITY;
}

/// The range of a coordinate that the disc covers.
static inline void cover(double from, double slope, double length, double radius, int32_t last, int32_t *low,
                         int32_t *high)
{
    const double to = from + slope * length;
    const double least = smaller(from, to) - radius, most = larger(from, to) + radius;
    *low = least > 0 ? (int32_t)least : 0;
    *high = most < last ? (int32_t)most : last;
}

double sweep_straight_reach(const sweep_ground *ground, const sweep_body *body, double x, double y,
                            double along_x, double along_y, double most)
{
    const moving_disc disc = { x, y, along_x, along_y, body->radius };
    double reach = smaller(most, length_to_border(x, along_x, body->radius, ground->open->width));
    reach = smaller(reach, length_to_border(y, along_y, body->radius, ground->open->height));
    tile_box box;
    cover(x, along_x, reach, body->radius, ground->open->width - 1, &box.left, &box.right);
    cover(y, along_y, reach, body->radius, ground->open->height - 1, &box.top, &box.bottom);
    for (int32_t left = box.left; left <= box.right; left += WORD_BITS) {
        const tile_box part = box_part(&box, left);
        box_rows rows = box_rows_of(ground, &part);
        for (int32_t row = box.top; row <= box.bottom; row++)
            for (uint64_t bits = box_rows_next(&rows); bits != 0; bits &= bits - 1)
                reach = length_to_tile(&disc, left + bits_lowest(bits), row, reach);
    }
    return reach;
}
