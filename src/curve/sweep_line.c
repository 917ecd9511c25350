#include "curve/sweep_line.h"

#include <math.h>

#include "base/compiler.h"
#include "curve/segment.h"
#include "curve/sweep_body.h"
#include "curve/sweep_rows.h"

/// Boxes of at most this many rows and 64 columns are tested as a whole first.
enum { SMALL_BOX = 12 };

/// Most rows of a slice of a strip, and most columns by which the strip moves sideways within a slice.
enum { MOST_ROWS = 16, SLICE_DRIFT = 8 };

/// Fraction bits of a strip's flanks, which are fixed-point numbers.
enum { FLANK_BITS = 40 };

/// Largest rounding error of flanks, in tiles.
#define FLANK_SLACK 1e-7

/// The flanks of lines that rise by less than this per tile do not fit into fixed-point numbers. Such lines cross few
/// rows.
#define LEAST_RISE (1.0 / 256)

/// The area that a body sweeps along a line, without the body's ends.
typedef struct strip {
    double x, y;       ///< start of the line of the body's middle
    double along_x;    ///< unit vector of the line
    double along_y;    ///< unit vector of the line
    double length;     ///< tiles
    double half_width; ///< tiles to both sides
    double near;       ///< the strip reaches no tile whose middle is at least as far from the line, in tiles
} strip;

/// The strip along a unit vector.
static strip strip_along(const sweep_body *body, double x, double y, double along_x, double along_y,
                         double length)
{
    return (strip){ .x = x + body->ahead * along_x - body->aside * along_y,
                    .y = y + body->ahead * along_y + body->aside * along_x,
                    .along_x = along_x,
                    .along_y = along_y,
                    .length = length,
                    .half_width = body->half_width,
                    .near = body->half_width + (fabs(along_x) + fabs(along_y)) / 2 };
}

static strip strip_between(const sweep_body *body, double from_x, double from_y, double to_x, double to_y)
{
    const double dx = to_x - from_x, dy = to_y - from_y, length = hypotenuse(dx, dy);
    const double scale = length > 0 ? 1 / length : 0;
    return strip_along(body, from_x, from_y, length > 0 ? dx * scale : 1, dy * scale, length);
}

/// Squared distance from a point to tile (x, y).
static double squared_distance(double point_x, double point_y, int32_t x, int32_t y)
{
    const double dx = larger(larger(x - point_x, point_x - x - 1), 0);
    const double dy = larger(larger(y - point_y, point_y - y - 1), 0);
    return dx * dx + dy * dy;
}

/// Narrows the range [*low, *high] of t to the part where from + t * slope lies between a tile's sides.
static void clip_to_tile(double from, double slope, int32_t tile, double *low, double *high)
{
    const double a = (tile - from) / slope, b = (tile + 1 - from) / slope;
    if (slope != 0) {
        *low = larger(*low, smaller(a, b));
        *high = smaller(*high, larger(a, b));
    } else if (from <= tile || from >= tile + 1) {
        *high = -1;
    }
}

/// True if a disc whose centre moves along a strip's line touches a tile; the strip without ends must touch the tile.
/// The disc touches if an end of the line or a corner of the tile is near enough, or if the line crosses the tile.
static bool disc_touches(const strip *strip, int32_t x, int32_t y)
{
    const double end_x = strip->x + strip->length * strip->along_x,
                 end_y = strip->y + strip->length * strip->along_y;
    const double squared = strip->half_width * strip->half_width;
    if (squared_distance(strip->x, strip->y, x, y) < squared ||
        squared_distance(end_x, end_y, x, y) < squared)
        return true;
    for (int corner = 0; corner < 4; corner++) {
        const double dx = x + (corner & 1) - strip->x, dy = y + (corner >> 1) - strip->y;
        const double along = dx * strip->along_x + dy * strip->along_y,
                     across = dy * strip->along_x - dx * strip->along_y;
        if (along >= 0 && along <= strip->length && fabs(across) < strip->half_width)
            return true;
    }
    double low = 0, high = strip->length;
    clip_to_tile(strip->x, strip->along_x, x, &low, &high);
    clip_to_tile(strip->y, strip->along_y, y, &low, &high);
    return low < high;
}

