#include "forest/beam.h"

/// Margin on both sides of a beam, in cells, because of rounding.
#define MARGIN 1e-6

beam_ray beam_ray_at(const beam *cast, vector heading)
{
    const viewpoint *from = cast->from;
    const double side = from->sense == TURN_LEFTWARD ? -from->radius : from->radius;
    const double x = from->x + side * heading.y, y = from->y - side * heading.x;
    return cast->is_upright ? (beam_ray){ heading.x / heading.y, y, x }
                            : (beam_ray){ heading.y / heading.x, x, y };
}

/// A direction of the table in the viewpoint's turning sense: mirrored for a left side.
static vector seen_along(const viewpoint *from, vector direction)
{
    return (vector){ direction.x, from->sense == TURN_LEFTWARD ? -direction.y : direction.y };
}

bool beam_begin(beam *cast, const cells *grid, const sector_table *table, const viewpoint *from, int sector,
                double pad)
{
    if (grid->width == 0)
        return false;
    const vector axis = seen_along(from, table->axis[sector]);
    *cast = (beam){ .grid = grid, .from = from, .is_upright = fabs(axis.y) > fabs(axis.x), .pad = pad };
    const bool is_upright = cast->is_upright;
    cast->step = (is_upright ? axis.y : axis.x) > 0 ? 1 : -1;
    cast->columns = is_upright ? grid->height : grid->width;
    cast->rows = is_upright ? grid->width : grid->height;
    cast->origin = is_upright ? grid->top : grid->left;
    cast->across = is_upright ? grid->left : grid->top;
    cast->centre = is_upright ? from->y : from->x;
    const double a = beam_ray_at(cast, seen_along(from, table->border[sector])).along;
    const double b = beam_ray_at(cast, seen_along(from, table->border[sector + 1])).along;
    const double begin = cast->step > 0 ? fmin(a, b) : fmax(a, b);
    const double column = floor((begin - cast->step * pad - cast->origin) / grid->side - cast->step * MARGIN);
    if (cast->step > 0 ? column >= cast->columns : column < 0)
        return false;
    cast->column = column < 0 ? 0 : column >= cast->columns ? cast->columns - 1 : (int32_t)column;
    return true;
}

void beam_rows(const beam *cast, const beam_ray rays[2], int32_t *first, int32_t *last)
{
    const bool is_forward = cast->step > 0;
    const double side = cast->grid->side, near_edge = cast->origin + cast->column * side;
    const double low_end = near_edge - cast->pad, high_end = near_edge + side + cast->pad;
    double least = INFINITY, most = -INFINITY;
    for (int i = 0; i < 2; i++) { // the part of each ray within the column, from the ray's beginning on
        const double begin = rays[i].along;
        const double low = is_forward ? fmax(low_end, begin) : fmin(low_end, begin);
        const double high = is_forward ? fmax(high_end, begin) : fmin(high_end, begin);
        const double at_low = rays[i].across + rays[i].slope * (low - begin);
        const double at_high = rays[i].across + rays[i].slope * (high - begin);
        least = fmin(least, fmin(at_low, at_high));
        most = fmax(most, fmax(at_low, at_high));
    }
    const double from_side = (least - cast->pad - cast->across) / side - MARGIN;
    const double to_side = (most + cast->pad - cast->across) / side + MARGIN;
    *first = from_side < 0 ? 0 : from_side < cast->rows ? (int32_t)from_side : cast->rows;
    *last = to_side < 0 ? -1 : to_side < cast->rows ? (int32_t)to_side : cast->rows - 1;
}