/// True if a polygon that sweeps a strip touches a tile. The tile lies within the strip's box, and the rectangle around
/// the polygon touches it, so only the axes across the polygon's sides are left to test.
static NEVER_INLINE bool polygon_touches(const sweep_body *body, const strip *strip, double tile_x,
                                         double tile_y)
{
    for (int32_t i = 0; i < body->corner_count; i++) {
        const fw_corner across = sweep_body_across(body, i), *corner = &body->corners[i];
        const double x = across.ahead * strip->along_x - across.aside * strip->along_y,
                     y = across.ahead * strip->along_y + across.aside * strip->along_x;
        const double outmost = (corner->ahead - body->ahead) * across.ahead +
                               (corner->aside - body->aside) * across.aside +
                               larger(strip->length * across.ahead, 0);
        if ((tile_x - strip->x) * x + (tile_y - strip->y) * y - (fabs(x) + fabs(y)) / 2 >= outmost)
            return false;
    }
    return true;
}

/// True if a body that sweeps a strip touches a tile. The tile lies within the strip's box, so for a rectangle only the
/// axes along the strip and across it are left to test.
static bool strip_touches(const sweep_body *body, const strip *strip, int32_t x, int32_t y)
{
    const double dx = x + 0.5 - strip->x, dy = y + 0.5 - strip->y;
    if (fabs(dy * strip->along_x - dx * strip->along_y) >= strip->near)
        return false;
    if (body->radius > 0)
        return disc_touches(strip, x, y);
    const double half_tile = strip->near - strip->half_width;
    const double middle = strip->length / 2, along = dx * strip->along_x + dy * strip->along_y;
    return fabs(along - middle) < middle + body->half_length + half_tile &&
           (body->corner_count == 0 || polygon_touches(body, strip, x + 0.5, y + 0.5));
}

static bool bits_are_free(const sweep_body *body, const strip *strip, uint64_t bits, int32_t x, int32_t y)
{
    for (; bits; bits &= bits - 1)
        if (strip_touches(body, strip, x + bits_lowest(bits), y))
            return false;
    return true;
}

static bool rows_are_free(const sweep_ground *ground, const sweep_body *body, const strip *strip,
                          const tile_box *box)
{
    for (int32_t left = box->left; left <= box->right; left += WORD_BITS) {
        const tile_box part = box_part(box, left);
        box_rows rows = box_rows_of(ground, &part);
        for (int32_t y = box->top; y <= box->bottom; y++)
            if (!bits_are_free(body, strip, box_rows_next(&rows), left, y))
                return false;
    }
    return true;
}

/// The range of x that a strip covers within a row of tiles, as fixed-point numbers.
typedef struct flanks {
    int64_t low, high; ///< the range in this row
    int64_t step;      ///< change of both from one row to the next
} flanks;

static flanks flanks_at_top(const strip *strip, int32_t top)
{
    const double slope = strip->along_x / strip->along_y;
    const double half = strip->half_width / fabs(strip->along_y) + FLANK_SLACK;
    const double middle = strip->x + (top - strip->y) * slope; // where the line enters the first row
    const double unit = (double)(INT64_C(1) << FLANK_BITS);
    return (flanks){ .low = (int64_t)((middle + smaller(slope, 0) - half) * unit),
                     .high = (int64_t)((middle + larger(slope, 0) + half) * unit),
                     .step = (int64_t)(slope * unit) };
}

/// A box around the part of a strip within some rows, clipped to the box of the whole strip.
static inline tile_box box_of_rows(const flanks *at, int32_t top, int32_t rows, const tile_box *whole)
{
    const int64_t drift = at->step * (rows - 1);
    const int64_t left = (at->low + (drift < 0 ? drift : 0)) >> FLANK_BITS;
    const int64_t right = (at->high + (drift > 0 ? drift : 0)) >> FLANK_BITS;
    return (tile_box){ left > whole->left ? (int32_t)left : whole->left, top,
                       right < whole->right ? (int32_t)right : whole->right, top + rows - 1 };
}

/// Tests a strip in slices of rows within which it moves sideways by few columns. If the box of a slice is free, so is
/// the strip there; otherwise each row is tested between the flanks.
static bool slices_are_free(const sweep_ground *ground, const sweep_body *body, const strip *strip,
                            const tile_box *whole)
{
    flanks at = flanks_at_top(strip, whole->top);
    const double fitting = SLICE_DRIFT * fabs(strip->along_y) / (fabs(strip->along_x) + 1e-3);
    const int32_t most_rows = fitting < 1 ? 1 : fitting > MOST_ROWS ? MOST_ROWS : (int32_t)fitting;
    for (int32_t top = whole->top; top <= whole->bottom; top += most_rows) {
        const int32_t rows = whole->bottom - top < most_rows ? whole->bottom - top + 1 : most_rows;
        const tile_box box = box_of_rows(&at, top, rows, whole);
        const bool narrow = box.right - box.left < WORD_BITS;
        if (narrow && (box.left > box.right || !blocked_columns(ground, &box))) {
            at.low += at.step * rows;
            at.high += at.step * rows;
            continue;
        }
        for (int32_t y = top; y < top + rows; y++, at.low += at.step, at.high += at.step) {
            const tile_box row = box_of_rows(&at, y, 1, whole);
            if (!rows_are_free(ground, body, strip, &row))
                return false;
        }
    }
    return true;
}

/// Half of the extent of a rectangle along an axis.
static double half_extent(const sweep_body *body, double along, double across)
{
    return body->half_length * fabs(along) + body->half_width * fabs(across);
}

static bool is_small(const tile_box *box)
{
    return box->bottom - box->top < SMALL_BOX && box->right - box->left < WORD_BITS;
}

/// The box around a line, wider by `wide` and higher by `high` on each side; false if the box reaches outside the map.
static inline bool box_of_line(const sweep_ground *ground, double from_x, double from_y, double to_x,
                               double to_y, double wide, double high, tile_box *box)
{
    return box_on_map(ground, smaller(from_x, to_x) - wide, smaller(from_y, to_y) - high,
                      larger(from_x, to_x) + wide, larger(from_y, to_y) + high, box);
}

static bool strip_is_free(const sweep_ground *ground, const sweep_body *body, const strip *strip,
                          const tile_box *box)
{
    return is_small(box) || fabs(strip->along_y) < LEAST_RISE ? rows_are_free(ground, body, strip, box)
                                                              : slices_are_free(ground, body, strip, box);
}

/// The box around a polygon that faces along a strip, relative to the middle of the rectangle around it.
static NEVER_INLINE fw_box box_of_polygon(const sweep_body *body, const strip *strip)
{
    fw_box box = EMPTY_BOX;
    for (int32_t i = 0; i < body->corner_count; i++) {
        const double ahead = body->corners[i].ahead - body->ahead,
                     aside = body->corners[i].aside - body->aside;
        const double x = ahead * strip->along_x - aside * strip->along_y,
                     y = ahead * strip->along_y + aside * strip->along_x;
        box_take_in(&box, x, y);
    }
    return box;
}

/// The same of any body with corners.
static inline fw_box box_of_corners(const sweep_body *body, const strip *strip)
{
    if (body->corner_count > 0)
        return box_of_polygon(body, strip);
    const double wide = half_extent(body, strip->along_x, strip->along_y),
                 high = half_extent(body, strip->along_y, strip->along_x);
    return (fw_box){ -wide, -high, wide, high };
}

/// True if a body with corners that sweeps a strip touches no blocked tile.
static bool strip_of_corners_is_free(const sweep_ground *ground, const sweep_body *body, const strip *strip)
{
    const double to_x = strip->x + strip->length * strip->along_x,
                 to_y = strip->y + strip->length * strip->along_y;
    const fw_box around = box_of_corners(body, strip);
    tile_box box;
    if (!box_on_map(ground, smaller(strip->x, to_x) + around.min_x, smaller(strip->y, to_y) + around.min_y,
                    larger(strip->x, to_x) + around.max_x, larger(strip->y, to_y) + around.max_y, &box))
        return false;
    return (is_small(&box) && blocked_columns(ground, &box) == 0) || strip_is_free(ground, body, strip, &box);
}

/// True if the anchor point may move along a line without a forbidden move.
static bool line_passes(const sweep_ground *ground, double from_x, double from_y, double to_x, double to_y)
{
    fw_segment line;
    segment_set_line(&line, from_x, from_y, to_x, to_y);
    return passage_is_free(&ground->passage, &line, 1, 0);
}

/// True if a body that moves along a line touches no blocked tile. The box of a disc needs no square root, so most
/// short lines are decided without one.
static inline bool line_touches_nothing(const sweep_ground *ground, const sweep_body *body, double from_x,
                                        double from_y, double to_x, double to_y)
{
    if (!body->is_round) {
        const strip strip = strip_between(body, from_x, from_y, to_x, to_y);
        return strip_of_corners_is_free(ground, body, &strip);
    }
    tile_box box;
    if (!box_of_line(ground, from_x, from_y, to_x, to_y, body->radius, body->radius, &box))
        return false;
    if (is_small(&box) && blocked_columns(ground, &box) == 0)
        return true;
    const strip strip = strip_between(body, from_x, from_y, to_x, to_y);
    return strip_is_free(ground, body, &strip, &box);
}

bool sweep_line_is_free(const sweep_ground *ground, const sweep_body *body, double from_x, double from_y,
                        double to_x, double to_y)
{
    return line_touches_nothing(ground, body, from_x, from_y, to_x, to_y) &&
           (!ground->passage.overlay || line_passes(ground, from_x, from_y, to_x, to_y));
}

bool sweep_straight_is_free(const sweep_ground *ground, const sweep_body *body, double x, double y,
                            double along_x, double along_y, double length)
{
    if (body->is_round)
        return sweep_line_is_free(ground, body, x, y, x + length * along_x, y + length * along_y);
    const strip strip = strip_along(body, x, y, along_x, along_y, length);
    return strip_of_corners_is_free(ground, body, &strip) &&
           (!ground->passage.overlay ||
            line_passes(ground, x, y, x + length * along_x, y + length * along_y));
}

bool sweep_line_touches(const sweep_body *body, double from_x, double from_y, double to_x, double to_y,
                        int32_t x, int32_t y)
{
    const strip strip = strip_between(body, from_x, from_y, to_x, to_y);
    const double radius = body->radius;
    const fw_box around =
        body->is_round ? (fw_box){ -radius, -radius, radius, radius } : box_of_corners(body, &strip);
    const double right = body->ahead * strip.along_x - body->aside * strip.along_y,
                 down = body->ahead * strip.along_y + body->aside * strip.along_x;
    return smaller(from_x, to_x) + right + around.min_x < x + 1 &&
           larger(from_x, to_x) + right + around.max_x > x &&
           smaller(from_y, to_y) + down + around.min_y < y + 1 &&
           larger(from_y, to_y) + down + around.max_y > y && strip_touches(body, &strip, x, y);
}

bool sweep_box_is_open(const sweep_ground *ground, const sweep_body *body, const fw_box *places)
{
    tile_box box;
    if (!box_on_map(ground, places->min_x - body->reach, places->min_y - body->reach,
                    places->max_x + body->reach, places->max_y + body->reach, &box))
        return false;
    for (int32_t last; box.left <= box.right; box.left = last + 1) {
        last = box.left | (WORD_BITS - 1);
        const tile_box columns = { box.left, box.top, last < box.right ? last : box.right, box.bottom };
        if (blocked_columns(ground, &columns) != 0)
            return false;
    }
    return true;
}
